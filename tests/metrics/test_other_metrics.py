"""iBLEU, self-BLEU, chrF, TER and the combined scores."""

from __future__ import annotations

import numpy as np
import pytest
import sacrebleu
from hypothesis import given, settings, strategies as st
from sacrebleu.metrics import CHRF as PeerCHRF, TER as PeerTER

from likewise import data
from likewise.errors import InputError
from likewise.evaluate import score
from likewise.judging import product
from likewise.metrics import (
    BLEU,
    CHRF,
    IBLEU,
    PINC,
    TER,
    ArithmeticMean,
    Batch,
    GeometricMean,
    HarmonicMean,
    PincSigmoidBLEU,
    SelfBLEU,
    SourceBLEU,
    get,
)
from likewise.records import Segment

ROWS = data.outputs()[:40]


def test_ibleu_is_its_two_parts() -> None:
    batch = Batch(ROWS)
    metric, bleu, source = IBLEU(alpha=0.7), BLEU(), SourceBLEU()
    expected = 0.7 * bleu.score_segments(bleu.statistics(batch))
    expected -= 0.3 * source.score_segments(source.statistics(batch))
    assert metric.score_segments(metric.statistics(batch)) == pytest.approx(expected)
    found = metric.explain(ROWS[0])
    assert found["score"] == pytest.approx(0.7 * found["bleu"] - 0.3 * found["source_bleu"])
    with pytest.raises(InputError, match="alpha=2"):
        IBLEU(alpha=2)


def test_self_bleu_never_compares_a_hypothesis_with_itself() -> None:
    texts = ["a b c d", "a b c d", "w x y z", "a b c e"]
    rows = [Segment(str(i), t, "source", (), "s") for i, t in enumerate(texts)]
    metric = SelfBLEU()
    scores = metric.score_segments(metric.statistics(Batch(rows)))
    expected = [sacrebleu.sentence_bleu(t, texts[:i] + texts[i + 1 :]).score for i, t in enumerate(texts)]
    assert scores == pytest.approx(expected)
    assert scores[2] == 0


def test_self_bleu_groups_by_source_and_system() -> None:
    rows = [
        Segment("1", "a b c d", "s1", (), "x"),
        Segment("2", "a b c d", "s1", (), "y"),
        Segment("3", "a b c d", "s2", (), "x"),
        Segment("4", "a b c d", "s2", (), "x"),
    ]
    metric = SelfBLEU()
    assert metric.score_segments(metric.statistics(Batch(rows))).tolist() == pytest.approx([0, 0, 100, 100])
    metric = SelfBLEU(group="system")
    assert metric.score_segments(metric.statistics(Batch(rows))).tolist() == pytest.approx([100, 0, 100, 100])


def test_self_bleu_says_when_there_was_nothing_to_compare_and_explains_no_single_segment() -> None:
    found = score(ROWS, "self-bleu", by="system")
    assert found.warnings == (
        "self-bleu: every candidate is alone with its source, so there was nothing to compare",
    )
    assert not score(ROWS, "self-bleu", settings={"group": "system"}, by="system").warnings
    with pytest.raises(InputError, match="compares several candidates"):
        SelfBLEU().explain(ROWS[0])


def test_self_bleu_sees_a_stream_whole() -> None:
    rows = [Segment(str(i), "a b c d", "s", (), "x") for i in range(3)]
    assert score(iter(rows), ["self-bleu"])["self-bleu"].score == pytest.approx(100)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (CHRF(), PeerCHRF()),
        (CHRF(word_order=2, lowercase=True), PeerCHRF(word_order=2, lowercase=True)),
        (TER(), PeerTER()),
        (TER(lowercase=False, normalised=True), PeerTER(case_sensitive=True, normalized=True)),
    ],
)
def test_chrf_and_ter_are_sacrebleus(ours: CHRF | TER, theirs: PeerCHRF | PeerTER) -> None:
    rows = [*ROWS, Segment("e", "", None, ("a b",))]
    statistics = ours.statistics(Batch(rows))
    most = max(len(r.references) for r in rows)
    streams = [[r.references[i] if i < len(r.references) else None for r in rows] for i in range(most)]
    expected = theirs.corpus_score([r.candidate for r in rows], streams).score
    assert ours.score_totals(statistics.sum(axis=0)[None])[0] == pytest.approx(expected, abs=1e-9)
    single = [theirs.sentence_score(r.candidate, list(r.references)).score for r in rows]
    assert ours.score_segments(statistics) == pytest.approx(single, abs=1e-9)
    assert ours.segment(rows[0].candidate, rows[0].references) == pytest.approx(single[0])


scores = st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100)), min_size=1, max_size=20)


@given(scores)
@settings(deadline=None)
def test_means_stand_in_order_within_their_two_scores(pairs: list[tuple[float, float]]) -> None:
    bleu, pinc = np.array(pairs).T
    a, g, h = (m.combine(bleu, pinc) for m in (ArithmeticMean(), GeometricMean(), HarmonicMean()))
    assert (a >= g - 1e-9).all()
    assert (g >= h - 1e-9).all()
    assert (h >= np.minimum(bleu, pinc) - 1e-9).all()


def test_combined_scores_are_made_of_bleu_and_pinc() -> None:
    batch = Batch(ROWS)
    bleu = BLEU().score_segments(BLEU().statistics(batch))
    pinc = PINC().score_segments(PINC().statistics(batch))
    for metric, expected in (
        (ArithmeticMean(), (bleu + pinc) / 2),
        (GeometricMean(), np.sqrt(bleu * pinc)),
        (PincSigmoidBLEU(center=20, slope=0.3), product(pinc, bleu, 20, 0.3)),
    ):
        statistics = metric.statistics(batch)
        assert metric.score_segments(statistics) == pytest.approx(expected)
    totals = PincSigmoidBLEU().statistics(batch).sum(axis=0)[None]
    default = PincSigmoidBLEU()
    assert default.score_totals(totals)[0] == pytest.approx(np.mean(default.combine(bleu, pinc)))
    both = ArithmeticMean()
    corpus = both.score_totals(both.statistics(batch).sum(axis=0)[None])[0]
    result = score(ROWS, "bleu,pinc")
    assert corpus == pytest.approx((result["bleu"].score + result["pinc"].score) / 2)


def test_texts_without_blanks_bring_a_remark() -> None:
    rows = [Segment("1", "有一只猫", "一只猫", ("桌子上有一只猫",))]
    found = score(rows, "bleu,ter")
    assert any("--tokenize zh" in remark for remark in found.warnings)
    assert any("asian_support" in remark for remark in found.warnings)
    settings = {"bleu.tokenize": "zh", "ter.normalised": True, "ter.asian_support": True}
    assert not score(rows, "bleu,ter", settings=settings).warnings
    with pytest.raises(InputError, match="asian_support has an effect only with"):
        TER(asian_support=True)


def test_a_string_is_no_list_of_references() -> None:
    for metric in (BLEU(), CHRF()):
        with pytest.raises(InputError, match="expected a list of strings, found a string"):
            metric.segment("a b", "a b")


def test_chrf_and_ter_show_their_parts() -> None:
    found = CHRF(char_order=2).explain(Segment("1", "ab", None, ("abc",)))
    parts = found["against the best reference"]
    assert parts["1 characters"] == {"precision": 1.0, "recall": 2 / 3}
    found = TER().explain(Segment("1", "a b x", None, ("q r s", "a b c")))
    assert (found["edits"], found["closest reference"]) == (1, 2)


def test_every_explanation_agrees_with_the_score() -> None:
    for name in (
        "bleu",
        "pinc",
        "source-bleu",
        "ibleu",
        "chrf",
        "ter",
        "bleu-pinc-mean",
        "pinc-sigmoid-bleu",
    ):
        metric = get(name)
        expected = metric.score_segments(metric.statistics(Batch([ROWS[1]])))[0]
        assert metric.explain(ROWS[1])["score"] == pytest.approx(expected)
