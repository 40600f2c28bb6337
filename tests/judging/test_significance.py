"""Paired tests against exact enumeration and against sacrebleu."""

from __future__ import annotations

import itertools
import time
import tracemalloc
from typing import Any

import numpy as np
import pytest
from sacrebleu.metrics import BLEU
from sacrebleu.significance import PairedTest
from scipy.stats import t

from likewise.errors import InputError
from likewise.judging import FEW_SEGMENTS, approximate_randomisation, few_segments, paired_bootstrap
from likewise.judging.significance import bootstrap_deltas


def ratio(totals: np.ndarray) -> np.ndarray:
    return 100 * totals[:, 0] / totals[:, 1]


def counts(n: int, seed: int, gain: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    length = rng.integers(5, 20, size=n)
    first = np.column_stack([rng.binomial(length, 0.5 + gain), length])
    return first.astype(float), np.column_stack([rng.binomial(length, 0.5), length]).astype(float)


@pytest.mark.parametrize("n", [3, 6, 10])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_randomisation_approaches_exact_enumeration(n: int, seed: int) -> None:
    a, b = counts(n, seed, gain=0.1)
    observed = abs(float((ratio(a.sum(0)[None]) - ratio(b.sum(0)[None]))[0]))
    hits = 0
    for swaps in itertools.product([False, True], repeat=n):
        mask = np.array(swaps)[:, None]
        totals = np.where(mask, b, a).sum(0)[None], np.where(mask, a, b).sum(0)[None]
        hits += abs(float((ratio(totals[0]) - ratio(totals[1]))[0])) >= observed - 1e-9
    exact = hits / 2**n
    result = approximate_randomisation(a, b, ratio, samples=20000, seed=seed)
    assert result.p == pytest.approx(exact, abs=4 * (exact * (1 - exact) / 20000) ** 0.5 + 1e-4)
    assert abs(result.delta) == pytest.approx(observed)
    assert result.ci is None


def test_bootstrap_of_a_mean_is_the_one_of_resampling_by_hand() -> None:
    a, b = counts(40, 4, gain=0.05)
    result = paired_bootstrap(a, b, ratio, samples=500, seed=11)
    rng = np.random.default_rng(11)
    draws = rng.integers(40, size=(500, 40))
    deltas = np.array([(ratio(a[d].sum(0)[None]) - ratio(b[d].sum(0)[None]))[0] for d in draws])
    assert result.ci == pytest.approx(np.quantile(deltas, [0.025, 0.975]))
    hits = (np.abs(deltas - deltas.mean()) >= abs(result.delta)).sum()
    assert result.p == (hits + 1) / 501


@pytest.mark.parametrize("test", [paired_bootstrap, approximate_randomisation])
def test_identical_systems(test: object) -> None:
    a, _ = counts(20, 5)
    result = test(a, a, ratio, samples=100)  # type: ignore[operator]
    assert (result.delta, result.p) == (0.0, 1.0)


@pytest.mark.parametrize("test", [paired_bootstrap, approximate_randomisation])
def test_swapping_the_systems_turns_the_sign_and_keeps_p(test: object) -> None:
    a, b = counts(50, 6, gain=0.05)
    forth, back = test(a, b, ratio, samples=300), test(b, a, ratio, samples=300)  # type: ignore[operator]
    assert forth.delta == -back.delta
    assert forth.p == back.p


@pytest.mark.parametrize("test", [paired_bootstrap, approximate_randomisation])
def test_rejects_about_as_often_as_it_says(test: object) -> None:
    rejected = 0
    for seed in range(300):
        a, b = counts(60, 1000 + seed)
        rejected += test(a, b, ratio, samples=200, seed=seed).p <= 0.05  # type: ignore[operator]
    assert 4 <= rejected <= 30
    a, b = counts(300, 7, gain=0.2)
    assert test(a, b, ratio, samples=200).p == pytest.approx(1 / 201)  # type: ignore[operator]


def systems(n: int) -> tuple[list[str], list[str], list[list[str]]]:
    """References and two systems that garble some of their words."""
    rng = np.random.default_rng(3)
    words = ["the", "a", "cat", "dog", "man", "boy", "sees", "likes", "old", "big", "house", "park"]
    references = [" ".join(rng.choice(words, size=rng.integers(6, 14))) for _ in range(n)]

    def garbled(share: float) -> list[str]:
        return [" ".join(w if rng.random() > share else "x" for w in line.split()) for line in references]

    return garbled(0.24), garbled(0.28), [references]


def bleu_of(metric: BLEU) -> object:
    def score(totals: np.ndarray) -> np.ndarray:
        rows = (metric._compute_score_from_stats([round(v) for v in row]).score for row in totals)
        return np.array(list(rows))

    return score


def sacrebleu_p(kind: str, samples: int, a: list[str], b: list[str], references: list[list[str]]) -> float:
    test = PairedTest([("a", a), ("b", b)], {"BLEU": BLEU()}, references, kind, samples)
    result: Any = test()[1]["BLEU"][1]
    return float(result.p_value)


def test_sacrebleu_agrees() -> None:
    a, b, references = systems(200)
    metric = BLEU()
    stats_a, stats_b = (np.array(metric._extract_corpus_statistics(s, references)) for s in (a, b))
    score, samples = bleu_of(metric), 2000
    ours = approximate_randomisation(stats_a, stats_b, score, samples=samples, seed=1)  # type: ignore[arg-type]
    theirs = sacrebleu_p("ar", samples, a, b, references)
    assert 0.02 < theirs < 0.5
    error = (2 * theirs * (1 - theirs) / samples) ** 0.5
    assert ours.p == pytest.approx(theirs, abs=4 * error)
    assert ours.delta == pytest.approx(
        metric.corpus_score(a, references).score - metric.corpus_score(b, references).score
    )

    boot = paired_bootstrap(stats_a, stats_b, score, samples=samples, seed=1)  # type: ignore[arg-type]
    deltas = bootstrap_deltas(stats_a, stats_b, score, samples, 1)  # type: ignore[arg-type]
    theirs = sacrebleu_p("bs", samples, a, b, references)
    error = (2 * theirs * (1 - theirs) / samples) ** 0.5
    # sacrebleu counts the upper tail of |difference| only; its rule on our resamples gives its p ...
    folded = np.abs(deltas)
    one_tail = ((folded - folded.mean() > abs(boot.delta)).sum() + 1) / (samples + 1)
    assert one_tail == pytest.approx(theirs, abs=4 * error)
    # ... and ours counts both tails, so it is never the smaller one.
    assert boot.p > theirs
    assert boot.p == pytest.approx(approximate_randomisation(stats_a, stats_b, score, 2000).p, abs=0.05)  # type: ignore[arg-type]


def test_blocks_bound_the_memory_and_do_not_change_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = counts(50, 8, gain=0.05)
    whole = paired_bootstrap(a, b, ratio, samples=100)
    monkeypatch.setattr("likewise.judging.significance._BLOCK", 50 * 7)
    assert paired_bootstrap(a, b, ratio, samples=100) == whole
    monkeypatch.undo()
    rng = np.random.default_rng(0)
    a, b = rng.poisson(5, size=(2, 30_000, 10)).astype(float)
    tracemalloc.start()
    start = time.process_time()  # 0.4 seconds were seen
    for test in (paired_bootstrap, approximate_randomisation):
        test(a, b, ratio, samples=300)
    assert time.process_time() - start < 10
    assert tracemalloc.get_traced_memory()[1] < 250e6
    tracemalloc.stop()


def test_of_few_segments_the_bootstrap_is_too_sure_and_randomisation_is_not() -> None:
    """The share of test sets without any difference that a test at 0.05 takes for different ones.

    By Student's t the bootstrap's is 15 % with 5 segments and 7 % with 20; below 20 a note tells.
    """
    for n in (5, 20):
        sure = 2 * t.sf(1.96 * ((n - 1) / n) ** 0.5, n - 1)
        rng = np.random.default_rng(8)
        sets = [rng.normal(size=(n, 1)) for _ in range(600)]
        tests = (paired_bootstrap, approximate_randomisation)
        found = [
            np.mean([test(x, np.zeros((n, 1)), lambda totals: totals[:, 0], 300, 1).p < 0.05 for x in sets])
            for test in tests
        ]
        assert found[0] == pytest.approx(sure, abs=0.04)
        assert found[1] < 0.065
    assert [bool(few_segments(n)) for n in (3, FEW_SEGMENTS - 1, FEW_SEGMENTS)] == [True, True, False]


@pytest.mark.parametrize("test", [paired_bootstrap, approximate_randomisation])
def test_nonsense(test: object) -> None:
    call = test
    good = np.ones((4, 2))
    for a, b, told in (
        (good, np.ones((4, 3)), "shapes"),
        (np.ones(4), np.ones(4), "shapes"),
        (good[:2], good[:2], "only 2 items"),
        (np.full((4, 2), np.nan), good, "first system: segment 1 is not finite"),
    ):
        with pytest.raises(InputError, match=told):
            call(a, b, ratio)  # type: ignore[operator]
    with pytest.raises(InputError, match="samples is 0"):
        call(good, good, ratio, samples=0)  # type: ignore[operator]
    with pytest.raises(InputError, match="not one finite number"):
        call(good, good, lambda totals: np.full(len(totals), np.nan))  # type: ignore[operator]
    with pytest.raises(InputError, match="not one finite number"):
        call(good, good, lambda totals: totals)  # type: ignore[operator]
