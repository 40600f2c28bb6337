"""Rhyme schemes as records: the class of each line, where stanzas begin, and how sure that is.

A scheme is indecomposable if it cannot be cut in two without losing a rhyme (Addanki & Wu 2013): AABB is
AA and AA, ABAB is whole. Stanzas of a verse are its indecomposable parts.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

__all__ = [
    "RhymeScheme",
    "class_names",
    "indecomposable_schemes",
    "rhyming_pairs",
    "scheme_of_classes",
]


@dataclass(frozen=True)
class RhymeScheme:
    """The scheme of a verse: a class (A, B, ..) and a confidence a line, and the lines that begin a stanza.

    A line that rhymes with no other has a class of its own.
    """

    labels: tuple[str, ...]
    cuts: tuple[int, ...]
    confidence: tuple[float, ...]

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The rhyming pairs of lines (i, j), i < j."""
        return tuple(rhyming_pairs(self.labels))

    @property
    def stanzas(self) -> tuple[tuple[int, int], ...]:
        """First line and line after the last of each stanza."""
        if not self.labels:
            return ()
        bounds = (0, *self.cuts, len(self.labels))
        return tuple(pairwise(bounds))

    def as_dict(self) -> dict[str, list[str] | list[int] | list[float]]:
        """The scheme as JSON has it."""
        return {
            "labels": list(self.labels),
            "cuts": list(self.cuts),
            "confidence": [round(c, 4) for c in self.confidence],
        }


def rhyming_pairs(labels: Sequence[Hashable]) -> Iterator[tuple[int, int]]:
    """The pairs (i, j), i < j, of one class, by i; the class "" or None rhymes with nothing."""
    members: dict[Hashable, list[int]] = {}
    for line, label in enumerate(labels):
        if label not in {"", None}:
            members.setdefault(label, []).append(line)
    for line, label in enumerate(labels):
        for other in members.get(label, ()):
            if other > line:
                yield line, other


def class_names(classes: Sequence[Hashable]) -> tuple[str, ...]:
    """Letters for classes in order of first appearance: A .. Z, AA, AB ..; the class "" stays without one."""
    names: dict[Hashable, str] = {}
    for one in classes:
        if one not in {"", None} and one not in names:
            names[one] = _letters(len(names))
    return tuple(names.get(one, "") for one in classes)


def _letters(number: int) -> str:
    name = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def scheme_of_classes(classes: Sequence[Hashable], confidence: Sequence[float] = ()) -> RhymeScheme:
    """The scheme in which these classes, whatever they are called, get letters and cuts between stanzas."""
    labels = class_names(classes)
    sure = tuple(confidence) or (1.0,) * len(labels)
    if len(sure) != len(labels):
        raise ValueError("expected a confidence for each line")
    return RhymeScheme(labels, tuple(_cuts(labels)), sure)


def _cuts(labels: Sequence[str]) -> Iterator[int]:
    """The lines before which the verse can be cut without losing a rhyme."""
    last = {label: line for line, label in enumerate(labels) if label}
    reach = 0
    for line, label in enumerate(labels):
        if line > reach:
            yield line
        reach = max(reach, line, last.get(label, line))


def indecomposable_schemes(longest: int) -> tuple[tuple[int, ...], ...]:
    """All schemes of 1 to `longest` lines that cannot be cut without losing a rhyme; classes are 0, 1, ..

    There are 1, 1, 2, 6, 22 of the lengths 1 to 5: (0,), (0, 0), (0, 0, 0), (0, 1, 0), ..
    """
    return tuple(
        scheme
        for length in range(1, longest + 1)
        for scheme in _partitions(length)
        if next(_cuts(class_names(scheme)), None) is None
    )


def _partitions(length: int) -> Iterator[tuple[int, ...]]:
    """Every way to put so many lines into classes, as growing class numbers."""
    if length == 0:
        yield ()
        return
    for start in _partitions(length - 1):
        for one in range(max(start, default=-1) + 2):
            yield (*start, one)
