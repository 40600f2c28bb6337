"""Explaining a segment: which metrics stand in where none are named."""

from __future__ import annotations

import pytest

import likewise as lw
from likewise.errors import InputError
from likewise.records import Segment


@pytest.mark.parametrize(
    ("source", "references", "names"),
    [
        (None, ("He ate.",), ["bleu"]),
        ("He ate.", (), ["pinc"]),
        ("He ate.", ("He has eaten.",), ["bleu", "pinc"]),
    ],
)
def test_the_usual_metrics_are_those_that_the_segment_allows(
    source: str | None, references: tuple[str, ...], names: list[str]
) -> None:
    segment = Segment("1", "He eats.", source, references)
    assert list(lw.explain(segment)["metrics"]) == names
    assert lw.explain(segment) == lw.explain(segment, names)


def test_settings_hold_for_a_metric_that_is_left_out() -> None:
    segment = Segment("1", "He eats.", None, ("He ate.",))
    found = lw.explain(segment, settings={"pinc.order": 2, "lowercase": True})
    assert "lowercase:yes" in found["metrics"]["bleu"]["signature"]


def test_nothing_to_explain_by_stays_an_error() -> None:
    with pytest.raises(InputError, match="segment '1' has no reference, and the metric 'bleu' needs one"):
        lw.explain(Segment("1", "He eats."))


def test_metrics_that_are_named_must_fit() -> None:
    with pytest.raises(InputError, match="has no source, and the metric 'pinc' needs one"):
        lw.explain(Segment("1", "He eats.", None, ("He ate.",)), ("bleu", "pinc"))
