"""The decoder finds what a plain search through all derivations finds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.transduce.decode import FEATURE_NAMES, Decoder, weight_vector
from likewise.transduce.lm import LanguageModel, train
from likewise.transduce.phrases import PhraseTable
from likewise.transduce.phrases.table import SCORES

Words = tuple[str, ...]
Rows = Mapping[Words, Sequence[tuple[Words, tuple[float, ...]]]]
Step = tuple[int, int, Words, tuple[float, ...] | None]

VOCABULARY = ["a", "b", "c", "d"]
EXACT = {"beam": 1_000_000, "per_span": 1_000, "width": 1e9}


def table_from(rows: Rows, source: Sequence[str], target: Sequence[str]) -> PhraseTable:
    """A table of these phrases and options; those of a phrase are put in order of their first score."""
    phrases = sorted(rows)
    options = [(p, *option) for p in phrases for option in sorted(rows[p], key=lambda o: -o[1][0])]
    targets = sorted({option[1] for option in options})

    def bounds(sizes: Sequence[int]) -> np.ndarray:
        return np.cumsum([0, *sizes]).astype(np.int32)

    return PhraseTable(
        list(source),
        list(target),
        np.array([source.index(w) for p in phrases for w in p], np.int32),
        bounds([len(p) for p in phrases]),
        np.array([target.index(w) for t in targets for w in t], np.int32),
        bounds([len(t) for t in targets]),
        bounds([len(rows[p]) for p in phrases]),
        np.array([targets.index(option[1]) for option in options], np.int32),
        np.ones(len(options), np.int32),
        np.array([option[2] for option in options], np.float32).reshape(-1, 4),
        max((len(p) for p in phrases), default=1),
    )


def drawn_table(seed: int) -> PhraseTable:
    """A random table over few words: many ways to one output, and a word that it does not know."""
    rng = random.Random(seed)
    known = VOCABULARY[:3]
    rows: dict[Words, dict[Words, tuple[float, ...]]] = {}
    for _ in range(9):
        source = tuple(rng.choices(known, k=rng.choice((1, 1, 2, 2, 3))))
        target = tuple(rng.choices(VOCABULARY, k=rng.choice((1, 2, 3))))
        if rng.random() < 0.4:
            target = source
        rows.setdefault(source, {})[target] = tuple(-3 * rng.random() for _ in SCORES)
    listed = {source: list(targets.items()) for source, targets in rows.items()}
    return table_from(listed, known, VOCABULARY)


@cache
def model(order: int) -> LanguageModel:
    rng = random.Random(order)
    return train([rng.choices(VOCABULARY[:4], k=rng.randint(1, 7)) for _ in range(30)], order=order)


def derivations(words: Words, table: PhraseTable, limit: int) -> Iterator[list[Step]]:
    """All of them, by the definition of the reordering limit."""

    def options(begin: int, end: int) -> list[Step]:
        number = table.find(words[begin:end])
        if number is not None:
            rows = range(table.rows[number], table.rows[number + 1])
            return [
                (
                    begin,
                    end,
                    tuple(table.target_phrase(int(table.targets[r])).split()),
                    tuple(table.scores[r]),
                )
                for r in rows
            ]
        return [(begin, end, words[begin:end], None)] if end == begin + 1 else []

    def walk(covered: frozenset[int], last: int) -> Iterator[list[Step]]:
        open_ = [i for i in range(len(words)) if i not in covered]
        if not open_:
            yield []
            return
        for begin in open_:
            for end in range(begin + 1, len(words) + 1):
                span = frozenset(range(begin, end))
                if span & covered or end - begin > table.longest:
                    break
                leaves_gap = begin > open_[0]
                if leaves_gap and (abs(begin - last) > limit or end - open_[0] > limit):
                    continue
                for option in options(begin, end):
                    for rest in walk(covered | span, end):
                        yield [option, *rest]

    return walk(frozenset(), 0)


def features(steps: list[Step], words: Words, lm: LanguageModel) -> dict[str, float]:
    output = tuple(w for _, _, target, _ in steps for w in target)
    found = dict.fromkeys(FEATURE_NAMES, 0.0)
    last = 0
    for begin, end, _, scores in steps:
        found["distortion"] += abs(begin - last)
        last = end
        found["unknown"] += scores is None
        for name, score in zip(SCORES, scores or (0.0,) * 4, strict=True):
            found[name] += float(score)
    found["lm"] = lm.score(output)
    found["words"], found["phrases"] = len(output), len(steps)
    for n in range(1, 5):
        held = {words[i : i + n] for i in range(len(words) - n + 1)}
        found[f"copied-{n}"] = sum(output[i : i + n] in held for i in range(len(output) - n + 1))
    return found


def exhaustive(
    words: Words, table: PhraseTable, lm: LanguageModel, weights: Mapping[str, float], limit: int
) -> list[tuple[Words, float]]:
    """Every output with the score of its best derivation, best first."""
    vector = dict(zip(FEATURE_NAMES, weight_vector(weights).tolist(), strict=True))
    best: dict[Words, float] = {}
    for steps in derivations(words, table, limit):
        values = features(steps, words, lm)
        score = sum(vector[name] * value for name, value in values.items())
        output = tuple(w for _, _, target, _ in steps for w in target)
        best[output] = max(best.get(output, -1e9), score)
    return sorted(best.items(), key=lambda item: -item[1])


COPY = {"copied-1": -0.31, "copied-2": 0.17, "copied-3": -0.23, "copied-4": 0.41, "phrases": -0.13}
SOME = {"copied-2": -0.5, "lm": 0.9, "distortion": -0.07}


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5])
@given(
    st.integers(0, 10_000),
    st.lists(st.sampled_from(["a", "b", "c", "d", "z"]), min_size=1, max_size=5).map(tuple),
    st.sampled_from([0, 3]),
    st.sampled_from([{}, COPY, SOME]),
    st.sampled_from([1, 7, 1000]),
)
@settings(max_examples=30)
def test_without_a_beam_the_search_is_exact(
    order: int, seed: int, words: Words, limit: int, weights: Mapping[str, float], k: int
) -> None:
    table, lm = drawn_table(seed), model(order)
    expected = exhaustive(words, table, lm, weights, limit)[:k]
    decoder = Decoder(table, lm, weights, limit=limit, **EXACT)  # type: ignore[arg-type]
    found = decoder.nbest(words, k)
    assert found.scores.tolist() == pytest.approx([score for _, score in expected], abs=1e-4)
    assert (np.diff(found.scores) <= 1e-9).all()
    outputs = [decoder.text(found, i) for i in range(len(found))]
    assert len(set(outputs)) == len(outputs)
    # Outputs whose scores are equal (but for rounding) may come in any order.
    exact = dict(exhaustive(words, table, lm, weights, limit))
    assert [exact[output] for output in outputs] == pytest.approx([s for _, s in expected], abs=1e-4)


@given(st.integers(0, 10_000), st.lists(st.sampled_from("abcz"), min_size=1, max_size=5).map(tuple))
@settings(max_examples=15)
def test_features_are_those_of_the_derivation_and_add_up(seed: int, words: Words) -> None:
    table, lm = drawn_table(seed), model(4)
    decoder = Decoder(table, lm, COPY, limit=3)
    found = decoder.nbest(words, 20)
    assert (found.features @ weight_vector(COPY)).tolist() == pytest.approx(found.scores.tolist(), abs=1e-5)
    for k in range(len(found)):
        output = decoder.output(found, k)
        steps: list[Step] = [
            (
                use.start,
                use.end,
                tuple(use.target.split()),
                None if use.scores is None else tuple(use.scores.values()),
            )
            for use in output.phrases
        ]
        assert tuple(w for _, _, target, _ in steps for w in target) == output.words
        assert sorted(i for use in output.phrases for i in range(use.start, use.end)) == list(
            range(len(words))
        )
        assert all(use.source.split() == list(words[use.start : use.end]) for use in output.phrases)
        assert output.features == pytest.approx(features(steps, words, lm), abs=1e-5)


@given(st.integers(0, 10_000), st.lists(st.sampled_from("abcd"), min_size=3, max_size=9).map(tuple))
@settings(max_examples=15)
def test_a_narrow_beam_finds_derivations_that_are_there(seed: int, words: Words) -> None:
    decoder = Decoder(drawn_table(seed), model(3), COPY, beam=2, per_span=2, limit=2)
    exact = Decoder(drawn_table(seed), model(3), COPY, limit=2, **EXACT)  # type: ignore[arg-type]
    found, best = decoder.nbest(words, 5), exact.nbest(words, 1)
    assert 1 <= len(found) <= 5
    assert found.scores[0] <= best.scores[0] + 1e-9
    assert (found.features @ weight_vector(COPY)).tolist() == pytest.approx(found.scores.tolist(), abs=1e-5)


def test_one_best_is_the_first_of_many() -> None:
    for seed in range(10):
        decoder = Decoder(drawn_table(seed), model(4), COPY, beam=3, limit=2)
        words = random.Random(seed).choices(["a", "b", "c"], k=8)
        one, many = decoder.nbest(words, 1), decoder.nbest(words, 50)
        assert one.scores[0] == pytest.approx(many.scores[0])
        assert decoder.text(one, 0) == decoder.text(many, 0)


def test_dropping_what_is_far_behind_changes_nothing_near_the_top() -> None:
    for seed in range(10):
        words = random.Random(seed).choices(["a", "b", "c"], k=7)
        wide = Decoder(drawn_table(seed), model(4), width=1e9).nbest(words, 10)
        usual = Decoder(drawn_table(seed), model(4)).nbest(words, 10)
        near = wide.scores[wide.scores > wide.scores[0] - 1.0]
        assert usual.scores[: len(near)].tolist() == pytest.approx(near.tolist())
