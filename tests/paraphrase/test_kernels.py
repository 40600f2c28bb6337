"""Each kernel equals its plain Python twin, which knows n-grams as tuples and nothing of hashes."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from math import exp, log, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.paraphrase import _kernels as kernels
from likewise.paraphrase.support import MIX, ClusterIndex, gram_inputs
from likewise.text.vocabulary import Words
from likewise.transduce import lm

Gram = tuple[int, ...]
ORDER, BITS = 4, (1 << 64) - 1
SMALL = 1e-4
KNOWN = 7
"""Words 0..5 stand in texts, 6 is in the vocabulary only, 7 and 8 are unknown."""

text = st.lists(st.integers(0, 5), min_size=1, max_size=7).map(tuple)
groups = st.lists(st.lists(text, min_size=1, max_size=4), min_size=1, max_size=5)
source = st.lists(st.integers(0, 8), min_size=1, max_size=7).map(tuple)
candidates = st.lists(source, min_size=1, max_size=6, unique=True)
few = settings(max_examples=40)


def key_of(gram: Gram) -> int:
    """The hash of an n-gram in Python's integers."""
    hashed = 0
    for word in gram:
        hashed = (hashed ^ (word + 1)) * 0x9E3779B97F4A7C15 & BITS
        hashed = (hashed ^ hashed >> 29) * 0xBF58476D1CE4E5B9 & BITS
        hashed = (hashed ^ hashed >> 32) | 1
    return hashed


def grams(words: Gram) -> list[Gram]:
    """All n-grams in the kernels' order: by place, then by length."""
    size = len(words)
    return [words[i:k] for i in range(size) for k in range(i + 1, min(i + ORDER, size) + 1)]


def packed(texts: list[Gram]) -> tuple[Any, Any]:
    ids = np.array([word for text in texts for word in text], np.int32)
    return ids, np.cumsum([0, *map(len, texts)])


def index_of(clusters: list[list[Gram]]) -> ClusterIndex:
    pool = np.frombuffer(b"abcdefg", np.uint8)
    texts = Words(*packed([text for texts in clusters for text in texts]), pool, np.arange(KNOWN + 1))
    return ClusterIndex(texts, np.cumsum([0, *map(len, clusters)]))


def table(keys: Any, values: Any) -> dict[int, Any]:
    """A hash table as a dictionary; each key must stand where a search for it ends."""
    found, mask = keys.tolist(), len(keys) - 1
    for key in filter(None, found):
        slot = (key ^ key >> 31) & mask
        while found[slot] not in (0, key):
            slot = (slot + 1) & mask
        assert found[slot] == key
    return {k: v for k, v in zip(found, values.tolist(), strict=True) if k}


def shares_of(texts: list[Gram]) -> dict[Gram, float]:
    """For each n-gram of a cluster the share of its texts that hold it."""
    counts = Counter(gram for text in texts for gram in set(grams(text)))
    return {gram: count / len(texts) for gram, count in counts.items()}


@pytest.mark.parametrize(("entries", "size"), [(0, 16), (8, 16), (9, 32), (16, 32), (17, 64), (1000, 2048)])
def test_table_size(entries: int, size: int) -> None:
    assert kernels.table_size(entries) == size


def check_cluster_grams(clusters: list[list[Gram]]) -> None:
    ids, bounds = packed([text for texts in clusters for text in texts])
    starts, hashes, shares = kernels.cluster_grams(ids, bounds, np.cumsum([0, *map(len, clusters)]))
    assert (starts[0], starts[-1]) == (0, len(hashes))
    for texts, (a, b) in zip(clusters, pairwise(starts.tolist()), strict=True):
        expected = {key_of(gram): share for gram, share in shares_of(texts).items()}
        assert b - a == len(expected)
        assert dict(zip(hashes[a:b].tolist(), shares[a:b].tolist(), strict=True)) == pytest.approx(expected)


@given(groups)
@few
def test_cluster_grams_and_their_spread(clusters: list[list[Gram]]) -> None:
    check_cluster_grams(clusters)
    spread = Counter(key_of(gram) for texts in clusters for gram in shares_of(texts))
    assert table(*index_of(clusters).spread) == spread


def test_cluster_grams_outgrow_their_room() -> None:
    picked = random.Random(4)
    long = [tuple(picked.randrange(900) for _ in range(1500)) for _ in range(2)]
    check_cluster_grams([long[:1], [(1, 2), (1, 2), (1,)], [], long[1:]])


def test_count_keys_of_nothing() -> None:
    assert table(*kernels.count_keys(np.zeros(0, np.uint64))) == {}


def idf_twin(texts: list[Gram]) -> list[float]:
    return [log((1 + len(texts)) / (1 + sum(word in text for text in texts))) for word in range(KNOWN)]


def likeness_twin(clusters: list[list[Gram]], words: Gram) -> list[float]:
    idf = idf_twin([text for texts in clusters for text in texts])

    def norm(words: Gram) -> float:
        return sqrt(sum(idf[word] ** 2 for word in set(words) if word < KNOWN))

    def cosine(text: Gram) -> float:
        shared = sum(idf[word] ** 2 for word in set(text) & set(words))
        return shared / (norm(text) * norm(words)) if shared else 0.0

    return [max(map(cosine, texts)) for texts in clusters]


@given(groups, source)
@few
def test_likeness(clusters: list[list[Gram]], words: Gram) -> None:
    best = np.full(len(clusters), 7.0, np.float32)
    kernels.likeness(np.array(words, np.int32), *index_of(clusters).postings, best)
    assert best.tolist() == pytest.approx(likeness_twin(clusters, words), abs=1e-5)


def likelihoods_twin(clusters: list[list[Gram]], words: Gram) -> list[float]:
    counts = [Counter(word for text in texts for word in text) for texts in clusters]
    everything = sum(counts, Counter[int]())
    total = everything.total() + 0.5 * KNOWN

    def logs(own: Counter[int], word: int) -> float:
        return log(MIX * (everything[word] + 0.5) / total + (1 - MIX) * own[word] / own.total())

    return [sum(logs(own, word) for word in words if word < KNOWN) for own in counts]


@given(groups, source)
@few
def test_likelihoods(clusters: list[list[Gram]], words: Gram) -> None:
    result = np.full(len(clusters), 7.0)
    kernels.likelihoods(np.array(words, np.int32), *index_of(clusters).unigrams, MIX, result)
    assert result.tolist() == pytest.approx(likelihoods_twin(clusters, words), abs=1e-9)


def schemes_twin(best: list[float], logs: list[float]) -> list[list[float]]:
    columns = [
        [b**4 if b > 0.25 else 0.0 for b in best],
        [b**12 for b in best],
        [exp(x - max(logs)) for x in logs],
        [exp((x - max(logs)) / 3) for x in logs],
    ]
    scaled = [[x / sum(column) if sum(column) else 0.0 for x in column] for column in columns]
    return [list(row) for row in zip(*scaled, strict=True)]


@given(
    st.lists(
        st.tuples(st.sampled_from([0.0, 0.2, 0.25, 0.5, 0.9, 1.0]), st.floats(-40, 0)),
        min_size=1, max_size=9,
    ),
    st.integers(1, 10),
)  # fmt: skip
@few
def test_scheme_weights(rows: list[tuple[float, float]], most: int) -> None:
    best, logs = np.array([b for b, _ in rows], np.float32), np.array([x for _, x in rows])
    order, weights = kernels.scheme_weights(best, logs, most)
    expected = np.array(schemes_twin(best.tolist(), logs.tolist()))
    assert weights == pytest.approx(expected[order], abs=1e-6)
    totals, left = expected.sum(axis=1), sorted(set(range(len(rows))) - set(order.tolist()))
    assert len(order) == len(set(order.tolist())) == min(most, len(rows))
    assert np.all(np.diff(totals[order]) < 1e-6)
    assert not left or totals[left].max() < totals[order[-1]] + 1e-6


def test_scheme_weights_of_equals_and_of_nothing() -> None:
    order, weights = kernels.scheme_weights(np.full(5, 0.5, np.float32), np.full(5, -3.0), 3)
    assert order.tolist() == [0, 1, 2]
    assert weights == pytest.approx(np.full((3, 4), 0.2))
    order, weights = kernels.scheme_weights(np.zeros(0, np.float32), np.zeros(0), 3)
    assert (order.shape, weights.shape) == ((0,), (0, 4))


@given(st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=3).map(tuple), max_size=12))
@few
def test_distinct_texts(texts: list[Gram]) -> None:
    expected = [k for k, text in enumerate(texts) if text not in texts[:k]]
    assert kernels.distinct_texts(*packed(texts)).tolist() == expected


def numbered(texts: list[Gram]) -> dict[Gram, int]:
    """The n-grams of candidates, numbered as they come."""
    return {gram: number for number, gram in enumerate(dict.fromkeys(g for t in texts for g in grams(t)))}


def check_number_grams(texts: list[Gram]) -> None:
    words, bounds = packed(texts)
    numbers = numbered(texts)
    occurrences, keys, places, hashes, lengths, first = kernels.number_grams(words, bounds)
    windows = [
        [text[i : i + n] if i + n <= len(text) else None for n in range(1, ORDER + 1)]
        for text in texts
        for i in range(len(text))
    ]
    assert occurrences.tolist() == [[-1 if g is None else numbers[g] for g in row] for row in windows]
    assert table(keys, places) == {key_of(gram): number for gram, number in numbers.items()}
    assert hashes.tolist() == [key_of(gram) for gram in numbers]
    assert lengths.tolist() == [len(gram) for gram in numbers]
    for gram, place in zip(numbers, first.tolist(), strict=True):
        assert place == next(i for i, row in enumerate(windows) if gram in row)


@given(candidates)
@few
def test_number_grams(texts: list[Gram]) -> None:
    check_number_grams(texts)


def test_number_grams_of_nothing() -> None:
    found = kernels.number_grams(np.zeros(0, np.int32), np.zeros(1, np.int64))
    assert [len(part) for part in found] == [0, 16, 16, 0, 0, 0]


def posteriors_twin(texts: list[Gram], shares: Any) -> list[list[float]]:
    holders = [[k for k, text in enumerate(texts) if gram in grams(text)] for gram in numbered(texts)]
    return [[sum(row[k] for k in held) for row in shares.T.tolist()] for held in holders]


@given(candidates, st.randoms(use_true_random=False))
@few
def test_posteriors(texts: list[Gram], picked: random.Random) -> None:
    words, bounds = packed(texts)
    shares = np.array([[picked.random(), picked.random()] for _ in texts])
    occurrences, _, _, hashes, _, _ = kernels.number_grams(words, bounds)
    found = kernels.posteriors(occurrences, bounds, shares, len(hashes))
    assert found == pytest.approx(np.array(posteriors_twin(texts, shares)))


def support_twin(texts: list[Gram], clusters: list[list[Gram]], order: Any, weights: Any) -> list[Any]:
    shares = [shares_of(clusters[c]) for c in order]
    return [
        sum((row * own.get(gram, 0.0) for row, own in zip(weights, shares, strict=True)), np.zeros(4))
        for gram in numbered(texts)
    ]


@given(groups, candidates, source)
@few
def test_cluster_support(clusters: list[list[Gram]], texts: list[Gram], words: Gram) -> None:
    index = index_of(clusters)
    order, weights, nearest = index.similar(np.array(words, np.int32))
    assert nearest == pytest.approx(max(likeness_twin(clusters, words)), abs=1e-5)
    _, keys, places, hashes, _, _ = kernels.number_grams(*packed(texts))
    found = kernels.cluster_support(keys, places, len(hashes), order, weights, *index.grams)
    assert found == pytest.approx(np.array(support_twin(texts, clusters, order, weights)), abs=1e-6)


@given(st.lists(st.integers(0, 5), max_size=9).map(tuple))
@few
def test_source_grams(words: Gram) -> None:
    found = kernels.source_grams(np.array(words, np.int32)).tolist()
    assert sorted(key for key in found if key) == sorted(map(key_of, set(grams(words))))


class Language:
    """A language model as a dictionary of its n-grams, first word first."""

    def __init__(self, model: lm.LanguageModel) -> None:
        self.known: dict[Gram, tuple[float, float]] = {}
        for n, level in enumerate(model.levels, 1):
            rows = zip(*(column.tolist() for column in reversed(model.columns(n))), strict=True)
            values = zip(level.logprob.tolist(), level.backoff.tolist(), strict=True)
            self.known.update(zip(rows, values, strict=True))

    def score(self, words: Gram) -> float:
        """Log-probability of the last word after the others."""
        if words in self.known:
            return self.known[words][0]
        return self.known.get(words[:-1], (0.0, 0.0))[1] + self.score(words[1:])


def features_twin(
    texts: list[Gram], words: Gram, clusters: list[list[Gram]], posterior: Any, support: Any,
    language: Language, lm_ids: list[int],
) -> list[list[float]]:  # fmt: skip
    numbers, own = numbered(texts), set(grams(words))
    spread = Counter(gram for cluster in clusters for gram in shares_of(cluster))
    frequency = Counter(word for cluster in clusters for text in cluster for word in text)
    rows = []
    for gram, number in numbers.items():
        singles = [numbers[(word,)] for word in gram]
        shorter = [numbers[gram[:-1]], numbers[gram[1:]]] if len(gram) > 1 else [number]
        ids = tuple(lm_ids[word] for word in gram)
        steps = [language.score(ids[: k + 1]) for k in range(len(ids))]
        rows.append([
            *(float(len(gram) == n) for n in range(1, 5)), float(gram in own),
            *(log(p + SMALL) for p in posterior[number]), *(log(s + SMALL) for s in support[number]),
            log(spread[gram] + 0.5),
            log(min(posterior[k][1] for k in singles) + SMALL),
            log(min(support[k][0] for k in singles) + SMALL),
            log(min(support[k][2] for k in singles) + SMALL),
            max(likeness_twin(clusters, words)), log(len(words)),
            sum(word in words for word in gram) / len(gram),
            log(min(frequency[word] for word in gram) + 0.5),
            steps[-1], sum(steps[1:]) if len(gram) > 1 else steps[0],
            log(min(posterior[k][1] for k in shorter) + SMALL),
            log(min(support[k][0] for k in shorter) + SMALL),
        ])  # fmt: skip
    return rows


@pytest.fixture(scope="module")
def model() -> lm.LanguageModel:
    picked = random.Random(1)
    texts = [["abcdef"[picked.randrange(picked.randint(1, 6))] for _ in range(6)] for _ in range(40)]
    return lm.train(texts, order=4)


@given(clusters=groups, texts=candidates, words=source)
@few
def test_gram_features(
    model: lm.LanguageModel, clusters: list[list[Gram]], texts: list[Gram], words: Gram
) -> None:
    index = index_of(clusters)
    array, (spelt, bounds) = np.array(words, np.int32), packed(texts)
    lm_ids = np.concatenate((model.ids("abcdefg"), np.zeros(2, np.int32)))
    scores = -np.arange(len(texts)) / 2.0
    found = gram_inputs(index, model, lm_ids, array, spelt, bounds, scores)
    shares = np.exp(scores[:, None] / np.array([1.0, 3.0]))
    posterior = posteriors_twin(texts, shares / shares.sum(axis=0))
    order, weights, _ = index.similar(array)
    support = support_twin(texts, clusters, order, weights)
    expected = features_twin(texts, words, clusters, posterior, support, Language(model), lm_ids.tolist())
    assert found.inputs.shape == (len(numbered(texts)), kernels.INPUTS)
    assert found.inputs == pytest.approx(np.array(expected), abs=2e-3)


def values_twin(texts: list[Gram], words: Gram, support: dict[Gram, float], idf: list[float]) -> list[Any]:
    own, rows = set(grams(words)), []
    for text in texts:
        levels = [[gram for gram in grams(text) if len(gram) == n] for n in range(1, 5)]
        novelties = [len(set(level) - own) / len(set(level)) for level in levels if level]
        content = {w: idf[w] if w < len(idf) else 10.0 for w in dict.fromkeys(text)}
        rows.append([
            *(sum(support[gram] for gram in level) for level in levels),
            *(sum(1.0 if gram in own else support[gram] for gram in level) for level in levels),
            *map(len, levels),
            sum(novelties) / len(novelties) if novelties else 0.0,
            sum(weight * support[(word,)] for word, weight in content.items()),
            sum(weight for word, weight in content.items() if (word,) in own),
        ])  # fmt: skip
    return rows


@given(groups, candidates, source, st.randoms(use_true_random=False))
@few
def test_candidate_values(
    clusters: list[list[Gram]], texts: list[Gram], words: Gram, picked: random.Random
) -> None:
    idf = idf_twin([text for cluster in clusters for text in cluster])
    support = {gram: picked.random() for gram in numbered(texts)}
    spelt, bounds = packed(texts)
    occurrences, _, _, hashes, _, _ = kernels.number_grams(spelt, bounds)
    found = kernels.candidate_values(
        spelt, bounds, occurrences, np.array(list(support.values())), hashes,
        kernels.source_grams(np.array(words, np.int32)), index_of(clusters).idf,
    )  # fmt: skip
    assert np.array(idf) == pytest.approx(index_of(clusters).idf)
    assert found == pytest.approx(np.array(values_twin(texts, words, support, idf)))


def forward(x: Any, parts: list[Any]) -> tuple[Any, Any, Any]:
    """Both layers and the probabilities of a network."""
    w1, b1, w2, b2, w3, b3 = parts
    first = np.maximum(0.0, x @ w1 + b1)
    second = np.maximum(0.0, first @ w2 + b2)
    return first, second, 1.0 / (1.0 + np.exp(-np.clip(second @ w3 + b3, -700, 700)))


def random_parts(chance: np.random.Generator, inputs: int) -> list[Any]:
    one, two = kernels.HIDDEN
    return [chance.normal(size=size) for size in ((inputs, one), one, (one, two), two, two, 1)]


@pytest.mark.parametrize("inputs", [np.random.default_rng(1).normal(size=(9, 5)), np.zeros((0, 5)),
                                    np.full((1, 5), 1e6), np.full((1, 5), -1e6)], ids=len)  # fmt: skip
def test_network_outputs(inputs: Any) -> None:
    chance = np.random.default_rng(3)
    mean, scale, parts = chance.normal(size=5), chance.uniform(0.1, 2, 5), random_parts(chance, 5)
    x = inputs.astype(np.float32)
    found = kernels.network_outputs(x, mean, scale, *parts[:5], float(parts[5][0]))  # type: ignore[call-arg]
    assert found == pytest.approx(forward((x - mean) * scale, parts)[2], abs=1e-9)


def gradients_twin(x: Any, y: Any, parts: list[Any]) -> list[Any]:
    first, second, out = forward(x, parts)
    delta = (out - y) / len(y)
    back2 = np.outer(delta, parts[4]) * (second > 0)
    back1 = (back2 @ parts[2].T) * (first > 0)
    return [x.T @ back1, back1.sum(0), first.T @ back2, back2.sum(0), delta @ second, delta.sum()]


@pytest.mark.parametrize("rows", [[0], [3, 1, 7], [5, 5, 2, 0]], ids=str)
def test_batch_gradients(rows: list[int]) -> None:
    chance = np.random.default_rng(4)
    inputs, labels = chance.normal(size=(8, 5)).astype(np.float32), np.array([0, 1] * 4, np.float32)
    mean, scale, parts = chance.normal(size=5), chance.uniform(0.1, 2, 5), random_parts(chance, 5)
    parts = [0.3 * part for part in parts]
    weights = np.concatenate([part.ravel() for part in parts]).astype(np.float32)
    gradients = np.full_like(weights, 9.0)
    kernels.batch_gradients(inputs, labels, np.array(rows), mean, scale, weights, gradients)
    twin = gradients_twin((inputs[rows] - mean) * scale, labels[rows], parts)
    assert gradients == pytest.approx(np.concatenate([np.ravel(part) for part in twin]), abs=1e-5)


def test_adam_step() -> None:
    chance = np.random.default_rng(5)
    weights = chance.normal(size=6).astype(np.float32)
    twin, mean, square = weights.astype(np.float64), np.zeros(6), np.zeros(6)
    first, second = np.zeros(6, np.float32), np.zeros(6, np.float32)
    for step in range(1, 5):
        # The last weight never has a gradient, and stays.
        gradients = (chance.normal(size=6) * [1, 100, 1e-3, 1, 1, 0]).astype(np.float32)
        kernels.adam_step(weights, gradients, first, second, step, 0.1)
        mean, square = 0.9 * mean + 0.1 * gradients, 0.999 * square + 0.001 * gradients**2.0
        twin -= 0.1 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        assert weights == pytest.approx(twin, abs=1e-4)
