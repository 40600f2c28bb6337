"""The planner on a board worked out by hand: every filter, every kind of destination, every reason."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.worlds.blocks import (
    Block,
    Board,
    Rcl,
    describe_entity,
    describe_order,
    is_coherent,
    loads_rcl,
    plan,
)
from likewise.worlds.blocks.moves import dumps_moves
from likewise.worlds.blocks.rcl import INNER, LEAVES

_INDICATORS = ["left", "right", "front", "back", "leftmost", "rightmost", "nearest", "individual", "center"]
_COLORS = ["red", "blue", "yellow", "white", "green", "gray"]


def entity(words: str) -> str:
    """An entity in short: `left red cube`, `red cube/above/blue cube`, `1:red cube`, `one@1`."""
    head, *rest = words.split("/", 2)
    number, _, head = head.rpartition(":")
    leaves = [f"(id: {number})"] if number else []
    for word in head.split():
        word, _, reference = word.partition("@")
        kind = "color" if word in _COLORS else "indicator" if word in _INDICATORS else "type"
        leaves.append(f"(cardinal: {word})" if word.isdigit() else f"({kind}: {_TYPES.get(word, word)})")
        leaves += [f"(reference-id: {reference})"] if reference else []
    if rest:
        leaves.append(f"(spatial-relation: (relation: {rest[0]}) {entity(rest[1])})")
    return f"(entity: {' '.join(leaves)})"


_TYPES = {"it": "reference", "one": "type-reference", "ones": "type-reference-group"}


def event(action: str, what: str, where: str = "") -> str:
    """An order in short; `where` is `relation/entity`, with tiles `2 left` or `2 left/entity`."""
    if not where:
        return f"(event: (action: {action}) {entity(what)})"
    relation, _, landmark = where.partition("/")
    tiles, _, relation = relation.rpartition(" ")
    measure = f"(measure: {entity(f'{tiles} tile')}) " if tiles else ""
    place = f"{measure}(relation: {relation}){' ' + entity(landmark) if landmark else ''}"
    return f"(event: (action: {action}) {entity(what)} (destination: (spatial-relation: {place})))"


def said(order: str, board: Board) -> str:
    verdict = plan(loads_rcl(order), board)
    assert bool(verdict) == (not verdict.reason) == (verdict.element is None)
    return verdict.reason or dumps_moves(verdict.moves)


@pytest.mark.parametrize(
    ("what", "where"),
    [
        ("white cube", "take (5,3,0)"),
        ("red cube", "take (3,3,0)"),  # the other has a block on it
        ("left red cube", "take (3,3,0)"),
        ("right red cube", "take (0,0,0)"),  # one alone is taken as it is
        ("nearest cube", "take (0,0,1)"),
        ("rightmost prism", "take (5,2,2)"),
        ("individual red cube", "take (3,3,0)"),
        ("blue cube/above/red cube", "take (0,0,1)"),
        ("cube/above/board", "two cubes on the board fit: say which"),
        ("blue cube/above/board", "take (5,2,0)"),
        ("prism/above/blue stack", "take (5,2,2)"),  # the stack without its top is blue
        ("cube/right/white cube", "something stands on each cube right of the white cube"),
        ("cube/adjacent/prism", "take (5,3,0)"),
        ("prism/within/front left corner", "take (7,7,0)"),
        ("prism/above/front edge", "take (7,7,0)"),
        ("red cube/nearest/robot", "take (0,0,0)"),
        ("prism/nearest/left region", "take (7,7,0)"),
        ("red cube/nearest/center region", "take (3,3,0)"),
        ("cube/within/center region", "take (3,3,0)"),
        ("cube/above/right region", "take (0,0,1)"),
        ("1 white cube", "take (5,3,0)"),
        ("cube", "three cubes fit: say which"),
        ("green cube", "there is no green cube"),
        ("blue cube/above/yellow stack", "there is no yellow stack alone: name all its colours"),
        ("red blue cube", "there is no red and blue cube"),
        ("center red cube", "there is no center red cube"),
        ("red cube/above/blue cube", "there is no red cube on the blue cube"),
        ("red cube/nearest/gray cube", "there is no gray cube"),
        ("red cube/within/front region", "'front' cannot say which one: use left, right, nearest or center"),
        ("green prism/within/center region", "there is no green prism in the middle"),
        ("left nearest cube", "'left' and 'nearest' cannot both choose"),
        ("left cube/within/right region", "'left' and 'right' cannot both choose"),
        ("2 cube", "one block at a time: say which one"),
        ("blue stack", "the robot moves single blocks, not the blue stack"),
        ("board", "the robot moves single blocks, not the board"),
        ("tile", "'tile' alone names nothing on the board: say by which block or corner"),
        (
            "cube/nearest/back left region",
            "'back left side' alone names nothing on the board: say by which block or corner",
        ),
        ("cube/nearest/nearest region", "there is no nearest side"),
    ],
)
def test_what_is_taken(board: Board, what: str, where: str) -> None:
    assert said(event("take", what), board) == where


@pytest.mark.parametrize(
    ("where", "end"),
    [
        ("above/red cube", "(3,3,1)"),
        ("above/blue cube", "(0,0,2)"),
        ("above/blue yellow stack", "(5,2,3)"),
        ("above/cube-group/above/back right corner", "(0,0,2)"),
        ("within/back left corner", "(0,7,0)"),
        ("above/front left corner", "(7,7,1)"),
        ("above/board", "(5,3,1)"),
        ("left/red cube", "(3,4,0)"),  # the other is not free
        ("left/left red cube", "(3,4,0)"),
        ("right/left red cube", "(3,2,0)"),
        ("front/green prism", "(8,7,0)"),
        ("2 left", "(5,5,0)"),
        ("3 backward", "(2,3,0)"),
        ("1 right", "(5,2,3)"),
        ("1 forward/left red cube", "(4,3,0)"),
        ("1 nearest", "count tiles to the left, to the right, forward or backward"),
        ("adjacent/green prism", "'next to the green prism' is not one single place"),
        ("above/left edge", "'on the left edge' is not one single place"),
        ("left/blue stack", "'left of the blue stack' is not one single place"),
    ],
)
def test_where_it_goes(board: Board, where: str, end: str) -> None:
    expected = f"(5,3,0)>{end}" if end.startswith("(") else end
    assert said(event("move", "white cube", where), board) == expected


def test_the_moved_block_is_not_its_own_landmark(board: Board) -> None:
    two = Board({(1, 1, 0): Block("red", "cube"), (2, 2, 0): Block("red", "cube")})
    assert said(event("move", "leftmost red cube", "above/red cube"), two) == "(2,2,0)>(1,1,1)"


def test_a_full_column() -> None:
    tall = {(1, 1, z): Block("blue", "cube") for z in range(8)}
    board = Board({**tall, (2, 2, 0): Block("red", "cube")}, (4, 4, 7))
    order = event("move", "red cube", "1 right/blue cube/above/board")
    assert said(order, board) == "(2,2,0)>(1,0,0)"
    assert said(event("move", "red cube", "1 backward/red cube"), board) == "(2,2,0)>(1,2,0)"
    beside = Board({**tall, (1, 2, 0): Block("red", "cube")}, (4, 4, 7))
    reason = "no free space there: the stack is as high as it can be"
    assert said(event("move", "red cube", "right/red cube"), beside) == reason


def test_the_gripper(board: Board, holding: Board) -> None:
    assert said(event("drop", "gray prism"), holding) == "drop"
    assert said(event("drop", "prism"), holding) == "drop"
    assert said(event("drop", "white cube"), holding) == "the gripper holds a gray prism, not the white cube"
    assert said(event("drop", "prism"), board) == "the gripper is empty: there is nothing to drop"
    order = event("move", "white cube", "above/left red cube")
    assert said(order, holding) == "the gripper already holds a gray prism"
    assert said(event("drop", "gray prism", "above/board"), holding) == "drop"
    reason = "the arm is not over that place: say move, not drop"
    assert said(event("drop", "gray prism", "above/white cube"), holding) == reason


def test_take_and_drop_is_one_move(board: Board) -> None:
    def pair(taken: str, dropped: str, where: str) -> str:
        return f"(sequence: {event('take', taken)} {event('drop', dropped, where)})"

    assert said(pair("1:white cube", "it@1", "above/left red cube"), board) == "(5,3,0)>(3,3,1)"
    assert said(pair("1:white cube", "it@1", "above/left red one@1"), board) == "(5,3,0)>(3,3,1)"
    empty = "the gripper is empty: there is nothing to drop"
    for taken, dropped in [("1:white cube", "it@2"), ("white cube", "it@1"), ("1:white cube", "white cube")]:
        assert said(pair(taken, dropped, "above/red cube"), board) == empty


def test_two_orders_are_planned_on_the_same_board(board: Board) -> None:
    both = f"(sequence: {event('take', 'white cube')} {event('take', 'green prism')})"
    assert said(both, board) == "take (5,3,0); take (7,7,0)"


def test_references(board: Board) -> None:
    assert said(event("move", "1:white cube", "above/left red one@1"), board) == "(5,3,0)>(3,3,1)"
    assert said(event("move", "1:green prism", "above/blue ones@1"), board) == (
        "'blue group' alone names nothing on the board: say by which block or corner"
    )
    assert said(event("move", "1:white cube", "above/blue yellow ones@1"), board) == "(5,3,0)>(5,2,3)"
    assert said(event("take", "it@1"), board) == "it is not clear what 'it' refers to"
    assert said(event("move", "white cube", "above/red one@1"), board) == (
        "it is not clear what 'red one' refers to"
    )


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("(sequence: (entity: (type: cube)))", "it is not an order"),
        ("(event: (entity: (type: cube)))", "the robot can take, drop or move, not ''"),
        ("(event: (action: paint) (entity: (type: cube)))", "the robot can take, drop or move, not 'paint'"),
        ("(event: (action: take))", "it does not say what to take"),
        ("(event: (action: take) (entity: (color: red)))", "it does not say what kind of thing is meant"),
        (event("move", "white cube"), "it does not say where to put the white cube"),
        (
            event("take", "white cube", "above/board"),
            "to take is to pick up only: say move to put it elsewhere",
        ),
        (
            event("move", "white cube", "2 left").replace("(cardinal: 2)", ""),
            "it does not say how many tiles",
        ),
    ],
)
def test_what_is_no_order(board: Board, order: str, reason: str) -> None:
    assert said(order, board) == reason


def test_a_verdict_points_at_the_board_and_the_order(board: Board) -> None:
    tree = loads_rcl(event("move", "white cube", "above/cube"))
    verdict = plan(tree, board)
    assert verdict.reason == "three cubes fit: say which"
    assert verdict.candidates == ((0, 0, 1), (3, 3, 0), (5, 3, 0))
    assert verdict.element == tree.children[2].children[0].children[1]


@pytest.mark.parametrize(
    ("order", "is_it"),
    [
        (event("move", "cube", "above/red cube"), True),  # which cube does not matter
        (event("move", "cube", "adjacent/edge"), True),
        (event("move", "gray cube", "above/red cube"), False),
        (event("move", "cube", "above/green cube"), False),
        (event("drop", "cube"), False),
        (f"(sequence: {event('take', '1:cube')} {event('drop', 'it@1', 'above/red cube')})", True),
        (f"(sequence: {event('take', '1:cube')} {event('take', 'cube')})", False),
        (f"(sequence: {event('take', '1:cube')} {event('drop', 'it@1/above/board', 'above/prism')})", False),
        ("(sequence: (entity: (type: cube)))", False),
    ],
)
def test_coherence(board: Board, order: str, is_it: bool) -> None:
    assert is_coherent(loads_rcl(order), board) is is_it


def test_coherence_with_something_in_the_gripper(holding: Board) -> None:
    assert is_coherent(loads_rcl(event("drop", "white cube")), holding)
    assert not is_coherent(loads_rcl(event("take", "white cube")), holding)


@pytest.mark.parametrize(
    ("order", "english"),
    [
        (
            event("move", "red cube/above/blue cube", "within/left front corner"),
            "move the red cube on the blue cube in the front left corner",
        ),
        (event("take", "individual prism/within/center region"), "pick up the single prism in the middle"),
        (event("take", "red cube/above/left region"), "pick up the red cube on the left side"),
        (event("drop", "cube", "above/red blue stack"), "put the cube onto the red and blue stack"),
        (event("drop", "cube"), "put down the cube"),
        (event("move", "1:cube", "2 left"), "move the cube two tiles to the left"),
        (event("move", "1:cube", "1 forward/one@1"), "move the cube one tile in front of the one"),
        (
            f"(sequence: {event('take', '1:cube')} {event('drop', 'it@1', 'front/robot')})",
            "pick up the cube, then put it in front of the robot",
        ),
    ],
)
def test_orders_in_english(order: str, english: str) -> None:
    assert describe_order(loads_rcl(order)) == english


def test_entities_in_english() -> None:
    tree = loads_rcl(event("take", "3 red cube/nearest/robot"))
    assert describe_entity(tree.children[1]) == "three red cubes nearest to the robot"
    assert describe_entity(Rcl("entity", children=(Rcl("cardinal", "many"),))) == "many things"


_VALUES = ["take", "drop", "move", "cube", "prism", "reference", "tile", "region", "left", "above", "1", "x"]
_LEAVES = st.builds(Rcl, st.sampled_from(LEAVES), st.sampled_from(_VALUES))
_TREES = st.recursive(
    _LEAVES,
    lambda below: st.builds(Rcl, st.sampled_from(INNER), st.just(""), st.lists(below, max_size=5).map(tuple)),
    max_leaves=20,
)


@given(_TREES)
def test_any_tree_gets_an_answer(tree: Rcl) -> None:
    board = Board({(0, 0, 0): Block("red", "cube"), (0, 0, 1): Block("blue", "prism")}, (4, 4, 6))
    verdict = plan(tree, board)
    assert bool(verdict.moves) != bool(verdict.reason)
    assert isinstance(describe_order(tree), str)
    is_coherent(tree, board)
