"""The alternative annotator test: a table worked by hand, a plain twin, simulated people."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import ttest_1samp

from likewise.errors import InputError
from likewise.judging import alternative_annotator_test, benjamini_yekutieli

NAN = math.nan
TABLES = arrays(
    np.float64, st.tuples(st.just(4), st.integers(4, 12)), elements=st.sampled_from([1, 2, 3, NAN])
)


def same(value: float, others: list[float]) -> float:
    return sum(other == value for other in others) / len(others)


def near(value: float, others: list[float]) -> float:
    return -math.sqrt(sum((other - value) ** 2 for other in others) / len(others))


def twin(people: Any, judge: Any, score: Callable[[float, list[float]], float], epsilon: float) -> Any:
    """(advantage of the judge, of the person, p) of each person, item by item as the paper says it."""
    found = []
    for row, own in enumerate(people):
        for_judge, for_person = [], []
        for item, value in enumerate(own):
            others = [p[item] for at, p in enumerate(people) if at != row and not math.isnan(p[item])]
            if math.isnan(value) or math.isnan(judge[item]) or not others:
                continue
            a, b = score(judge[item], others), score(value, others)
            for_judge.append(a >= b - 1e-9)
            for_person.append(b >= a - 1e-9)
        differences = np.subtract(for_person, for_judge, dtype=float)
        found.append((np.mean(for_judge), np.mean(for_person), differences, len(for_judge)))
    return [
        (a, b, ttest_1samp(d, epsilon, alternative="less").pvalue, n) for a, b, d, n in found
    ]  # fmt: skip


def test_by_hand() -> None:
    people = {"a": [1, 1, 2, 1], "b": [1, 2, 2, 1], "c": [1, 1, 2, 2]}
    # Without b the others say 1/1, 1/1, 2/2, 1/2: the judge agrees by 1, 1, 1, 0.5, and b by 1, 0, 1, 0.5.
    # Without a, and without c, judge and person say the same or differ from one of two each.
    found = alternative_annotator_test(people, [1, 1, 2, 2], labels=True, fewest=2, epsilon=0.2)
    assert [d.judge_advantage for d in found.duels] == [1, 1, 1]
    assert [d.human_advantage for d in found.duels] == [1, 0.75, 1]
    # No difference at all is below epsilon for sure.
    assert [d.p for d in found.duels][::2] == [0, 0]
    assert found.duels[1].p == pytest.approx(ttest_1samp([0, -1, 0, 0], 0.2, alternative="less").pvalue)
    assert found.duels[1].p_adjusted == pytest.approx(found.duels[1].p * (1 + 1 / 2 + 1 / 3))
    assert found.winning_rate == pytest.approx(2 / 3)
    assert found.passed


@settings(max_examples=60)
@given(TABLES, st.booleans(), st.sampled_from([0.0, 0.1, 0.2]))
def test_plain_twin(table: Any, labels: bool, epsilon: float) -> None:
    people, judge = table[:3], table[3]
    compared = ~np.isnan(people) & ((~np.isnan(people)).sum(axis=0) >= 2) & ~np.isnan(judge)
    assume((compared.sum(axis=1) >= 2).all())
    wanted = twin(people, judge, same if labels else near, epsilon)
    found = alternative_annotator_test(
        dict(zip("abc", people, strict=True)), judge, labels=labels, epsilon=epsilon, fewest=2, bootstrap=0
    )
    ps = []
    for duel, (for_judge, for_person, p, n) in zip(found.duels, wanted, strict=True):
        assert (duel.judge_advantage, duel.human_advantage) == (pytest.approx(for_judge), for_person)
        assert duel.n == n
        assert duel.judge_advantage + duel.human_advantage >= 1 - 1e-9
        # Without spread there is no t; what is below epsilon is below for sure.
        ps.append(duel.p if math.isnan(p) or duel.p in (0, 1) else p)
        assert duel.p == pytest.approx(ps[-1])
    assert [d.p_adjusted for d in found.duels] == pytest.approx(list(benjamini_yekutieli(ps)))
    assert found.advantage == pytest.approx(np.mean([w[0] for w in wanted]))


def simulated(seed: int, noise: float, judge_noise: float) -> tuple[dict[str, Any], Any]:
    """Three people and a judge who give the true one of four labels, or guess."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(4, size=80)

    def said(share: float) -> Any:
        return np.where(rng.random(80) < share, rng.integers(4, size=80), truth).astype(float)

    return {name: said(noise) for name in "abc"}, said(judge_noise)


@pytest.mark.parametrize(("judge_noise", "low", "high"), [(0.2, 0.8, 1.0), (0.9, 0.0, 0.02)])
def test_simulated_judges(judge_noise: float, low: float, high: float) -> None:
    """A judge as good as people passes nearly always, one that guesses hardly ever."""
    passed = [
        alternative_annotator_test(
            *simulated(seed, 0.2, judge_noise), labels=True, epsilon=0.2, bootstrap=0
        ).passed
        for seed in range(50)
    ]
    assert low <= np.mean(passed) <= high


def test_a_perfect_judge_has_the_whole_advantage() -> None:
    people, _ = simulated(1, 0.3, 0)
    middle = np.median(list(people.values()), axis=0)
    found = alternative_annotator_test(people, middle, epsilon=0.1)
    assert found.advantage > 0.9
    assert found.advantage_ci[0] <= found.advantage <= found.advantage_ci[1]


def test_bad_input() -> None:
    people = {"a": [1, 2] * 20, "b": [1, 2] * 20, "c": [1.0] * 10 + [NAN] * 30}
    found = alternative_annotator_test(people, [1, 2] * 20)
    assert found.left_out == ("c",)
    assert len(found.duels) == 2
    for given_people, judge, message in (
        ({"a": [1, 2]}, [1, 2], "1 annotator, at least 2"),
        ({"a": [1, 2], "b": [1, 2]}, [1, 2], "nobody rated 30 items .* the most are 2"),
        ({"a": [1, 2], "b": [1]}, [1, 2], "unequal numbers of items"),
    ):
        with pytest.raises(InputError, match=message):
            alternative_annotator_test(given_people, judge)
    with pytest.raises(InputError, match=r"epsilon is 1\.5"):
        alternative_annotator_test(people, [1, 2] * 20, epsilon=1.5)
