"""The plane of any two metrics: axes say what is measured, the way to better, and who is beaten by none."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

import likewise as lw
from likewise.errors import InputError
from likewise.evaluate import Scores, axis_label, score_plane
from likewise.metrics import Score, available, metric_class

SVG = "{http://www.w3.org/2000/svg}"


def one(name: str, value: float, **more: Any) -> Score:
    return Score(name, value, 10, **more)


def words(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter(SVG + "text")]


def described(svg: str) -> str:
    found = ElementTree.fromstring(svg).find(SVG + "desc")
    assert found is not None
    return found.text or ""


def test_axes_say_what_the_metrics_measure_and_point_to_the_better_end() -> None:
    scores = lw.score(lw.data.outputs(), ["bleu", "pinc", "wer"], by="system")
    shown = words(scores.plane_svg())
    assert {"pinc (new words against the source) →", "↑ bleu (overlap with the references)"} <= {*shown}
    assert "copies the source" in shown
    errors = words(scores.plane_svg(x="wer", y="bleu"))
    assert "← wer (word errors)" in errors
    assert "better on both" in errors
    assert "copies the source" not in errors
    assert "↓ wer (word errors)" in words(scores.plane_svg(x="bleu", y="wer"))


def test_a_metric_that_says_nothing_has_its_name_alone() -> None:
    rows = [("a", {"mine": one("mine", 0.5), "pinc": one("pinc", 40.0)})]
    assert "↑ mine" in words(score_plane(rows, "pinc", "mine"))
    assert axis_label(one("mine", 1.0, measures="length")) == "mine (length)"


def test_who_is_not_beaten_where_lower_is_better() -> None:
    def row(wer: float, bleu: float) -> dict[str, Score]:
        return {"wer": one("wer", wer, higher_is_better=False), "bleu": one("bleu", bleu)}

    # b has the fewest errors, a the most overlap; c has more errors than b and less overlap than both.
    rows = [("a", row(60, 50)), ("b", row(30, 40)), ("c", row(45, 35))]
    assert described(score_plane(rows, "wer", "bleu")).endswith("Not beaten on both: a, b.")
    assert described(score_plane(rows, "bleu", "wer")).endswith("Not beaten on both: b, a.")


def test_axes_fit_scores_that_do_not_run_to_a_hundred() -> None:
    rows = [(name, {"x": one("x", v), "y": one("y", 140 * v)}) for name, v in (("a", 0.2), ("b", 0.9))]
    svg = score_plane(rows, "x", "y")
    assert "a: x 0.200, y 28.0; b: x 0.900, y 126.0." in described(svg)
    assert "100" in words(svg)


def test_what_was_not_scored_is_refused_by_name() -> None:
    scores = lw.score(lw.data.outputs()[:8], ["bleu", "pinc"])
    with pytest.raises(InputError, match="'chrf' was not scored, expected one of bleu, pinc"):
        scores.plane_svg(x="chrf", y="bleu")
    with pytest.raises(InputError, match="stands on both axes"):
        scores.plane_svg(x="bleu", y="bleu")
    # Without BLEU and PINC there is nothing to draw unless it is asked for.
    assert Scores(1, {"chrf": one("chrf", 1.0)}).plane_svg() == ""


def test_every_metric_says_what_it_measures() -> None:
    said = {name: metric_class(name).measures for name in available()}
    assert [name for name, measures in said.items() if not measures] == []
    assert all(len(f"{name} ({measures}) →") < 60 for name, measures in said.items())
