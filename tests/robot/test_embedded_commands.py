"""The embedded orders: each gives exactly the move of its scene, and together they use every word of RCL."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from likewise import data
from likewise.robot import Command, command_words, load_commands
from likewise.worlds.blocks import COLORS, Board, Layouts, Move, Rcl, Scene, load_layouts, plan

LEAST = {"en": (300, 48), "es": (120, 40), "zh": (120, 40)}
"""Orders and scenes that there must be."""
MAY_LACK_WORDS = {
    ("id", "1"),
    ("reference-id", "1"),
    ("type", "region"),
    ("type", "reference"),
    ("relation", "above"),
    ("relation", "within"),
}
"""The leaves that the Robot Commands Treebank too has without words."""
VALUES = {
    "action": {"take", "drop", "move"},
    "color": set(COLORS.values()),
    "indicator": {
        "left", "right", "front", "back", "center", "leftmost", "rightmost", "nearest", "individual"
    },
    "relation": {
        "above", "within", "nearest", "adjacent", "left", "right", "front", "forward", "backward"
    },
    "type": {
        "cube", "prism", "stack", "cube-group", "corner", "edge", "region", "tile", "board", "robot",
        "reference", "type-reference",
    },
    "cardinal": {"1", "2", "3", "4"},
}  # fmt: skip


@pytest.fixture(scope="module")
def layouts() -> Layouts:
    return load_layouts(data.robot_files()[2])


def orders(lang: str) -> tuple[Command, ...]:
    commands, trees, _ = data.robot_files(lang)
    return load_commands(commands, trees)


def tree_of(command: Command) -> Rcl:
    assert command.rcl is not None
    return command.rcl


def move_of(scene: Scene) -> Move:
    before, after = set(scene.before.blocks), set(scene.after.blocks)
    (start,), (end,) = before - after, after - before
    if start == scene.before.arm:
        return Move("drop")
    return Move("take", start) if end == scene.after.arm else Move("move", start, end)


def hangs(board: Board) -> bool:
    """Whether a block other than the held one has nothing under it."""
    return any(z and (x, y, z - 1) not in board.blocks for (x, y, z), _ in board if (x, y, z) != board.arm)


def test_each_scene_is_one_move_between_boards_that_can_be(layouts: Layouts) -> None:
    numbers = layouts.numbers
    assert len(numbers) >= 48
    for number in numbers:
        scene = layouts.scene(number)
        move_of(scene)
        assert scene.before != scene.after
        for board in (scene.before, scene.after):
            assert not hangs(board)
            assert board.is_open == (board.held is None)


def test_the_boards_have_all_that_a_board_can_have(layouts: Layouts) -> None:
    boards = [one.board for one in layouts]
    assert {block.color for board in boards for _, block in board} == set(COLORS.values())
    assert {block.shape for board in boards for _, block in board} == {"cube", "prism"}
    assert {(x, y) for board in boards for (x, y, _), _ in board} >= {(0, 0), (0, 7), (7, 0), (7, 7)}
    assert any(board.held for board in boards)


@pytest.mark.parametrize("lang", data.ROBOT_LANGUAGES)
def test_each_order_gives_the_move_of_its_scene(layouts: Layouts, lang: str) -> None:
    for command in orders(lang):
        scene = layouts.scene(command.scene)
        verdict = plan(tree_of(command), scene.before)
        assert verdict.moves == (move_of(scene),), (command.text, verdict.reason)


@pytest.mark.parametrize("lang", data.ROBOT_LANGUAGES)
def test_there_are_enough_orders_and_no_two_alike(lang: str) -> None:
    commands, (least, scenes) = orders(lang), LEAST[lang]
    assert len(commands) >= least
    assert len({one.scene for one in commands}) >= scenes
    assert len({one.text for one in commands}) == len(commands)


@pytest.mark.parametrize("lang", data.ROBOT_LANGUAGES)
def test_leaves_stand_for_words_of_their_own(lang: str) -> None:
    for command in orders(lang):
        leaves = [one for one in tree_of(command).walk() if not one.children]
        without = {(one.name, one.value) for one in leaves if one.span is None}
        assert without <= MAY_LACK_WORDS, command.text
        words = [n for one in leaves if one.span for n in range(*one.span)]
        assert len(words) == len(set(words)) > 0, command.text
        assert max(words) < len(command_words(command.text))


@pytest.mark.parametrize("lang", data.ROBOT_LANGUAGES)
def test_children_stand_in_the_order_of_the_treebank(lang: str) -> None:
    order = ("id", "cardinal", "indicator", "color", "type", "reference-id", "spatial-relation")
    for command in orders(lang):
        for one in tree_of(command).walk():
            if one.name == "entity":
                places = [order.index(child.name) for child in one.children]
                assert places == sorted(places), command.text


def test_every_word_of_the_language_is_used() -> None:
    seen: dict[str, Counter[str]] = {name: Counter() for name in VALUES}
    for command in orders("en"):
        for one in tree_of(command).walk():
            if one.name in seen:
                seen[one.name][one.value] += 1
    for name, values in VALUES.items():
        assert values <= set(seen[name]), name
        assert min(seen[name][value] for value in values) >= 3, (name, seen[name])


def test_a_held_block_is_dropped_and_nothing_else(layouts: Layouts) -> None:
    for lang in data.ROBOT_LANGUAGES:
        for command in orders(lang):
            held = layouts.scene(command.scene).before.held is not None
            assert (tree_of(command).get("action") == "drop") == held, command.text


def test_the_readme_counts_right(layouts: Layouts) -> None:
    readme = Path(data.path("robot/README.md")).read_text("utf-8")
    assert f"{len(layouts)} boards in {len(layouts) // 5} groups: {len(layouts.numbers)} scenes" in readme
    for lang, name in (("en", "orders in English"), ("es", "in Spanish"), ("zh", "in Chinese")):
        commands = orders(lang)
        scenes = len({one.scene for one in commands})
        assert f"{len(commands)} {name}, for {scenes} scenes" in readme


def test_chinese_is_written_character_by_character() -> None:
    han = [
        word
        for one in orders("zh")
        for word in command_words(one.text)
        if "\u4e00" <= word.text[0] <= "\u9fff"
    ]
    assert {len(word.text) for word in han} == {1}
