"""What should be known of a text beside its frames: that it is empty, in another script, or says nothing of
anybody."""

from __future__ import annotations

from likewise.frames.framed_sentence import FramedSentence
from likewise.text import is_in_script

__all__ = ["text_flags"]

_SCRIPTS = {"en": "Latin", "zh": "CJK"}


def text_flags(text: str, sentence: FramedSentence) -> list[str]:
    """`empty`: nothing to read; `other script`: most of its letters are not those of the language, so what
    was read is a guess; `no predicate`: there are words, but no frame."""
    if not sentence.tokens:
        return ["empty"]
    script = _SCRIPTS.get(sentence.lang)
    flags = ["other script"] if script and not is_in_script(text, script) else []
    return flags if sentence.frames else [*flags, "no predicate"]
