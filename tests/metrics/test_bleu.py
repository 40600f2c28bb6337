"""BLEU held against sacrebleu, its oracle, in every setting."""

from __future__ import annotations

import numpy as np
import pytest
import sacrebleu
from hypothesis import given, settings, strategies as st
from sacrebleu.metrics import BLEU as Peer

from likewise.errors import InputError
from likewise.metrics import BLEU, Batch, SourceBLEU
from likewise.records import Segment

words = st.lists(st.sampled_from(["a", "b", "c", "d", "the", "man", ",", ".", "1.5", "is"]), max_size=12).map(
    " ".join
)
segments = st.builds(
    lambda candidate, references: Segment("1", candidate, None, tuple(references)),
    words,
    st.lists(words, min_size=1, max_size=5),
)


def peer(**changes: object) -> Peer:
    return Peer(**{"force": True, **changes})


def corpus_by_sacrebleu(metric: Peer, rows: list[Segment]) -> float:
    most = max(len(row.references) for row in rows)
    streams = [[r.references[i] if i < len(r.references) else None for r in rows] for i in range(most)]
    return float(metric.corpus_score([r.candidate for r in rows], streams).score)


@given(st.lists(segments, min_size=1, max_size=6), st.sampled_from(["exp", "floor", "add-k", "none"]))
@settings(deadline=None, max_examples=150)
def test_equals_sacrebleu_on_segments_and_corpus(rows: list[Segment], smooth: str) -> None:
    ours = BLEU(smooth=smooth)
    statistics = ours.statistics(Batch(rows))
    sentence = peer(smooth_method=smooth, effective_order=True)
    expected = [sentence.sentence_score(r.candidate, list(r.references)).score for r in rows]
    assert ours.score_segments(statistics) == pytest.approx(expected, abs=1e-9)
    corpus = ours.score_totals(statistics.sum(axis=0)[None])[0]
    assert corpus == pytest.approx(corpus_by_sacrebleu(peer(smooth_method=smooth), rows), abs=1e-9)


@pytest.mark.parametrize("tokenize", ["13a", "intl", "zh", "char"])
@pytest.mark.parametrize("lowercase", [False, True])
@pytest.mark.parametrize("order", [1, 2, 4, 6])
def test_equals_sacrebleu_in_every_tokeniser_and_order(tokenize: str, lowercase: bool, order: int) -> None:
    rows = [
        Segment(
            "1", "The cat, it sat on the mat.", None, ("the Cat sat on the mat .", "On the mat sat a cat.")
        ),
        Segment("2", "在桌子上有一只猫。It's 3.5-4 €!", None, ("桌子上有猫。It is 3.5 - 4 €",)),
        Segment("3", "", None, ("something",)),
        Segment("4", "something", None, ("",)),
    ]
    ours = BLEU(tokenize=tokenize, lowercase=lowercase, order=order)
    theirs = peer(tokenize=tokenize, lowercase=lowercase, max_ngram_order=order)
    statistics = ours.statistics(Batch(rows))
    corpus = ours.score_totals(statistics.sum(axis=0)[None])[0]
    assert corpus == pytest.approx(corpus_by_sacrebleu(theirs, rows), abs=1e-9)
    theirs = peer(tokenize=tokenize, lowercase=lowercase, max_ngram_order=order, effective_order=True)
    expected = [theirs.sentence_score(r.candidate, list(r.references)).score for r in rows]
    assert ours.score_segments(statistics) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("effective", [False, True])
@pytest.mark.parametrize(
    ("smooth", "value"), [("floor", 0.01), ("floor", None), ("add-k", 2.0), ("add-k", None)]
)
def test_effective_order_and_smoothing_values(effective: bool, smooth: str, value: float | None) -> None:
    rows = [Segment("1", "a b", None, ("a b c d",)), Segment("2", "x y z a", None, ("z y x", "a"))]
    ours = BLEU(smooth=smooth, smooth_value=value, effective_order=effective)
    theirs = peer(smooth_method=smooth, smooth_value=value, effective_order=effective)
    statistics = ours.statistics(Batch(rows))
    assert ours.score_totals(statistics.sum(axis=0)[None])[0] == pytest.approx(
        corpus_by_sacrebleu(theirs, rows), abs=1e-9
    )


def test_hand_worked() -> None:
    # 5 of 6 words, 3 of 5 pairs, 1 of 4 triples, 0 of 3 quadruples (smoothed to 1/2 of one): no penalty.
    score = BLEU().segment("the cat sat on the mat", ["the cat is on the mat"])
    expected = 100 * (5 / 6 * 3 / 5 * 1 / 4 * 1 / (2 * 3)) ** 0.25
    assert score == pytest.approx(expected)


def test_matches_are_clipped_at_the_largest_count_in_one_reference() -> None:
    batch = Batch([Segment("1", "the the the the the", None, ("the cat the dog", "the the the"))])
    assert BLEU().statistics(batch)[0].tolist() == [5, 4, 3, 2, 1, 0, 5, 4, 3, 2]


def test_of_two_lengths_as_close_the_shorter_counts() -> None:
    batch = Batch([Segment("1", "a b c", None, ("a b c d", "a b"))])
    assert BLEU().statistics(batch)[0, 1] == 2


@given(st.lists(segments, min_size=1, max_size=8))
@settings(deadline=None, max_examples=50)
def test_laws_range_identity_and_more_references(rows: list[Segment]) -> None:
    metric = BLEU()
    scores = metric.score_segments(metric.statistics(Batch(rows)))
    assert ((scores >= 0) & (scores <= 100 + 1e-9)).all()
    copies = [Segment("1", r.references[0], None, r.references) for r in rows if r.references[0].split()]
    if copies:
        assert metric.score_segments(metric.statistics(Batch(copies))) == pytest.approx(100.0)
    shuffled = [Segment("1", r.candidate, None, r.references[::-1]) for r in rows]
    assert (metric.statistics(Batch(shuffled)) == metric.statistics(Batch(rows))).all()


def test_long_and_repetitive_candidates_take_the_other_path_with_the_same_result() -> None:
    rng = np.random.default_rng(1)
    texts = [" ".join(rng.choice(list("abcdefgh"), size)) for size in (1, 7, 255, 256, 257, 600)]
    rows = [Segment(str(i), t, None, tuple(texts[:i] + texts[i + 1 :])) for i, t in enumerate(texts)]
    metric, theirs = BLEU(), peer(effective_order=True)
    expected = [theirs.sentence_score(r.candidate, list(r.references)).score for r in rows]
    assert metric.score_segments(metric.statistics(Batch(rows))) == pytest.approx(expected, abs=1e-9)


def test_with_source_and_source_bleu() -> None:
    row = Segment("1", "a man is cutting", "a man is cutting bread", ("someone cuts bread",))
    assert row.source is not None
    assert BLEU(with_source=True).segment(row.candidate, row.references, source=row.source) == pytest.approx(
        sacrebleu.sentence_bleu(row.candidate, [*row.references, row.source]).score
    )
    assert SourceBLEU().segment(row.source, row.candidate) == pytest.approx(
        sacrebleu.sentence_bleu(row.candidate, [row.source]).score
    )


def test_explanation_adds_up_to_the_statistics() -> None:
    row = Segment("1", "a man cuts a tomato", None, ("a man slices a tomato", "someone cuts a big tomato"))
    found = BLEU().explain(row)
    statistics = BLEU().statistics(Batch([row]))[0]
    assert [order["matched"] for order in found["orders"]] == statistics[2:6].tolist()
    assert [order["total"] for order in found["orders"]] == statistics[6:].tolist()
    pair = next(m for m in found["orders"][1]["ngrams"] if m["ngram"] == "cuts a")
    assert pair["references"] == [1]
    assert found["score"] == pytest.approx(BLEU().segment(row.candidate, row.references))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"smooth": "laplace"}, "smooth=laplace"),
        ({"tokenize": "moses"}, "unknown tokeniser 'moses'"),
        ({"normalise": "nfx"}, "normalise=nfx"),
        ({"order": 0}, "order=0"),
    ],
)
def test_bad_settings_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        BLEU(**changes)  # type: ignore[arg-type]


def test_segments_without_references_are_refused() -> None:
    with pytest.raises(InputError, match="segment '7' has no reference, and the metric 'bleu' needs"):
        BLEU().statistics(Batch([Segment("7", "a")]))
