"""The nearest command, its tree adapted."""

from __future__ import annotations

from likewise.robot import Command, NearestCommand, command_words
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
