"""Ids seen so far: every repetition is noticed, near or far, and nothing else is."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from likewise.io import ids
from likewise.io.ids import SeenKeys


def first_complaint(keys: list[Any]) -> tuple[int, int | None] | None:
    seen = SeenKeys()
    for line, key in enumerate(keys, start=1):
        if found := seen.add(key, line):
            return found
    return seen.flush()


def test_near_repetition_has_both_lines() -> None:
    assert first_complaint([("s", "a"), ("s", "b"), ("s", "a")]) == (3, 1)


def test_the_same_id_of_another_system() -> None:
    assert first_complaint([("s", "a"), ("t", "a"), (None, "a"), ("sa", ""), ("", "sa")]) is None


@given(keys=st.lists(st.integers(1, 40), max_size=60), room=st.integers(1, 9))
@settings(deadline=None)
def test_a_repetition_is_noticed_if_and_only_if_there_is_one(keys: list[int], room: int) -> None:
    """However often the recent keys are put away; a small room makes that happen in a short list."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ids, "_RECENT", room)
        found = first_complaint([("s", str(key)) for key in keys])
    assert (found is None) == (len(set(keys)) == len(keys))
    if found is not None:
        line, earlier = found
        assert keys[line - 1] in keys[: line - 1]
        if earlier is not None:
            assert keys[earlier - 1] == keys[line - 1]


def test_far_repetition() -> None:
    keys = [("s", str(n)) for n in range(600_000)]
    assert first_complaint(keys) is None
    assert first_complaint([*keys, ("s", "0")]) == (600_001, None)
    assert first_complaint([*keys[:300_001], ("s", "7"), *keys[300_001:]]) == (300_002, None)


def test_memory_of_put_away_keys_is_eight_bytes_each() -> None:
    seen = SeenKeys()
    for n in range(3 * ids._RECENT):
        seen.add(("s", n), n)
    assert not seen._recent
    assert sum(run.nbytes for run in seen._runs) == 8 * 3 * ids._RECENT


def test_two_records_on_one_line() -> None:
    seen = SeenKeys()
    assert seen.add("a", 1) is None
    assert seen.add("b", 1) is None
    assert seen.add("a", 1) == (1, 1)
