"""Agreement between judges on what both rated."""

from __future__ import annotations

import math

import pytest
from scipy import stats

from likewise.errors import InputError
from likewise.judging import JudgePair, between, mean_agreement, pairwise

NAN = math.nan


def test_two_judges() -> None:
    a, b = [1, 2, 3, 4, NAN, 2], [1, 3, 2, 4, 4, NAN]
    result = between(a, b)
    assert result.n == 4
    assert result.pearson == pytest.approx(0.8)
    assert result.spearman == pytest.approx(stats.spearmanr(a[:4], b[:4]).statistic)
    assert result.kendall == pytest.approx(stats.kendalltau(a[:4], b[:4]).statistic)


def test_every_pair_and_their_mean() -> None:
    pairs = pairwise({"ann": [1, 2, 3, 4], "bob": [1, 3, 2, 4], "cy": [4, NAN, 2, 1], "di": [NAN, NAN, 1, 2]})
    told = [f"{pair.a} {pair.b} {pair.n}" for pair in pairs]
    assert told == ["ann bob 4", "ann cy 3", "ann di 2", "bob cy 3", "bob di 2", "cy di 2"]
    assert pairs[0].pearson == pytest.approx(0.8)
    assert pairs[2] == JudgePair("ann", "di", 2, None)
    defined = [pair.pearson for pair in pairs if pair.pearson is not None]
    assert len(defined) == 3
    assert mean_agreement(pairs) == pytest.approx(sum(defined) / 3)


def test_a_judge_who_always_says_the_same() -> None:
    pairs = pairwise({"a": [1, 2, 3], "b": [2, 2, 2]})
    assert pairs == [JudgePair("a", "b", 3, None)]
    assert mean_agreement(pairs) is None


def test_nonsense() -> None:
    with pytest.raises(InputError, match="only 2 items"):
        between([1, 2, NAN], [1, 2, 3])
    with pytest.raises(InputError, match="all 3 values of judge B are the same"):
        between([1, 2, 3], [4, 4, 4])
    with pytest.raises(InputError, match="judge A has 3, judge B has 2"):
        between([1, 2, 3], [4, 4])
    with pytest.raises(InputError, match="1 judges, at least 2 are needed"):
        pairwise({"a": [1, 2, 3]})
    with pytest.raises(InputError, match="b: item 1 is inf"):
        pairwise({"a": [1, 2, 3], "b": [math.inf, 2, 3]})
