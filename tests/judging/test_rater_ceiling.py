"""What people reach: a plain twin, theory on simulated raters, critical values in print."""

from __future__ import annotations

import math

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.judging import human_ceiling, null_correlation, pearson


@pytest.mark.parametrize(("n", "printed"), [(10, 0.632), (22, 0.423), (102, 0.195)])
def test_critical_values_in_print(n: int, printed: float) -> None:
    """Two-sided 5 % points of r in any table, with n - 2 degrees of freedom."""
    assert null_correlation(n) == pytest.approx(printed, abs=0.0005)


def test_plain_twin_with_gaps() -> None:
    rng = np.random.default_rng(4)
    truth = rng.normal(size=40)
    table = truth + rng.normal(size=(3, 40))
    table[0, :10] = math.nan
    table[1:, 35:] = math.nan
    metric = truth + rng.normal(size=40)
    found = human_ceiling(dict(zip("abc", table, strict=True)), {"m": metric})
    own, follow, sizes = [], [], []
    for row in range(3):
        others = [at for at in range(3) if at != row]
        items = [i for i in range(40) if not np.isnan(table[row, i]) and not np.isnan(table[others, i]).all()]
        means = [np.nanmean(table[others, i]) for i in items]
        own.append(pearson(table[row, items], means))
        follow.append(pearson(metric[items], means))
        sizes.append(len(items))
    assert sizes == [25, 35, 35]
    assert found.n == 35
    assert found.person.value == pytest.approx(np.average(own, weights=sizes))
    assert found.metrics["m"].pearson == pytest.approx(np.average(follow, weights=sizes))
    assert found.person.ci[0] < found.person.value < found.person.ci[1]
    assert 0 <= found.metrics["m"].at_least_person <= 1


def test_two_raters() -> None:
    a, b = [1.0, 2, 3, 4, 2], [1.0, 3, 3, 4, 1]
    found = human_ceiling(
        {"a": a, "b": b}, {"same": a, "opposite": [-x for x in a]}, lower_is_better=["opposite"]
    )
    r = pearson(a, b)
    assert found.person.value == pytest.approx(r)
    half = found.split_half
    assert found.reliability == pytest.approx(2 * half / (1 + half))
    assert found.highest == pytest.approx(math.sqrt(2 * half / (1 + half)))
    # Against b it is a itself, against a it is perfect.
    assert found.metrics["same"].pearson == pytest.approx((1 + r) / 2)
    assert found.metrics["opposite"].pearson == pytest.approx(-(1 + r) / 2)
    assert found.metrics["opposite"].at_least_person == found.metrics["same"].at_least_person == 1


def test_theory_of_equal_raters() -> None:
    """Four raters with as much noise as truth: a mean of four has a reliability of 4 / 5."""
    rng = np.random.default_rng(0)
    truth = rng.normal(size=3000)
    raters = {name: truth + rng.normal(size=3000) for name in "abcd"}
    found = human_ceiling(raters, {"truth": truth, "nothing": rng.normal(size=3000)}, bootstrap=200)
    assert found.person.value == pytest.approx(1 / math.sqrt(2 * (1 + 1 / 3)), abs=0.02)
    assert found.split_half == pytest.approx(2 / 3, abs=0.02)
    assert found.reliability == pytest.approx(0.8, abs=0.02)
    everyone = np.mean(list(raters.values()), axis=0)
    assert pearson(truth, everyone) == pytest.approx(found.highest, abs=0.02)
    assert found.metrics["truth"].at_least_person == 1
    assert found.metrics["nothing"].at_least_person == 0
    assert abs(found.metrics["nothing"].pearson) < 2 * null_correlation(3000)


def test_bad_input() -> None:
    with pytest.raises(InputError, match="1 judge, at least 2"):
        human_ceiling({"a": [1, 2, 3]}, {})
    with pytest.raises(InputError, match="no judge shares three items"):
        human_ceiling({"a": [1, 2, 3], "b": [1, 1, 1]}, {})
    with pytest.raises(InputError, match="only 2 items"):
        null_correlation(2)
    found = human_ceiling({"a": [1, 2, 3], "b": [1, 2, 4]}, {}, bootstrap=0)
    assert all(map(math.isnan, found.person.ci))
