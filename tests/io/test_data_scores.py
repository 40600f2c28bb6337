"""Score tables out of data that a program holds."""

from __future__ import annotations

from typing import Any

import pytest

import likewise as lw
from likewise.errors import InputError
from likewise.io import ScoreTable, score_table_of

pd = pytest.importorskip("pandas", reason="needs pandas: uv sync --group test")

WANTED = ScoreTable(("x", "y"), ("bleu", "ter"), ((30.0, 60.5), (40.0, 50.0)))
COLUMNS = {"bleu": [30, 40], "ter": [60.5, 50]}
KINDS: dict[str, Any] = {
    "a score table": WANTED,
    "mappings": {"x": {"bleu": 30, "ter": 60.5}, "y": {"ter": 50.0, "bleu": 40.0}},
    "columns": {"system": ["x", "y"], **COLUMNS},
    "columns, the first of texts": {"who": ["x", "y"], **COLUMNS},
    "a frame": pd.DataFrame({**COLUMNS, "system": ["x", "y"]}),
    "a frame with an index": pd.DataFrame(COLUMNS, index=["x", "y"]),
    "a frame with an index of that name": pd.DataFrame(COLUMNS, index=pd.Index(["x", "y"], name="system")),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_gives_the_same_table(kind: str) -> None:
    assert score_table_of(KINDS[kind]) == WANTED


def test_systems_without_a_name_are_numbered() -> None:
    assert score_table_of(COLUMNS).systems == score_table_of(pd.DataFrame(COLUMNS)).systems == ("0", "1")


def test_scores_by_system_go_straight_into_agree() -> None:
    scores = lw.score(lw.data.outputs(), "bleu,chrf,ter", by="system")
    found = lw.agree(scores)
    assert found.names == ("bleu", "chrf", "ter")
    assert found.as_dict() == lw.agree(scores.table()).as_dict()
    frame = pd.DataFrame.from_dict(scores.table(), orient="index")
    assert found.as_dict() == lw.agree(frame).as_dict()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"x": {"bleu": 1}, "y": {"ter": 1}}, "row 1 (counted from 0): 'y' has other metrics"),
        (pd.DataFrame({"bleu": [1, None]}, index=["x", "y"]), "row 1 (index 'y'), column 'bleu'"),
        ({"system": ["x", "x"], "bleu": [1, 2]}, "system 'x' stands twice"),
        ({"x": {"bleu": "1"}}, "column 'bleu': expected a number, found '1'"),
        ({}, "expected a table of systems by metrics"),
        ("scores.csv", "expected a table of systems by metrics, or {system: {metric: score}}, found str"),
    ],
)  # fmt: skip
def test_what_is_no_table_is_named(given: Any, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        score_table_of(given)
    assert expected in str(caught.value)
