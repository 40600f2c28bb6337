"""Copies of commands by which it is learnt how sure one may be."""

from __future__ import annotations

from likewise.robot import command_words, embedded_commands, robot_vocabulary
from likewise.robot.practice import practice_copies

COMMANDS = embedded_commands()[:60]


def test_copies_have_the_tree_of_their_command() -> None:
    trees = {one.id: one.rcl and one.rcl.bare() for one in COMMANDS}
    copies = list(practice_copies(COMMANDS, 1))
    assert len(copies) > 15
    assert all(one.rcl and one.rcl.bare() == trees[one.id] for one in copies)


def test_each_copy_has_words_that_nobody_knows() -> None:
    texts = {one.id: one.text for one in COMMANDS}
    for one in practice_copies(COMMANDS, 1):
        assert one.text != texts[one.id]
    words = {word.text for one in practice_copies(COMMANDS, 1) for word in command_words(one.text)}
    assert words - robot_vocabulary().words


def test_the_same_seed_gives_the_same_copies() -> None:
    assert list(practice_copies(COMMANDS, 1)) == list(practice_copies(COMMANDS, 1))
    assert list(practice_copies(COMMANDS, 1)) != list(practice_copies(COMMANDS, 2))
