"""Weights tuned for a metric: it rises on the tuning set, the dial stays, the model keeps them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import likewise as lw
from likewise.errors import InputError
from likewise.paraphrase import Paraphraser
from likewise.paraphrase.pool import PLAIN

Learn = Callable[..., Paraphraser]
Rows = list[list[str]]
SMALL = lw.metrics.get("meant", similarity="small", parser="small")


@pytest.fixture(scope="module")
def rows() -> Rows:
    return [[d.text for d in cluster.texts[:8]] for cluster in lw.data.clusters()[:16]]


@pytest.fixture(scope="module")
def tuned(learn: Learn, rows: Rows) -> Paraphraser:
    return learn(rows, tune_for=SMALL, tune_on=12)


def test_the_metric_rises_on_what_it_is_tuned_on(tuned: Paraphraser) -> None:
    told = tuned.card["tuned"]
    assert told["after"] > told["before"] + 1
    assert told["texts"] == 12
    assert told["metric"].startswith("meant|mode:best|similarity:small-layer2-base0|")
    assert tuned.plain_weights == tuned.card["weights"] != PLAIN


def test_the_weights_are_saved_and_the_dial_is_as_it_was(
    learn: Learn, rows: Rows, tuned: Paraphraser, tmp_path: Path
) -> None:
    plain = learn(rows)
    assert plain.plain_weights == PLAIN
    assert "tuned" not in plain.card
    tuned.save(tmp_path / "m")
    loaded = Paraphraser.load(tmp_path / "m")
    texts = [texts[0] for texts in rows]
    assert [loaded.paraphrase(t) for t in texts] == [tuned.paraphrase(t) for t in texts]
    assert [tuned.paraphrase(t).text for t in texts] != [plain.paraphrase(t).text for t in texts]
    assert [tuned.paraphrase(t, 0.5) for t in texts] == [plain.paraphrase(t, 0.5) for t in texts]


def test_errors_fall_and_any_metric_will_do(learn: Learn, rows: Rows) -> None:
    ter, chrf = (learn(rows, tune_for=name, tune_on=12).card["tuned"] for name in ("ter", "chrf"))
    assert ter["after"] < ter["before"]
    assert chrf["after"] > chrf["before"]


def test_progress_and_the_same_seed(learn: Learn, rows: Rows) -> None:
    told: list[tuple[str, float]] = []
    settings = {"tune_for": "bleu", "tune_on": 4}
    one = learn(rows[:6], progress=lambda what, share: told.append((what, share)), **settings)
    assert one.card["weights"] == learn(rows[:6], **settings).card["weights"]
    shares = [share for _, share in told]
    assert shares[-1] == 1.0
    assert all(a <= b for a, b in pairwise(shares))
    assert "tuning for bleu" in {what for what, _ in told}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"tune_for": "umeant"}, "needs all segments at once"),
        ({"tune_for": "bleu", "tune_on": 0}, "field 'tune_on': expected a whole number from 1"),
        ({"tune_for": "nonsense"}, "nonsense"),
    ],
)
def test_what_makes_no_sense_is_refused(learn: Learn, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        learn([["a man runs", "a guy runs"], ["a dog barks", "the dog barks"]], **settings)


def test_nothing_to_tune_on(learn: Learn) -> None:
    for few in ([["a man runs", "a guy runs"]], [["a man runs"], ["a dog barks"]]):
        with pytest.raises(InputError, match="no two clusters with two texts"):
            learn(few, tune_for="bleu")
