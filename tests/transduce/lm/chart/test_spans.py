"""However a sentence is cut into spans, in whatever order they are joined: its score is that of the whole."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache, reduce
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.transduce.lm import LanguageModel, load_arpa, train
from likewise.transduce.lm.chart import ScoredSpan, SpanScorer
from likewise.transduce.lm.chart._kernels import join_spans, span_record, state_key

WORDS = ["a", "b", "c", "d", "e", "never-seen"]

FOREIGN = r"""
\data\
ngram 1=6
ngram 2=4
ngram 3=2

\1-grams:
-99 <s> -0.3
-1 </s>
-1.2 <unk>
-0.7 a -0.5
-0.8 b
-0.9 c -0.4

\2-grams:
-0.2 a b -0.6
-0.3 a c -0.25
-0.4 <s> a -0.11
-0.5 c a

\3-grams:
-0.1 <s> a c
-0.15 a c a

\end\
"""
"""Another tool's file: `a b` has a back-off weight though nothing continues it, and `b` has none."""


@cache
def scorer(order: int, pruned: bool = False) -> SpanScorer:
    picked = random.Random(order)
    texts = [[picked.choice(WORDS[: picked.randint(1, 5)]) for _ in range(picked.randint(0, 7))]
             for _ in range(60)]  # fmt: skip
    return SpanScorer(train(texts, order=order, prune=(0, 0, 1) if pruned else ()))


@cache
def foreign() -> SpanScorer:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "foreign.arpa"
        path.write_text(FOREIGN, encoding="utf-8")
        return SpanScorer(load_arpa(path))


SCORERS = [*((order, False) for order in range(1, 6)), (3, True), (5, True), None]
scorers = st.sampled_from(SCORERS).map(lambda key: foreign() if key is None else scorer(*key))
texts = st.lists(st.sampled_from(WORDS), max_size=9)


def cut(words: Sequence[str], cuts: Sequence[int]) -> list[list[str]]:
    """The words in parts, some of which may be empty."""
    ends = [0, *sorted(c % (len(words) + 1) for c in cuts), len(words)]
    return [list(words[a:b]) for a, b in pairwise(ends)]


def folded(spans: list[ScoredSpan], one: SpanScorer, order: random.Random) -> ScoredSpan:
    """All spans as one, two neighbours chosen by chance at a time."""
    spans = list(spans)
    while len(spans) > 1:
        at = order.randrange(len(spans) - 1)
        spans[at : at + 2] = [one.join(spans[at], spans[at + 1])]
    return spans[0]


@given(scorers, texts, st.lists(st.integers(0, 20), max_size=6), st.randoms(use_true_random=False))
@settings(max_examples=400)
def test_every_way_of_joining_gives_the_score_of_the_whole(
    one: SpanScorer, words: list[str], cuts: list[int], chance: random.Random
) -> None:
    spans = [one.span(part) for part in cut(words, cuts)]
    assert one.sentence(spans) == pytest.approx(one.model.score(words), abs=1e-6)
    whole = folded([one.begin, *spans, one.end], one, chance)
    assert whole.score == pytest.approx(one.model.score(words), abs=1e-6)
    open_end = folded([one.begin, *spans], one, chance)
    assert open_end.score == pytest.approx(one.model.score(words, eos=False), abs=1e-6)


@pytest.mark.parametrize("order", range(1, 6))
def test_every_split_of_short_sentences(order: int) -> None:
    one = scorer(order)
    for words in (["a"], ["a", "b", "a"], ["never-seen", "a", "c", "b"], ["b", "a", "never-seen", "a", "a"]):
        for mask in range(1 << len(words)):
            places = [i for i in range(len(words)) if mask >> i & 1]
            spans = [one.span(part) for part in cut(words, places)]
            assert one.sentence(spans) == pytest.approx(one.model.score(words), abs=1e-6)
            to_the_right = reduce(lambda right, left: one.join(left, right), reversed([*spans, one.end]))
            assert one.join(one.begin, to_the_right).score == pytest.approx(one.model.score(words), abs=1e-6)


@given(scorers, texts, st.lists(st.integers(0, 20), max_size=6), st.randoms(use_true_random=False))
@settings(max_examples=200)
def test_a_joined_span_is_the_span_of_all_its_words(
    one: SpanScorer, words: list[str], cuts: list[int], chance: random.Random
) -> None:
    whole, joined = one.span(words), folded([one.span(part) for part in cut(words, cuts)], one, chance)
    assert joined.state == whole.state
    assert joined.score == pytest.approx(whole.score, abs=1e-6)
    assert state_key(joined.record[0]) == state_key(whole.record[0])


@given(scorers, st.lists(texts, min_size=2, max_size=12), texts, texts)
@settings(max_examples=200)
def test_spans_of_one_state_gain_the_same(
    one: SpanScorer, insides: list[list[str]], before: list[str], behind: list[str]
) -> None:
    gains: dict[object, float] = {}
    for words in insides:
        span = one.span(words)
        gain = one.sentence([one.span(before), span, one.span(behind)]) - span.score
        assert gain == pytest.approx(gains.setdefault(span.state, gain), abs=1e-6)


def twin_left(model: LanguageModel, ids: tuple[int, ...]) -> tuple[int, ...]:
    """The first words, as long as they end an n-gram with more words in front; by a set of tuples."""
    grams = set()
    for order in range(1, model.order + 1):
        columns = [column.tolist() for column in reversed(model.columns(order))]
        grams |= set(zip(*columns, strict=True))
    ends = {gram[1:] for gram in grams}
    size = 0
    while size < min(len(ids), model.order - 1) and ids[: size + 1] in ends:
        size += 1
    return ids[:size]


@given(scorers, texts)
def test_left_words_are_those_that_an_n_gram_may_join(one: SpanScorer, words: list[str]) -> None:
    ids = tuple(one.model.ids(words).tolist())
    span = one.span(words)
    assert span.left == twin_left(one.model, ids)
    assert span.full == (len(ids) > len(span.left) or len(span.left) == one.model.order - 1 > 0)


def test_the_empty_span_changes_nothing() -> None:
    one = scorer(3)
    empty, span = one.span([]), one.span(["a", "b", "c"])
    assert (empty.score, empty.state) == (0.0, ((), False, ()))
    for joined in (one.join(empty, span), one.join(span, empty)):
        assert (joined.score, joined.state) == (span.score, span.state)
    assert one.join(empty, empty).state == empty.state


def test_a_span_may_be_joined_in_place() -> None:
    one = scorer(4)
    spans = np.zeros(2, span_record(4))
    left, right = one.span(["a", "b"]), one.span(["c", "a"])
    spans[0], spans[1] = left.record[0], right.record[0]
    join_spans(one.tables, spans[0], spans[1], spans[0])
    joined = one.join(left, right)
    assert (spans[0]["score"], ScoredSpan(spans[:1]).state) == (joined.score, joined.state)


def test_spans_that_differ_in_one_number_have_keys_of_their_own() -> None:
    spans = np.zeros(200, span_record(4))
    for place, (full, left) in enumerate((full, left) for full in (0, 1) for left in range(100)):
        spans[place]["words"], spans[place]["full"], spans[place]["left"][0] = 1, full, left
        spans[place]["kept"], spans[place]["context"][0] = 1, 9
    assert len({int(state_key(span)) for span in spans}) == len(spans)
