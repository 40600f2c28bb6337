"""Alignments as lines."""

from __future__ import annotations

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.transduce.align import Alignment

LINES = ["0-0 1-2", "", "2-0 0-1 1-1"]


def test_lines_out_are_lines_in() -> None:
    alignment = Alignment.of(LINES)
    assert alignment.pharaoh() == LINES
    assert len(alignment) == 3
    assert alignment.pair(2) == [(2, 0), (0, 1), (1, 1)]
    again = Alignment.loads(alignment.dumps())
    for one, other in zip(vars(alignment).values(), vars(again).values(), strict=True):
        assert np.array_equal(one, other)
        assert one.dtype == other.dtype
    assert alignment.source.dtype == np.int16
    assert Alignment.loads("").dumps() == ""


def test_links_are_sorted_by_target_and_once() -> None:
    assert Alignment.of(["1-1  0-1 3-0 0-1 "]).pharaoh() == ["3-0 0-1 1-1"]


def test_the_other_direction() -> None:
    assert Alignment.of(LINES).swapped().pharaoh() == ["0-0 2-1", "", "1-0 1-1 0-2"]


@pytest.mark.parametrize("line", ["0", "0-", "a-b", "0-0,1-1", "0:0", "-1-0", "0-0 1--2", "٠-٠"])
def test_other_lines_are_refused(line: str) -> None:
    with pytest.raises(InputError, match="expected links as '0-0 1-2'") as caught:
        Alignment.of(["0-0", line], file="links.txt")
    assert (caught.value.file, caught.value.line) == ("links.txt", 2)


def test_positions_that_no_text_has_are_refused() -> None:
    with pytest.raises(InputError, match="over 32,767"):
        Alignment.of(["0-32768"])
