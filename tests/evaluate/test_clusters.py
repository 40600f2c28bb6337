"""People in the plane: leave-one-out and ordered pairs, as records and as numbers."""

from __future__ import annotations

import pytest

from likewise import data
from likewise.errors import InputError
from likewise.evaluate import leave_one_out, ordered_pairs, score, score_clusters
from likewise.records import Cluster, Description


def cluster(*texts: str) -> Cluster:
    return Cluster("c", tuple(Description(t) for t in texts))


def test_leave_one_out_and_ordered_pairs() -> None:
    rows = list(leave_one_out([cluster("a", "b", "b")]))
    assert [(r.candidate, r.references) for r in rows] == [
        ("a", ("b", "b")),
        ("b", ("a", "b")),
        ("b", ("a", "b")),
    ]
    pairs = [(p.source, p.candidate) for p in ordered_pairs([cluster("a", "b", "c")])]
    assert pairs == [("a", "b"), ("a", "c"), ("b", "a"), ("b", "c"), ("c", "a"), ("c", "b")]
    assert list(leave_one_out([cluster("a")])) == list(ordered_pairs([cluster("a")])) == []


def test_numbers_give_what_records_give(monkeypatch: pytest.MonkeyPatch) -> None:
    clusters = [*data.clusters(), cluster("alone"), cluster()]
    module = __import__("likewise.evaluate.clusters", fromlist=["_PAIRS"])
    monkeypatch.setattr(module, "_PAIRS", 500)
    found = score_clusters(clusters, "bleu,pinc,chrf", keep_segments=True)
    assert found.n == 443
    pinc = score(list(ordered_pairs(clusters)), "pinc")["pinc"]
    assert found["pinc"].segments == pytest.approx(pinc.segments)
    assert found["pinc"].score == pytest.approx(pinc.score)
    one_out = score(list(leave_one_out(clusters)), "bleu,chrf")
    for name in ("bleu", "chrf"):
        assert found[name].segments == pytest.approx(one_out[name].segments)
        assert found[name].score == pytest.approx(one_out[name].score)


def test_what_cannot_be_scored_on_clusters() -> None:
    with pytest.raises(InputError, match="no cluster holds two texts"):
        score_clusters([cluster("a")])
    with pytest.raises(InputError, match="'ibleu' cannot be scored on clusters"):
        score_clusters([cluster("a", "b")], "ibleu")
