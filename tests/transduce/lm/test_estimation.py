"""Modified Kneser-Ney: by hand, against a slow and plain estimator, against lmplz, and as laws."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

from likewise.errors import InputError
from likewise.text import Tokenization, words_of
from likewise.transduce.lm import LanguageModel, train
from likewise.transduce.lm.estimation import FALLBACK, discounts

corpora = st.lists(st.lists(st.sampled_from("abcde"), max_size=6), max_size=12)
Gram = tuple[str, ...]


def zipf(texts: int, words: int = 300, seed: int = 3) -> list[list[str]]:
    """Random texts whose counts of counts look like those of language."""
    picked = random.Random(seed)
    names = [f"w{k}" for k in range(words)]
    weights = [1 / (k + 1) for k in range(words)]
    return [picked.choices(names, weights, k=picked.randint(0, 7)) for _ in range(texts)]


class Plain:
    """The same estimate by the book: counters of tuples, probabilities by recursion, no back-off weights."""

    def __init__(self, texts: Sequence[Sequence[str]], order: int, prune: Sequence[int] = ()) -> None:
        self.order = order
        self.prune = [*prune, *[prune[-1] if prune else 0] * order][:order]
        self.raw: list[Counter[Gram]] = [Counter() for _ in range(order + 1)]
        for text in texts:
            padded = ("<s>", *text, "</s>")
            for n in range(1, order + 1):
                for start in range(len(padded) - n + 1):
                    self.raw[n][padded[start : start + n]] += 1
        self.words = {"<unk>", "</s>"} | {w for text in texts for w in text}
        self.counts = [Counter(c) for c in self.raw]
        for n in range(1, order):
            fronts = Counter(gram[1:] for gram in self.raw[n + 1])
            self.counts[n] = Counter({g: c if g[0] == "<s>" else fronts[g] for g, c in self.raw[n].items()})
        del self.counts[1]["<s>",]
        self.discount = [[0.0, 0.0, 0.0, 0.0], *map(self.discounts, self.counts[1:])]

    @staticmethod
    def discounts(counts: Counter[Gram]) -> list[float]:
        n = Counter(counts.values())
        if not (n[1] and n[2] and n[3] and n[4]):
            return [0.0, *FALLBACK]
        y = n[1] / (n[1] + 2 * n[2])
        found = [k - (k + 1) * y * n[k + 1] / n[k] for k in (1, 2, 3)]
        return [0.0, *found] if min(found) > 0 else [0.0, *FALLBACK]

    def probability(self, word: str, context: Gram) -> float:
        context = context[len(context) - min(len(context), self.order - 1) :]
        n = len(context) + 1
        lower = self.probability(word, context[1:]) if context else 1 / len(self.words)
        followers = {g: c for g, c in self.counts[n].items() if g[:-1] == context}
        if not followers:
            return lower
        left, own = 0.0, 0.0
        for gram, count in followers.items():
            dropped = self.raw[n][gram] <= self.prune[n - 1]
            taken = count if dropped else self.discount[n][min(count, 3)]
            left += taken
            own += count - taken if gram[-1] == word else 0.0
        return (own + left * lower) / sum(followers.values())

    def score(self, words: Sequence[str]) -> float:
        padded = ("<s>", *(w if w in self.words else "<unk>" for w in words), "</s>")
        return sum(math.log(self.probability(w, padded[:k])) for k, w in enumerate(padded) if k)


def probabilities(model: LanguageModel, context: list[str]) -> dict[str, float]:
    """Of each word after a context at the beginning of a sentence."""
    words = [w for w in model.vocabulary if w not in ("<s>", "</s>")]
    found = {w: math.exp(model.word_scores([*context, w], eos=False)[-1]) for w in words}
    return found | {"</s>": math.exp(model.word_scores(context)[-1])}


def test_by_hand() -> None:
    """Two texts, order 2; too few counts, so the discounts are 1/2 of 1 and 1 of 2.

    Words in front: one of a, b and c, two of </s>, five in all. Taken off: 2.5, so 0.5 is spread over
    a, b, c, </s> and <unk>, 0.1 each. a: 0.5/5 + 0.1, </s>: 1/5 + 0.1.
    """
    model = train([["a", "b"], ["a", "c"]], order=2)
    assert model.vocabulary == ["<unk>", "<s>", "</s>", "a", "b", "c"]
    single = np.exp(model.levels[0].logprob.astype(np.float64))
    assert single == pytest.approx([0.1, 0.0, 0.3, 0.2, 0.2, 0.2], abs=1e-7)
    after = probabilities(model, ["a"])
    assert after == pytest.approx({"<unk>": 0.05, "a": 0.1, "b": 0.35, "c": 0.35, "</s>": 0.15}, abs=1e-6)
    begin = 0.5 + 0.5 * 0.2
    end = 0.5 + 0.5 * 0.3
    assert model.score(["a", "b"]) == pytest.approx(math.log(begin * 0.35 * end), abs=1e-6)
    assert model.score(["a"], eos=False) == pytest.approx(math.log(begin), abs=1e-6)


def test_discounts_by_hand() -> None:
    """n1..n4 = 10, 5, 3, 2: Y = 1/2."""
    counts = np.repeat([0, 1, 2, 3, 4, 9], [7, 10, 5, 3, 2, 1])
    assert discounts(counts) == pytest.approx((0.5, 1.1, 5 / 3))


@pytest.mark.parametrize("sizes", [(0, 0, 0, 0), (5, 0, 0, 0), (5, 4, 3, 0), (0, 9, 5, 2), (9, 5, 1, 40)])
def test_degenerate_counts_of_counts_have_fixed_discounts(sizes: tuple[int, ...]) -> None:
    assert discounts(np.repeat([1, 2, 3, 4], sizes)) == FALLBACK


@pytest.mark.parametrize(
    ("prune", "sizes", "scores"),
    [
        ((), [238, 1043, 1310], [-11.006979, -16.038134, -2.026065, -15.186682]),
        ((0, 1, 2), [238, 195, 21], [-10.605948, -15.767392, -2.001498, -15.172240]),
    ],
)
def test_as_lmplz(prune: tuple[int, ...], sizes: list[int], scores: list[float]) -> None:
    """The numbers of KenLM's lmplz and its query for the same texts (order 3, with and without --prune)."""
    texts = zipf(400)
    model = train(texts, order=3, prune=prune)
    assert [len(level) for level in model.levels] == sizes
    found = model.scores([s.split() for s in ("w0 w1 w2", "w5 w39 w0 w0", "", "zebra w0 w3")])
    assert found.tolist() == pytest.approx(scores, abs=3e-6)


def test_discounts_as_lmplz() -> None:
    plain = Plain(zipf(400), 3)
    expected = [(0.415842, 1.25994, 2.33465), (0.83301, 0.924836, 1.1989), (0.919583, 1.48912, 1.16083)]
    for n, values in enumerate(expected, 1):
        counts = np.array(list(plain.counts[n].values()))
        assert discounts(counts) == pytest.approx(values, rel=1e-5)


@pytest.mark.parametrize(
    ("order", "prune"), [(1, ()), (2, ()), (4, ()), (5, ()), (4, (0, 0, 1)), (3, (0, 2))]
)
def test_equal_to_the_plain_estimator(order: int, prune: tuple[int, ...]) -> None:
    texts = zipf(150)
    model, plain = train(texts, order=order, prune=prune), Plain(texts, order, prune)
    held = [*zipf(12, seed=8), ["w0", "never", "w0"], []]
    assert model.scores(held).tolist() == pytest.approx([plain.score(t) for t in held], abs=2e-5)


@given(texts=corpora, order=st.integers(1, 5), context=st.lists(st.sampled_from("abcx"), max_size=5))
@example([], 3, [])
@example([[]], 3, [])
@example([["a"] * 6] * 4, 4, ["a", "a"])
@settings(max_examples=40)
def test_probabilities_are_the_plain_ones_and_sum_to_one(
    texts: list[list[str]], order: int, context: list[str]
) -> None:
    model, plain = train(texts, order=order), Plain(texts, order)
    found = probabilities(model, context)
    assert sum(found.values()) == pytest.approx(1, abs=1e-5)
    before = ("<s>", *(w if w in plain.words else "<unk>" for w in context))
    expected = {w: plain.probability(w, before) for w in plain.words}
    assert found == pytest.approx(expected, rel=1e-4)


@given(texts=corpora, prune=st.lists(st.integers(0, 3), max_size=3), context=st.text("abx", max_size=3))
@settings(max_examples=20)
def test_pruned_models_sum_to_one_too(texts: list[list[str]], prune: list[int], context: str) -> None:
    model = train(texts, order=4, prune=[0, *sorted(prune)])
    assert sum(probabilities(model, list(context)).values()) == pytest.approx(1, abs=1e-5)


@given(texts=corpora, data=st.data())
@settings(max_examples=25)
def test_a_count_is_a_repetition(texts: list[list[str]], data: st.DataObject) -> None:
    counts = [data.draw(st.integers(0, 3)) for _ in texts]
    repeated = [text for text, count in zip(texts, counts, strict=True) for _ in range(count)]
    assert train(texts, counts=counts).dumps() == train(repeated).dumps()


def test_words_and_lists_of_words_give_the_same_model() -> None:
    lines = ["a man is riding a horse", "", "a woman rides a bike"]
    words = words_of([*lines, "left out"], Tokenization("whitespace")).select(np.arange(3))
    model = train(words, order=3)
    assert "left" not in model.vocabulary
    assert model.dumps() == train([line.split() for line in lines], order=3).dumps()
    assert model.dumps() == train(words, order=3, counts=np.ones(3, np.int32)).dumps()
    assert model.scores(words).tolist() == model.scores([line.split() for line in lines]).tolist()


def test_nothing_to_learn_from_is_an_even_model() -> None:
    model = train([])
    assert model.score([]) == pytest.approx(math.log(0.5))
    assert model.score(["any", "word"]) == pytest.approx(3 * math.log(0.5))
    assert [len(level) for level in model.levels] == [3, 0, 0, 0]


def test_one_sentence_is_its_own_best_continuation() -> None:
    model = train([["to", "be", "or", "not", "to", "be"]])
    best = {w: max(p, key=p.__getitem__) for w, p in ((w, probabilities(model, w.split())) for w in
            ("", "to", "to be", "to be or", "to be or not to be"))}  # fmt: skip
    assert best == {"": "to", "to": "be", "to be": "or", "to be or": "not", "to be or not to be": "</s>"}


def test_marks_of_a_sentence_in_the_text_are_unknown_words() -> None:
    model = train([["a", "<unk>", "b"], ["</s>", "<s>"]], order=2)
    assert model.vocabulary == ["<unk>", "<s>", "</s>", "a", "b"]
    assert model.ids(["<s>", "</s>", "<unk>", "c", "b"]).tolist() == [0, 0, 0, 0, 4]
    assert model.score(["a", "new"]) == model.score(["a", "<s>"])
    assert sum(probabilities(model, ["a"]).values()) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"order": 0}, "order 0 of a language model, expected 1 to 5"),
        ({"order": 6}, "expected 1 to 5"),
        ({"prune": [1]}, "expected 0 for single words"),
        ({"prune": [0, 2, 1]}, "no number below the one before it"),
        ({"counts": [1]}, "1 counts for 2 texts, expected one a text"),
        ({"counts": [1, -1]}, "whole numbers from 0"),
        ({"counts": [1, 0.5]}, "whole numbers from 0"),
    ],
)
def test_bad_settings(settings: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        train([["a"], ["b"]], **settings)  # type: ignore[arg-type]


def test_text_that_is_not_split() -> None:
    with pytest.raises(InputError, match="text 1 is a string, expected a list of words"):
        train([["a"], "a man"])
    with pytest.raises(InputError, match="text 0 is a string"):
        train([["a"]]).score("a man")
