"""Where words stand, counted so that two tokenisations of a sentence agree.

A position counts the characters of the words before it, blanks left out and the escapes of treebanks undone,
so `can not` and `cannot`, `-LRB-` and `(` cover the same characters. Without punctuation only the other
characters count: then `1928.` and `1928` are the same word, and a lone comma vanishes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

__all__ = ["Span", "is_punctuation", "plain", "spans"]

Span = tuple[int, int]

_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_BRACKET = re.compile("|".join(_BRACKETS))
_READ_ALOUD = "%‰&@#*/§¶"
_ESCAPE = re.compile(r"\\+(.)")
_SIGNS = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "…": "...", "–": "-", "—": "-"})


def plain(form: str) -> str:
    """The characters of a word that count: no escapes or blanks, quotes and dashes made alike, lower case."""
    if form.isalnum() and form.isascii():
        return form.lower()
    text = _BRACKET.sub(lambda match: _BRACKETS[match[0]], form)
    text = _ESCAPE.sub(r"\1", text).replace("``", '"').replace("''", '"').replace("--", "-")
    text = unicodedata.normalize("NFC", text).translate(_SIGNS)
    return "".join(text.split()).lower()


def spans(forms: Iterable[str], *, punctuation: bool = True) -> list[Span]:
    """The characters that each word covers; without punctuation a word of nothing else covers none."""
    places, place = [], 0
    for form in forms:
        word = plain(form)
        length = len(word) if punctuation else sum(not is_punctuation(c) for c in word)
        places.append((place, place + length))
        place += length
    return places


def is_punctuation(character: str) -> bool:
    """Whether a character is punctuation; signs that are read aloud (`%`, `&`) are not."""
    return unicodedata.category(character).startswith("P") and character not in _READ_ALOUD
