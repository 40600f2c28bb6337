"""Cells of tables: figures, intervals, widths on a terminal."""

from __future__ import annotations

import pytest

from likewise.draw import Bounds, Estimate, Figure, ResultTable
from likewise.draw.table_cell import is_figure, shown, width


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Figure.of(0.12345), "0.123"),
        (Figure.of(-0.0001), "0.000"),
        (Figure.of(1.5, 1, sign=True), "+1.5"),
        (Figure.of(float("nan")), "-"),
        (Figure.chance(0.00001), "<0.0001"),
        (Bounds.of((-0.5, 0.25), 2), "-0.50 to 0.25"),
        (Bounds.of((float("nan"), 0.25)), "-"),
        (Estimate(33.456, (30.0, 36.999)), "33.46 [30.00, 37.00]"),
        (Estimate(33.456), "33.46"),
        (Estimate(None), "-"),
        (None, "-"),
        (2.0, "2.00"),
        (7, "7"),
        (True, "yes"),
        ("two\nlines", "two lines"),
    ],
)
def test_what_people_read(value: object, text: str) -> None:
    assert shown(value) == text


@pytest.mark.parametrize(
    ("text", "wide"), [("abc", 3), ("東京", 4), ("ｱ", 1), ("Ａ", 2), ("é", 1), ("e\u0301", 1), ("\u200bx", 1)]
)
def test_width_is_that_of_a_terminal(text: str, wide: int) -> None:
    assert width(text) == wide


@pytest.mark.parametrize(
    "text", ["1", "-3.50", "<0.0001", "12 %", "0.5 [0.1, 0.9]", "0.1 to 0.9", "1,234", "-"]
)
def test_texts_that_are_numbers_stand_to_the_right(text: str) -> None:
    assert is_figure(text)


@pytest.mark.parametrize("text", ["1 dog", "clip-01", "", "{a}", "2026-11-19"])
def test_other_texts_do_not(text: str) -> None:
    assert not is_figure(text)


def test_wide_characters_keep_their_columns() -> None:
    table = ResultTable("", ("text", "n"), (("東京", 1), ("Tokyo", 22)))
    assert table.text().split("\n") == ["text    n", "-----  --", "東京    1", "Tokyo  22"]


def test_intervals_are_columns_of_their_own_for_programs() -> None:
    table = ResultTable("", ("m", "r", "ci"), (("a", Estimate(1.0, (0.5, 1.5)), Bounds.of((0.1, 0.2))),))
    assert table.tsv().split("\n") == ["m\tr\tr low\tr high\tci low\tci high", "a\t1.0\t0.5\t1.5\t0.1\t0.2"]


def test_minus_in_latex_is_a_minus() -> None:
    table = ResultTable("", ("m", "r", "ci"), (("a-b", -1.0, Bounds.of((-0.1, 0.2))),))
    assert r"a-b & $-$1.00 & $-$0.100 to 0.200 \\" in table.latex()


def test_head_tells_what_it_leaves_out() -> None:
    table = ResultTable("t", ("n",), [(n,) for n in range(9)], "caption")
    assert table.head(9) is table
    assert table.head(2).caption == "and 7 rows more; caption"
