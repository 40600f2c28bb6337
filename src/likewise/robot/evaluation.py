"""How many commands are understood: exact match with gold trees, as in SemEval-2014 Task 6.

Precision is right / answered, recall right / all. The whole tree must be equal, without its alignment; beside
it stands how many commands lead to the right move, and whether the robot is right as often as it says.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from likewise.draw import Estimate, ResultTable, Tabular
from likewise.errors import InputError
from likewise.robot.answers import Answer
from likewise.robot.corpus import Command
from likewise.worlds.blocks import Board, Layouts, plan, same_moves

__all__ = ["ConfidenceBin", "Judged", "RobotScores", "confidence_bins", "evaluate_robot", "interval"]

_EDGES = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99)
"""Where the bins of confidence begin; most answers are very sure."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A command with what was answered and whether tree and move are right."""

    command: Command
    answer: Answer
    right: bool
    moved: bool
    seconds: float


@dataclass(frozen=True, slots=True, repr=False)
class RobotScores(Tabular):
    """The judged commands, counted."""

    judged: tuple[Judged, ...]

    @property
    def n(self) -> int:
        """All commands."""
        return len(self.judged)

    @property
    def answered(self) -> int:
        """Those that the robot acted on."""
        return sum(one.answer.chosen is not None for one in self.judged)

    @property
    def correct(self) -> int:
        """Those whose tree is right."""
        return sum(one.right for one in self.judged)

    @property
    def moved(self) -> int:
        """Those whose move is right."""
        return sum(one.moved for one in self.judged)

    @property
    def precision(self) -> float:
        """Right of those answered, in percent."""
        return 100 * self.correct / self.answered if self.answered else 0.0

    @property
    def recall(self) -> float:
        """Right of all, in percent."""
        return 100 * self.correct / self.n if self.n else 0.0

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        spent = sorted(one.seconds for one in self.judged)
        return {
            "n": self.n,
            "answered": self.answered,
            "correct": self.correct,
            "precision": round(self.precision, 2),
            "precision_ci": interval(self.correct, self.answered),
            "recall": round(self.recall, 2),
            "recall_ci": interval(self.correct, self.n),
            "right_moves": self.moved,
            "seconds": round(sum(spent), 3),
            "median_ms": _milliseconds(spent, 0.5),
            "p95_ms": _milliseconds(spent, 0.95),
        }

    def tables(self) -> Sequence[ResultTable]:
        """One row of counts, shares and times."""
        row = self.as_dict()
        heads = ("commands", "answered", "right", "precision", "recall", "right moves", "ms at the median")
        shares = [
            Estimate(share, None if ends is None else (ends[0], ends[1]))
            for share, ends in ((self.precision, row["precision_ci"]), (self.recall, row["recall_ci"]))
        ]
        cells = (self.n, self.answered, self.correct, *shares, self.moved, row["median_ms"])
        return [ResultTable("Exact match", heads, [cells], "percent, with 95 % intervals")]


def evaluate_robot(
    answer: Callable[[str, Board], Answer],
    commands: Sequence[Command],
    layouts: Layouts,
    *,
    progress: Callable[[int], None] | None = None,
) -> RobotScores:
    """Hold what is answered to each command on its board against its tree.

    `answer` is `Commander.answer`, with its settings, or what `answer_by` makes of one reader.
    """
    judged = []
    for command in commands:
        if command.rcl is None:
            raise InputError(f"command {command.id} has no tree to hold it against")
        board = layouts.scene(command.scene).before
        start = time.perf_counter()
        given = answer(command.text, board)
        spent = time.perf_counter() - start
        chosen = given.chosen.rcl.bare() if given.chosen else None
        right = chosen == command.rcl.bare()
        moved = right
        if chosen is not None and not right:
            moved = same_moves(plan(chosen, board).moves, plan(command.rcl.bare(), board).moves, board)
        judged.append(Judged(command, given, right, moved, spent))
        if progress is not None:
            progress(1)
    return RobotScores(tuple(judged))


class ConfidenceBin(NamedTuple):
    """Commands whose first reading was held for likely right to about the same degree, and how many are."""

    low: float
    n: int
    said: float
    """The mean of what was said of them."""
    right: int

    def as_dict(self) -> dict[str, Any]:
        """For programs, in percent."""
        return {
            "from": round(100 * self.low, 1),
            "n": self.n,
            "said": round(100 * self.said, 2),
            "right": round(100 * self.right / self.n, 2),
            "right_ci": interval(self.right, self.n),
        }


def confidence_bins(judged: Sequence[Judged]) -> list[ConfidenceBin]:
    """Whether answers are right as often as the robot says; also of those that it did not dare to act on.

    Commands for which no reading fits the board are left out: nothing is said of them.
    """
    bins: dict[float, list[tuple[float, bool]]] = {}
    for one in judged:
        best = one.answer.chosen or next(iter(one.answer.suggestions), None)
        if best is None or one.command.rcl is None:
            continue
        said = one.answer.confidence
        low = max(edge for edge in _EDGES if edge <= said)
        bins.setdefault(low, []).append((said, best.rcl.bare() == one.command.rcl.bare()))
    return [
        ConfidenceBin(
            low, len(rows), sum(said for said, _ in rows) / len(rows), sum(right for _, right in rows)
        )
        for low, rows in sorted(bins.items())
    ]


def _milliseconds(spent: Sequence[float], share: float) -> float | None:
    """The time that this share of commands does not exceed; `spent` is in order."""
    return round(1000 * spent[min(int(share * len(spent)), len(spent) - 1)], 2) if spent else None


def interval(right: int, n: int) -> list[float] | None:
    """Wilson's 95 % interval of a share, in percent."""
    if not n:
        return None
    p, z = right / n, 1.959964
    middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return [round(100 * (middle + sign * half) / (1 + z * z / n), 1) for sign in (-1, 1)]
