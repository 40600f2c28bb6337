"""Words of commands, with blanks between them or without."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, strategies as st

from likewise.data import robot_files
from likewise.robot import command_words, load_commands


def test_words_of_the_treebank() -> None:
    words = command_words("Move the red-blue 1st one, don't wait.")
    assert [word.text for word in words] == [
        "move", "the", "red", "-", "blue", "1", "one", ",", "don't", "wait", ".",
    ]  # fmt: skip
    assert (words[5].start, words[5].end) == (18, 21)


def test_chinese_needs_no_blanks() -> None:
    for command in load_commands(robot_files("zh")[0]):
        typed = command.text.replace(" ", "")
        assert [w.text for w in command_words(typed)] == [w.text for w in command_words(command.text)]
    assert [word.text for word in command_words("好。Go，去")] == ["好", "。", "go", "，", "去"]


@given(st.text("aZ1 棱锥，.-'\t", max_size=30))
def test_words_lie_in_the_text_one_after_the_other(text: str) -> None:
    words = command_words(text)
    assert all(a.end <= b.start for a, b in pairwise(words))
    assert "".join(text[word.start : word.end] for word in words) == "".join(text.split())
