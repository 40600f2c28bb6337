"""Alignment models learnt from bitexts: known answers, laws, and texts at the edge."""

from __future__ import annotations

import pickle
from functools import reduce
from itertools import pairwise
from operator import add

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.text.vocabulary import Tokenization
from likewise.transduce.align import (
    MODELS,
    Aligner,
    ExpectedCounts,
    Lexicon,
    Links,
    cells,
    expect,
    expect_both,
    fit,
    fit_both,
    symmetrise,
)
from likewise.transduce.align.hmm import Jumps
from likewise.transduce.align.ibm1 import Uniform
from likewise.transduce.align.ibm2 import Diagonal
from likewise.transduce.bitext import Bitext

WORDS = Tokenization("words")
POSITIONS = {"ibm1": Uniform(), "ibm2": Diagonal(), "hmm": Jumps.near()}


def generated(pairs: int = 60, seed: int = 5) -> Bitext:
    """Words s0-s19 and their translations t0-t19, in two parts that change places; some words drop out."""
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(pairs):
        words = rng.integers(0, 20, rng.integers(2, 9)).tolist()
        cut = int(rng.integers(0, len(words) + 1))
        target = [w for w in words[cut:] + words[:cut] if rng.random() > 0.1]
        made.append((" ".join(f"s{w}" for w in words), " ".join(f"t{w}" for w in target)))
    return Bitext.of(made, WORDS)


def gold(bitext: Bitext) -> list[list[tuple[int, int]]]:
    """All links of words that are translations of each other."""
    found = []
    for k in range(len(bitext)):
        source, target = (
            [side.vocabulary[i][1:] for i in side.ids[side.bounds[k] : side.bounds[k + 1]]]
            for side in (bitext.source, bitext.target)
        )
        found.append([(i, j) for j, t in enumerate(target) for i, s in enumerate(source) if s == t])
    return found


def started(bitext: Bitext, model: str) -> Aligner:
    return Aligner(Lexicon.uniform(bitext), POSITIONS[model], 0.0 if model == "ibm1" else 2.0)


def test_ibm1_by_hand() -> None:
    # Two pairs, "b c" to "x y" and "b" to "y". Round 1 gives x of the first pair in thirds to NULL, b and c,
    # and y of the second in halves to NULL and b. So t(x | b) = 1/3 / (1/3 + 1/3 + 1/2) = 2/7.
    bitext = Bitext.of([("b c", "x y"), ("b", "y")], WORDS)
    first = fit(bitext, model="ibm1", ibm1=1).lexicon
    assert first.probability("b", "x") == first.probability(None, "x") == pytest.approx(2 / 7)
    assert first.probability("c", "x") == pytest.approx(1 / 2)
    assert first.totals.tolist() == pytest.approx([7 / 6, 7 / 6, 2 / 3])
    # Round 2: x is c's by 1/2 / (2/7 + 2/7 + 1/2) = 7/15, y by 1/2 / (5/7 + 5/7 + 1/2) = 7/27.
    second = fit(bitext, model="ibm1", ibm1=2).lexicon
    assert second.probability("c", "x") == pytest.approx((7 / 15) / (7 / 15 + 7 / 27))
    assert second.probability("b", "x") == pytest.approx((4 / 15) / (4 / 15 + 10 / 27 + 1 / 2))
    # In the end c is x and b is y.
    last = fit(bitext, model="ibm1", ibm1=200).lexicon
    assert last.probability("c", "x") > 0.99
    assert last.probability("b", "y") > 0.99


def test_the_log_likelihood_by_hand() -> None:
    counts = expect(
        Bitext.of([("b c", "x y"), ("b", "y")], WORDS), started(Bitext.of([("b c", "x y")], WORDS), "ibm1")
    )
    assert counts.log_likelihood == pytest.approx(3 * np.log(1 / 2))
    assert counts.perplexity == pytest.approx(2)
    assert counts.words == 3


@pytest.mark.parametrize("model", MODELS)
def test_words_find_their_translations(model: str) -> None:
    bitext = generated(200)
    forward, backward = fit_both(bitext, model=model)
    for word in range(20):
        assert forward.lexicon.best(f"s{word}", 1)[0][0] == f"t{word}"
        assert backward.lexicon.best(f"t{word}", 1)[0][0] == f"s{word}"
    alignment = symmetrise(forward.align(bitext), backward.align(bitext.swapped()), bitext)
    right = sum(len(set(alignment.pair(k)) & set(links)) for k, links in enumerate(gold(bitext)))
    assert right >= 0.92 * len(alignment.source)
    assert right >= 0.92 * len(bitext.target.ids)


def test_the_hmm_follows_the_order_of_equal_words() -> None:
    bitext = generated(200)
    aligner = fit(bitext)
    pair = Bitext.of([("s1 s2 s3 s1 s4 s5", "t1 t2 t3 t1 t4 t5")], WORDS)
    assert aligner.align(pair).pair(0) == [0, 1, 2, 3, 4, 5]
    assert isinstance(aligner.positions, Jumps)
    jumps = aligner.positions.jumps
    still = len(jumps) // 2
    assert jumps[still + 1] > 4 * np.delete(jumps[still - 3 : still + 4], 4).max()


@pytest.mark.parametrize("model", MODELS)
def test_a_round_never_makes_the_text_less_likely(model: str) -> None:
    bitext = generated()
    aligner = Aligner(Lexicon.uniform(bitext), POSITIONS[model])
    logs = []
    for _ in range(8):
        counts = expect(bitext, aligner)
        logs.append(counts.log_likelihood)
        aligner = counts.maximise()
    assert all(after >= before - 1e-3 for before, after in pairwise(logs))
    assert logs[-1] > logs[0]


def assert_alike(one: ExpectedCounts, other: ExpectedCounts) -> None:
    np.testing.assert_allclose(one.lexical, other.lexical, rtol=1e-9)
    assert one.log_likelihood == pytest.approx(other.log_likelihood)
    assert one.words == other.words
    first, second = one.maximise(), other.maximise()
    np.testing.assert_allclose(first.emissions, second.emissions, rtol=1e-6)
    for name, value in vars(first.positions).items():
        np.testing.assert_allclose(value, getattr(second.positions, name))


@pytest.mark.parametrize("model", MODELS)
def test_counts_of_parts_add_up_to_those_of_the_whole(model: str) -> None:
    bitext = generated()
    aligner = expect(bitext, started(bitext, model)).maximise()
    whole = expect(bitext, aligner)
    for cuts in ([0, 60], [0, 1, 60], [0, 13, 13, 40, 60]):
        parts = [bitext.select(np.arange(a, b)) for a, b in pairwise(cuts)]
        assert_alike(reduce(add, (expect(part, aligner) for part in parts)), whole)


def test_counts_of_both_directions_add_up_too() -> None:
    bitext = generated()
    aligners = started(bitext, "hmm"), started(bitext.swapped(), "hmm")
    whole = expect_both(bitext, aligners)
    parts = [expect_both(bitext.select(np.arange(a, b)), aligners) for a, b in ((0, 25), (25, 60))]
    for side in (0, 1):
        assert_alike(parts[0][side] + parts[1][side], whole[side])


def test_counts_travel_between_processes() -> None:
    bitext = generated()
    counts = expect(bitext, started(bitext, "hmm"))
    assert_alike(counts + pickle.loads(pickle.dumps(counts)), counts + counts)


def test_counts_of_different_aligners_do_not_add() -> None:
    bitext = generated()
    counts = expect(bitext, started(bitext, "hmm"))
    for other in (started(bitext, "ibm1"), started(generated(20), "hmm")):
        with pytest.raises(InputError, match="different aligners"):
            counts + expect(bitext, other)


def test_a_bitext_in_pieces_is_the_bitext(monkeypatch: pytest.MonkeyPatch) -> None:
    bitext = generated()
    whole = expect(bitext, started(bitext, "hmm")), fit(bitext).align(bitext)
    monkeypatch.setattr(cells, "PIECE", 100)
    monkeypatch.setattr(cells, "KEPT", 0)
    assert_alike(expect(bitext, started(bitext, "hmm")), whole[0])
    assert np.array_equal(fit(bitext).align(bitext).source, whole[1].source)


def test_fitting_is_repeated_expectation_and_maximisation() -> None:
    bitext = generated()
    aligner = Aligner(Lexicon.uniform(bitext), Uniform())
    for _ in range(3):
        aligner = expect(bitext, aligner).maximise()
    rounds = []
    fitted = fit(bitext, model="ibm1", ibm1=3, progress=rounds.append)
    assert fitted.lexicon.dumps() == aligner.lexicon.dumps()
    assert rounds == [60, 60, 60]


@pytest.mark.parametrize("agree", [True, False])
def test_the_same_bitext_gives_the_same_bytes(agree: bool) -> None:
    bitext = generated()
    first, second = (fit_both(bitext, agree=agree) for _ in range(2))
    for one, other in zip(first, second, strict=True):
        assert one.lexicon.dumps() == other.lexicon.dumps()
        assert np.array_equal(one.align(bitext).source, other.align(bitext).source)
    if not agree:
        assert first[0].lexicon.dumps() == fit(bitext).lexicon.dumps()
        assert first[1].lexicon.dumps() == fit(bitext.swapped()).lexicon.dumps()


def linked(pairs: list[tuple[str, str]], model: str, shared: bool = False) -> tuple[Links, list[str]]:
    bitext = Bitext.of(pairs, WORDS, shared=shared)
    forward, backward = fit_both(bitext, model=model)
    links = forward.align(bitext)
    assert np.isfinite(forward.lexicon.probabilities).all()
    return links, symmetrise(links, backward.align(bitext.swapped()), bitext).pharaoh()


@pytest.mark.parametrize("model", MODELS)
class TestTextsAtTheEdge:
    def test_no_pairs(self, model: str) -> None:
        links, lines = linked([], model)
        assert len(links) == 0
        assert lines == []

    def test_empty_sides(self, model: str) -> None:
        links, lines = linked([("", ""), ("a", ""), ("", "b"), ("a", "b")], model)
        assert [links.pair(k) for k in range(3)] == [[], [], [-1]]
        assert lines[:3] == ["", "", ""]

    def test_one_pair(self, model: str) -> None:
        _, lines = linked([("a", "b")], model)
        assert lines in (["0-0"], [""])

    def test_identical_sides(self, model: str) -> None:
        text = "the quick brown fox jumps over the lazy dog"
        _, lines = linked([(text, text), ("the fox", "the fox"), ("a dog", "a dog")], model, shared=True)
        if model != "ibm1":  # which cannot know the order within a pair
            assert lines[0] == "0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7 8-8"

    def test_a_line_of_three_hundred_words(self, model: str) -> None:
        words = [f"w{n}" for n in range(300)]
        links, _ = linked([(" ".join(words), " ".join(reversed(words))), ("w1", "w1")], model, shared=True)
        assert len(links.source) == 301

    def test_words_that_were_not_learnt_from(self, model: str) -> None:
        aligner = fit(generated(), model=model)
        found = aligner.align(Bitext.of([("s3 new s4", "t3 fresh t4"), ("only", "strange")], WORDS))
        assert found.pair(0)[0] == 0
        assert found.pair(0)[2] == 2
        assert len(found.pair(1)) == 1


def test_a_loaded_lexicon_aligns_as_before() -> None:
    bitext = generated()
    aligner = fit(bitext)
    again = Aligner(Lexicon.loads(aligner.lexicon.dumps()), aligner.positions, aligner.prior)
    assert np.array_equal(again.align(bitext).source, aligner.align(bitext).source)


def test_what_cannot_be_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    bitext = generated(5)
    with pytest.raises(InputError, match="unknown alignment model 'ibm9', expected one of: ibm1, ibm2, hmm"):
        fit(bitext, model="ibm9")
    with pytest.raises(InputError, match="rounds of hmm are -1"):
        fit_both(bitext, hmm=-1)
    monkeypatch.setattr(cells, "LARGEST", 30)
    with pytest.raises(InputError, match=r"pair 2 is too long to align \(6 and 5 words\): split it"):
        fit(Bitext.of([("a", "b"), ("a b c d e f", "a b c d e")], WORDS))
