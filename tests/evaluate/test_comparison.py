"""Paired tests between systems on records."""

from __future__ import annotations

import pytest

from likewise import data
from likewise.errors import InputError
from likewise.evaluate import compare, score
from likewise.judging import holm
from likewise.records import Segment

ROWS = data.outputs()


def test_every_pair_under_every_metric() -> None:
    found = compare(ROWS, "bleu,pinc", samples=200)
    assert len(found.pairs) == 12
    by_system = score(ROWS, by="system").systems
    assert by_system is not None
    for pair in found.pairs:
        expected = by_system[pair.a][pair.metric].score - by_system[pair.b][pair.metric].score
        assert pair.delta == pytest.approx(expected)
        assert pair.ci[0] <= pair.delta <= pair.ci[1]
        assert 0 < pair.p <= 1
        assert 0 < pair.p_randomisation <= 1
    close = next(p for p in found.pairs if (p.a, p.b, p.metric) == ("copycat", "free", "bleu"))
    far = next(p for p in found.pairs if (p.a, p.b, p.metric) == ("copycat", "broken", "bleu"))
    assert close.p > 0.05 > far.p


def test_segments_pair_up_by_id_whatever_their_order() -> None:
    assert compare(ROWS[::-1], "bleu", samples=50).pairs[0].n == 44
    forward = {frozenset((p.a, p.b)): abs(p.delta) for p in compare(ROWS, "bleu", samples=50).pairs}
    backward = {frozenset((p.a, p.b)): abs(p.delta) for p in compare(ROWS[::-1], "bleu", samples=50).pairs}
    assert forward == pytest.approx(backward)


def test_identical_systems_do_not_differ() -> None:
    rows = [Segment(str(i), f"a b {i}", "a", ("a b c",), system) for i in range(10) for system in ("x", "y")]
    pair = compare(rows, "bleu", samples=100).pairs[0]
    assert (pair.delta, pair.p, pair.p_randomisation) == (0, 1, 1)


def test_holms_p_is_over_the_pairs_of_systems_under_one_metric() -> None:
    pairs = compare(ROWS, "bleu,pinc", samples=200).pairs
    for metric in ("bleu", "pinc"):
        own = [p for p in pairs if p.metric == metric]
        assert [p.p_holm for p in own] == pytest.approx(holm([p.p for p in own]).tolist())
    assert all(p.p_mcnemar is None for p in pairs)


def test_a_metric_that_says_right_or_wrong_is_tested_exactly() -> None:
    result = compare(ROWS, "bleu,negation", samples=50)
    pair = next(p for p in result.pairs if (p.a, p.b, p.metric) == ("free", "broken", "negation"))
    # Seven segments are right in "free" alone, none in "broken" alone.
    assert pair.p_mcnemar == pytest.approx(2 / 2**7)
    assert "p (McNemar)" in result.tables()[0].columns
    assert "p (McNemar)" not in compare(ROWS, "bleu", samples=50).tables()[0].columns


def test_segments_that_happen_to_be_0_or_100_make_no_metric_right_or_wrong() -> None:
    """BLEU of a corpus is no mean of its segments, even where each of them is perfect or empty-handed."""
    texts = {"x": ("a b c d", "q", "e f g h", "k"), "y": ("q", "q", "e f g h", "k")}
    rows = [
        Segment(str(i), text, None, (("a b c d", "l m n o p q r s", "e f g h", "u v w x")[i],), system)
        for system, own in texts.items()
        for i, text in enumerate(own)
    ]
    assert {p.p_mcnemar for p in compare(rows, "bleu", samples=20).pairs} == {None}


def test_with_few_segments_holms_p_is_of_the_more_careful_test() -> None:
    """A system that is better on each of 5 segments: exchanging outputs, 2 of 32 ways are as far apart."""
    rows = [
        Segment(str(i), text, None, ("a b c d e f",), system)
        for i in range(5)
        for system, text in (("x", "a b c d e f"), ("y", ("a b c d", "a b c", "a b c d e", "a c", "f")[i]))
    ]
    result = compare(rows, "chrf", samples=2000)
    pair = result.pairs[0]
    assert pair.p < 0.01
    assert pair.p_randomisation == pytest.approx(2 / 32, abs=0.02)
    assert pair.p_holm == pair.p_randomisation
    assert "5 segments a system are few: the bootstrap's p and interval are too sure" in result.warnings[0]
    assert (
        "p (Holm) is of the larger of both p, and p (rand.) cannot be much below 0.062" in result.warnings[0]
    )
    assert "Holm's is that of the larger of both over all pairs" in result.tables()[0].caption
    enough = compare(ROWS, "chrf", samples=100)
    assert not enough.warnings
    assert "Holm's is that of the bootstrap's p over all pairs" in enough.tables()[0].caption


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "no segment to compare"),
        ([s for s in ROWS if s.system == "free"], "found only the system 'free', expected two or more"),
        ([Segment("1", "a", "b", ("c",))], "segment '1' names no system"),
        (ROWS[:-1], r"system 'broken' lacks 1 of 44 ids \('clip-44'\): all systems must cover the same ids"),
        (
            [
                *(s for s in ROWS if s.system != "copycat" or s.id > "clip-04"),
                Segment("x", "a", "b", ("c",), "free"),
            ],
            r"system 'swapper' lacks 1 of 45 ids \('x'\); system 'broken' lacks 1 of 45 ids \('x'\); "
            r"system 'copycat' lacks 5 of 45 ids \('clip-01', 'clip-02', 'clip-03', ..\): .*; "
            "leave these ids out of the others, or add their rows",
        ),
        ([*ROWS, ROWS[0]], "has the id 'clip-01' twice"),
    ],
)
def test_what_cannot_be_compared(rows: list[Segment], message: str) -> None:
    with pytest.raises(InputError, match=message):
        compare(rows, "bleu", samples=10)
