"""The words that both readers share, and files of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise.errors import InputError
from likewise.robot import RobotVocabulary, WordMeaning, load_robot_vocabulary, robot_vocabulary
from likewise.worlds.blocks import COLORS

RED, GRAY = WordMeaning("color", "red"), WordMeaning("color", "gray")


def test_embedded_words() -> None:
    words = robot_vocabulary()
    assert words.meanings("crimson") == (RED,)
    assert words.meanings("on", "top", "of") == (WordMeaning("relation", "above"),)
    assert [one.value for one in words.meanings("cell")] == ["tile"]
    assert {one.name for one in words.meanings("left")} == {"indicator", "relation"}
    assert words.meanings("qwerty") == ()
    assert len(words) > 1000


def test_every_color_and_only_those() -> None:
    values = {one.value for _, one in robot_vocabulary().rows() if one.name == "color"}
    assert values == set(COLORS.values())


def test_phrases_at_a_word_the_longest_first() -> None:
    ends = [end for end, _ in robot_vocabulary().phrases_at(["cube", "on", "top", "of", "it"], 1)]
    assert ends == [4, 3, 2]


def test_own_lines_come_first(tmp_path: Path) -> None:
    path = tmp_path / "own.tsv"
    path.write_text("# mine\n\ncrimson\tcolor\tgray\nwhatsit\tnone\n", encoding="utf-8")
    words = robot_vocabulary() | load_robot_vocabulary(path)
    assert words.meanings("crimson") == (GRAY, RED)
    assert words.meanings("whatsit") == (WordMeaning("none", ""),)
    assert words.meanings("scarlet") == (RED,)


def test_words_as_commands_divide_them() -> None:
    words = RobotVocabulary([("Sky-Blue", WordMeaning("color", "cyan"))])
    assert words.meanings("sky", "-", "blue")
    assert words.longest == 3
    assert words.words == {"sky", "-", "blue"}


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("red", None), ("red\tcolor", None), ("\tcolor\tred", None), ("red\tcolour\tred", "name"),
        ("red\tcolor\tdark red", "value"), ("red\tcolor\t", "value"), ("so\tnone\tred", "value"),
        ("a\tb\tc\td", None),
    ],
)  # fmt: skip
def test_lines_that_are_wrong(tmp_path: Path, line: str, field: str | None) -> None:
    path = tmp_path / "own.tsv"
    path.write_text(f"# first\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError) as raised:
        load_robot_vocabulary(path)
    assert (raised.value.line, raised.value.field) == (2, field)
