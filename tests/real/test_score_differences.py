"""The curves that come along are those of the ratings, and hold from one language to another, not further."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import likewise as lw
from likewise.evaluate import ScoreDifferences, differences_of
from parts import needs_data, real_data

FOLDER = real_data("mt-human")
pytestmark = needs_data("mt-human")

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
benchmark = import_module("differences")


@pytest.fixture(scope="module")
def german() -> list[lw.Segment]:
    return list(benchmark.news(FOLDER, "de-en"))


@pytest.fixture(scope="module")
def chinese() -> list[lw.Segment]:
    return list(benchmark.news(FOLDER, "zh-en"))


def curves(segments: list[lw.Segment], human: str) -> ScoreDifferences:
    return lw.fit_differences(segments, "bleu", human=human, level="system", samples=20)


def test_the_shipped_curves_can_be_made_again(german: list[lw.Segment], chinese: list[lw.Segment]) -> None:
    for name, segments, human in (
        ("news", german + chinese, benchmark.DIRECT),
        ("talks", benchmark.talks(FOLDER), benchmark.ERRORS),
    ):
        shipped = differences_of(name).curve("bleu").curve
        made = curves(segments, human).curve("bleu").curve
        assert made.chances == pytest.approx(shipped.chances, abs=1e-5)
        assert (made.pairs, made.clusters, made.shape) == (shipped.pairs, shipped.clusters, shipped.shape)


def test_from_one_language_to_another_and_no_further(
    german: list[lw.Segment], chinese: list[lw.Segment]
) -> None:
    metric = benchmark.METRICS[0]
    near = benchmark.foretold(metric, chinese, german)
    far = benchmark.foretold(metric, german + chinese, benchmark.talks(FOLDER))
    brier, one_number, half = (float(cell) for cell in near[3:6])
    assert brier < one_number < half
    assert float(far[3]) > 0.4


def test_people_see_the_difference_as_often_as_told(german: list[lw.Segment]) -> None:
    """Of the pairs of a language the share that people order as BLEU is near the mean of the chances."""
    model = differences_of("news")
    compared = lw.compare(german, "bleu", samples=2, differences=model)
    people = {one.system: next(iter(one.human.values())) for one in german}
    told = [(c.people.chance, c.delta * (people[c.a] - people[c.b]) > 0) for c in compared.pairs if c.people]
    known = [(chance, came) for chance, came in told if chance is not None]
    chances, came = np.array(known).T
    assert len(known) > 45
    assert abs(chances.mean() - came.mean()) < 0.1
