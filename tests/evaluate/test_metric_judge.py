"""Metrics held against people on records."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import likewise as lw
from likewise import data
from likewise.errors import InputError
from likewise.evaluate import judge, score
from likewise.evaluate.judgement import _shape
from likewise.evaluate.ratings import criteria, rated
from likewise.evaluate.reference_draws import drawn
from likewise.judging import Fitted, Logistic
from likewise.metrics.batch import TextSets
from likewise.records import Segment

ROWS = data.outputs()


def test_correlations_equal_scipys_on_the_mean_of_the_judges() -> None:
    found = judge(ROWS, "meaning", "bleu,chrf", bootstrap=50)
    human = [(s.human["meaning@a"] + s.human["meaning@b"]) / 2 for s in ROWS]
    values = score(ROWS, "bleu")["bleu"].segments
    assert found.metrics["bleu"].pearson == pytest.approx(stats.pearsonr(values, human).statistic)
    assert found.metrics["bleu"].spearman == pytest.approx(stats.spearmanr(values, human).statistic)
    assert found.metrics["bleu"].kendall == pytest.approx(stats.kendalltau(values, human).statistic)
    judges = [s.human["meaning@a"] for s in ROWS], [s.human["meaning@b"] for s in ROWS]
    assert found.judges[0].pearson == pytest.approx(stats.pearsonr(*judges).statistic)
    assert not found.combined


def test_the_embedded_ratings_teach_what_the_paper_found() -> None:
    overall = judge(ROWS, "overall", settings={"lowercase": True}, bootstrap=50, curve=True)
    alone = max(overall.metrics[name].pearson for name in ("bleu", "pinc"))
    assert min(overall.combined.values()) > alone
    fitted = overall.fitted
    oracle, held_out = fitted["pinc-sigmoid-bleu (oracle)"], fitted["pinc-sigmoid-bleu (cross-validated)"]
    assert oracle.pearson >= held_out.pearson > max(overall.combined.values())
    assert overall.thresholds[0].pearson < overall.thresholds[2].pearson  # type: ignore[operator]
    without = [p for p in overall.curve if not p.with_source]
    assert without[-1].pearson > without[0].pearson  # type: ignore[operator]
    assert judge(ROWS, "dissimilarity", "pinc", bootstrap=0).metrics["pinc"].pearson > 0.6


def test_json_object() -> None:
    row = judge(ROWS, "overall", curve=True, bootstrap=20).as_dict()
    assert {"n", "metrics", "combined", "williams", "thresholds", "judges", "curve"} <= row.keys()
    assert {"pearson", "spearman", "kendall", "ci"} <= row["metrics"]["bleu"].keys()
    json.dumps(row, allow_nan=False)
    assert judge(ROWS, "overall", bootstrap=0).as_dict()["metrics"]["bleu"]["ci"] is None


def test_a_metric_in_which_lower_is_better_is_tested_turned_round() -> None:
    found = judge(ROWS, "meaning", "chrf,ter", bootstrap=0)
    assert found.metrics["ter"].pearson < 0
    assert abs(found.williams["chrf", "ter"].t) < 10


def test_several_criteria_are_each_as_if_judged_alone() -> None:
    found = judge(ROWS, bootstrap=20, settings={"lowercase": True})
    assert list(found.criteria) == ["meaning", "dissimilarity", "overall"]
    for name, one in found.criteria.items():
        alone = judge(ROWS, name, bootstrap=20, settings={"lowercase": True})
        assert alone.as_dict()["criteria"][name] == one.as_dict()["criteria"][name]
    row = found.as_dict()
    assert row["human"] == "meaning"
    assert row["metrics"] == row["criteria"]["meaning"]["metrics"]
    some = judge(ROWS, ["overall", "meaning"], bootstrap=0)
    assert (some.human, list(some.criteria)) == ("overall", ["overall", "meaning"])


def test_several_criteria_make_the_papers_table() -> None:
    found = judge(ROWS, bootstrap=0, curve=True)
    table = found.tables()[0]
    assert table.columns == ("", "meaning", "dissimilarity", "overall")
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["pinc"][1].value == found.criteria["dissimilarity"].metrics["pinc"].pearson  # type: ignore[attr-defined]
    assert "judges against each other (mean)" in rows
    assert "pinc where bleu > 0 (unsmoothed)" in rows
    assert len(str(found).splitlines()) < 40
    joined = found.tables()[1]
    assert joined.columns[0] == "criterion"
    assert len(joined.rows) == 6


def test_criteria_of_different_segments_have_their_own_numbers() -> None:
    rows = [replace(s, human={"m": s.human["meaning@a"], **({"o": i % 7} if i % 2 else {})})
            for i, s in enumerate(ROWS)]  # fmt: skip
    found = judge(rows, bootstrap=0)
    assert [(one.n, one.unrated) for one in found.criteria.values()] == [(176, 0), (88, 88)]
    assert "m: 176 rated segments; o: 88 rated segments" in str(found)


def test_a_criterion_that_was_only_found_does_not_stop_the_others() -> None:
    rows = [replace(s, human={**s.human, "flat": 3}) for s in ROWS]
    found = judge(rows, bootstrap=0)
    assert "flat" not in found.criteria
    assert any(said.startswith("'flat' was left out: all 176 values of flat") for said in found.warnings)
    with pytest.raises(InputError, match="all 176 values of flat are the same"):
        judge(rows, ["meaning", "flat"], bootstrap=0)
    with pytest.raises(InputError, match="no segment has a human score"):
        judge([replace(s, human={}) for s in ROWS])


def test_a_metric_without_a_correlation_is_named_beside_the_others() -> None:
    rows = [replace(s, references=("zz",)) for s in ROWS]
    found = judge(rows, "meaning", "bleu,pinc", bootstrap=0)
    assert found.undefined["bleu"] == "all 176 values of bleu are the same, a correlation is undefined"
    row = found.as_dict()
    assert list(row["metrics"]) == ["pinc"]
    assert row["undefined"] == found.undefined
    assert ("bleu", None) in [row[:2] for row in found.tables()[0].rows]


def test_thresholds_are_a_setting_and_stand_beside_bleu_without_smoothing() -> None:
    found = judge(ROWS, "overall", thresholds=[40, 0, 20, 20], bootstrap=0)
    assert [t.threshold for t in found.thresholds] == [0, 20, 40]
    plain = score(ROWS, "bleu,pinc", settings={"smooth": "none"})
    bleu, pinc = plain["bleu"].segments, plain["pinc"].segments
    assert bleu is not None
    assert pinc is not None
    human = rated(ROWS, "overall")[1]
    twin = found.thresholds_unsmoothed[0]
    assert twin.n == (bleu > 0).sum() < found.thresholds[0].n
    assert twin.pearson == pytest.approx(stats.pearsonr(pinc[bleu > 0], human[bleu > 0]).statistic)
    assert found.as_dict()["thresholds"][0]["n_unsmoothed"] == twin.n
    assert not judge(ROWS, "overall", settings={"smooth": "none"}, bootstrap=0).thresholds_unsmoothed
    with pytest.raises(InputError, match="thresholds have no effect"):
        judge(ROWS, "overall", "chrf", thresholds=[10])


def test_a_fit_without_smoothing_is_saved_with_it(tmp_path: Path) -> None:
    unsmoothed = {"smooth": "none", "effective_order": False, "lowercase": True}
    found = judge(ROWS, "overall", settings=unsmoothed, bootstrap=0)
    found.fitted_metric().save(tmp_path / "fit")
    metric = lw.load(tmp_path / "fit")
    assert (metric.smooth, metric.effective_order) == ("none", False)
    again = judge(ROWS, "overall", [metric], bootstrap=0).metrics["pinc-sigmoid-bleu"].pearson
    assert again == pytest.approx(found.fitted["pinc-sigmoid-bleu (oracle)"].pearson)


def test_only_what_was_judged_can_be_saved() -> None:
    with_source = judge(ROWS, "overall", settings={"with_source": True}, bootstrap=0).fitted_metric()
    assert with_source.with_source is True
    with pytest.raises(InputError, match="on the same words"):
        judge(ROWS, "overall", settings={"pinc.lowercase": True}, bootstrap=0).fitted_metric()
    with pytest.raises(InputError, match="nothing was fitted"):
        judge(ROWS, "overall", "chrf", bootstrap=0).fitted_metric()


def test_judgements_show_themselves_in_a_notebook() -> None:
    shown = judge(ROWS, "overall", bootstrap=10)._repr_html_()
    assert "<svg" in shown
    assert "pinc-sigmoid-bleu (oracle)" in shown


def test_unrated_segments_are_left_out_and_counted() -> None:
    extra = [Segment("x", "a b", "c d", ("a",)), *ROWS]
    found = judge(extra, "meaning", bootstrap=0)
    assert (found.n, found.unrated) == (176, 1)
    assert found.metrics["bleu"].pearson == judge(ROWS, "meaning", bootstrap=0).metrics["bleu"].pearson


def test_a_criterion_given_as_such_wins_over_its_judges() -> None:
    rows = [Segment("1", "a", human={"m": 1, "m@a": 3, "m@b": 4, "n@a": 2})]
    assert criteria(rows) == ["m", "n"]
    assert rated(rows, "m")[1].tolist() == [1]
    assert rated(rows, "n")[1].tolist() == [2]


def test_a_draw_is_extended_by_a_larger_one() -> None:
    sets = TextSets(np.arange(10, dtype=np.int32), np.array([0, 4, 4, 10]))
    one, two, all_of_them = (drawn(sets, count, 3) for count in (1, 2, 99))
    assert np.diff(one.ends).tolist() == [1, 0, 1]
    assert np.diff(two.ends).tolist() == [2, 0, 2]
    assert set(one.ids[:1]) <= set(two.ids[:2]) <= {0, 1, 2, 3}
    assert sorted(all_of_them.ids.tolist()) == list(range(10))


@pytest.mark.parametrize(
    ("rows", "human", "metrics", "message"),
    [
        ([], "m", "bleu", "no segment to judge on"),
        (ROWS, "fluency", "bleu", r"no segment was rated on 'fluency' \(criteria found: meaning, "),
        (
            [Segment(str(i), "a", "b", ("c",), human={"m": i}) for i in range(5)],
            "m",
            "bleu",
            "all 5 values of bleu",
        ),
        (
            [Segment(str(i), "a" * i, "b", ("a",), human={"m": 1}) for i in range(5)],
            "m",
            "bleu",
            "all 5 values of m ",
        ),
        (ROWS[:2], "meaning", "bleu", "at least 3"),
    ],
)
def test_what_cannot_be_judged(rows: list[Segment], human: str, metrics: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        judge(rows, human, metrics)


def test_a_curve_needs_bleu() -> None:
    with pytest.raises(InputError, match="needs the metric bleu"):
        judge(ROWS, "meaning", "chrf", curve=True, bootstrap=0)


def test_what_chance_and_people_reach_stands_beside() -> None:
    outputs = lw.data.outputs()
    judged = lw.judge(outputs, "meaning", "chrf,ter", bootstrap=100)
    assert judged.chance == pytest.approx(0.148, abs=0.0005)
    ceiling = judged.ceiling
    assert ceiling is not None
    assert (ceiling.n, ceiling.raters) == (176, 2)
    assert ceiling.person.value == pytest.approx(judged.judges[0].pearson)
    assert ceiling.metrics["chrf"].pearson < judged.metrics["chrf"].pearson < ceiling.highest
    assert ceiling.metrics["ter"].at_least_person == 0
    row = judged.as_dict()
    assert row["chance"] == judged.chance
    assert row["ceiling"]["metrics"]["chrf"]["pearson"] == ceiling.metrics["chrf"].pearson
    assert "a metric that knows nothing lies within 0.148 of 0" in str(judged)
    assert "Beside a person on 'meaning'" in judged.to_markdown()
    alone = [replace(one, human={"meaning": one.human["meaning@a"]}) for one in outputs]
    assert lw.judge(alone, "meaning", "chrf", bootstrap=0).ceiling is None


def test_raters_on_two_scales_are_told_and_have_no_ceiling() -> None:
    outputs = lw.data.outputs()[:60]
    rows = [
        replace(one, human={"q@anna": float(1 + n % 5), "q@ben": 20.0 * (5 - n % 5)})
        for n, one in enumerate(outputs)
    ]
    found = lw.judge(rows, "q", "chrf", bootstrap=0)
    assert any("raters use different scales (anna 1 to 5, ben 20 to 100)" in told for told in found.warnings)
    shown = str(found)
    assert "not above 0: they do not follow each other, so how high a metric can come is not known" in shown
    assert "nan" not in shown
    plan = lw.plan_ratings(rows, "q", 5, "chrf")
    assert any("raters use different scales" in told for told in plan.warnings)
    alike = [replace(one, human={"q@anna": 3.0 + n % 2, "q@ben": 1.0 + n % 5}) for n, one in enumerate(rows)]
    assert not any("different scales" in told for told in lw.judge(alike, "q", "chrf", bootstrap=0).warnings)


def test_a_center_at_its_bound_is_told() -> None:
    assert "center 150.0 (as far as was tried: no middle of the curve is seen)" in _shape(
        Fitted(Logistic(150.0, 0.041), 0.3, 5)
    )
    assert _shape(Fitted(Logistic(40.0, 0.1), 0.3, 0)) == "center 40.0, slope 0.100"
