"""The majority-path filter: worked cases and laws."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from likewise.collect.paths import majority, route, summarise, summary
from likewise.errors import InputError

A = [[0, 0, 90], [1, 0, 90]]
B = [[0, 0, 90], [0, 0, 180]]
C = [[0, 0, 90], [0, 0, 0]]


@pytest.mark.parametrize(
    ("paths", "kept"),
    [
        ([A] * 5, A),
        ([A] * 4, None),  # too few followers
        ([A, A, A, B, B], A),
        ([A, A, B, B, C], None),  # most, but not more than half
        ([A, A, A, B, B, B], None),  # half is no majority
        ([A, A, A, A, B, B], A),
        ([A, A, A, A, None, None], None),  # a skip is no trace
        ([A, A, A, B, B, None, None, None], A),  # nor a vote against
        ([None] * 9, None),
        ([], None),
    ],
)
def test_worked_cases(paths: list[object], kept: object) -> None:
    assert majority(paths) == kept


def test_fewer_followers_by_request() -> None:
    assert majority([A, A, B], least=3) == A
    assert majority([A], least=1) == A
    with pytest.raises(InputError):
        majority([A], least=0)


def test_paths_may_be_actions() -> None:
    assert majority([("LEFT", "FORWARD")] * 3 + [("RIGHT",)] * 2) == ("LEFT", "FORWARD")


def test_routes_take_turns_on_the_spot_together() -> None:
    left = [[0, 0, 0], [0, 0, 270], [0, 0, 180], [0, 1, 180]]
    right = [[0, 0, 0], [0, 0, 90], [0, 0, 180], [0, 1, 180]]
    assert route(left) == route(right)
    assert route(left) != route(left[:-1])
    assert route(B) != route(C)
    paths = [left, left, right, right, A]
    assert majority(paths) is None
    assert majority(paths, key=route) == left
    assert majority([right, left, left, right, right], key=route) == right


def test_summary_of_each_instruction() -> None:
    rows = summarise({"one": [A, A, A, B, B, None], "two": [A, B], "three": [A, A, B, B, C], "none": []})
    assert [(r.id, r.followers, r.skipped, r.distinct, r.agree, r.path, r.reason) for r in rows] == [
        ("one", 5, 1, 2, 3, A, None),
        ("two", 2, 0, 2, 1, None, "too-few"),
        ("three", 5, 0, 3, 2, None, "no-majority"),
        ("none", 0, 0, 0, 0, None, "too-few"),
    ]
    assert [row.share for row in rows] == [0.6, 0.5, 0.4, 0.0]


@given(st.lists(st.sampled_from([*"abc", None]), max_size=12), st.integers(1, 6), st.randoms())
def test_majority_is_what_it_says(paths: list[str | None], least: int, chance: object) -> None:
    counts = Counter(path for path in paths if path is not None)
    n = counts.total()
    expected = [path for path, count in counts.items() if n >= least and count > n / 2]
    found = majority(paths, least)
    assert ([] if found is None else [found]) == expected
    shuffled = list(paths)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert majority(shuffled, least) == found
    assert summary("x", paths, least).reason in ((None,) if expected else ("too-few", "no-majority"))
