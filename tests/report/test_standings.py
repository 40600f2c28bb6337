"""Ranks, ties and leads that may be chance, in the table of systems and beside it."""

from __future__ import annotations

import re

from likewise.evaluate import Comparison, Scores
from likewise.metrics import Score
from likewise.report import Report, render
from likewise.report.standings import Standing, standings, weakest_p

from .example import comparison

NAN = float("nan")


def scored(*values: float | None, spread: float | None = None, name: str = "bleu") -> list[Score | None]:
    return [
        None
        if value is None
        else Score(name, value, 9, "", None if spread is None else (value - spread, value + spread))
        for value in values
    ]


def ranks(found: list[Standing | None]) -> list[str]:
    return ["-" if one is None else f"{'=' if one.shared else ''}{one.rank}" for one in found]


def test_equal_scores_share_a_rank() -> None:
    found = standings(list("abcde"), scored(30.0, 50.04, 29.96, 50.01, 10.0), 1)
    assert ranks(found) == ["=3", "=1", "=3", "=1", "5"]
    # Two lead together: neither is called the best.
    assert not any(one and one.best for one in found)
    assert ranks(standings(list("abc"), scored(3.0, 1.0, 2.0), 1, lowest=True)) == ["3", "1", "2"]


def test_digits_of_small_scores_count() -> None:
    found = standings(["a", "b"], scored(0.62, 0.57), 2)
    assert [one and one.best for one in found] == [True, False]


def test_no_rank_without_a_score_or_a_rival() -> None:
    assert ranks(standings(list("abc"), scored(None, 5.0, NAN), 1)) == ["-", "-", "-"]
    assert ranks(standings(list("abc"), scored(None, 5.0, 4.0), 1)) == ["-", "1", "2"]


def test_a_lead_may_be_chance_where_intervals_overlap() -> None:
    found = standings(list("abc"), scored(50.0, 47.0, 40.0, spread=2.0), 1)
    assert [one and one.unsettled for one in found] == ["", "its interval overlaps that of a", ""]


def test_a_paired_test_has_the_last_word() -> None:
    """Overlapping intervals of a difference that is real, and the other way round."""
    pairs = [comparison("b", "a", "bleu", -3.0, 0.001, 0.004), comparison("c", "a", "bleu", -10.0, 0.2, 0.3)]
    found = standings(list("abc"), scored(50.0, 47.0, 40.0, spread=2.0), 1, comparisons=pairs)
    assert [one and one.unsettled for one in found] == ["", "", "the difference to a may be chance (p = 0.3)"]


def test_the_most_cautious_test_counts() -> None:
    def row(*ps: float | None) -> Comparison:
        p, randomised, mcnemar, adjusted = ps
        return Comparison("a", "b", "bleu", 1.0, p or NAN, randomised or NAN, (0, 2), 9, mcnemar, adjusted)

    assert weakest_p(row(0.01, 0.02, None, 0.06)) == 0.06
    assert weakest_p(row(0.01, None, 0.2, None)) == 0.2
    assert weakest_p(row(None, None, None, None)) is None


def test_the_page_marks_ties_and_leads_that_may_be_chance() -> None:
    found = zip("abcd", scored(50.0, 47.0, 20.0, 20.0), strict=True)
    rows = [(name, Scores(9, {"bleu": score})) for name, score in found if score]
    pairs = [
        comparison("a", "b", "bleu", 3.0, 0.2, 0.1),
        comparison("a", "c", "bleu", 30.0, 0.001, 0.001),
        Comparison("a", "d", "bleu", 30.0, 0.02, 0.03, (1, 2), 9, None, 0.08),
        comparison("b", "c", "bleu", 30.0, 0.01, 0.2),
    ]
    page = render(Report("t", systems=rows, comparisons=pairs))
    marks = re.findall(r'<span class="tie" title="([^"]*)">([^<]*)</span>', page)
    assert marks == [
        ("the difference to a may be chance (p = 0.2)", "≈ best"),
        ("shares rank 3", "=3"),
        ("shares rank 3", "=3"),
        ("the difference to a may be chance (p = 0.08)", "≈ best"),
    ]
    assert "= stands before a rank that systems share" in page
    said = re.findall(r"<td><bdi dir=\"auto\">(≈ [^<]*|significant[^<]*)</bdi></td></tr>", page)
    assert said == [
        "≈ may be chance",
        "significant at 5%",
        "≈ not significant over all pairs",
        "≈ the two tests disagree",
    ]
    assert "p (Holm)" in page
    assert "p (McNemar)" not in page
    alone = render(Report("t", systems=rows[:1]))
    assert 'class="tie"' not in alone
    assert "= stands before" not in alone
