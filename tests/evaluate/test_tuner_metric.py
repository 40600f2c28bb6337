"""Any metric as the tuner's objective: the house's own numbers, each output scored once, what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import likewise as lw
from likewise.errors import InputError
from likewise.evaluate import tuning_objective
from likewise.metrics import Batch
from likewise.metrics.base import MeanMetric
from likewise.records import Segment
from likewise.text import Tokenization
from likewise.transduce import Bitext, Decoder, learn_phrases
from likewise.transduce.tuning import tune

SMALL = {"similarity": "small", "parser": "small"}
SEGMENTS = [
    Segment("1", "", "a dog bites a man", ("the dog bit the man", "a man was bitten")),
    Segment("2", "", "a cat is asleep", ("the cat sleeps",)),
]
OUTPUTS = [(0, ("the", "dog", "bit", "a", "man")), (1, ("a", "cat", "sleeps")), (0, ("a", "man", "ran"))]
METRICS = {
    "meant": lw.metrics.get("meant", **SMALL),
    "imeant": lw.metrics.get("imeant", **SMALL),
    "meaning": lw.metrics.get("meaning"),
    "chrf": lw.metrics.get("chrf"),
    "bleu": lw.metrics.get("bleu"),
    "pinc": lw.metrics.get("pinc"),
    "ter": lw.metrics.get("ter"),
}


@pytest.mark.parametrize("mean", [False, True])
@pytest.mark.parametrize("name", METRICS)
def test_scores_are_those_of_the_metric(name: str, mean: bool) -> None:
    metric = METRICS[name]
    objective = tuning_objective(metric, SEGMENTS, mean=mean)
    rows = objective.measure([s for s, _ in OUTPUTS], [out for _, out in OUTPUTS])
    said = [
        Segment(str(k), " ".join(out), SEGMENTS[s].source, SEGMENTS[s].references)
        for k, (s, out) in enumerate(OUTPUTS)
    ]
    found = lw.score(said, [metric])[metric.name]
    assert found.segments is not None
    sign = 1.0 if metric.higher_is_better else -1.0
    assert objective.scores(rows) == pytest.approx(sign * found.segments)
    wanted = float(found.segments.mean()) if mean else found.score
    assert objective.score(rows) == pytest.approx(sign * wanted)


def test_each_output_is_scored_once() -> None:
    asked: list[int] = []

    class Length(MeanMetric):
        name = "length"

        def values(self, batch: Batch) -> Any:
            asked.append(len(batch))
            return np.array([len(segment.candidate.split()) for segment in batch.segments], float)

    objective = tuning_objective(Length(), SEGMENTS)
    outputs = [("a",), ("a", "b"), ("a",)]
    assert objective.measure([0, 0, 0], outputs)[:, 0].tolist() == [1, 2, 1]
    assert objective.measure([0, 1, 0], outputs)[:, 0].tolist() == [1, 2, 1]
    assert asked == [2, 1]  # of the other source, "a b" is new


@pytest.mark.parametrize("name", ["umeant", "self-bleu"])
def test_metrics_that_look_at_all_segments_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="needs all segments at once and cannot be tuned to"):
        tuning_objective(name, [])


@pytest.mark.parametrize("metric", ["meant", "imeant"])
def test_tuning_for_meant_raises_it(metric: str) -> None:
    clusters = [[d.text for d in cluster.texts] for cluster in lw.data.clusters()[:12]]
    pairs = [(a, b) for texts in clusters for a in texts[1:] for b in texts[1:] if a != b]
    words = Tokenization("words", lowercase=True)
    system = learn_phrases(Bitext.of(pairs, words), longest=4, order=3, model="ibm2")
    decoder = system.decoder(beam=8)
    segments = [Segment(str(k), "", t[0], tuple(t[1:3])) for k, t in enumerate(clusters)]
    sources = [words.line(texts[0]).split() for texts in clusters]
    objective = tuning_objective(lw.metrics.get(metric, **SMALL), segments)
    tuned = tune(decoder, sources, objective, rounds=5, k=30)
    assert tuned.score > tuned.history[0].score + 1

    def score(weights: Any) -> float:
        own = Decoder(system.table, system.lm, weights, beam=8)
        outputs = [own.text(search, 0) for search in own.many(sources, 1)]
        said = [
            Segment(s.id, " ".join(o), None, s.references) for s, o in zip(segments, outputs, strict=True)
        ]
        return lw.score(said, [lw.metrics.get(metric, **SMALL)])[metric].score

    assert score(tuned.weights) == pytest.approx(tuned.score)
    assert score(decoder.weights) == pytest.approx(tuned.history[0].score)
