"""Choosing between readings, and how far an answer is trusted."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from likewise.deep.mrs import read_mrs
from likewise.errors import InputError
from likewise.negation.crawler import (
    CrawledScope,
    DeepReading,
    ScopePiece,
    Trust,
    TrustedScope,
    choose,
    default_trust,
    example,
    ranked,
    weigh,
)
from likewise.negation.crawler.trust_signs import probabilities

TOKENS = ["He", "did", "not", "go", "."]
TREE = """(root_strict (sb-hd_mc_c 0 4 (he 0 1 ("he")) (hd-cmp_u_c 1 4 (did1_pos 1 2 ("did"))
 (aj-hd_scp_c 2 4 (not 2 3 ("not")) (go_v1 3 4 ("go."))))))"""
GOOD = """[ TOP: h1 INDEX: e2 RELS: < [ pron<0:2> LBL: h3 ARG0: x4 ] [ neg<7:10> LBL: h5 ARG0: e6 ARG1: h7 ]
 [ _go_v_1<11:15> LBL: h8 ARG0: e2 ARG1: x4 ] > HCONS: < h1 qeq h5 h7 qeq h8 > ]"""
SHORT = GOOD.replace("ARG1: x4", "ARG1: i9")
WRONG = GOOD.replace("neg<", "_nots_n_1<")
CUE = [(7, 10)]
SCOPE = {0, 1, 3}


def readings(*texts: str) -> list[DeepReading]:
    return [DeepReading(TOKENS, read_mrs(text), TREE) for text in texts]


def test_without_a_model_the_first_reading_that_handles_the_cue_is_taken() -> None:
    choice = choose(readings(WRONG, GOOD, SHORT), [0.0, 0.0, -800.0], CUE)
    assert (choice.reading, choice.answer.tokens) == (1, (0, 1, 3))
    assert choice.probability == pytest.approx(0.5)


def test_where_no_reading_answers_the_first_says_why() -> None:
    assert choose([], [], CUE).answer.problem == "the sentence has no reading"
    choice = choose(readings(WRONG), [-1.0], CUE)
    assert choice == TrustedScope(choice.answer, -1, 0.0)
    assert choice.answer.problem == "no predication stands on the cue"
    assert example(readings(WRONG), [-1.0], CUE, SCOPE) is None
    with pytest.raises(InputError, match="1 scores for 2 readings"):
        choose(readings(GOOD, GOOD), [0.0], CUE)


def test_trust_learns_to_prefer_the_reading_that_crawls_well() -> None:
    one = example(readings(SHORT, GOOD), [-1.0, -2.0], CUE, SCOPE)
    assert one is not None
    assert one.right == (False, True)
    trust = Trust.fit([one] * 20, penalty=0.1)
    choice = choose(readings(SHORT, GOOD), [-1.0, -2.0], CUE, trust)
    assert choice.reading == 1
    assert choice.probability > 0.8
    assert Trust.fit([one] * 20, penalty=0.1) == trust


def test_trust_wants_right_and_wrong_answers() -> None:
    one = example(readings(GOOD), [0.0], CUE, SCOPE)
    assert one is not None
    with pytest.raises(InputError, match="both needed"):
        Trust.fit([one])


@settings(max_examples=25, deadline=None)
@given(st.lists(st.floats(-1e4, 0), min_size=1, max_size=6))
def test_probabilities_of_readings_sum_to_one_and_keep_their_order(scores: list[float]) -> None:
    shares = probabilities(scores)
    assert sum(shares) == pytest.approx(1.0)
    order = sorted(range(len(scores)), key=scores.__getitem__)
    assert [shares[at] for at in order] == sorted(shares)


def answer(*tokens: int) -> CrawledScope:
    return CrawledScope(tuple(ScopePiece(token, token, token + 1, "because") for token in tokens))


def test_readings_are_ranked_by_trust() -> None:
    one = example(readings(SHORT, GOOD), [-1.0, -2.0], CUE, SCOPE)
    assert one is not None
    trust = Trust.fit([one] * 20, penalty=0.1)
    choices = ranked(readings(SHORT, WRONG, GOOD), [-1.0, -1.5, -2.0], CUE, trust)
    assert [choice.reading for choice in choices] == [2, 0]
    assert choices[0] == choose(readings(SHORT, WRONG, GOOD), [-1.0, -1.5, -2.0], CUE, trust)


def test_trust_raises_the_answers_it_is_in() -> None:
    places, given = [0, 2, 5], {(1, 1, 1): -1.0, (0, 1, 0): -3.0, (0, 0, 1): -3.0}
    choices = [
        TrustedScope(answer(2), 0, 0.2),
        TrustedScope(answer(2), 3, 0.9),
        TrustedScope(answer(0), 1, 1.0),
    ]
    assert weigh(given, [], places) == (1, 1, 1)
    assert weigh(given, choices, places) == (0, 1, 0)
    assert weigh(given, choices, places, weight=1.0) == (1, 1, 1)


def test_an_answer_that_the_other_method_has_not_thought_of_needs_more_trust() -> None:
    places = [0, 2, 5]
    sure = [TrustedScope(answer(2), 0, 1.0)]
    assert weigh({(1, 1, 1): -0.1}, sure, places) == (1, 1, 1)
    assert weigh({(1, 1, 1): -0.1, (0, 1, 0): -4.9}, sure, places) == (0, 1, 0)
    assert weigh({(1, 1, 1): -8.0}, sure, places) == (0, 1, 0)


def test_the_embedded_trust_knows_good_signs_from_bad_ones() -> None:
    weights = default_trust().weights
    assert weights["same scope"] > 0 > weights["gaps"]
    choice = choose(readings(GOOD), [-20.0], CUE, default_trust())
    assert choice.probability > 0.7
