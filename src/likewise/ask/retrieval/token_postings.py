"""Where each token stands: positional postings over the tokens of all passages, as arrays.

Places count tokens through all passages; a separator behind each passage keeps phrases inside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Places", "Spans", "TokenPostings", "no_spans", "sorted_spans"]

Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Spans:
    """Places where something begins and where it has ended, sorted, each pair once."""

    starts: Places
    ends: Places

    def __len__(self) -> int:
        return len(self.starts)

    def kept(self, mask: npt.NDArray[np.bool_]) -> Spans:
        """Those of a mask."""
        return Spans(self.starts[mask], self.ends[mask])


def no_spans() -> Spans:
    """Not one span."""
    return Spans(np.zeros(0, np.int64), np.zeros(0, np.int64))


def sorted_spans(starts: Places, ends: Places) -> Spans:
    """Spans in order, each once."""
    if len(starts) < 2:
        return Spans(starts, ends)
    order = np.lexsort((ends, starts))
    starts, ends = starts[order], ends[order]
    fresh = np.concatenate(([True], (starts[1:] != starts[:-1]) | (ends[1:] != ends[:-1])))
    return Spans(starts[fresh], ends[fresh])


class TokenPostings:
    """Tokens of passages by number, with where each is found.

    `bounds` are the places where passages begin, and the place behind the last. `marks` are spans by name:
    `*person` of a type, `@ゆうすけ` of a reading. `order` comes from `postings_order`; without it tokens are
    looked for from the first to the last.
    """

    def __init__(
        self,
        tokens: npt.NDArray[np.int32],
        bounds: Places,
        marks: Mapping[str, Spans] | None = None,
        order: tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], Places] | None = None,
    ) -> None:
        self.tokens = tokens
        self.bounds = bounds
        self.marks = marks or {}
        self.order = order

    @classmethod
    def ordered(
        cls, tokens: npt.NDArray[np.int32], bounds: Places, marks: Mapping[str, Spans] | None = None
    ) -> TokenPostings:
        """With the places of each token."""
        return cls(tokens, bounds, marks, postings_order(tokens))

    @property
    def passages(self) -> int:
        """How many passages there are."""
        return len(self.bounds) - 1

    def count(self, number: int) -> int:
        """How often a token occurs."""
        return len(self.places(number))

    def places(self, number: int) -> npt.NDArray[np.integer]:
        """Where a token stands, in order."""
        if self.order is None:
            return np.flatnonzero(self.tokens == number)
        numbers, places, firsts = self.order
        row = int(np.searchsorted(numbers, number))
        if row == len(numbers) or numbers[row] != number:
            return places[:0]
        return places[firsts[row] : firsts[row + 1]]

    def phrase(self, numbers: Sequence[int]) -> Places:
        """Where a phrase begins: the rarest of its tokens is looked up, the others are looked at."""
        if not numbers or min(numbers) <= 0:
            return np.zeros(0, np.int64)
        # Without order a count costs as much as a look.
        rare = self.order is not None
        anchor = min(range(len(numbers)), key=lambda place: self.count(numbers[place])) if rare else 0
        starts = self.places(numbers[anchor]).astype(np.int64) - anchor
        starts = starts[(starts >= 0) & (starts <= len(self.tokens) - len(numbers))]
        for place, number in enumerate(numbers):
            if place != anchor:
                starts = starts[self.tokens[starts + place] == number]
        return starts

    def passages_of(self, places: Places) -> Places:
        """The passage of each place."""
        return np.searchsorted(self.bounds, places, side="right") - 1

    def only(self, passages: Places) -> TokenPostings:
        """The postings of some passages alone, numbered from 0 in the order given."""
        begins, ends = self.bounds[passages], self.bounds[passages + 1]
        pieces = [self.tokens[begin:end] for begin, end in zip(begins, ends, strict=True)]
        tokens = np.concatenate(pieces) if pieces else self.tokens[:0]
        bounds = np.concatenate(([0], np.cumsum(ends - begins)))
        marks = {}
        for name, spans in self.marks.items():
            firsts = np.searchsorted(spans.starts, begins)
            lasts = np.searchsorted(spans.starts, ends)
            moves = bounds[:-1] - begins
            rows = [np.arange(first, last) for first, last in zip(firsts, lasts, strict=True)]
            picked = np.concatenate(rows) if rows else np.zeros(0, np.int64)
            move = np.repeat(moves, lasts - firsts)
            marks[name] = sorted_spans(spans.starts[picked] + move, spans.ends[picked] + move)
        return TokenPostings(tokens, bounds, marks)


def postings_order(
    tokens: npt.NDArray[np.int32],
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], Places]:
    """The different tokens, all places sorted by token, and where the places of each begin."""
    order = np.argsort(tokens, kind="stable").astype(np.int32)
    ordered = tokens[order]
    firsts = np.append(np.flatnonzero(np.diff(ordered, prepend=-2)), len(ordered))
    return ordered[firsts[:-1]], order, firsts
