"""How many more ratings: from a pilot of segments, with metrics as control variates."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import likewise as lw
from likewise.cli.main import run
from likewise.data import copy_examples
from likewise.evaluate import JudgeShare
from likewise.judging import mean_estimate


@pytest.fixture(scope="module")
def pilot() -> list[lw.Segment]:
    outputs = lw.data.outputs()
    rated = {f"clip-{n:02}" for n in range(1, 45, 2)}
    return [one if one.id in rated else replace(one, human={}) for one in outputs]


def test_means_of_each_system(pilot: list[lw.Segment]) -> None:
    plan = lw.plan_ratings(pilot, "meaning", 0.3, "bleu,chrf")
    assert [row.of for row in plan.rows[:5]] == ["copycat"] + ["swapper"] * 4
    assert [row.control for row in plan.rows[1:5]] == ["", "bleu", "chrf", "bleu + chrf"]
    own = [one for one in pilot if one.system == "broken"]
    scores = lw.score(own, "chrf")["chrf"].segments
    marks = [(o.human["meaning@a"] + o.human["meaning@b"]) / 2 if o.human else np.nan for o in own]
    wanted = mean_estimate(marks, scores)
    row = next(row for row in plan.rows if (row.of, row.control) == ("broken", "chrf"))
    assert (row.value, row.ci) == (pytest.approx(wanted.value), pytest.approx(wanted.ci))
    assert (row.rated, row.n, row.needed) == (22, 44, wanted.needed(0.3))
    plain = next(row for row in plan.rows if (row.of, row.control) == ("broken", ""))
    assert plain.needed is not None
    assert row.needed is not None
    assert row.saved == plain.needed - row.needed
    assert plain.further == max(0, plain.needed - 22)


def test_differences_are_over_shared_segments(pilot: list[lw.Segment]) -> None:
    plan = lw.plan_ratings(pilot, "meaning", 0.3, "chrf", of="difference")
    assert len(plan.rows) == 6 * 2
    means = {
        row.of: row.value for row in lw.plan_ratings(pilot, "meaning", 0.3, "chrf").rows if not row.control
    }
    first = plan.rows[0]
    assert first.of == "copycat - swapper"
    assert first.value == pytest.approx(means["copycat"] - means["swapper"])
    with pytest.raises(lw.InputError, match="found one system"):
        lw.plan_ratings([p for p in pilot if p.system == "free"], "meaning", 0.3, of="difference")


def test_correlations(pilot: list[lw.Segment]) -> None:
    plan = lw.plan_ratings(pilot, "meaning", 0.1, "chrf", of="correlation")
    (row,) = plan.rows
    judged = lw.judge(pilot, "meaning", "chrf", bootstrap=0)
    assert row.value == pytest.approx(judged.metrics["chrf"].pearson)
    assert row.rated == 88
    assert row.needed is None  # 176 segments are too few for a width of 0.1
    assert row.segments is not None
    assert row.segments > 176
    assert f"too few: {row.segments:,} segments needed" in str(plan)


def test_more_judges_or_more_segments(pilot: list[lw.Segment]) -> None:
    plan = lw.plan_ratings(pilot, "meaning", 0.5, "chrf")
    assert plan.variance is not None
    assert plan.shares is not None
    shares = plan.shares["broken"]
    assert [share.judges for share in shares] == [1, 2, 3]
    # With two judges, as many as the pilot has, it is the plan of the first table.
    needed = next(r.needed for r in plan.rows if (r.of, r.control) == ("broken", ""))
    assert shares[1] == JudgeShare(2, needed)
    counts = [share.segments for share in shares if share.segments is not None]
    ratings = [share.ratings for share in shares if share.ratings is not None]
    assert counts == sorted(counts, reverse=True)
    assert ratings == sorted(ratings)
    alone = [replace(one, human={k: v for k, v in one.human.items() if k == "meaning@a"}) for one in pilot]
    assert lw.plan_ratings(alone, "meaning", 0.5, "chrf").variance is None


def test_a_sample_that_is_none_is_told(pilot: list[lw.Segment]) -> None:
    outputs = [one for one in lw.data.outputs() if one.system in ("free", "swapper")]
    scores = lw.score(outputs, "chrf")["chrf"].segments
    assert scores is not None
    easy = scores > np.median(scores)
    picked = [one if keep else replace(one, human={}) for one, keep in zip(outputs, easy, strict=True)]
    told = lw.plan_ratings(picked, "meaning", 0.5, "chrf").warnings
    assert any("no random sample: their chrf is" in text and "above" in text for text in told)
    assert lw.plan_ratings(pilot, "meaning", 0.5, "chrf").warnings == ()


def test_a_small_pilot_is_told() -> None:
    few = [o if o.id < "clip-05" else replace(o, human={}) for o in lw.data.outputs()]
    assert "a pilot of 4 ratings" in lw.plan_ratings(few, "meaning", 0.5, "chrf").warnings[0]
    less = [o if o.id < "clip-03" else replace(o, human={}) for o in lw.data.outputs()]
    with pytest.raises(lw.InputError, match="copycat: only 2 rated items"):
        lw.plan_ratings(less, "meaning", 0.5, "chrf")


def test_the_command(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(str(tmp_path))
    copy_examples(".")
    assert (
        run(["plan-ratings", "pilot.jsonl", "--human", "meaning", "--width", "0.4", "-m", "chrf", "--json"])
        == 0
    )
    found = json.loads(capsys.readouterr().out)
    assert (found["n"], found["rated"], len(found["rows"])) == (176, 88, 7)
    assert found["rows"][0]["control"] is None
    assert run(["plan-ratings", "pilot.jsonl", "--human", "meaning", "--width", "0"]) == 2
    assert "width is 0, expected a number above 0" in capsys.readouterr().err
    assert run(["plan-ratings", "pilot.jsonl", "--human", "meaning", "--width", "1", "--of", "x"]) == 2
    assert "expected one of mean, difference, correlation" in capsys.readouterr().err


def test_ratings_that_are_all_alike_plan_nothing(pilot: list[lw.Segment]) -> None:
    """An interval of width 0 would ask for no further rating, and fifteen segments below."""
    plan = lw.plan_ratings(pilot, "meaning", 0.4, "chrf")
    (row,) = (one for one in plan.rows if one.of == "copycat")
    assert (row.value, row.rated, row.needed, row.segments, row.further) == (4.0, 22, None, None, None)
    assert row.is_constant
    assert not any(one.is_constant for one in plan.rows if one.of != "copycat")
    assert plan.shares is not None
    assert list(plan.shares) == ["swapper", "free", "broken"]
    first, second = plan.tables()
    assert "copycat: all 22 ratings are 4, so nothing says how far others may lie apart" in first.caption
    assert first.cells()[0][3:8] == ["-", "22", "44", "-", "-"]
    assert second.cells()[0] == ["swapper", "1", "more than 44", "more than 44"]
    assert second.cells()[2] == ["swapper", "3", "more than 44", "more than 132"]
    assert "the test set itself must grow" in second.caption


def test_what_a_metric_costs_is_told(pilot: list[lw.Segment]) -> None:
    plan = lw.plan_ratings(pilot, "meaning", 0.5, "chrf", of="difference")
    assert min(one.saved or 0 for one in plan.rows) < 0
    assert "saved below 0: that metric foretells too little" in plan.tables()[0].caption
    easy = lw.plan_ratings([o for o in pilot if o.system == "broken"], "meaning", 0.4, "chrf")
    assert "saved below 0" not in easy.tables()[0].caption
