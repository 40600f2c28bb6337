"""Affixes that deny: un-, in-, im-, ir-, il-, dis-, non-, -less; where a word splits and whether it should.

The dictionary test has two halves: what is left over is a word of the training text, or the word is in the
list of `likewise.data` (`affixes.txt`) under one of its forms.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from likewise.data import path as data_path

__all__ = ["Split", "affix_features", "listed_words", "remainder", "split_word"]

_PREFIX = re.compile(r"(un|in|im|ir|il|dis|non)-?[a-z][a-z-]+$")
_LESS = re.compile(r"([a-z-]{2,})less(|ly|ness)$")
_NO_PREFIX = re.compile(r"(under|until|unless|unto$|uncles?$|uni(?![dmn])|int[eo](?!l|rm)|into|inch|iron)")
_ENDINGS = (
    "",
    "ly",
    "ness",
    "ity",
    "y",
    "ies",
    "s",
    "ed",
    "d",
    "ing",
    "ily",
    "iness",
    "edly",
    "ably",
    "ency",
    "ence",
)


@dataclass(frozen=True, slots=True)
class Split:
    """A word cut in two: the affix as written, where it starts, and what is left."""

    affix: str
    start: int
    rest: str


def split_word(word: str) -> Split | None:
    """The cut that the word's letters allow; whether it denies anything is another question."""
    low = word.lower()
    if found := _LESS.match(low):
        start = len(found[1])
        return Split(word[start : start + 4], start, word[:start] + word[start + 4 :])
    if (found := _PREFIX.match(low)) and len(low) - len(found[1]) >= 3 and not _NO_PREFIX.match(low):
        return Split(word[: len(found[1])], 0, word[len(found[1]) :])
    return None


def remainder(word: str, affix: str) -> str:
    """What is left of the word without the affix, at its start or (for -less) before its ending."""
    if word.lower().startswith(affix.lower()):
        return word[len(affix) :]
    at = word.lower().rfind(affix.lower())
    return word if at < 0 else word[:at] + word[at + len(affix) :]


@cache
def _listed() -> Mapping[str, frozenset[str]]:
    rows: dict[str, frozenset[str]] = {}
    for line in Path(data_path("affixes.txt")).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            affix, *stems = line.split()
            rows[affix] = frozenset(stems)
    return rows


def listed_words() -> list[str]:
    """The words of the list, each with its affix."""
    return [s + a if a == "less" else a + s for a, stems in _listed().items() for s in sorted(stems)]


def _in_list(affix: str, rest: str) -> bool:
    stems = _listed().get(affix, frozenset())
    for ending in _ENDINGS:
        if ending and not rest.endswith(ending):
            continue
        stem = rest[: len(rest) - len(ending)]
        if (
            stem in stems
            or stem + "e" in stems
            or stem + "le" in stems
            or stem + "y" in stems
            or stem + "t" in stems
        ):
            return True
    return False


def affix_features(word: str, split: Split, known: Collection[str]) -> list[str]:
    """What the classifier of affixes is told about a word besides its neighbours."""
    affix, rest = split.affix.lower(), split.rest.lower().lstrip("-")
    there = rest in known or rest + "e" in known
    stem = word.lower()[: split.start] if affix == "less" else rest
    # Whoever writes a hyphen after non- means it.
    listed = _in_list(affix, stem) or (affix == "non" and split.rest.startswith("-"))
    return [
        f"affix={affix}", f"listed={listed}", f"al={affix} {listed}", f"known={there}", f"ak={affix} {there}",
        f"lk={listed} {there}", f"word={word.lower()}", f"end={affix} {rest[-3:]}", f"end2={rest[-2:]}",
        f"start={rest[:2]}", f"long={affix} {min(len(rest), 9) // 3}",
    ]  # fmt: skip
