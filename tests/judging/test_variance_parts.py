"""The parts of the ratings' variance."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.judging import rating_variance


def test_equals_the_pairs_one_by_one() -> None:
    nan = np.nan
    table = np.array([[1, 2, nan], [3, 5, 4], [2, nan, 2], [nan, 1, 1], [4, 4, 5]])
    cells = [(i, j) for i, j in product(range(5), range(3)) if not np.isnan(table[i, j])]
    halves: dict[str, list[float]] = {"item": [], "judge": [], "neither": []}
    for (i, j), (k, m) in combinations(cells, 2):
        kind = "item" if i == k else "judge" if j == m else "neither"
        halves[kind].append((table[i, j] - table[k, m]) ** 2 / 2)
    same_item, same_judge, neither = (float(np.mean(values)) for values in halves.values())
    found = rating_variance({str(j): table[:, j] for j in range(3)})
    assert found.item == pytest.approx(neither - same_item)
    assert found.judge == pytest.approx(max(0.0, neither - same_judge))
    assert found.residual == pytest.approx(same_item + same_judge - neither)
    assert (found.judges, found.judges_an_item) == (3, pytest.approx(12 / 5))


def test_finds_the_parts_that_ratings_were_made_of() -> None:
    rng = np.random.default_rng(4)
    items, severity = rng.normal(0, 2, 4000), np.array([-1.5, -0.5, 0.5, 1.5])
    table = items[:, None] + severity + rng.normal(0, 1, (4000, 4))
    table[rng.random(table.shape) < 0.5] = np.nan
    found = rating_variance({str(j): table[:, j] for j in range(4)})
    assert found.item == pytest.approx(4, abs=0.3)
    assert found.judge == pytest.approx(severity.var(ddof=1), abs=0.1)
    assert found.residual == pytest.approx(1, abs=0.1)


def test_what_says_nothing_about_judges() -> None:
    with pytest.raises(InputError, match="1 judge, at least 2"):
        rating_variance({"a": [1, 2]})
    with pytest.raises(InputError, match="no item was rated by two judges"):
        rating_variance({"a": [1, np.nan], "b": [np.nan, 2]})
