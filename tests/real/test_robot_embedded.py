"""The embedded orders are our own: few are in the Robot Commands Treebank, none of five words or more."""

from __future__ import annotations

import re

from likewise import data
from likewise.robot import load_commands
from parts import needs_data, real_data

TREEBANK = real_data("robot-commands")
pytestmark = needs_data("robot-commands")


def bare(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[\w']+", text.lower()))


def test_few_embedded_orders_are_in_the_treebank() -> None:
    theirs = {bare(one.text) for one in load_commands(TREEBANK / "commands.tsv")}
    ours = {bare(one.text) for one in load_commands(data.robot_files()[0])}
    assert len(theirs) > 1500
    assert len(ours & theirs) < 0.03 * len(ours)
    assert not any(len(words) >= 5 for words in ours & theirs)
