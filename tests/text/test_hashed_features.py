"""HashedNames names answer like the names themselves."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.text.hashed_features import HashedNames, hashes_of


@settings(max_examples=30)
@given(st.lists(st.text(max_size=8), unique=True, max_size=30), st.integers(0, 3))
def test_every_name_has_its_number(names: list[str], first: int) -> None:
    numbers = {name: k for k, name in enumerate(names, first)}
    hashed = HashedNames(hashes_of(numbers), first)
    assert len(hashed) == len(names)
    assert all(hashed[name] == number for name, number in numbers.items())
    assert hashed.get("a name that is not there", -1) == -1
    assert "a name that is not there" not in hashed
    assert hashes_of(hashed) is hashed.hashes


def test_sets_are_sorted_and_names_are_lost() -> None:
    assert hashes_of({"b", "a"}).tolist() == hashes_of({"a": 0, "b": 1}).tolist()
    with pytest.raises(TypeError, match="not known"):
        list(HashedNames(np.zeros(1, np.uint32)))
