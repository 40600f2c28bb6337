"""chrF and chrF++ held against sacrebleu, its oracle, in every setting; n-grams against plain counters."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from sacrebleu.metrics import CHRF as Peer

from likewise.errors import InputError
from likewise.evaluate import score
from likewise.metrics import CHRF, Batch
from likewise.metrics.chrf import _blocks
from likewise.metrics.sorted_grams import sorted_grams
from likewise.records import Segment

# Blanks of every kind, marks, characters beyond 16 bits, half of one, one whose small letter is two.
MIXED = "ab .,('é\u3000\x1c\x85\u00a0\u200b猫😀𝔘\ud800\x00İß"
# So many characters that six of them fill several integers.
MANY = "".join(map(chr, range(0x4E00, 0x4E00 + 5000)))
texts = st.one_of(
    st.text("ab", max_size=14),
    st.text(MIXED, max_size=14),
    st.lists(st.sampled_from(["a", "b.", "(b", "...", "a,b", "猫", ".c."]), max_size=8).map(" ".join),
)
segments = st.builds(
    lambda candidate, references: Segment("1", candidate, None, tuple(references)),
    texts,
    st.lists(texts, min_size=1, max_size=4),
)
every_setting = st.fixed_dictionaries(
    {
        "char_order": st.sampled_from([0, 1, 5, 6, 20]),
        "word_order": st.integers(1, 3),
        "beta": st.integers(0, 3),
        "lowercase": st.booleans(),
        "whitespace": st.booleans(),
        "eps_smoothing": st.booleans(),
    }
)


def corpus_by_sacrebleu(metric: Peer, rows: list[Segment]) -> float:
    most = max(len(row.references) for row in rows)
    streams = [[r.references[i] if i < len(r.references) else None for r in rows] for i in range(most)]
    return float(metric.corpus_score([r.candidate for r in rows], streams).score)


@given(st.lists(segments, min_size=1, max_size=6), st.one_of(st.just({}), every_setting))
@settings(deadline=None, max_examples=150)
def test_equals_sacrebleu_on_segments_and_corpus(rows: list[Segment], chosen: dict[str, Any]) -> None:
    ours, theirs = CHRF(**chosen), Peer(**chosen)
    statistics = ours.statistics(Batch(rows))
    # Counts of the same reference, even where several are as good.
    single = [theirs._extract_corpus_statistics([r.candidate], [[t] for t in r.references])[0] for r in rows]
    assert statistics.tolist() == single
    expected = [theirs.sentence_score(r.candidate, list(r.references)).score for r in rows]
    assert ours.score_segments(statistics) == pytest.approx(expected, abs=1e-9)
    corpus = ours.score_totals(statistics.sum(axis=0)[None])[0]
    assert corpus == pytest.approx(corpus_by_sacrebleu(theirs, rows), abs=1e-9)


def test_equals_sacrebleu_where_there_are_thousands_of_characters() -> None:
    rng = np.random.default_rng(5)

    def line() -> str:
        return "".join(rng.choice(list(MANY), 20)) + MANY[:5] * int(rng.integers(3))

    rows = [Segment(str(i), line(), None, (line(), line())) for i in range(400)]
    rows += [Segment("whole", MANY, None, (MANY,)), Segment("part", MANY[:-1], None, (MANY,))]
    ours, theirs = CHRF(), Peer()
    statistics = ours.statistics(Batch(rows))
    expected = [theirs.sentence_score(r.candidate, list(r.references)).score for r in rows]
    assert ours.score_segments(statistics) == pytest.approx(expected, abs=1e-9)


numbers = st.lists(st.lists(st.sampled_from([0, 1, 2, 70_000]), max_size=9), min_size=2, max_size=2)


@pytest.mark.usefixtures("way_of_kernels")
@given(numbers, st.sampled_from([1, 3, 6, 40]))
@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_shared_grams_are_those_of_plain_counters(lists: list[list[int]], order: int) -> None:
    bounds = np.cumsum([0, *map(len, lists)])
    grams = sorted_grams(np.array([*lists[0], *lists[1]], np.int64), bounds, order)
    first, second = (
        [Counter(tuple(x[i : i + n]) for i in range(len(x) - n + 1)) for n in range(1, order + 1)]
        for x in lists
    )
    found = grams.shared(np.array([0, 1]), np.array([1, 0]))
    assert found[0].tolist() == [(a & b).total() for a, b in zip(first, second, strict=True)]
    assert found[0].tolist() == found[1].tolist()
    assert grams.totals(np.array([0]))[0].tolist() == [counts.total() for counts in first]


def test_blocks_cover_all_segments_and_hold_no_more_references_than_they_may() -> None:
    sizes = np.random.default_rng(3).integers(1, 40_000, 50)
    sizes[7] = 200_000
    ends = np.concatenate(([0], np.cumsum(sizes)))
    blocks = list(_blocks(ends))
    assert [0, *(b for _, b in blocks)] == [*(a for a, _ in blocks), 50]
    assert all(b == a + 1 or ends[b] - ends[a] <= 1 << 16 for a, b in blocks)


def test_rare_settings_are_named_in_the_signature_where_they_are_on() -> None:
    assert "whitespace" not in str(CHRF().signature())
    assert "eps_smoothing" not in str(CHRF().signature())
    assert "|whitespace:yes|eps_smoothing:yes|" in str(CHRF(whitespace=True, eps_smoothing=True).signature())


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"char_order": -1}, "setting char_order=-1, expected 0 or more"),
        ({"beta": -1}, "setting beta=-1, expected 0 or more"),
        ({"char_order": 0}, "nothing to count"),
    ],
)
def test_settings_that_cannot_be_are_refused(setting: dict[str, int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        score([Segment("1", "a", None, ("a",))], "chrf", settings=setting)
