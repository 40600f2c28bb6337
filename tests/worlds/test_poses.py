"""Headings, quarter turns and the moves of a path."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.worlds.poses import (
    FORWARD,
    HEADINGS,
    LEFT,
    RIGHT,
    UNKNOWN,
    Pose,
    ahead,
    moves_of,
    turned,
    turns_to,
)  # fmt: skip

headings = st.sampled_from(HEADINGS)


def test_zero_is_up_and_headings_run_clockwise() -> None:
    assert [ahead((5, 5), h) for h in HEADINGS] == [(5, 4), (6, 5), (5, 6), (4, 5)]
    assert turned(0, RIGHT) == 90
    assert turned(0, LEFT) == 270
    assert turned(270, RIGHT) == 0


@given(headings, headings)
def test_turns_arrive_and_are_fewest(here: int, goal: int) -> None:
    turns = turns_to(here, goal)
    assert len(turns) <= 2
    assert turns != [LEFT, LEFT]
    for side in turns:
        here = turned(here, side)
    assert here == goal


@given(headings)
def test_left_undoes_right(heading: int) -> None:
    assert turned(turned(heading, RIGHT), LEFT) == heading


@pytest.mark.parametrize(("heading", "side"), [(UNKNOWN, LEFT), (45, RIGHT), (0, "AROUND"), (0, FORWARD)])
def test_no_turn_from_nowhere_or_to_nowhere(heading: int, side: str) -> None:
    with pytest.raises(ValueError, match="no turn to"):
        turned(heading, side)


def test_no_turns_lead_to_an_unknown_heading() -> None:
    for pair in ((UNKNOWN, 0), (0, UNKNOWN)):
        with pytest.raises(ValueError, match="no turns lead"):
            turns_to(*pair)


def test_moves_of_a_path() -> None:
    path = [Pose(0, 0, -1), Pose(0, 0, 90), Pose(1, 0, 90), Pose(1, 0, 0), Pose(1, 0, 180), Pose(1, 1, 180)]
    assert moves_of(path) == ["TURN", FORWARD, LEFT, RIGHT, RIGHT, FORWARD]
    assert moves_of(path[:1]) == []
    assert moves_of([Pose(0, 0, 0), Pose(0, 0, 0)]) == []


@pytest.mark.parametrize("after", [Pose(0, 1, 90), Pose(1, 0, 0), Pose(2, 0, 90)])
def test_a_pair_that_no_move_makes(after: Pose) -> None:
    with pytest.raises(ValueError, match="no move leads"):
        moves_of([Pose(0, 0, 90), after])
