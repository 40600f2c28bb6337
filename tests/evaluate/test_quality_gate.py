"""The gate: significant drops and grave items fail it, chance does not; rules are read strictly."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from likewise import data
from likewise.errors import InputError
from likewise.evaluate import GateRule, GateRules, gate, read_gate_rules
from likewise.metrics import resolve
from likewise.records import Segment

FREE = [replace(s, system=None) for s in data.outputs() if s.system == "free"]
BROKEN = [replace(s, system=None) for s in data.outputs() if s.system == "broken"]


def rule(metric: str, limit: str, value: float = 0.0, **more: object) -> GateRule:
    return GateRule(metric, limit, value, f"{metric} {limit}", **more)


def run(old: str, new: str, n: int = 40, changed: int = 40) -> tuple[list[Segment], list[Segment]]:
    """Two runs of n items; in the first `changed` ones the new text stands."""
    before = [Segment(str(i), old, references=("The cat did not eat 4 mice today.",)) for i in range(n)]
    after = [replace(s, candidate=new) if i < changed else s for i, s in enumerate(before)]
    return before, after


def test_a_significant_drop_fails_and_chance_does_not() -> None:
    wanted = [rule("bleu", "max_drop", 0.5)]
    worse = gate(FREE, BROKEN, wanted)
    assert not worse.passed
    assert "bleu 42.23 -> 14.30: a drop of 27.93, beyond 0.5" in worse.rules[0].why
    assert gate(BROKEN, FREE, wanted).rules[0].why.startswith("bleu 14.30 -> 42.23: no drop")
    # One item of 44 that falls to nothing is a drop, and no significant one.
    one = [replace(FREE[0], candidate="Nothing of it"), *FREE[1:]]
    verdict = gate(FREE, one, [rule("bleu", "max_drop")])
    assert verdict.passed
    assert "may be chance" in verdict.rules[0].why
    assert "would have been noticed" in verdict.rules[0].why


def test_a_metric_in_which_lower_is_better_drops_when_it_rises() -> None:
    copies = [replace(s, system=None) for s in data.outputs() if s.system == "copycat"]
    wanted = [rule("source-bleu", "max_drop", 1)]
    assert not gate(FREE, copies, wanted).passed
    assert gate(copies, FREE, wanted).passed


def test_a_single_item_beyond_the_limit_fails() -> None:
    before, after = run("The cat did not eat 4 mice today.", "The dog slept.", changed=1)
    verdict = gate(before, after, [rule("chrf", "max_item_drop", 30)])
    assert not verdict.passed
    assert [item.id for item in verdict.rules[0].items] == ["0"]
    assert gate(before, after, [rule("chrf", "max_item_drop", 30, max_items=1)]).passed


def test_a_lost_negation_and_a_changed_number_fail() -> None:
    before, after = run("The cat did not eat 4 mice today.", "The cat did eat 4 mice today.", changed=1)
    verdict = gate(before, after, [rule("negation", "max_new", kinds=("lost",))])
    assert not verdict.passed
    assert "lost" in verdict.rules[0].why
    assert gate(before, after, [rule("negation", "max_new", kinds=("gained",))]).passed
    # What the old run had too is not new.
    assert gate(after, after, [rule("negation", "max_new")]).passed
    before, after = run("The cat did not eat 4 mice today.", "The cat did not eat 5 mice today.", changed=1)
    verdict = gate(before, after, [rule("meaning", "max_new", kinds=("number",), against="baseline")])
    assert not verdict.passed
    assert verdict.rules[0].items[0].baseline.endswith("4 mice today.")


def test_items_without_a_score_are_counted_and_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = run("The cat did not eat 4 mice today.", "The dog slept.", changed=1)
    scored = 20
    chosen = type(resolve("bleu")[0])
    monkeypatch.setattr(chosen, "unscored", lambda self, rows: [int(row.id) >= scored for row in rows])
    monkeypatch.setattr(chosen, "remarks", lambda self, batch: ["some have no score"])
    verdict = gate(before, after, [rule("bleu", "min_score")])
    assert (verdict.n, verdict.left_out) == (20, 20)
    assert verdict.tables()[0].caption == "20 of 40 items, those with a score in both runs"
    assert verdict.as_dict()["left_out"] == 20
    scored = 19
    with pytest.raises(InputError, match=r"only 19 of 40 items have a score in both runs.* have no score"):
        gate(before, after, [rule("bleu", "min_score")])


def test_few_items_are_told_where_a_drop_is_tested() -> None:
    assert "19 items are few" in gate(FREE[:19], BROKEN[:19], [rule("bleu", "max_drop")]).warnings[0]
    assert not gate(FREE[:20], BROKEN[:20], [rule("bleu", "max_drop")]).warnings
    assert not gate(FREE[:19], BROKEN[:19], [rule("bleu", "min_score")]).warnings


def test_bounds_of_a_score() -> None:
    assert gate(FREE, BROKEN, [rule("bleu", "min_score", 10)]).passed
    assert not gate(FREE, BROKEN, [rule("bleu", "min_score", 20)]).passed
    assert not gate(FREE, BROKEN, [rule("ter", "max_score", 20)]).passed


def test_holm_makes_many_rules_no_stricter_than_one() -> None:
    """By hand: p sorted .01 .02 .02 with three rules become .03 .04 .04."""
    from likewise.evaluate.quality_gate import _corrected, _Drop

    drops = [_Drop(rule("bleu", "max_drop"), 10, 5, 5, p, 1) for p in (0.02, 0.01, 0.02)]
    results = [drop.result(1) for drop in drops]
    _corrected(results, drops)
    assert [round(result.figures["p"], 10) for result in results] == [0.04, 0.03, 0.04]


@given(st.lists(st.floats(0.001, 1), min_size=1, max_size=6))
def test_corrected_p_is_never_below_the_raw_one_and_keeps_the_order(ps: list[float]) -> None:
    from likewise.evaluate.quality_gate import _corrected, _Drop

    drops = [_Drop(rule("bleu", "max_drop"), 10, 5, 5, p, 1) for p in ps]
    results = [drop.result(1) for drop in drops]
    _corrected(results, drops)
    after = [result.figures["p"] for result in results]
    assert all(new >= old - 1e-12 for new, old in zip(after, ps, strict=True))
    order = sorted(range(len(ps)), key=lambda i: ps[i])
    assert all(after[i] <= after[j] + 1e-12 for i, j in pairwise(order))


def test_the_same_texts_twice_are_told() -> None:
    assert gate(FREE, FREE, [rule("bleu", "max_drop")]).warnings == (
        "both runs hold the same texts: are these the right two files?",
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (FREE, FREE[1:], "candidate: field 'id': lacks 'clip-01', which the baseline has"),
        (FREE[5:], FREE, "baseline: field 'id': lacks 'clip-01', 'clip-02', 'clip-03' and 2 more"),
        (FREE, [], "candidate: has no segment"),
        ([*FREE, FREE[0]], FREE, "baseline: field 'id': the id 'clip-01' stands twice"),
        (
            data.outputs(),
            FREE,
            "baseline: field 'system': holds the systems 'copycat' and 'swapper', expected one",
        ),
        (
            FREE,
            [replace(FREE[0], source="x"), *FREE[1:]],
            "item 'clip-01' has another value in the candidate",
        ),
        (FREE[:2], FREE[:2], "only 2 items"),
    ],
)
def test_runs_that_are_no_pair(old: list[Segment], new: list[Segment], message: str) -> None:
    with pytest.raises(InputError, match=message):
        gate(old, new, [rule("bleu", "max_drop")])


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ([], "there is no rule"),
        ([rule("bleu", "max_new")], "the metric 'bleu' flags nothing"),
        (
            [rule("negation", "max_new", kinds=("denied",))],
            "has no flag 'denied', expected one of lost, gained",
        ),
        ([rule("nonsense", "max_drop")], "unknown metric 'nonsense'"),
        (
            [rule("ter", "min_score", 20)],
            "lower is better in 'ter', so min_score would fail good runs: did you mean max_score",
        ),
        ([rule("bleu", "max_score", 20)], "higher is better in 'bleu', .* did you mean min_score"),
    ],
)
def test_rules_that_could_never_fire_are_refused(wanted: list[GateRule], message: str) -> None:
    with pytest.raises(InputError, match=message):
        gate(FREE, BROKEN, wanted)


TOML = """
[settings]
lowercase = true

[[rule]]
metric = "bleu"
max_drop = 0.5
p = 0.01

[[rule]]
name = "numbers stay"
metric = "meaning"
max_new = 0
kinds = ["number"]
min_confidence = 0.8
against = "baseline"
"""


def test_rules_from_toml_and_json(tmp_path: Path) -> None:
    expected = GateRules(
        (
            GateRule("bleu", "max_drop", 0.5, "bleu does not drop by more than 0.5", p=0.01),
            GateRule("meaning", "max_new", 0, "numbers stay", kinds=("number",), min_confidence=0.8,
                     against="baseline"),
        ),
        {"lowercase": True},
    )  # fmt: skip
    path = tmp_path / "gate.toml"
    path.write_text(TOML, encoding="utf-8")
    assert read_gate_rules(path) == expected
    path.write_text(
        '{"settings": {"lowercase": true}, "rule": [{"metric": "bleu", "max_drop": 0.5, "p": 0.01}, '
        '{"name": "numbers stay", "metric": "meaning", "max_new": 0, "kinds": ["number"], '
        '"min_confidence": 0.8, "against": "baseline"}]}',
        encoding="utf-8",
    )
    assert read_gate_rules(path) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty, expected rules"),
        ("[[rule]\n", r"gate.toml:1: not valid TOML"),
        ("{", r"gate.toml:1: not valid JSON"),
        ("x = 1", "field 'x': unknown key"),
        ("settings = 1", "field 'settings': expected a table"),
        ("rule = 3", "field 'rule': expected one or more rules"),
        ('[[rule]]\nmetric = "bleu"', "expected one limit of max_drop, .* found none"),
        ('[[rule]]\nmetric = "bleu"\nmax_drop = 1\nmin_score = 2', "found max_drop and min_score"),
        (
            '[[rule]]\nmetric = "bleu"\np = 0.1\nmax_dorp = 1',
            r"field 'rule 1.max_dorp': .* found max_dorp: did you mean max_drop\?",
        ),
        ("[[rule]]\nmax_drop = 1", "field 'rule 1.metric': missing"),
        ('[[rule]]\nmetric = "bleu"\nmax_drop = -1', "rule 1.max_drop': found -1, expected 0 or more"),
        ('[[rule]]\nmetric = "bleu"\nmax_drop = "a"', "expected a finite number"),
        ('[[rule]]\nmetric = "bleu"\nmax_drop = nan', "expected a finite number"),
        (
            '[[rule]]\nmetric = "bleu"\nmax_drop = 1\nkinds = ["x"]',
            "'rule 1.kinds': has no effect beside max_drop",
        ),
        ('[[rule]]\nmetric = "bleu"\nmax_drop = 1\npp = 0.1', "did you mean p"),
        ('[[rule]]\nmetric = "meaning"\nmax_new = 0\nkinds = "x"', "expected a list of strings"),
        ('[[rule]]\nmetric = "meaning"\nmax_new = 0\nagainst = "x"', "expected references or baseline"),
        (
            '[[rule]]\nmetric = "b"\nmax_drop = 1\n[[rule]]\nmetric = "b"\nmax_drop = 1',
            "two rules are called",
        ),
    ],
)
def test_rules_that_cannot_be_read(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "gate.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_gate_rules(path)
