"""Candidates under all metrics: the same figures as one by one, broken analyses left out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from likewise.metrics.parses import METRICS, score_parse
from likewise.metrics.parses.analyses import analysis_parse
from likewise.study.parsers.data import read_study
from likewise.study.parsers.measurements import Measurements, measure, metrics_of

Row = dict[str, Any]
Bank = Callable[..., Path]


def test_figures_are_those_of_the_metrics(bank: Bank) -> None:
    data = read_study(bank())
    found = measure(data)
    assert found.targets.chosen.tolist()[:5] == [False, True, False, True, False]
    row = 0
    for item, gold in zip(data.items, data.golds, strict=True):
        reference = analysis_parse(gold, punctuation=False)
        bare = analysis_parse(gold, punctuation=False, properties=False)
        for analysis in item.analyses:
            scores = score_parse(reference, [analysis_parse(analysis, punctuation=False)], METRICS)
            # The gold analysis is a candidate here, so it is the target.
            assert found.target[row].tolist() == list(scores.values())
            plain = [analysis_parse(analysis, punctuation=False, properties=False)]
            scores |= score_parse(bare, plain, ["EMM", "LED", "UED"])
            assert found.gold[row].tolist() == list(scores.values())
            row += 1
    assert row == len(found.similarity) == found.items[-1]
    assert found.exact.all()
    assert not found.complaints


def test_properties_count_against_targets_only(bank: Bank, right: list[Row]) -> None:
    data = read_study(bank(right=[{**row, "mrs": row["mrs"].replace("pres", "past")} for row in right]))
    found, emm = measure(data), list(METRICS).index("EMM")
    chosen = found.targets.chosen
    assert set(found.target[chosen, emm]) == set(found.gold[chosen, emm]) == {100.0}
    assert set(found.gold[~chosen, emm]) == {0.0}


def test_of_tied_targets_the_better_counts(bank: Bank, found: list[Row], right: list[Row]) -> None:
    # Two candidates that differ from gold in the root condition alone are equally close to it.
    first = found[0]
    low = first["parses"][1]
    near = [{**low, "derivation": low["derivation"].replace("strict", root)} for root in ("inf", "frag")]
    first["parses"] = [first["parses"][0], *near]
    measured = measure(read_study(bank([first], right[:1])))
    assert measured.targets.chosen.tolist() == [False, True, True]
    assert not measured.exact[0]
    perfect = [0.0 if name == "AXB" else 100.0 for name in METRICS]
    assert measured.target[1:].tolist() == [perfect, perfect]


def test_broken_analyses_are_left_out(bank: Bank, found: list[Row], right: list[Row]) -> None:
    found[1]["parses"][0]["derivation"] = "(root (broken"
    found[3]["parses"][2]["mrs"] = "[ TOP: h0"
    found[2]["parses"][0]["mrs"] = None  # leaves one
    right[4]["derivation"] = "nothing"
    found[5]["parses"] = [{"derivation": f'(r (x_n1 0 1 ("{w}")))', "mrs": "[ TOP: h0 ]"} for w in "ab"]
    data = read_study(bank(found, right))
    measured = measure(data, processes=1)
    assert measured.faults.sum(axis=0).tolist() == [1, 3, 1, 1]
    assert [said.partition(":")[0] for said in measured.complaints] == [
        "item see-dog, analysis 1",
        "item see-bird, analysis 1",
        "item see-fish, analysis 3",
        "item see-horse, gold",
    ]
    items = measured.sound(data.items)
    assert len(items) == 13 == len(measured.targets.items) - 1
    assert [len(item.analyses) for item in items[:3]] == [2, 2, 2]
    assert sum(len(item.analyses) for item in items) == measured.kept.sum() == len(measured.gold)


def test_what_is_kept_comes_back(bank: Bank, found: list[Row]) -> None:
    found[1]["parses"][0]["derivation"] = "(root (broken"
    told: list[int] = []
    data = read_study(bank(found))
    measured = measure(data, progress=told.append)
    again = Measurements.of_arrays(measured.arrays())
    assert again.complaints == measured.complaints
    assert all(np.array_equal(getattr(again, name), value) for name, value in measured.arrays().items()
               if name != "complaints")  # fmt: skip
    assert sum(told) == len(data.items)


def test_without_mrs_eleven_metrics_are_left(bank: Bank, right: list[Row]) -> None:
    data = read_study(bank(right=[{**row, "mrs": None} for row in right]))
    assert measure(data).gold.shape[1] == len(metrics_of(False)) == 11
    assert not {"EMM", "LED", "UED"} & {*metrics_of(False)}


@pytest.mark.parametrize("meaning", [True, False])
def test_metrics_keep_their_order(meaning: bool) -> None:
    names = metrics_of(meaning)
    assert names == [name for name in METRICS if name in names]
