"""The readings of both readers as one list, each tree once, with what speaks for it as numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.robot.command_tokens import Word
from likewise.robot.feasibility import feasible
from likewise.robot.readings import Reading
from likewise.robot.word_alignment import WordAlignment
from likewise.worlds.blocks import Board, Rcl, Verdict, plan

__all__ = ["FEATURES", "Candidate", "all_candidates", "feature_matrix"]

FEATURES = (
    "robust",
    "robust behind its best",
    "robust rank",
    "deep",
    "deep behind its best",
    "deep rank",
    "both",
    "left out",
    "unknown left out",
    "fits the board",
    "can be done",
)
_WORST = 12.0
"""How far behind, in nats, a reading can be: farther makes no difference."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tree with what each reader said of it and what the planner says."""

    bare: Rcl
    reading: Reading
    robust: tuple[int, float] | None
    """Its rank with the robust reader and how far it is behind the best; None where it is not there."""
    deep: tuple[int, float] | None
    verdict: Verdict | None
    """None where the planner is not asked."""
    done: Verdict | None
    """The verdict where it is one move that the arm can really make; else why not."""


def all_candidates(
    deep: Sequence[Reading], robust: Sequence[Reading], board: Board | None
) -> tuple[Candidate, ...]:
    """Both lists joined; with a board the planner looks at each tree."""
    places: dict[Rcl, list[tuple[int, float] | None]] = {}
    first: dict[Rcl, Reading] = {}
    for column, readings in enumerate((robust, deep)):
        best = max((one.score for one in readings), default=0.0)
        for rank, one in enumerate(readings):
            bare = one.rcl.bare()
            row = places.setdefault(bare, [None, None])
            if row[column] is None:
                row[column] = (rank, min(best - one.score, _WORST))
            first.setdefault(bare, one)
    found = []
    for bare, (robust_place, deep_place) in places.items():
        verdict = None if board is None else plan(bare, board)
        done = None if board is None or verdict is None else feasible(bare, verdict, board)
        found.append(Candidate(bare, first[bare], robust_place, deep_place, verdict, done))
    return tuple(found)


def feature_matrix(
    candidates: Sequence[Candidate],
    words: tuple[Word, ...],
    alignment: WordAlignment,
) -> npt.NDArray[np.float64]:
    """A row a candidate, a column for each of `FEATURES`."""
    rows = np.zeros((len(candidates), len(FEATURES)))
    for k, one in enumerate(candidates):
        missed, unknown = alignment.left_out(one.reading.rcl, words)
        rows[k] = [
            *_place(one.robust),
            *_place(one.deep),
            float(one.robust is not None and one.deep is not None),
            missed,
            float(unknown),
            float(bool(one.verdict)),
            float(bool(one.done)),
        ]
    return rows


def _place(place: tuple[int, float] | None) -> tuple[float, float, float]:
    return (0.0, 0.0, 0.0) if place is None else (1.0, place[1], math.log1p(place[0]))
