"""Reports made of results."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import likewise as lw
from likewise.evaluate import ParaphraseEvaluation, ParaphraseTest
from likewise.metrics import Batch
from likewise.report import Explorer, judgement_report, titled

ROWS = lw.data.outputs()


def test_every_kind_of_result_can_be_saved(tmp_path: Path) -> None:
    scores = lw.score(ROWS, by="system")
    lw.save_report(scores, tmp_path / "scores.html", segments=ROWS, title="Mine")
    page = (tmp_path / "scores.html").read_text(encoding="utf-8")
    assert "<title>Mine" in page
    assert ROWS[-1].candidate in page
    lw.save_report(lw.judge(ROWS, "overall", bootstrap=20), tmp_path / "judge.html")
    assert "overall" in (tmp_path / "judge.html").read_text(encoding="utf-8")
    lw.save_report(lw.agree(lw.data.scores()), tmp_path / "agree.html")
    assert "fluency" in (tmp_path / "agree.html").read_text(encoding="utf-8")
    test = ParaphraseTest(lw.data.clusters()[:4])
    evaluation = ParaphraseEvaluation((test.evaluate(test.texts, name="copy"),), test.human)
    lw.save_report(evaluation, tmp_path / "plane.html", title="Copies")
    page = (tmp_path / "plane.html").read_text(encoding="utf-8")
    assert "<title>Copies" in page
    assert "near copies" in page


def test_systems_share_the_explorer() -> None:
    rows = [lw.Segment(str(i), "a", "b", ("c",), system) for system in "xyz" for i in range(100)]
    explorer = Explorer(limit=30)
    for start in range(0, 300, 70):
        part = rows[start : start + 70]
        explorer.add(Batch(part), {"pinc": np.zeros(len(part))})
    kept = [row.segment.system for row in explorer.rows]
    assert explorer.total == 300
    assert [kept.count(system) for system in "xyz"] == [10, 10, 10]


def test_segments_stand_in_the_order_of_the_file() -> None:
    """Systems that take turns in the file take turns on the page, also where only some of it is kept."""
    rows = [lw.Segment(str(i // 3), "a", "b", ("c",), "xyz"[i % 3]) for i in range(60)]
    explorer = Explorer(limit=30)
    for start in range(0, 60, 7):
        part = rows[start : start + 7]
        explorer.add(Batch(part), {"pinc": np.zeros(len(part))})
    assert [row.place for row in explorer.rows] == list(range(30))
    assert [row.segment for row in explorer.rows] == rows[:30]


def test_a_judgement_lists_segments_in_the_order_of_the_file() -> None:
    """A segment that has only the second criterion stands between those that have the first."""
    marks = [{"a": 1.0}, {"b": 2.0}, {"a": 3.0, "b": 1.0}, {}, {"b": 5.0}, {"a": 4.0}, {"a": 2.0, "b": 2.0}]
    words = ["one", "two", "three", "four", "five", "six", "seven"]
    rows = [
        lw.Segment(str(k), " ".join(words[: k + 1]), None, ("one two three four five",), None, human)
        for k, human in enumerate(marks)
    ]
    judged = lw.judge(rows, ["a", "b"], ["bleu"], bootstrap=0)
    page = judgement_report(judged)
    assert [row.segment.id for row in page.segments] == ["0", "1", "2", "4", "5", "6"]
    assert [row.place for row in page.segments] == [0, 1, 2, 4, 5, 6]


def test_what_metrics_flag_goes_with_the_segment() -> None:
    segment = lw.Segment("1", "He does sleep.", "He does not sleep.", ("He does not sleep.",))
    good = lw.Segment("2", "He does not sleep.", "He does not sleep.", ("He does not sleep.",))
    metrics = lw.metrics.resolve("negation,bleu")
    explorer = Explorer(metrics)
    lw.score([segment, good], metrics, on_batch=explorer.add)
    flagged, fine = explorer.rows
    assert list(flagged.flags) == ["negation"]
    assert flagged.flags["negation"][0]["kind"] == "lost"
    assert fine.flags == {}


@pytest.mark.parametrize(
    ("path", "title"), [("a/b c.jsonl", "Scores: b c.jsonl"), ("-", "Scores"), (None, "Scores")]
)
def test_titles_name_the_file(path: str | None, title: str) -> None:
    assert titled("Scores", path) == title


def test_scores_print_a_line_a_system() -> None:
    printed = str(lw.score(ROWS, by="system"))
    rows = [line.split() for line in printed.splitlines()]
    assert [row[0] for row in rows[3:7]] == ["copycat", "swapper", "free", "broken"]
    assert ["free", "44", "42.23", "87.16"] in rows
