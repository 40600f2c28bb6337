"""The kernels against plain twins that look n-grams up in a dictionary of tuples."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from likewise.transduce.lm import LanguageModel, _kernels as kernels, train

Gram = tuple[int, ...]
BITS = (1 << 64) - 1


class Twin:
    """N-grams as tuples, first word first, with log-probability and back-off weight."""

    def __init__(self, model: LanguageModel) -> None:
        self.order = model.order
        self.grams: dict[Gram, tuple[float, float]] = {}
        for n, level in enumerate(model.levels, 1):
            rows = zip(*(column.tolist() for column in reversed(model.columns(n))), strict=True)
            values = zip(level.logprob.tolist(), level.backoff.tolist(), strict=True)
            self.grams.update(zip(rows, values, strict=True))
        self.continued = {gram[:-1] for gram in self.grams}

    def longest(self, context: Gram, word: int) -> Gram:
        """The context, cut to what stands before the word in the longest n-gram there is."""
        while (*context, word) not in self.grams:
            context = context[1:]
        return context

    def word_score(self, context: Gram, word: int) -> float:
        kept = self.longest(context, word)
        score = self.grams[(*kept, word)][0]
        for size in range(len(kept) + 1, len(context) + 1):
            score += self.grams.get(context[len(context) - size :], (0.0, 0.0))[1]
        return score

    def state(self, context: Gram) -> Gram:
        """The longest end of the context, below the model's order, that some n-gram continues."""
        while context and (len(context) >= self.order or context not in self.continued):
            context = context[1:]
        return context

    def events(self, sentence: list[int]) -> list[tuple[float, int]]:
        padded = (1, *sentence, 2)
        found = []
        for k in range(1, len(padded)):
            context = padded[max(0, k - self.order + 1) : k]
            found.append((self.word_score(context, padded[k]), len(self.longest(context, padded[k]))))
        return found


def extended(key: int, word: int) -> int:
    """`_kernels.extended` in Python's integers."""
    key = (key ^ (word + 1) * 0x9E3779B97F4A7C15 & BITS) * 0xD6E8FEB86659FD93 & BITS
    return key ^ key >> 32


def corpus(seed: int, texts: int) -> list[list[str]]:
    picked = random.Random(seed)
    return [[f"w{picked.randint(0, picked.randint(1, 12))}" for _ in range(picked.randint(0, 8))]
            for _ in range(texts)]  # fmt: skip


@pytest.fixture(scope="module", params=[(1, ()), (2, ()), (4, ()), (5, (0, 0, 1, 2))], ids=str)
def model(request: pytest.FixtureRequest) -> LanguageModel:
    order, prune = request.param
    return train(corpus(1, 80), order=order, prune=prune)


@pytest.fixture(scope="module")
def twin(model: LanguageModel) -> Twin:
    return Twin(model)


def contexts(model: LanguageModel, count: int) -> list[Gram]:
    """Places in texts like those learned from, with unknown words, and a few that make no sense."""
    picked = random.Random(5)
    found: list[Gram] = [()]
    for text in corpus(2, count):
        ids = [1, *model.ids([*text, *(["new"] if picked.random() < 0.1 else []), *text[:2]]).tolist()]
        stop = picked.randint(1, len(ids))
        found.append(tuple(ids[max(0, stop - model.order + 1) : stop]))
    return [*found, (0,) * (model.order - 1), (2,) * (model.order - 1)]


def recent_first(context: Gram, room: int = 0) -> Any:
    found = np.zeros(max(room, len(context)), np.int64)
    found[: len(context)] = context[::-1]
    return found


def test_keys() -> None:
    picked = random.Random(3)
    words = np.array([picked.randint(0, 100_000) for _ in range(50)], np.int32)
    keys = np.array([picked.getrandbits(64) for _ in range(50)], np.uint64)
    expected = [extended(k, w) for k, w in zip(keys.tolist(), words.tolist(), strict=True)]
    assert kernels.extended_all(keys, words).tolist() == expected
    assert kernels.extended(keys[0], words[0]) == expected[0]


def test_table(model: LanguageModel, twin: Twin) -> None:
    """Every n-gram is found by its key, with its numbers and the bit that says whether it goes on."""
    tables = model.tables
    assert len(tables.keys) & (len(tables.keys) - 1) == 0
    assert np.count_nonzero(tables.keys) == len(twin.grams)
    for gram, (logprob, backoff) in twin.grams.items():
        key = np.uint64(0)
        for word in reversed(gram):
            key = np.uint64(extended(int(key), word))
        slot = kernels.find(tables.keys, key)
        assert (tables.logprob[slot], tables.backoff[slot]) == (logprob, backoff)
        assert bool(tables.keys[slot] & 1) == (gram in twin.continued)
    assert kernels.find(tables.keys, np.uint64(12345)) == -1
    assert kernels.find_word(tables.keys, np.uint64(12345)) == kernels.find(tables.keys, extended(0, 0))


def test_word_score_and_state_length(model: LanguageModel, twin: Twin) -> None:
    keys, logprob, backoff, _ = model.tables
    for context in contexts(model, 60):
        recent = recent_first(context)
        size = len(context)
        for word in (0, 2, 3, 5, len(model.vocabulary) - 1):
            found = kernels.word_score(keys, logprob, backoff, recent, size, word)
            assert found == pytest.approx(twin.word_score(context, word), abs=1e-12)
        assert kernels.state_length(keys, recent, size) == len(twin.state(context))


def test_words_beyond_the_state_do_not_matter(model: LanguageModel) -> None:
    keys, logprob, backoff, _ = model.tables
    for context in contexts(model, 60):
        recent = recent_first(context)
        kept = kernels.state_length(keys, recent, len(context))
        for word in range(len(model.vocabulary)):
            whole = kernels.word_score(keys, logprob, backoff, recent, len(context), word)
            assert kernels.word_score(keys, logprob, backoff, recent, kept, word) == whole


def test_advance(model: LanguageModel, twin: Twin) -> None:
    """Word by word the score of `word_score` after all words so far, and the shortest state."""
    keys, logprob, backoff, order = model.tables
    context, weights = np.zeros(order, np.int64), np.zeros(order, np.float32)
    for text in corpus(4, 30):
        size = kernels.begin(keys, backoff, context, weights)
        so_far: Gram = (1,)
        for word in [*model.ids([*text, "new", *text]).tolist(), 2]:
            before = so_far[max(0, len(so_far) - order + 1) :] if order > 1 else ()
            score, size, used = kernels.advance(
                keys, logprob, backoff, context, weights, size, word
            )  # fmt: skip
            assert score == pytest.approx(twin.word_score(before, word), abs=1e-12)
            assert used == len(twin.longest(before, word))
            so_far = (*so_far, word)
            state = twin.state(so_far)
            assert tuple(context[:size][::-1].tolist()) == state
            ends = [state[len(state) - k :] for k in range(1, size + 1)]
            assert weights[:size].tolist() == [twin.grams[end][1] for end in ends]


def test_sentence_and_event_scores(model: LanguageModel, twin: Twin) -> None:
    texts = [*corpus(6, 40), [], ["new"]]
    ids, bounds = model.encode(texts)
    expected = [twin.events(model.ids(text).tolist()) for text in texts]
    scores, used = kernels.event_scores(*model.tables, ids, bounds)
    flat = [event for events in expected for event in events]
    assert scores.tolist() == pytest.approx([score for score, _ in flat], abs=1e-12)
    assert used.tolist() == [size for _, size in flat]
    for eos in (True, False):
        sums = [sum(score for score, _ in (events if eos else events[:-1])) for events in expected]
        found = kernels.sentence_scores(*model.tables, ids, bounds, eos)
        assert found.tolist() == pytest.approx(sums, abs=1e-10)
