"""The plain grammar: shares of rules and words as they were counted."""

from __future__ import annotations

import math

import pytest

from likewise.robot import Command, PlainGrammar, command_words, embedded_commands
from likewise.worlds.blocks import loads_rcl


def take(key: str, color: str, shape: str) -> Command:
    tree = (
        f"(event: (action: take (token: 1)) (entity: (color: {color} (token: 2)) (type: {shape} (token: 3))))"
    )
    return Command(key, 1, f"take {color} {shape}", loads_rcl(tree))


COMMANDS = [take("1", "red", "cube"), take("2", "blue", "cube"), take("3", "red", "prism")]


def test_what_was_seen_is_read_back() -> None:
    reader = PlainGrammar.fit(COMMANDS)
    assert reader.name == "plain grammar"
    for command in COMMANDS:
        assert command.rcl is not None
        assert reader.read(command_words(command.text))[0].rcl == command.rcl


def test_new_combinations_of_known_words() -> None:
    (best, *_) = PlainGrammar.fit(COMMANDS).read(command_words("take blue prism"))
    assert best.rcl == take("", "blue", "prism").rcl
    assert math.exp(best.score) == pytest.approx(1.0)  # there is only one way to read it
    assert best.reader == "plain grammar"


def test_an_ambiguous_word_is_read_as_it_mostly_was() -> None:
    often = [take(str(k), "red", "cube") for k in range(3)]
    odd = Command("9", 1, "take red cube", loads_rcl(str(often[0].rcl).replace("type: cube", "type: prism")))
    first, second = PlainGrammar.fit([*often, odd]).read(command_words("take red cube"))
    assert [one.rcl.bare() for one in (first, second)] == [take("", "red", shape).rcl.bare()  # type: ignore[union-attr]
                                                            for shape in ("cube", "prism")]  # fmt: skip
    assert math.exp(first.score) == pytest.approx(0.75)


def test_it_reads_most_of_what_it_learnt_from() -> None:
    commands = embedded_commands()[:80]
    reader = PlainGrammar.fit(commands)
    right = 0
    for one in commands:
        readings = reader.read(command_words(one.text), most=5)
        assert len({str(found.rcl.bare()) for found in readings}) == len(readings) <= 5
        assert one.rcl is not None
        right += any(found.rcl.bare() == one.rcl.bare() for found in readings)
    assert right > 60


def test_words_that_it_does_not_know_stand_for_nothing() -> None:
    reader = PlainGrammar.fit(COMMANDS)
    assert reader.read(command_words("please take red cube now"))[0].rcl.bare() == COMMANDS[0].rcl.bare()  # type: ignore[union-attr]
    assert reader.read(command_words("zorgle")) == []
