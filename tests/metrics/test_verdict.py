"""The metric that reads verdicts: hand-made files, hand-worked numbers."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import likewise as lw
from likewise.errors import InputError
from likewise.evaluate import gate, worst_segments
from likewise.evaluate.gate_rules import GateRule, GateRules
from likewise.io import JudgeVerdict, VerdictFile, text_key
from likewise.metrics import VerdictScore, paired_outcomes
from likewise.records import Segment

ROWS = [
    Segment(str(n), f"text {n}", f"source {n}", ("text x" + " x" * (n % 3),), "a", {"good": n % 5})
    for n in range(8)
]


def verdict(segment: Segment, value: float | None, **changed: object) -> JudgeVerdict:
    made = JudgeVerdict(
        "meaning", "0123456789abcdef", "model-1", "rrrrrrrr", "single", "1-5", (), (text_key(segment),),
        (segment.id,), (segment.system,), value, "2026-11-01T10:00:00Z", reason="so it seems",
        reply=f"reply on {segment.id}", why="" if value is not None else "the reply has no number",
    )  # fmt: skip
    return replace(made, **changed)  # type: ignore[arg-type]


def written(path: Path, verdicts: Sequence[JudgeVerdict]) -> str:
    file = VerdictFile(path)
    for one in verdicts:
        file.add(one)
    return str(path)


@pytest.fixture
def metric(tmp_path: Path) -> VerdictScore:
    """Verdicts on six of eight segments, one of the six a reply without a verdict."""
    values = [1.0, 2.0, 5.0, 4.0, 3.0, None]
    verdicts = [verdict(row, value) for row, value in zip(ROWS, values, strict=False)]
    verdicts[1] = replace(verdicts[1], asked="2026-11-03T10:00:00Z")
    return VerdictScore(file=written(tmp_path / "v.jsonl", verdicts))


def test_the_mean_of_the_verdicts_there_are(metric: VerdictScore) -> None:
    result = lw.score(ROWS, [metric])
    assert result["verdict"].score == 3.0
    assert result["verdict"].details == {"verdicts": 5, "not_asked": 2, "no_verdict": 1}
    segments = result["verdict"].segments
    assert segments is not None
    assert segments[:5].tolist() == [1, 2, 5, 4, 3]
    assert all(math.isnan(value) for value in segments[5:])
    assert result.warnings == (
        "verdict: 2 of 8 segments were never shown to the judge and are left out (first: segment '6'); "
        f"lw.fetch_verdicts fetches them (likewise verdicts SEGMENTS --judge JUDGE.toml --out {metric.file})",
        "verdict: 1 of 8 segments got no verdict and are left out (first: segment '5')",
    )


def test_the_signature_names_model_rubric_and_days(metric: VerdictScore) -> None:
    assert str(metric.signature()).startswith(
        "verdict|judge:meaning|model:model-1|rubric:rrrrrrrr|mode:single|scale:1-5"
        "|asked:2026-11-01..2026-11-03|id:01234567|likewise:"
    )


def test_a_verdict_does_not_outlive_a_change_of_the_text(metric: VerdictScore) -> None:
    changed = [replace(ROWS[0], candidate="another text"), *ROWS[1:5]]
    assert lw.score(changed, [metric])["verdict"].score == 3.5


def test_flags_and_reasons(metric: VerdictScore) -> None:
    assert metric.flags(ROWS[0]) == []
    assert metric.flags(ROWS[5]) == [{"kind": "no-verdict", "reason": "the reply has no number"}]
    (flag,) = metric.flags(ROWS[6])
    assert flag["kind"] == "not-asked"
    assert "likewise verdicts" in flag["reason"]
    told = lw.explain(ROWS[1], [metric])["metrics"]["verdict"]
    assert told["score"] == 2.0
    assert told["replies"] == [
        {
            "verdict": 2.0,
            "reason": "so it seems",
            "asked": "2026-11-03T10:00:00Z",
            "reply": "reply on 1",
        }
    ]


def test_people_are_asked_about_the_same_segments_by_all_metrics(metric: VerdictScore) -> None:
    result = lw.judge(ROWS, "good", [metric, "ter"], bootstrap=0)
    assert result.n == 5
    assert result.metrics["verdict"].n == result.metrics["ter"].n == 5
    assert result.metrics["verdict"].pearson == pytest.approx(0.6)
    assert any("2 of 8 segments were never shown" in text for text in result.warnings)


def test_systems_and_runs_are_compared_where_both_have_a_verdict(metric: VerdictScore) -> None:
    other = [replace(row, system="b") for row in reversed(ROWS[1:])]
    first = replace(ROWS[0], system="b", candidate="new")
    compared = lw.compare([*ROWS, *other, first], [metric], samples=100)
    assert compared.pairs[0].n == 4
    assert "4 of 8 ids are compared" in compared.warnings[-1]
    old, new = [replace(row, system=None) for row in ROWS], [first, *ROWS[1:]]
    new = [replace(row, system=None) for row in new]
    changes = lw.diff_runs(old, new, [metric], samples=20)
    assert changes.n == 4
    rule = GateRule("verdict", "max_item_drop", 1.0, "no drop")
    rules = GateRules((rule,), {"verdict.file": metric.file})
    told = gate(old, new, rules)
    assert told.n == 4
    assert any("4 of 8 items are compared" in text for text in told.warnings)


def test_worst_leaves_out_what_has_no_verdict(metric: VerdictScore) -> None:
    assert [row.id for row in worst_segments(ROWS, metric, 8)] == ["0", "1", "4", "3", "2"]


def test_nothing_to_go_by_is_an_error(metric: VerdictScore) -> None:
    with pytest.raises(InputError, match="8 of 8 segments were never shown"):
        lw.judge([replace(row, source="x") for row in ROWS], "good", [metric])
    assert math.isnan(lw.score(ROWS[5:], [metric])["verdict"].score)


def test_scores_of_segments_are_null_where_there_is_none(metric: VerdictScore, tmp_path: Path) -> None:
    from likewise.evaluate import segment_writer

    with (tmp_path / "s.jsonl").open("w", encoding="utf-8") as stream:
        lw.score(ROWS, [metric], on_batch=segment_writer(stream, [metric]))
    lines = [json.loads(line) for line in (tmp_path / "s.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["scores"]["verdict"] for line in lines] == [1, 2, 5, 4, 3, None, None, None]
    assert [line["flags"]["verdict"][0]["kind"] for line in lines[5:]] == [
        "no-verdict",
        "not-asked",
        "not-asked",
    ]


def test_one_judge_of_several_must_be_chosen(tmp_path: Path) -> None:
    ones = [verdict(row, 2.0) for row in ROWS]
    others = [verdict(row, 4.0, judge="style", judge_id="fedcba", rubric="s" * 8) for row in ROWS]
    path = written(tmp_path / "v.jsonl", [*ones, *others])
    with pytest.raises(InputError, match=r"verdicts of 2 judges; .*verdict:fedcba.*style \(id"):
        lw.score(ROWS, [VerdictScore(file=path)])
    for judge, score in (("meaning", 2), ("style", 4), ("fedc", 4)):
        assert lw.score(ROWS, "verdict", settings={"file": path, "judge": judge})["verdict"].score == score
    both = lw.score(ROWS, "verdict:meaning,verdict:style", settings={"verdict.file": path}, bootstrap=5)
    assert {name: score.score for name, score in both.metrics.items()} == {
        "verdict:meaning": 2.0, "verdict:style": 4.0,
    }  # fmt: skip
    assert str(both["verdict:style"].signature).startswith("verdict:style|judge:style|")
    assert both["verdict:style"].ci == (4.0, 4.0)
    with pytest.raises(InputError, match="'verdict:style' is named twice"):
        lw.score(ROWS, "verdict:style,verdict:style", settings={"file": path})
    with pytest.raises(InputError, match="names its judge already"):
        lw.score(ROWS, "verdict:style", settings={"file": path, "judge": "meaning"})
    with pytest.raises(InputError, match="unknown metric 'bleu:x'"):
        lw.metrics.get("bleu:x")
    with pytest.raises(InputError, match="holds no verdict of a judge 'taste'"):
        lw.score(ROWS, [VerdictScore(path, "taste")])


def test_a_file_that_is_not_there_says_how_to_get_it() -> None:
    with pytest.raises(InputError, match="likewise verdicts SEGMENTS --judge"):
        lw.score(ROWS, "verdict", settings={"file": "no-such-file.jsonl"})
    assert str(lw.metrics.get("verdict").signature()).startswith("verdict|file:verdicts.jsonl|")


def pair(a: Segment, b: Segment, value: str | None) -> JudgeVerdict:
    made = verdict(
        a, None, mode="pair", scale="win-percent", texts=(text_key(a), text_key(b)), ids=(a.id, b.id)
    )
    return replace(made, systems=(a.system, b.system), verdict=value, why="")


def test_of_two_orders_a_win_in_both_is_a_win(tmp_path: Path) -> None:
    a, b, c = (Segment("1", text, "s", system=text) for text in "abc")
    verdicts = [
        pair(a, b, "first"), pair(b, a, "second"),  # a wins
        pair(a, c, "first"), pair(c, a, "first"),  # the place wins: a tie
        pair(b, c, "tie"), pair(c, b, "first"),  # a tie once: a tie
    ]  # fmt: skip
    keys = {one.candidate: text_key(one) for one in (a, b, c)}
    assert paired_outcomes(verdicts) == {
        (keys["a"], keys["b"]): 1.0, (keys["b"], keys["a"]): 0.0,
        (keys["a"], keys["c"]): 0.5, (keys["c"], keys["a"]): 0.5,
        (keys["b"], keys["c"]): 0.5, (keys["c"], keys["b"]): 0.5,
    }  # fmt: skip
    metric = VerdictScore(written(tmp_path / "v.jsonl", verdicts))
    scores = lw.score([a, b, c], [metric], by="system").systems
    assert scores is not None
    assert {name: row["verdict"].score for name, row in scores.items()} == {"a": 75.0, "b": 25.0, "c": 50.0}
    assert "scale:win-percent" in str(metric.signature())


def test_one_order_alone_or_a_reply_without_verdict_is_no_outcome(tmp_path: Path) -> None:
    a, b, c = (Segment("1", text, "s", system=text) for text in "abc")
    verdicts = [pair(a, b, "first"), pair(a, c, "first"), pair(c, a, None)]
    assert paired_outcomes(verdicts) == {}
    metric = VerdictScore(written(tmp_path / "v.jsonl", verdicts))
    assert metric.unscored([a, b, c]) == [True, True, True]
    assert metric.flags(b) == [{"kind": "no-verdict", "reason": "it was shown in one order alone"}]
