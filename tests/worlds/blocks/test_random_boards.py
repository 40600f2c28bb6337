"""Boards by chance: sound, as the corpus has them, and the same for the same seed."""

from __future__ import annotations

import pytest

from likewise.errors import InputError
from likewise.worlds.blocks import (
    Block,
    Board,
    Layouts,
    Move,
    dumps_layouts,
    execute,
    loads_layouts,
    random_board,
    random_layouts,
    random_scene,
    same_blocks,
    sensible_moves,
)

SEEDS = range(40)


def sound(board: Board) -> bool:
    """Whether every block lies on the ground or on a cube, but for the one in the gripper."""
    standing = {at: block for at, block in board if at != board.arm}
    on_cubes = all(
        not z or standing.get((x, y, z - 1), Block("", "")).shape == "cube" for x, y, z in standing
    )
    x, y, z = board.arm
    return on_cubes and board.is_open == (board.held is None) and all(one < z for one in column(board, x, y))


def column(board: Board, x: int, y: int) -> list[int]:
    return [z for z in board.column(x, y) if (x, y, z) != board.arm]


def test_boards_are_sound() -> None:
    held = 0
    for seed in SEEDS:
        board = random_board(seed, blocks=(5, 30), colors=3)
        assert sound(board)
        held += board.held is not None
        assert 5 <= len(board.blocks) - (board.held is not None) <= 30
        assert len({block.color for block in board.blocks.values()}) <= 3
    assert 0 < held < len(SEEDS) / 2


def test_the_same_seed_gives_the_same() -> None:
    assert [random_board(seed) for seed in SEEDS] == [random_board(seed) for seed in SEEDS]
    assert len({random_board(seed) for seed in SEEDS}) == len(SEEDS)
    assert random_scene(7) == random_scene(7)
    assert dumps_layouts(random_layouts(3, seed=1)) == dumps_layouts(random_layouts(3, seed=1))


def test_scenes_are_one_move() -> None:
    for seed in SEEDS:
        scene = random_scene(seed, number=seed + 1)
        assert scene.number == seed + 1
        assert sound(scene.before)
        assert sound(scene.after)
        assert any(
            same_blocks(execute(scene.before, one), scene.after) for one in sensible_moves(scene.before)
        )


def test_groups_of_layouts_can_be_written_and_read() -> None:
    layouts = random_layouts(4, seed=3, blocks=(2, 9))
    assert [(one.group, one.image) for one in layouts] == [(g, i) for g in range(1, 5) for i in range(1, 6)]
    assert list(loads_layouts(dumps_layouts(layouts))) == layouts
    scenes = Layouts(layouts)
    assert scenes.numbers == tuple(range(1, 33))
    for number in scenes.numbers:
        scene = scenes.scene(number)
        assert sound(scene.before)
        moves = sensible_moves(scene.before)
        assert any(same_blocks(execute(scene.before, one), scene.after) for one in moves)


def test_sensible_moves(board: Board, holding: Board) -> None:
    moves = sensible_moves(board)
    assert Move("take", (5, 3, 0)) in moves
    assert Move("move", (5, 3, 0), (3, 3, 1)) in moves
    assert Move("move", (5, 3, 0), (7, 7, 1)) not in moves  # a prism is no place to stand on
    assert not [move for move in moves if move.start == (0, 0, 0)]
    # Three cubes have 61 other squares to go to, two prisms 62, and each can be taken.
    assert len(moves) == 3 * 61 + 2 * 62 + 5
    assert sensible_moves(holding) == [Move("drop")]
    above = Board({(1, 1, 0): Block("red", "prism"), (1, 1, 5): Block("red", "cube")}, (1, 1, 5), False)
    assert sensible_moves(above) == []


@pytest.mark.parametrize(
    "settings",
    [{"blocks": (0, 3)}, {"blocks": (4, 3)}, {"blocks": (1, 500)}, {"colors": 0}, {"colors": 9}, {"held": 2}],
)
def test_wrong_settings(settings: dict[str, object]) -> None:
    with pytest.raises(InputError, match="expected"):
        random_board(1, **settings)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="expected at least 1"):
        random_layouts(0)
