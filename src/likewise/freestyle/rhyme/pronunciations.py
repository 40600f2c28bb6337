"""A pronunciation dictionary, and whether two words rhyme by it.

A file is in the format of the CMU Pronouncing Dictionary: a word, blanks, phones with digits for stress;
`word(2)` is another way to say it, lines that begin with `;;;` are remarks. Without a file the table that
comes with the package guesses from spelling; it knows the words that it was learnt from, and `guessed` says
that it may err.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from likewise.errors import InputError
from likewise.freestyle.rhyme.sounds.ending import Ending
from likewise.freestyle.rhyme.sounds.english_ending import ending_of_phones, english_endings, modern_spellings
from likewise.freestyle.rhyme.sounds.sound_table import shipped_sounds
from likewise.io import Source, name_of, open_binary

__all__ = ["Pronunciations", "WordRelation", "read_pronunciations"]

WordRelation = Literal["identical", "unknown", "perfect", "vowel", "none"]
"""What two words have in common: the first of these that holds."""

_REMARK = ";;;"
_PHONE = re.compile(r"[A-Z]{1,3}[0-2]?")
_EXPECTED = "a word and its phones, as in: HELLO  HH AH0 L OW1"
_VARIANT = re.compile(r"\(\d+\)$")


class Pronunciations:
    """How words end, from a dictionary file or, without one, by the table that comes with the package."""

    def __init__(self, words: Mapping[str, Sequence[Sequence[str]]] | None = None, name: str = "") -> None:
        self.guessed = words is None
        self.name = name or (
            "spelling, by a table learnt from the CMU dictionary" if self.guessed else "dictionary"
        )
        self._endings: dict[str, tuple[Ending, ...]] = {}
        for word, ways in (words or {}).items():
            endings = (ending_of_phones(phones) for phones in ways)
            self._endings[word] = tuple(dict.fromkeys(ending for ending in endings if ending is not None))

    @classmethod
    def from_file(cls, path: Source) -> Pronunciations:
        """The dictionary of a file."""
        return cls(read_pronunciations(path), name_of(path))

    def known(self, word: str) -> bool:
        """Whether the dictionary has the word, or the table was learnt from it."""
        return shipped_sounds().knows(word) if self.guessed else bool(self._endings.get(word))

    def endings(self, word: str) -> tuple[Ending, ...]:
        """The ways to say the end of a word; of a word that it lacks a file has none, the table guesses."""
        return english_endings(word) if self.guessed else self._endings.get(word, ())

    def endings_of_spellings(self, word: str) -> tuple[Ending, ...]:
        """The endings of a word that verse may spell in an old or a short way; none if it is not known."""
        found = (self.endings(spelling) for spelling in modern_spellings(word))
        return next((endings for endings in found if endings), ())

    def relation(self, one: str, other: str) -> WordRelation:
        """What two words have in common; a word does not rhyme with itself."""
        if one == other:
            return "identical"
        ends, others = self.endings(one), self.endings(other)
        if not ends or not others:
            return "unknown"
        if any(a.full_sound == b.full_sound for a in ends for b in others):
            return "perfect"
        return "vowel" if any(a.vowel == b.vowel for a in ends for b in others) else "none"

    def perfect_rhyme(self, one: str, other: str) -> bool:
        """Whether two different words are equal from the last stressed vowel on, stress aside."""
        return self.relation(one, other) == "perfect"

    def vowel_rhyme(self, one: str, other: str) -> bool:
        """Whether two different words have the same last vowel; perfect rhymes have."""
        return self.relation(one, other) in ("perfect", "vowel")


def read_pronunciations(path: Source) -> dict[str, list[list[str]]]:
    """The words of a dictionary file in lower case, with the phones of each way to say them."""
    name = name_of(path)
    words: dict[str, list[list[str]]] = {}
    for number, text in enumerate(_lines(path, name), 1):
        if text and not text.startswith(_REMARK):
            entry, *phones = text.partition(" #")[0].split()
            bad = next((phone for phone in phones if not _PHONE.fullmatch(phone)), None)
            if not phones or bad is not None:
                wrong = f"'{bad}' is no phone" if phones else "has no phones"
                raise InputError(f"{wrong}, expected {_EXPECTED}", file=name, line=number)
            words.setdefault(_VARIANT.sub("", entry).lower(), []).append(phones)
    if not words:
        raise InputError(f"holds no pronunciations, expected {_EXPECTED}", file=name)
    if not any(phone[-1].isdigit() for ways in words.values() for phones in ways for phone in phones):
        raise InputError("has no stress: its vowels lack the digits 0, 1, 2, as in HH AH0 L OW1", file=name)
    return words


def _lines(path: Source, name: str) -> Iterator[str]:
    """The lines; the dictionary as Carnegie Mellon gives it is in Latin 1, others are in UTF-8."""
    with open_binary(path) as stream:
        try:
            data = stream.read()
        except (EOFError, OSError, zlib.error):
            raise InputError("is a broken gzip file", file=name) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    yield from (line.strip() for line in text.split("\n"))
