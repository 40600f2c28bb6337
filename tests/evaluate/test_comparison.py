"""Paired tests between systems on records."""

from __future__ import annotations

import pytest

from likewise import data
from likewise.errors import InputError
from likewise.evaluate import compare, score
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


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "no segment to compare"),
        ([s for s in ROWS if s.system == "free"], "found only the system 'free', expected two or more"),
        ([Segment("1", "a", "b", ("c",))], "segment '1' names no system"),
        (ROWS[:-1], "system 'broken' has no segment 'clip-44', which 'copycat' has"),
        (
            [*ROWS, Segment("x", "a", "b", ("c",), "free")],
            "system 'copycat' has no segment 'x', which 'free' has",
        ),
        ([*ROWS, ROWS[0]], "has the id 'clip-01' twice"),
    ],
)
def test_what_cannot_be_compared(rows: list[Segment], message: str) -> None:
    with pytest.raises(InputError, match=message):
        compare(rows, "bleu", samples=10)
