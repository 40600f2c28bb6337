"""Phrases that do one thing in a sentence, by class: must, may; all, some; if, unless; before, after.

The lists are in `likewise/data/meaning/word_classes.txt`, in groups; two texts whose phrases of one group are
of different classes in the same place do not say the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from likewise.metrics.meaning.word_forms import lines_of, stripped

__all__ = ["ClassPhrase", "class_phrases"]

_BE = frozenset(["be", "am", "is", "are", "was", "were", "been", "being", "'s", "'re", "'m"])
_NOT = frozenset(["n't", "not"])


class ClassPhrase(NamedTuple):
    """A phrase of a group: its class, and the words from `first` to before `last`."""

    group: str
    name: str
    first: int
    last: int


@cache
def _phrases() -> dict[str, list[tuple[tuple[str, ...], str, str]]]:
    table: dict[str, list[tuple[tuple[str, ...], str, str]]] = defaultdict(list)
    for line in lines_of("word_classes.txt"):
        group, name, phrases = line.split("\t")
        for phrase in phrases.split(";"):
            parts = tuple(phrase.split())
            if parts:
                table[parts[0]].append((parts, group, name))
    for entries in table.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return table


def class_phrases(lows: Sequence[str]) -> list[ClassPhrase]:
    """The phrases of all groups in words in small letters; in a group the longest at each place."""
    found: list[ClassPhrase] = []
    ends: dict[str, int] = defaultdict(int)
    for at in range(len(lows)):
        best: dict[str, ClassPhrase] = {}
        for first in _forms(lows[at]):
            for parts, group, name in _phrases().get(first, ()):
                if at >= ends[group] and _matches(parts, lows, at):
                    longest = best.get(group)
                    if longest is None or longest.last - at < len(parts):
                        best[group] = ClassPhrase(group, name, at, at + len(parts))
        for group, phrase in best.items():
            ends[group] = phrase.last
            found.append(phrase)
    return found


@cache
def _forms(word: str) -> tuple[str, ...]:
    if word in _BE:
        return ("be", word)
    if word in _NOT:
        return ("not", "n't")
    return stripped(word)


def _matches(parts: Sequence[str], lows: Sequence[str], at: int) -> bool:
    if at + len(parts) > len(lows):
        return False
    return all(part in _forms(low) for part, low in zip(parts[1:], lows[at + 1 :], strict=False))
