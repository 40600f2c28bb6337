"""Metrics by name, their settings, and metrics that other packages add."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import EntryPoint

import numpy as np
import pytest

import likewise as lw
from likewise.errors import InputError
from likewise.metrics import Batch, MeanMetric, available, get, registry, resolve


@dataclass(frozen=True)
class Longer(MeanMetric):
    """Characters of the candidate, in units of `unit`."""

    unit: float = 1.0

    name = "longer"

    def values(self, batch: Batch) -> np.ndarray:
        return np.array([len(s.candidate) / self.unit for s in batch.segments])


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("longer", f"{__name__}:Longer", "likewise.metrics")
    monkeypatch.setattr(EntryPoint, "load", lambda self: Longer)
    monkeypatch.setattr(registry, "_added", lambda: {"longer": entry})


@pytest.mark.usefixtures("added")
def test_a_metric_added_by_entry_point_works_like_our_own() -> None:
    assert "longer" in available()
    rows = [lw.Segment("1", "abcd", system="x"), lw.Segment("2", "ab", system="y")]
    result = lw.score(rows, "longer", settings={"longer.unit": "2"}, by="system", bootstrap=10)
    assert result["longer"].score == 1.5
    assert result.systems is not None
    assert result.systems["x"]["longer"].score == 2
    assert "unit:2" in str(result["longer"].signature)


def test_every_metric_has_a_name_a_summary_and_a_signature() -> None:
    for name in available():
        metric = get(name)
        assert metric.name == name
        assert metric.__doc__
        assert str(metric.signature()).startswith(name)


def test_settings_go_where_they_belong() -> None:
    bleu, pinc, ter = resolve(
        "bleu, pinc,ter", {"lowercase": "no", "tokenize": "char", "bleu.tokenize": "zh"}
    )
    assert bleu.settings()["tokenize"] == "zh"
    assert pinc.settings()["tokenize"] == "char"
    assert ter.settings()["lowercase"] is False


@pytest.mark.parametrize(
    ("metrics", "settings", "message"),
    [
        ("", {}, "no metric named"),
        ("bleu,,pinc", {}, "no metric named"),
        ("bluu", {}, "unknown metric 'bluu' \\(did you mean bleu\\?\\), expected one of bleu, pinc"),
        ("bleu", {"smoth": "exp"}, "no metric named here has the setting 'smoth'"),
        ("bleu", {"pinc.order": "3"}, "no metric named here has the setting 'pinc.order'"),
        ("bleu", {"order": "four"}, "setting order: 'four' does not fit, expected int"),
        ("bleu", {"lowercase": "maybe"}, "setting lowercase: 'maybe' does not fit, expected bool"),
        ("bleu,bleu", {}, "named twice"),
    ],
)
def test_nonsense_is_refused(metrics: str, settings: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        resolve(metrics, settings)


def test_get_refuses_unknown_settings() -> None:
    with pytest.raises(InputError, match="metric 'pinc' has no setting 'smooth', expected one of tokenize"):
        get("pinc", smooth="exp")
    assert get("bleu", smooth_value=None, effective_order=None).settings()["smooth"] == "exp"


def test_the_interface_of_the_design_page() -> None:
    assert lw.metrics.PINC().segment("a b", "a c") == pytest.approx(75.0)
    assert lw.metrics.get("bleu", tokenize="13a").name == "bleu"
