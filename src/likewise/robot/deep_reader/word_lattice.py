"""The ways to read the words of a command, for a chart, also where letters or blanks are wrong.

Nodes stand between the words; one more stands inside a word that may be two. An arc is a known word from one
node to a later one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from likewise.robot.spelling import SpellingCorrector

__all__ = ["LatticeArc", "WordLattice", "word_lattice"]

_LETTER, _BLANK, _BOTH_KNOWN = 1.5, 1.5, 1.5
"""What a wrong letter and a wrong blank cost, and a blank between two known words more."""
_SHORTEST_PART, _SHORTEST_MISSPELT = 2, 4


class LatticeArc(NamedTuple):
    """A known word, up to which node it goes, what it costs to read it, and what was assumed."""

    end: int
    word: str
    cost: float
    note: str


@dataclass(frozen=True, slots=True)
class WordLattice:
    """The arcs from each node."""

    arcs: tuple[tuple[LatticeArc, ...], ...]
    nodes: tuple[int, ...]
    """The node before each typed word, and the last one."""
    places: tuple[int, ...]
    """The typed word behind each node, or around it."""

    @property
    def size(self) -> int:
        """The last node."""
        return self.nodes[-1]

    def typed(self, start: int, end: int) -> tuple[int, int]:
        """From which typed word to which one goes what lies between two nodes."""
        last = self.places[end]
        return self.places[start], last + (self.nodes[last] != end)


class _Split(NamedTuple):
    """A word as two known ones."""

    first: str
    second: str
    cost: float


def word_lattice(
    words: Sequence[str], is_known: Callable[[str], bool], near: SpellingCorrector
) -> WordLattice:
    """The lattice of a command; a word that is known is not read as another one."""
    splits = [None if is_known(word) else _split(word, is_known, near) for word in words]
    nodes, places = [0], list[int]()
    for place, split in enumerate(splits):
        places += [place] * (2 if split else 1)
        nodes.append(len(places))
    places.append(len(words))
    arcs: list[list[LatticeArc]] = [[] for _ in places]
    for place, word in enumerate(words):
        start, end = nodes[place : place + 2]
        arcs[start] += _alone(word, end, is_known, near)
        split = splits[place]
        if split:
            note = f"'{word}' read as '{split.first} {split.second}'"
            arcs[start].append(LatticeArc(start + 1, split.first, split.cost, note))
            arcs[start + 1].append(LatticeArc(end, split.second, 0.0, ""))
        if place + 1 < len(words):
            arcs[start] += _joined(word, words[place + 1], nodes[place + 2], is_known, near)
    return WordLattice(tuple(map(tuple, arcs)), tuple(nodes), tuple(places))


def _alone(
    word: str, end: int, is_known: Callable[[str], bool], near: SpellingCorrector
) -> Iterator[LatticeArc]:
    if is_known(word):
        yield LatticeArc(end, word, 0.0, "")
        return
    for known, distance in near.corrections(word):
        yield LatticeArc(end, known, _LETTER * distance, f"'{word}' read as '{known}'")


def _joined(
    first: str, second: str, end: int, is_known: Callable[[str], bool], near: SpellingCorrector
) -> Iterator[LatticeArc]:
    """Two words as one; a misspelt one only where they cannot stand for themselves."""
    if not first.isalpha() or not second.isalpha():
        return
    both = is_known(first) and is_known(second)
    for word, distance in _near(first + second, is_known, near):
        if not distance or not both:
            cost = _BLANK + _LETTER * distance + _BOTH_KNOWN * both
            yield LatticeArc(end, word, cost, f"'{first} {second}' read as '{word}'")


def _split(word: str, is_known: Callable[[str], bool], near: SpellingCorrector) -> _Split | None:
    """The two known words that are nearest; of equally near ones those of about the same length."""
    best: tuple[float, int, _Split] | None = None
    for cut in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1 if word.isalpha() else 0):
        for first, far in _near(word[:cut], is_known, near):
            for second, further in _near(word[cut:], is_known, near):
                if far and further:
                    continue
                cost = _BLANK + _LETTER * (far + further)
                found = (cost, -min(cut, len(word) - cut), _Split(first, second, cost))
                best = found if best is None else min(best, found)
    return best[2] if best else None


def _near(word: str, is_known: Callable[[str], bool], near: SpellingCorrector) -> list[tuple[str, float]]:
    """A word if it is known, else the nearest known one."""
    if is_known(word):
        return [(word, 0.0)]
    if len(word) < _SHORTEST_MISSPELT:
        return []
    return [(one.word, one.distance) for one in near.corrections(word, 1)]
