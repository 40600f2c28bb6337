"""How signals are weighed: what the net says moves a change and the score the right way, whatever the net."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.metrics.meaning.change import KINDS, Change, Side
from likewise.metrics.meaning.evidence_weights import evidence_weights
from likewise.metrics.meaning.pair_model import MODELS, PairJudgement
from likewise.metrics.meaning.read_text import read_texts
from likewise.metrics.meaning.word_alignment import align_words

NETS = [model for model in MODELS if model != "auto"]
SURE = PairJudgement(same=5.0, forth=(0.96, 0.03, 0.01), back=(0.96, 0.03, 0.01))
ALIGNED = align_words(*read_texts(["Three dogs ran.", "Thirty dogs ran."]))
OPPOSED = PairJudgement(same=-5.0, forth=(0.01, 0.03, 0.96), back=(0.01, 0.03, 0.96))


def change(kind: str, confidence: float) -> Change:
    return Change(
        kind, Side("three", (0, 5)), Side("thirty", (0, 6)), None, confidence, "three became thirty"
    )


@pytest.mark.parametrize("net", NETS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_change_is_surer_where_the_net_says_that_the_texts_differ(net: str, kind: str) -> None:
    weights = evidence_weights(f"{net}-2")
    for is_near in (True, False):
        agreed, refused = (
            weights.weighed(change(kind, 0.8), judged, is_near).confidence for judged in (OPPOSED, SURE)
        )
        assert 0.0 <= refused < agreed <= 1.0


@pytest.mark.parametrize("net", NETS)
def test_a_sure_detector_is_believed_more_in_near_texts(net: str) -> None:
    weights = evidence_weights(net)
    weak, strong = (weights.weighed(change("number", c), OPPOSED, True).confidence for c in (0.3, 0.95))
    assert weak < strong
    assert weights.weighed(change("number", 0.95), OPPOSED, True).sentence == "three became thirty"


@pytest.mark.parametrize("net", NETS)
def test_the_score_falls_with_a_change_and_with_a_contradiction(net: str) -> None:
    weights = evidence_weights(net)
    whole = weights.keeps((), SURE, 0.8, ALIGNED)
    assert weights.keeps((change("number", 0.9),), SURE, 0.8, ALIGNED) < whole
    assert weights.keeps((), OPPOSED, 0.8, ALIGNED) < whole


@pytest.mark.parametrize("net", NETS)
def test_a_sure_change_takes_the_odds_to_less_than_a_third(net: str) -> None:
    weights = evidence_weights(net)
    whole, changed = (weights.keeps(told, SURE, 0.8, ALIGNED) for told in ((), (change("role-swap", 0.95),)))
    assert changed / (1.0 - changed) < whole / (1.0 - whole) / 3.0


@given(st.floats(-50, 50), st.floats(0, 1), st.floats(0, 1), st.sampled_from(NETS))
def test_chances_stay_chances(same: float, near: float, confidence: float, net: str) -> None:
    weights, judged = evidence_weights(net), PairJudgement(same, (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    told = weights.weighed(change("role-swap", confidence), judged, True)
    assert 0.0 <= told.confidence <= 1.0
    assert 0.0 <= weights.keeps((told,), judged, near, ALIGNED) <= 1.0
