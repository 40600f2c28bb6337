"""The weighted f-score over aligned frames (Wu et al. 2014, section 3.1; Lo et al. 2014, Figure 1).

A frame is first counted: what its side has of each role group, and what of it found its like. Weights come
in last, so that a search over weights needs no new alignment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from likewise.metrics.meant.frame_alignment import FrameLink
from likewise.metrics.meant.phrase_form import Floats, harmonic_mean
from likewise.metrics.meant.role_frame import RoleFrame
from likewise.metrics.meant.role_groups import GROUPS, PREDICATE

__all__ = ["FrameScore", "SideCounts", "count_frames", "frame_score"]


@dataclass(frozen=True)
class SideCounts:
    """The frames of one sentence, a row each: tokens that it fills, and by role group what it has and what
    of that found its like on the other side, summed by similarity."""

    tokens: Floats
    present: Floats
    matched: Floats

    def share(self, weights: Floats) -> float | None:
        """How much of what the frames of this side say is on the other: precision, or recall.

        None where no frame has anything of weight.
        """
        whole = self.present @ weights
        counted = whole > 0.0
        tokens = self.tokens[counted]
        if tokens.sum() <= 0.0:
            return None
        shares = (self.matched[counted] @ weights) / whole[counted]
        return float(tokens @ shares / tokens.sum())


@dataclass(frozen=True, slots=True)
class FrameScore:
    """Precision is the share of the first sentence's frames, recall of the second's."""

    precision: float
    recall: float

    @property
    def f(self) -> float:
        return float(harmonic_mean(self.precision, self.recall))


def count_frames(
    first: Sequence[RoleFrame],
    second: Sequence[RoleFrame],
    links: Sequence[FrameLink],
    *,
    unaligned: str = "count",
) -> tuple[SideCounts, SideCounts]:
    """Both sides counted. A frame without a partner counts as lost, or not at all (`ignore`)."""
    sides = _counts(first), _counts(second)
    for link in links:
        places = link.first, link.second
        for side, place in zip(sides, places, strict=True):
            side.matched[place, PREDICATE] = link.similarity
        for argument in link.arguments:
            if argument.counts:
                group = first[link.first].arguments[argument.first].group
                for side, place in zip(sides, places, strict=True):
                    side.matched[place, group] += argument.similarity
    if unaligned == "ignore":
        kept = [link.first for link in links], [link.second for link in links]
        return _rows(sides[0], kept[0]), _rows(sides[1], kept[1])
    return sides


def frame_score(sides: tuple[SideCounts, SideCounts], weights: Floats) -> FrameScore | None:
    """The score under weights of the role groups; None where there is nothing to count."""
    precision, recall = (side.share(weights) for side in sides)
    if precision is None or recall is None:
        return None
    return FrameScore(precision, recall)


def _counts(frames: Sequence[RoleFrame]) -> SideCounts:
    present = np.zeros((len(frames), len(GROUPS)))
    for row, frame in zip(present, frames, strict=True):
        row[PREDICATE] = 1.0
        for filler in frame.arguments:
            row[filler.group] += 1.0
    tokens = np.array([frame.covered for frame in frames], np.float64)
    return SideCounts(tokens, present, np.zeros_like(present))


def _rows(side: SideCounts, places: list[int]) -> SideCounts:
    return SideCounts(side.tokens[places], side.present[places], side.matched[places])
