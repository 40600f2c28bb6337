"""Reasons not to act on a reading that the board allows."""

from __future__ import annotations

import pytest

from likewise.robot import JudgedReading, Reading, command_words, robot_vocabulary
from likewise.robot.doubts import Doubt, doubt
from likewise.worlds.blocks import Verdict, loads_rcl

LEARNT = {"take": 9, "the": 9, "red": 9, "cube": 9}
TAKE = "(event: (action: take (token: 1)) (entity: (color: red (token: 3)) (type: cube (token: 4))))"
PLACE = "(destination: (spatial-relation: (relation: above (token: 5)) (entity: (type: cube (token: 6)))))"


def doubted(text: str, tree: str = TAKE, *notes: str) -> Doubt | None:
    reading = Reading(loads_rcl(tree), 0.0, "robust", notes)
    judged = JudgedReading(reading, 1.0, Verdict(()), "pick up the red cube")
    return doubt(judged, command_words(text), robot_vocabulary(), LEARNT)


@pytest.mark.parametrize(
    "text",
    ["take the red cube", "grab the crimson box", "take the red cube please", "take the red cube , robot !",
     "take the red cube for me right now , thank you"],
)  # fmt: skip
def test_plain_orders_raise_none(text: str) -> None:
    assert doubted(text) is None


@pytest.mark.parametrize("word", ["not", "never", "don't"])
def test_forbidding_words(word: str) -> None:
    found = doubted(f"take the red cube {word}")
    assert found is not None
    assert f"without '{word}'" in found.reason
    assert not found.perhaps


def test_a_verb_that_nobody_knows_is_a_guess_unless_it_says_where_to() -> None:
    found = doubted("zorgle the red cube")
    assert found is not None
    assert found.reason.startswith("I do not know 'zorgle': ")
    assert found.perhaps
    assert doubted("zorgle the red cube on cube", TAKE[:-1] + PLACE + ")") is None


def test_half_of_a_tree_that_is_guessed() -> None:
    found = doubted("take the wibble frob")
    assert found is not None
    assert found == Doubt(
        "I do not know 'wibble', 'frob': say it with blocks, colours, corners and places", False
    )
    assert doubted("take the red frob") is None


def test_a_corrected_word_is_no_guess() -> None:
    notes = "'rde' read as 'red'", "'cbue' read as 'cube'"
    assert doubted("take the rde cbue") is not None
    assert doubted("take the rde cbue", TAKE, *notes) is None


def test_things_that_are_left_out() -> None:
    found = doubted("take the red cube , the green prism")
    assert found is not None
    assert "'green', 'prism'" in found.reason
    assert found.perhaps
    assert doubted("take the red cube block") is None
