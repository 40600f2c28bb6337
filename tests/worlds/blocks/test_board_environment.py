"""The Gymnasium environment of boards: its own checker, both kinds of action, and the message without it."""

from __future__ import annotations

import pickle
import re
import sys
import warnings
from typing import Any

import numpy as np
import pytest

from likewise.errors import InputError, MissingPartError
from likewise.installation import install_line
from likewise.worlds.blocks import (
    BLOCK_KINDS,
    Block,
    Board,
    Order,
    execute,
    loads_move,
    make_board_environment,
    random_scene,
)

ON_RED = (
    "(event: (action: move) (entity: (color: white) (type: cube)) (destination: (spatial-relation: "
    "(relation: above) (entity: (indicator: left) (color: red) (type: cube)))))"
)


@pytest.fixture
def orders(board: Board, holding: Board) -> list[Order]:
    return [
        Order(
            "put the white cube on the left red cube", board, execute(board, loads_move("(5,3,0)>(3,3,1)"))
        ),
        Order("放下", holding, execute(holding, loads_move("drop"))),
        Order("", board, execute(board, loads_move("take (5,2,2)"))),
    ]


@pytest.fixture
def gym() -> Any:
    return pytest.importorskip("gymnasium", reason="needs gymnasium: pip install 'likewise[gym]'")


@pytest.mark.parametrize("actions", ["rcl", "moves"])
def test_the_checker_of_gymnasium_is_content(gym: Any, orders: list[Order], actions: str) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        check_env(make_board_environment(orders, actions=actions, render_mode="svg"))
    # It cannot make another environment like this one to try the other modes of drawing.
    assert all("not having a spec" in str(w.message) for w in said)


def test_an_order_in_rcl(gym: Any, orders: list[Order]) -> None:
    arm = make_board_environment(orders, render_mode="svg")
    seen, info = arm.reset(options={"order": 0})
    assert seen["order"] == "put the white cube on the left red cube"
    assert info == {"moves": "", "reason": ""}
    seen, *result = arm.step(ON_RED)
    assert result == [1.0, True, False, {"moves": "(5,3,0)>(3,3,1)", "reason": ""}]
    assert seen["blocks"][3, 3, 1] == BLOCK_KINDS.index(Block("white", "cube")) + 1
    assert "put the white cube on the left red cube" in arm.render()


def test_what_is_seen(gym: Any, orders: list[Order], holding: Board) -> None:
    seen, _ = make_board_environment(orders).reset(options={"order": 1})
    assert seen["arm"].tolist() == [4, 4, 6]
    assert seen["open"] == 0
    there = {
        tuple(map(int, at)): BLOCK_KINDS[seen["blocks"][tuple(at)] - 1] for at in np.argwhere(seen["blocks"])
    }
    assert there == holding.blocks


def test_moves_as_text(gym: Any, orders: list[Order]) -> None:
    arm = make_board_environment(orders)
    arm.reset(options={"order": 0})
    assert arm.step("take (5,3,0)")[1:4] == (0.0, False, False)
    assert arm.step("(5,3,6)>(3,3,1)")[1:4] == (1.0, True, False)


def test_moves_as_numbers(gym: Any, orders: list[Order]) -> None:
    arm = make_board_environment(orders, actions="moves")
    arm.reset(options={"order": 0})
    assert arm.step(np.array([1, 5, 2, 0, 0]))[4] == {"moves": "take (5,2,2)", "reason": ""}
    assert arm.step(np.array([0, 0, 0, 0, 0]))[4] == {"moves": "drop", "reason": ""}
    assert arm.step(np.array([2, 6, 6, 0, 0]))[4] == {"moves": "", "reason": "there is no block at (6, 6)"}
    assert arm.step(np.array([2, 5, 3, 3, 3]))[1:3] == (1.0, True)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (ON_RED.replace("white", "gray"), "there is no gray cube"),
        ("(event: (action: drop) (entity: (type: cube)))", "the gripper is empty: there is nothing to drop"),
        ("take (0,0,0)", "a blue cube stands on the red cube: take that first"),
        ("(5,3,0)>(8,3,0)", "(8, 3, 0) is not on the board"),
        ("(event: (action", "expected an element such as (type: cube), found '( action'"),
        ("please", "expected drop, take (x,y,z) or (x,y,z)>(x,y,z), found 'please'"),
        ("", "expected drop, take (x,y,z) or (x,y,z)>(x,y,z), found ''"),
    ],
)
def test_what_cannot_be_done_changes_nothing(gym: Any, orders: list[Order], action: str, reason: str) -> None:
    arm = make_board_environment(orders)
    arm.reset(options={"order": 0})
    assert arm.step(action)[1:] == (0.0, False, False, {"moves": "", "reason": reason})
    assert arm.board == orders[0].before


def test_a_full_column(gym: Any) -> None:
    tall = {(1, 1, z): Block("blue", "cube") for z in range(8)}
    board = Board({**tall, (2, 2, 0): Block("red", "cube")}, (4, 4, 7))
    arm = make_board_environment([Order("", board, board)], actions="moves")
    arm.reset()
    assert arm.step(np.array([2, 2, 2, 1, 1]))[4]["reason"].startswith("no free space there")


def test_time_runs_out(gym: Any, orders: list[Order]) -> None:
    arm = make_board_environment(orders, max_steps=2)
    arm.reset(options={"order": 0})
    assert [arm.step("drop")[2:4] for _ in range(2)] == [(False, False), (False, True)]


def test_orders_are_drawn_by_the_seed(gym: Any) -> None:
    scenes = [random_scene(seed) for seed in range(9)]
    arm = make_board_environment([Order(f"scene {k}", one.before, one.after) for k, one in enumerate(scenes)])
    drawn = [arm.reset(seed=seed)[0]["order"] for seed in range(30)]
    assert len(set(drawn)) > 5
    assert drawn == [arm.reset(seed=seed)[0]["order"] for seed in range(30)]


def test_it_travels_to_other_processes(gym: Any, orders: list[Order]) -> None:
    arm = make_board_environment(orders)
    arm.reset(seed=3, options={"order": 0})
    assert pickle.loads(pickle.dumps(arm)).step(ON_RED)[1] == 1.0


def test_wrong_settings(gym: Any, orders: list[Order]) -> None:
    for settings in ({"max_steps": 0}, {"render_mode": "human"}, {"actions": "words"}):
        with pytest.raises(InputError):
            make_board_environment(orders, **settings)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="at least one order"):
        make_board_environment([])
    for chosen in (3, -1, "first", True):
        with pytest.raises(InputError, match="expected 0 to 2"):
            make_board_environment(orders).reset(options={"order": chosen})


def test_wrong_steps(gym: Any, orders: list[Order]) -> None:
    arm = make_board_environment(orders)
    with pytest.raises(InputError, match="begins with reset"):
        arm.step("drop")
    arm.reset(options={"order": 0})
    with pytest.raises(InputError, match="expected RCL or moves as text"):
        arm.step(3)
    arm = make_board_environment(orders, actions="moves")
    arm.reset()
    for action in ([9, 0, 0, 0, 0], [0, 0], "drop", 1):
        with pytest.raises(InputError, match="expected five numbers"):
            arm.step(action)


def test_without_gymnasium(orders: list[Order], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "likewise.worlds.blocks.arm_env", raising=False)
    with pytest.raises(MissingPartError, match=re.escape(install_line("likewise[gym]"))):
        make_board_environment(orders)
