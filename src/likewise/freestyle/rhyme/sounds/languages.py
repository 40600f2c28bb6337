"""The language of verse, guessed from its small words, and how words end in that language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from likewise.freestyle.rhyme.sounds.ending import Ending
from likewise.freestyle.rhyme.sounds.english_ending import english_endings
from likewise.freestyle.rhyme.sounds.french_ending import french_endings
from likewise.freestyle.rhyme.sounds.letter_ending import letter_endings
from likewise.freestyle.verse import line_words

__all__ = ["endings_of_language", "other_language", "verse_language"]

_SMALL_WORDS = {
    lang: frozenset(words.split())
    for lang, words in {
        "en": "the and of to in i you my that is it with for your his her she he was thy thou this",
        "fr": "le la les de et des que un une dans je est qui pas du au en ce il elle sur mon",
    }.items()
}
# Small words that neighbouring languages lack: Spanish has `la de que en un`, German `in was her`.
_OWN_WORDS = {
    "en": frozenset({"the", "and", "of", "you"}),
    "fr": frozenset({"et", "les", "est", "je", "dans"}),
}
_OWN_SHARE = 0.03
_LINES = 5000
_SHARE = 0.06


def verse_language(lines: Iterable[str]) -> str:
    """The code of English or French if its small words are many, else an empty string."""
    counts: Counter[str] = Counter()
    for line in islice(lines, _LINES):
        for word in line_words(line):
            counts["all"] += 1
            for lang, words in _SMALL_WORDS.items():
                counts[lang] += word.rpartition("'")[2] in words or word in words
    best = max(_SMALL_WORDS, key=lambda lang: counts[lang])
    return best if counts[best] > _SHARE * counts["all"] else ""


def other_language(lines: Iterable[str], lang: str) -> str:
    """English or French, by its code, if verse said to be in one is clearly in the other; else empty."""
    some = list(islice(lines, _LINES))
    found = verse_language(some)
    if lang not in _OWN_WORDS or found in {"", lang}:
        return ""
    words = [word for line in some for word in line_words(line)]
    return found if sum(word in _OWN_WORDS[found] for word in words) > _OWN_SHARE * len(words) else ""


def endings_of_language(lang: str) -> Callable[[str], Sequence[Ending]]:
    """How words end in a language: by a table, by rules, or by their letters."""
    return {"en": english_endings, "fr": french_endings}.get(lang, letter_endings)
