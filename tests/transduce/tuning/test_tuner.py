"""Tuning as a whole: a metric rises, on what was tuned on and on what was not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from likewise import data
from likewise.errors import InputError
from likewise.metrics import BLEU, Batch, Metric, PincSigmoidBLEU
from likewise.records import Cluster, Segment
from likewise.text.vocabulary import Tokenization, words_of
from likewise.transduce.align import fit, symmetrise
from likewise.transduce.bitext import Bitext
from likewise.transduce.decode import DEFAULTS, Decoder, weight_vector
from likewise.transduce.lm import train
from likewise.transduce.phrases import extract_phrases
from likewise.transduce.tuning import METHODS, Objective, Round, tune

WORDS = Tokenization("words", lowercase=True)
Item = tuple[str, tuple[str, ...]]


def learnt(cluster: Cluster) -> list[str]:
    """All texts of a cluster but the first two: one of them is tuned on, the other one tested on."""
    return [WORDS.line(d.text) for d in cluster.texts[2:]]


def objective(metric: Metric, rows: Sequence[Item]) -> Objective:
    """A metric of the house as two functions, which is how it comes to the tuner."""

    def statistics(sentences: Sequence[int], outputs: Sequence[tuple[str, ...]]) -> np.ndarray:
        segments = [
            Segment(str(i), " ".join(output), *rows[sentence])
            for i, (sentence, output) in enumerate(zip(sentences, outputs, strict=True))
        ]
        return metric.statistics(Batch(segments))

    return Objective(statistics, metric.score_totals, metric.score_segments)


@pytest.fixture(scope="module")
def decoder() -> Decoder:
    """A paraphraser of the embedded clusters."""
    clusters = [learnt(cluster) for cluster in data.clusters()]
    texts = words_of([text for cluster in clusters for text in cluster], WORDS)
    pairs, first = [], 0
    for cluster in clusters:
        places = range(first, first + len(cluster))
        pairs += [(i, j) for i in places for j in places if i != j]
        first += len(cluster)
    bitext = Bitext.drawn(texts, *np.array(pairs).T)
    forward, backward = (fit(one, model="ibm2") for one in (bitext, bitext.swapped()))
    alignment = symmetrise(forward.align(bitext), backward.align(bitext.swapped()), bitext)
    table = extract_phrases(bitext, alignment, forward.lexicon, backward.lexicon, longest=5)
    return Decoder(table, train(texts, order=3), beam=8)


@pytest.fixture(scope="module")
def halves() -> tuple[list[Item], list[Item]]:
    """Sources that were not learnt from, with their references: some to tune on, some to test on."""
    tuning, testing = (
        [(WORDS.line(c.texts[k].text), tuple(learnt(c))) for c in data.clusters()] for k in (0, 1)
    )
    return tuning, testing


def held_out(decoder: Decoder, metric: Metric, rows: Sequence[Item], weights: dict[str, float]) -> float:
    one = objective(metric, rows)
    outputs = [
        decoder.text(f, 0) for f in decoder.many([r[0].split() for r in rows], 1, weight_vector(weights))
    ]
    return one.score(one.measure(range(len(outputs)), outputs))


@pytest.mark.parametrize("method", list(METHODS))
@pytest.mark.parametrize(
    "metric", [BLEU("words"), PincSigmoidBLEU("words")], ids=["bleu", "pinc-sigmoid-bleu"]
)
def test_tuning_raises_the_metric_also_where_it_was_not_tuned(
    decoder: Decoder, halves: tuple[list[Item], list[Item]], metric: Metric, method: str
) -> None:
    tuning, testing = halves
    tuned = tune(
        decoder, [r[0].split() for r in tuning], objective(metric, tuning), method=method, rounds=3, k=30
    )
    assert tuned.history[0].weights == dict(DEFAULTS)
    assert tuned.score == max(r.score for r in tuned.history)
    assert tuned.score > tuned.history[0].score + 5
    before, after = (held_out(decoder, metric, testing, dict(w)) for w in (DEFAULTS, tuned.weights))
    assert after > before + 5


def test_history_progress_and_the_same_again(decoder: Decoder, halves: tuple[list[Item], list[Item]]) -> None:
    tuning, _ = halves
    sources, told = [r[0].split() for r in tuning[:10]], list[Round]()
    settings = {"rounds": 2, "k": 10, "seed": 3, "names": ["lm", "words"]}
    one = objective(BLEU("words"), tuning)
    first = tune(decoder, sources, one, **settings, progress=told.append)  # type: ignore[arg-type]
    again = tune(decoder, sources, one, **settings, workers=1)  # type: ignore[arg-type]
    assert first == again
    assert tuple(told) == first.history
    assert len(first.history) <= 3
    assert [r.candidates for r in told] == sorted(r.candidates for r in told)
    for one_round in told:
        changed = {n for n, w in one_round.weights.items() if w != DEFAULTS[n]}
        assert changed <= {"lm", "words"}


def test_what_never_differs_keeps_its_weight(decoder: Decoder, halves: tuple[list[Item], list[Item]]) -> None:
    sources = [r[0].split() for r in halves[0][:10]]
    for method in METHODS:
        tuned = tune(decoder, sources, objective(BLEU("words"), halves[0]), method=method, rounds=1, k=10)
        assert tuned.history[-1].weights["distortion"] == DEFAULTS["distortion"]  # there is no reordering


def test_nothing_new_ends_it(decoder: Decoder) -> None:
    alike = Objective(lambda _, outputs: np.ones((len(outputs), 1)), lambda rows: rows[:, 0])
    tuned = tune(decoder, [["zebra"]], alike, rounds=5, k=10)
    assert len(tuned.history) <= 2
    assert tuned.weights == dict(DEFAULTS)


def test_what_makes_no_sense_is_refused(decoder: Decoder) -> None:
    one = Objective(lambda _, outputs: np.ones((len(outputs), 1)), lambda rows: rows[:, 0])
    for settings, message in (
        ({"method": "prayer"}, "unknown way to tune 'prayer', expected one of: lines, ranking"),
        ({"names": ["lmm"]}, "unknown feature 'lmm'"),
        ({"names": []}, "no feature whose weight may change"),
        ({"rounds": 0}, "rounds must be at least 1"),
    ):
        with pytest.raises(InputError, match=message):
            tune(decoder, [["a"]], one, **settings)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="nothing to tune on"):
        tune(decoder, [], one)
