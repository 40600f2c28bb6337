"""The filter of Tier-1 sentences on a part of MSVD: every fifth worker held back, as in the benchmark."""

from __future__ import annotations

import numpy as np
import pytest

import likewise as lw
from likewise.collect.sentence_filter import SentenceFilter, examples_of
from parts import needs_data, real_data

CSV = real_data("msvd", "msvd_train.csv.gz")
pytestmark = [
    needs_data("msvd"),
    pytest.mark.slow,
]
Clusters = list[lw.Cluster]


@pytest.fixture(scope="module")
def clusters() -> Clusters:
    return list(lw.read_clusters(CSV, tier="all"))[::3]


@pytest.fixture(scope="module")
def held(clusters: Clusters) -> set[str]:
    promoted = sorted({d.worker or "" for c in clusters for d in c.texts if d.tier == "2"})
    others = sorted({d.worker or "" for c in clusters for d in c.texts} - set(promoted))
    return {*promoted[::5], *others[::5]}


@pytest.fixture(scope="module")
def model(clusters: Clusters, held: set[str]) -> SentenceFilter:
    return SentenceFilter.fit(row for row in examples_of(clusters) if row.worker not in held)


def judged(model: SentenceFilter, clusters: Clusters, held: set[str]) -> dict[str, list[float]]:
    """Probabilities of what held-back workers wrote, by kind."""
    promoted = {d.worker for c in clusters for d in c.texts if d.tier == "2"}
    around = [[d.text for d in c.texts if d.tier == "2" and d.worker not in held] for c in clusters]
    found: dict[str, list[float]] = {"tier 2": [], "never promoted": [], "promoted": [], "misplaced": []}
    for place, cluster in enumerate(clusters):
        for d in cluster.texts:
            if d.worker not in held:
                continue
            kind = "tier 2" if d.tier == "2" else "promoted" if d.worker in promoted else "never promoted"
            found[kind].append(model.probability(d.text, around[place]))
            if d.tier == "2" and around[place - 7]:
                found["misplaced"].append(model.probability(d.text, around[place - 7]))
    return found


def area(positive: list[float], negative: list[float]) -> float:
    ordered = np.sort(negative)
    left, right = (np.searchsorted(ordered, positive, side=side) for side in ("left", "right"))
    return float((left + right).mean() / (2 * len(negative)))


def test_held_back_workers(model: SentenceFilter, clusters: Clusters, held: set[str]) -> None:
    found = judged(model, clusters, held)
    assert all(len(values) > 400 for values in found.values())
    kept = {kind: float(np.mean(np.array(values) >= model.threshold)) for kind, values in found.items()}
    # All parts of the whole corpus: 0.85, 0.50, 0.88, 0.03; AUC 0.72 and 0.97 (see the benchmark).
    assert kept["tier 2"] > 0.75
    assert kept["promoted"] > 0.75
    assert kept["never promoted"] < kept["tier 2"] - 0.15
    assert kept["misplaced"] < 0.08
    assert area(found["tier 2"], found["never promoted"]) > 0.64
    assert area(found["tier 2"], found["misplaced"]) > 0.93


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("A man is cutting tomatoes.", "A man cutting his kichen"),
        ("A man is cutting tomatoes.", "A women is cutting tomatoes"),
        ("A person slices a tomato.", "A dog is running."),
        ("A person slices a tomato.", "very nice video i like it"),
    ],
)
def test_single_sentences(model: SentenceFilter, good: str, bad: str) -> None:
    around = ["A man is slicing a tomato.", "Someone is cutting a tomato.", "A person slices tomatoes."]
    assert model.probability(good, around) > model.probability(bad, around)
    assert model.keeps(good, around)
    assert not model.keeps(bad, around)
