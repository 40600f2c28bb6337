"""The nearest command, its tree adapted."""

from __future__ import annotations

from likewise.data import robot_files
from likewise.robot import Command, NearestCommand, command_words, load_commands
from likewise.robot.nearest_command import _edits
from likewise.worlds.blocks import loads_rcl
from robot_orders import take

KNOWN = [
    Command("1", 1, "take red cube", loads_rcl(take("red"))),
    Command("2", 1, "take blue prism", loads_rcl(take("blue", "prism"))),
]


def test_values_of_other_words_are_put_in() -> None:
    (first, *_) = NearestCommand(KNOWN).read(command_words("take blue cube"))
    assert first.rcl.bare() == loads_rcl(take("blue")).bare()


def test_unknown_words_change_nothing() -> None:
    (first, *_) = NearestCommand(KNOWN).read(command_words("take zorb cube"))
    assert first.rcl.bare() == loads_rcl(take("red")).bare()


def test_the_nearest_are_those_with_the_fewest_word_edits() -> None:
    commands = load_commands(*robot_files()[:2])
    reader = NearestCommand(commands)
    rows = {tuple(word.text for word in command_words(one.text)) for one in commands}
    for text in ("put the red cube on the green pyramid please", "lift", "zorb"):
        typed = tuple(word.text for word in command_words(text))
        wanted = sorted((_edits(row, typed), row) for row in rows)[:7]
        assert reader._nearest(typed, 7) == wanted


def test_edits_are_those_of_levenshtein() -> None:
    assert _edits("kitten", "sitting") == 3
    assert _edits("", "abc") == _edits("abc", "") == 3
    assert _edits("same", "same") == 0


def test_commands_without_trees_are_not_remembered() -> None:
    assert NearestCommand([Command("3", 1, "lift it")]).read(command_words("lift it")) == []
