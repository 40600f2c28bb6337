"""Files of another planner's answers, and how often ours agrees."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise.errors import InputError
from likewise.worlds.blocks import Board, Layout, Layouts, agreement, load_planner_cases

TAKE = "(event: (action: take) (entity: (color: white) (type: cube)))"
DROP = "(event: (action: drop) (entity: (type: cube)))"


@pytest.fixture
def layouts(board: Board, holding: Board) -> Layouts:
    return Layouts([Layout(1, 1, board), Layout(1, 2, holding)])


def test_agreement(layouts: Layouts, tmp_path: Path) -> None:
    file = tmp_path / "cases.tsv"
    file.write_text(f"1\t{TAKE}\ttake (5,3,0)\n\n1\t{DROP}\tREJECT\n1\t{DROP}\tdrop\n1\t{TAKE}\tdrop\n")
    n, agree, different = agreement(layouts, file)
    assert (n, agree) == (4, 2)
    assert [said for _, said in different] == [
        "the gripper is empty: there is nothing to drop",
        "take (5,3,0)",
    ]
    assert len(agreement(layouts, file, show=1).disagreements) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        (f"1\t{TAKE}\n", ":1: expected a scene, RCL and an answer"),
        (f"\n一\t{TAKE}\tdrop\n", ":2: expected a scene"),
        ("1\t(event: take\tdrop\n", ":1: field 'rcl'"),
        (f"1\t{TAKE}\tfly\n", ":1: field 'move'"),
    ],
)
def test_broken_files(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "cases.tsv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        list(load_planner_cases(file))
    assert said in str(error.value)


def test_a_scene_that_is_not_there(layouts: Layouts, tmp_path: Path) -> None:
    file = tmp_path / "cases.tsv"
    file.write_text(f"9\t{TAKE}\tdrop\n")
    with pytest.raises(InputError, match="no scene 9"):
        agreement(layouts, file)
