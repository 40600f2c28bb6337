"""Disfluencies of lyrics: words and phrases said again, ad-libs in parentheses, lines of interjections alone.

Wu et al. (2013), section 6: about a tenth of their lines have them (backing vocals too), and a model that
learns from them stutters. `correct` takes them out of a line, `filter` leaves out the lines that have any.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from likewise.errors import InputError
from likewise.freestyle.verse import Verse, line_words

__all__ = ["KINDS", "STRATEGIES", "FluentVerses", "corrected_line", "disfluencies", "fluent_verses"]

STRATEGIES = ("correct", "filter", "none")
KINDS = ("ad-lib", "repeated word", "repeated phrase", "interjections")

LONGEST_PHRASE = 4
"""Words of the longest phrase whose repetition is looked for."""

_Keyed = tuple[str, str]
"""A token as written, and its words."""

_AD_LIB = re.compile(r"\([^()]*\)|（[^（）]*）|\[[^\[\]]*\]")
_OPEN_AD_LIB = re.compile(r"\s*[(（][^()（）]*$|^[^()（）]*[)）]\s*")
_STUTTER = re.compile(r"\b(\w{1,2})-(?:\1-)*(?=\1\w)", re.IGNORECASE)
_DRAWN_OUT = re.compile(r"(.)\1{2,}")
_SYLLABLES = re.compile(r"(.{1,3}?)\1+")
# Said twice they are good grammar (that that; nous nous levons), three times they are not.
_DOUBLES = frozenset(("had", "that", "is", "her", "nous", "vous"))


@cache
def interjections() -> frozenset[str]:
    """Interjections of English and French, as lyrics spell them."""
    listing = resources.files("likewise.freestyle").joinpath("interjections.txt")
    return frozenset(listing.read_text(encoding="utf-8").split())


def disfluencies(line: str) -> tuple[str, ...]:
    """The kinds of disfluency in a line, in the order of `KINDS`."""
    return _examined(line)[0]


def corrected_line(line: str) -> str | None:
    """The line without its disfluencies, or None where nothing else is left of it."""
    return _examined(line)[1]


def _examined(line: str) -> tuple[tuple[str, ...], str | None]:
    """The kinds of disfluency, and the line without them."""
    kinds = []
    said = _without_ad_libs(line)
    if said is not line:
        kinds.append("ad-lib")
    whole = _STUTTER.sub("", said)
    tokens = _keyed(whole)
    once, kept = tokens, tokens
    if len({key for _, key in tokens}) < len(tokens):
        once = _without_repeats(tokens, 1)
        kept = _without_repeated_phrases(once)
    if len(once) < len(tokens) or whole != said:
        kinds.append("repeated word")
    if len(kept) < len(once):
        kinds.append("repeated phrase")
    words = [word for _, key in tokens for word in key.split()]
    if only_interjections(words or line_words(line)):
        kinds.append("interjections")
    if not words or "interjections" in kinds:
        return tuple(kinds), None
    return tuple(kinds), " ".join(token for token, _ in kept) if kinds else line


def only_interjections(words: Sequence[str]) -> bool:
    """Whether words say nothing: interjections, drawn out or not, and one syllable again and again."""
    return bool(words) and all(_is_interjection(word) for word in words)


def _is_interjection(word: str) -> bool:
    parts = word.split("-")
    if len(parts) > 1:
        return (len(parts) > 2 and len(set(parts)) == 1) or all(map(_is_interjection, parts))
    short, twice = _DRAWN_OUT.sub(r"\1", word), _DRAWN_OUT.sub(r"\1\1", word)
    if not interjections().isdisjoint((word, short, twice)):
        return True
    syllable = _SYLLABLES.fullmatch(short)
    return syllable is not None and (len(short) >= 3 * len(syllable[1]) or syllable[1] in interjections())


def _without_ad_libs(line: str) -> str:
    if not any(mark in line for mark in "()（）[]"):
        return line
    said, before = line, ""
    while said != before:
        before, said = said, _AD_LIB.sub(" ", said)
    kept = " ".join(_OPEN_AD_LIB.sub(" ", said).split())
    return kept if kept != " ".join(line.split()) else line


def _keyed(line: str) -> list[_Keyed]:
    return [(token, " ".join(line_words(token))) for token in line.split()]


def _without_repeats(tokens: Sequence[_Keyed], size: int) -> list[_Keyed]:
    """Tokens in which a phrase of `size` words that follows itself stands once: its last copy."""
    keys = [key for _, key in tokens]
    kept: list[_Keyed] = []
    place = 0
    while place < len(tokens):
        phrase = keys[place : place + size]
        copies = 1
        while all(phrase) and keys[place + copies * size : place + (copies + 1) * size] == phrase:
            copies += 1
        if copies > 2 or (copies == 2 and not _means_it(tokens[place + size - 1], size)):
            last = list(tokens[place + (copies - 1) * size : place + copies * size])
            last[0] = (_with_case_of(tokens[place][0], last[0][0]), last[0][1])
            kept += last
            place += copies * size
        else:
            kept.append(tokens[place])
            place += 1
    return kept


def _means_it(token: _Keyed, size: int) -> bool:
    """Whether a word or phrase may well be said twice: a sentence ends between, or grammar asks for it."""
    return token[0].endswith((".", "?", "!")) or (size == 1 and token[1] in _DOUBLES)


def _with_case_of(model: str, token: str) -> str:
    return token[:1].upper() + token[1:] if model[:1].isupper() else token


def _without_repeated_phrases(tokens: Sequence[_Keyed]) -> list[_Keyed]:
    """Long phrases first, so that a chorus said twice goes at once."""
    kept = list(tokens)
    for size in range(LONGEST_PHRASE, 1, -1):
        if len(kept) >= 2 * size:
            kept = _without_repeats(kept, size)
    return kept


@dataclass(frozen=True)
class FluentVerses:
    """Verses after a strategy, and how many lines it met: all, those with a disfluency, and by kind."""

    verses: tuple[Verse, ...]
    lines: int
    touched: int
    kinds: dict[str, int]

    @property
    def share(self) -> float:
        """The share of lines with a disfluency."""
        return self.touched / self.lines if self.lines else 0.0


def fluent_verses(verses: Iterable[Verse], strategy: str = "correct") -> FluentVerses:
    """Verses with disfluencies corrected, lines with them filtered out, or as they are (`none`).

    A verse that loses all its lines is left out. Labels stay with their lines.
    """
    if strategy not in STRATEGIES:
        raise InputError(f"expected one of {', '.join(STRATEGIES)}, found '{strategy}'", field="disfluency")
    kept, kinds, lines, touched = [], Counter[str](), 0, 0
    for verse in verses:
        answers: list[str | None] = []
        for line in verse.lines:
            wrong, fixed = _examined(line)
            kinds.update(wrong)
            touched += bool(wrong)
            asked = {"correct": fixed, "filter": None, "none": line}[strategy]
            answers.append(asked if wrong else line)
        lines += len(verse.lines)
        changed = _with_lines(verse, answers)
        if changed.lines:
            kept.append(changed)
    return FluentVerses(tuple(kept), lines, touched, {kind: kinds[kind] for kind in KINDS})


def _with_lines(verse: Verse, lines: Sequence[str | None]) -> Verse:
    if all(a is b for a, b in zip(verse.lines, lines, strict=True)):
        return verse
    places = [place for place, line in enumerate(lines) if line is not None]
    labels = None if verse.labels is None else tuple(verse.labels[place] for place in places)
    return Verse(verse.id, tuple(line for line in lines if line is not None), verse.song, labels)
