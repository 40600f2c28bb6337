"""Answers of another planner, as a file: `scene, RCL, what it answered` with tabs between.

An answer is a move (`drop`, `take (x,y,z)`, `(x,y,z)>(x,y,z)`, several with semicolons between) or REJECT.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from likewise.errors import InputError
from likewise.io import Source, name_of, read_lines
from likewise.worlds.blocks.layouts import Layouts
from likewise.worlds.blocks.moves import Move, dumps_moves, loads_moves
from likewise.worlds.blocks.planner import plan
from likewise.worlds.blocks.rcl import Rcl, loads_rcl

__all__ = ["PlannerAgreement", "PlannerCase", "agreement", "load_planner_cases"]

_REJECT = "REJECT"


class PlannerCase(NamedTuple):
    """An order in a scene, and the moves that it means there; none where it is rejected."""

    scene: int
    rcl: Rcl
    moves: tuple[Move, ...]


class PlannerAgreement(NamedTuple):
    """In how many cases the planner says the same, and the first where it does not, with what it says."""

    n: int
    agree: int
    disagreements: tuple[tuple[PlannerCase, str], ...]


def load_planner_cases(path: Source) -> Iterator[PlannerCase]:
    """The cases of a file."""
    name, count = name_of(path), 0
    for number, line in read_lines(path):
        if not line.strip():
            continue
        row = [part.strip() for part in line.split("\t")]
        if len(row) != 3 or not (row[0].isascii() and row[0].isdigit() and len(row[0]) < 10):
            raise InputError("expected a scene, RCL and an answer with tabs between", file=name, line=number)
        try:
            moves = () if row[2] == _REJECT else loads_moves(row[2])
            yield PlannerCase(int(row[0]), loads_rcl(row[1]), moves)
        except InputError as error:
            raise InputError(error.message, file=name, line=number, field=error.field) from None
        count += 1
    if not count:
        raise InputError("is empty, expected cases for the planner", file=name)


def agreement(layouts: Layouts, cases_path: Source, *, show: int = 10) -> PlannerAgreement:
    """How often our planner answers as a file says, in the layouts before each scene."""
    n = agree = 0
    different: list[tuple[PlannerCase, str]] = []
    for case in load_planner_cases(cases_path):
        verdict = plan(case.rcl, layouts.scene(case.scene).before)
        n += 1
        if verdict.moves == case.moves:
            agree += 1
        elif len(different) < show:
            different.append((case, verdict.reason or dumps_moves(verdict.moves)))
    return PlannerAgreement(n, agree, tuple(different))
