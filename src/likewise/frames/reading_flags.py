"""What should be known of a text beside its frames: that it is empty, in another script, or says nothing of
anybody."""

from __future__ import annotations

from unicodedata import name

from likewise.frames.framed_sentence import FramedSentence

__all__ = ["text_flags"]

_SCRIPTS = {"en": ("LATIN",), "zh": ("CJK",)}


def text_flags(text: str, sentence: FramedSentence) -> list[str]:
    """`empty`: nothing to read; `other script`: most of its letters are not those of the language, so what
    was read is a guess; `no predicate`: there are words, but no frame."""
    if not sentence.tokens:
        return ["empty"]
    letters = [c for c in text if c.isalpha()]
    own = sum(name(c, "").startswith(_SCRIPTS.get(sentence.lang, ("",))) for c in letters)
    flags = ["other script"] if 2 * own < len(letters) else []
    return flags if sentence.frames else [*flags, "no predicate"]
