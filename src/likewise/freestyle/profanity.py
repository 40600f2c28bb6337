"""Words that a family page leaves out. They are kept as hashes: the list can be used, not read."""

from __future__ import annotations

import hashlib
import re
from functools import cache

__all__ = ["is_profane"]

_DIGITS = 10
_PLAIN = str.maketrans({"$": "s", "0": "o", "1": "i", "3": "e", "@": "a"})
_ENDING = re.compile(r"(?:ers?|ed|ing?|in|a[sz]?|es|(?<!s)[sz]|y)$")


def is_profane(word: str) -> bool:
    """Whether a word, or its stem without an English ending, is on the list; parts at hyphens too."""
    return any(_listed(part) for part in {word, *word.split("-")})


@cache
def _listed(word: str) -> bool:
    plain = word.lower().translate(_PLAIN).replace("'", "")
    return any(_hash(form) in _hashes() for form in _forms(plain))


def _forms(word: str) -> set[str]:
    """The word, and its stems: an ending cut off, with and without the silent e."""
    forms = {word}
    stem = word
    for _ in range(2):
        stem = _ENDING.sub("", stem)
        # Short stems stand in harmless words too.
        if len(stem) > 3:
            forms |= {stem, stem + "e"}
    return forms


def _hash(word: str) -> str:
    return hashlib.sha256(f"likewise {word}".encode()).hexdigest()[:_DIGITS]


@cache
def _hashes() -> frozenset[str]:
    from likewise.data import profanity_hashes

    return profanity_hashes()
