"""What the arm can do of what the planner allows."""

from __future__ import annotations

import pytest

from likewise.robot.feasibility import TWO_MOVES, feasible
from likewise.worlds.blocks import Block, Board, Verdict, loads_rcl, plan

TOWER = {(1, 1, 0): Block("red", "cube"), (1, 1, 1): Block("blue", "cube"), (4, 4, 0): Block("green", "cube")}
FREE = Board(TOWER)
FULL = Board({**TOWER, (6, 6, 5): Block("white", "cube")}, (6, 6, 5), False)


def entity(color: str) -> str:
    return f"(entity: (color: {color}) (type: cube))"


def take(color: str) -> str:
    return f"(event: (action: take) {entity(color)})"


def move(color: str, onto: str) -> str:
    place = f"(destination: (spatial-relation: (relation: above) {entity(onto)}))"
    return f"(event: (action: move) {entity(color)} {place})"


CORNER = "(event: (action: take) (entity: (indicator: back) (indicator: right) (type: corner)))"
OFF_BOARD = (
    f"(event: (action: move) {entity('green')} (destination: (spatial-relation: "
    "(measure: (entity: (cardinal: 9) (type: tile))) (relation: left))))"
)


@pytest.mark.parametrize(
    ("tree", "board", "why"),
    [
        (take("red"), FREE, "a blue cube stands on the red cube: take that first"),
        (take("green"), FULL, "the gripper already holds a white cube"),
        (move("green", "red"), FREE, "something stands there already"),
        (move("blue", "blue"), FREE, "that is where it stands already"),
        (CORNER, FREE, "there is no block that the arm could lift"),
        (OFF_BOARD, FREE, "that place is not on the board"),
        (f"(sequence: {take('green')} {take('blue')})", FREE, TWO_MOVES),
    ],
)
def test_what_only_the_planner_allows(tree: str, board: Board, why: str) -> None:
    order = loads_rcl(tree)
    verdict = plan(order, board)
    assert verdict
    found = feasible(order, verdict, board)
    assert (found.moves, found.reason) == ((), why)


@pytest.mark.parametrize("tree", [take("blue"), take("green"), move("green", "blue"), move("blue", "green")])
def test_what_can_be_done_stays(tree: str) -> None:
    order = loads_rcl(tree)
    verdict = plan(order, FREE)
    assert feasible(order, verdict, FREE) is verdict


def test_a_rejection_keeps_its_reason_but_for_two_orders() -> None:
    order = loads_rcl(take("magenta"))
    assert feasible(order, plan(order, FREE), FREE).reason == "there is no magenta cube"
    both = loads_rcl(f"(sequence: {take('green')} {take('magenta')})")
    assert feasible(both, plan(both, FREE), FREE).reason == TWO_MOVES
    assert feasible(order, Verdict(()), FREE) == Verdict(())


def test_take_it_and_put_it_there_is_one_order() -> None:
    it = "(entity: (type: reference) (reference-id: 1))"
    place = f"(destination: (spatial-relation: (relation: above) {entity('magenta')}))"
    first = take("green").replace("(entity: ", "(entity: (id: 1) ")
    order = loads_rcl(f"(sequence: {first} (event: (action: drop) {it} {place}))")
    assert feasible(order, plan(order, FREE), FREE).reason == "there is no magenta cube"
