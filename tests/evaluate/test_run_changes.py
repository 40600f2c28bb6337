"""What changed between two runs: the figures are those of compare and score, the items come worst first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from likewise import data
from likewise.errors import InputError
from likewise.evaluate import compare, diff_runs, score, worst_segments
from likewise.records import Segment

FREE = [replace(s, system=None) for s in data.outputs() if s.system == "free"]
BROKEN = [replace(s, system=None) for s in data.outputs() if s.system == "broken"]


def test_figures_are_those_of_compare_and_score() -> None:
    changes = diff_runs(FREE, BROKEN, "bleu,chrf", samples=200)
    both = [replace(s, system="b") for s in BROKEN] + [replace(s, system="a") for s in FREE]
    for pair in compare(both, "bleu,chrf", samples=200).pairs:
        row = changes.metrics[pair.metric]
        assert (row.delta, *row.ci, row.p) == pytest.approx((pair.delta, *pair.ci, pair.p))
        assert row.better + row.worse + row.same == changes.n == 44
    assert changes.metrics["bleu"].baseline == pytest.approx(score(FREE, "bleu")["bleu"].score)


def test_items_come_worst_first_whichever_way_is_better() -> None:
    for metric, sign in (("chrf", 1), ("ter", -1)):
        deltas = [sign * item.deltas[metric] for item in diff_runs(FREE, BROKEN, metric, samples=100).items]
        assert deltas == sorted(deltas)
        assert len(deltas) == 44


def test_items_with_the_same_text_are_left_out_and_counted() -> None:
    new = [replace(FREE[0], candidate="Somebody is not there."), *FREE[1:]]
    changes = diff_runs(FREE, new, "chrf,negation", samples=100)
    assert (changes.n, changes.changed, [item.id for item in changes.items]) == (44, 1, ["clip-01"])
    assert (changes.metrics["chrf"].worse, changes.metrics["chrf"].same) == (1, 43)
    assert diff_runs(FREE, FREE, "chrf", samples=100).items == ()


def test_cut_keeps_both_ends() -> None:
    changes = diff_runs(FREE, BROKEN, "chrf", samples=100)
    ids = [item.id for item in changes.items]
    assert [item.id for item in changes.cut(3, 2).items] == [*ids[:3], *ids[-2:]]
    assert [item.id for item in changes.cut(0, 0).items] == []
    assert changes.cut(40, 40).items == changes.items


def test_too_few_items_cannot_be_tested() -> None:
    with pytest.raises(InputError, match="only 2 items in both runs, expected 3"):
        diff_runs(FREE[:2], BROKEN[:2], "chrf")


def test_worst_segments_by_score() -> None:
    rows = [
        Segment(str(i), text, references=("a b c d",)) for i, text in enumerate(["a b c d", "x", "a b", "x"])
    ]
    assert [s.id for s in worst_segments(rows, "chrf", 3)] == ["1", "3", "2"]
    assert [s.id for s in worst_segments(rows, "wer", 2)] == ["1", "3"]
