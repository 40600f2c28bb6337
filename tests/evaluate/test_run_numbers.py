"""Plain numbers are refused in one line, and few resamples are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from likewise import data
from likewise.errors import InputError
from likewise.evaluate import compare, diff_runs, dimple, gate, pair_agreement, score

ROWS = data.outputs()
FREE = [replace(s, system=None) for s in ROWS if s.system == "free"]
RULE = [{"metric": "bleu", "max_drop": 1}]

SAMPLED: dict[str, Callable[..., Any]] = {
    "compare": lambda **how: compare(ROWS, "bleu", **how),
    "diff_runs": lambda **how: diff_runs(FREE, FREE, "bleu", **how),
    "gate": lambda **how: gate(FREE, FREE, RULE, **how),
    "pair_agreement": lambda **how: pair_agreement(ROWS, "meaning", "bleu", **how),
    "dimple": lambda **how: dimple([], **how),
}


@pytest.mark.parametrize("function", SAMPLED)
@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"samples": -1}, "samples is -1, expected a whole number, [01] or more"),
        ({"samples": 2.5}, "samples is 2.5, expected a whole number"),
        ({"samples": "5"}, "samples is '5', expected a whole number"),
        ({"samples": True}, "samples is True, expected a whole number"),
        ({"seed": -1}, "seed is -1, expected a whole number, 0 or more"),
        ({"seed": 1.5}, "seed is 1.5, expected a whole number"),
    ],
)
def test_numbers_that_are_none(function: str, how: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        SAMPLED[function](**how)


@pytest.mark.parametrize("function", [name for name in SAMPLED if name != "dimple"])
def test_no_sample_is_no_test(function: str) -> None:
    with pytest.raises(InputError, match="samples is 0, expected a whole number, 1 or more"):
        SAMPLED[function](samples=0)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"bootstrap": -1}, "bootstrap is -1, expected a whole number, 0 or more"),
        ({"bootstrap": 10.5}, "bootstrap is 10.5, expected a whole number"),
        ({"seed": -3}, "seed is -3"),
        ({"level": 2}, "level is 2, expected a number between 0 and 1, such as 0.95"),
        ({"level": 0}, "level is 0"),
        ({"level": float("nan")}, "level is nan"),
        ({"level": "high"}, "level is 'high'"),
    ],
)
def test_numbers_of_score(how: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        score(FREE, "bleu", **{"bootstrap": 100, **how})


def test_numbers_of_numpy_are_numbers() -> None:
    assert score(FREE, "bleu", bootstrap=np.int64(100), level=np.float64(0.9)).metrics["bleu"].ci is not None


def test_few_resamples_are_told() -> None:
    told = "5 resamples are few: the intervals mean little below 100, and 1,000 are usual"
    assert told in score(FREE, "bleu", bootstrap=5).warnings
    assert not score(FREE, "bleu", bootstrap=100).warnings
    assert not score(FREE, "bleu").warnings
