"""Results as tables: every way of showing one has the same figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from likewise.draw import PRINTED_LINES, Figure, ResultTable, Tabular
from likewise.errors import InputError

TABLE = ResultTable(
    "Two & two", ("name", "r", "n"), (("a|b", Figure.of(0.12345), 3), ("c_d", Figure.of(None), 12)), "three"
)


@dataclass(frozen=True, repr=False)
class Result(Tabular):
    name: str = "x"

    def tables(self) -> Sequence[ResultTable]:
        return (TABLE,)


def test_text_has_columns_under_each_other() -> None:
    assert TABLE.text().split("\n") == [
        "Two & two",
        "name      r   n",
        "----  -----  --",
        "a|b   0.123   3",
        "c_d       -  12",
        "three",
    ]


def test_markdown_keeps_its_bars() -> None:
    lines = TABLE.markdown().split("\n")
    assert lines[0] == "**Two & two**"
    assert lines[2:5] == ["| name | r | n |", "|---|---:|---:|", "| a\\|b | 0.123 | 3 |"]


@pytest.mark.parametrize("number", [1, -2, "x", 0.5])
def test_a_table_that_is_not_there(number: object) -> None:
    with pytest.raises(InputError, match=r"there is no table .*, expected a number of: 0 'Two & two'"):
        Result().to_pandas(number)  # type: ignore[arg-type]


def test_latex_is_escaped() -> None:
    assert r"\caption{Two \& two}" in TABLE.latex()
    assert r"c\_d & - & 12 \\" in TABLE.latex()


def test_tsv_has_numbers_in_full() -> None:
    assert TABLE.tsv() == "name\tr\tn\na|b\t0.12345\t3\nc_d\t\t12"


def test_a_result_prints_its_tables_and_is_one_line_as_repr() -> None:
    assert str(Result()) == TABLE.text()
    assert repr(Result()) == "<Result 'Two & two': name a|b, r 0.123, n 3, and 1 rows more>"
    assert "<td>a|b</td>" in Result()._repr_html_()


@dataclass(frozen=True, repr=False)
class Warned(Tabular):
    """A result with notes."""

    warnings: tuple[str, ...]

    def tables(self) -> list[ResultTable]:
        return [ResultTable("T", ["n"], [[n] for n in range(60)])]


def test_warnings_are_shown_with_the_tables_in_every_form_for_people() -> None:
    warned = Warned(("a < b", "second\nline"))
    assert str(warned).endswith("\n\nnote: a < b\nnote: second line")
    assert warned.to_markdown().endswith("\n\n- note: a < b\n- note: second line")
    assert warned.to_latex().endswith("\n\n% note: a < b\n% note: second line")
    assert "<p>note: a &lt; b</p>" in warned._repr_html_()
    assert "note" not in warned.to_tsv()
    assert "note" not in str(Warned(()))


def test_many_warnings_leave_room_for_the_tables() -> None:
    lines = str(Warned(tuple(f"{n}" * 500 for n in range(30)))).splitlines()
    assert lines[-1] == "and 25 notes more, in warnings"
    assert len(lines) <= PRINTED_LINES
    assert max(map(len, lines)) <= 320
