"""A result as tables, and the ways in which a table is shown: text, Markdown, LaTeX, TSV, HTML, pandas.

A result names its tables once (`Tabular.tables`); `print`, a notebook, a command and an export are made from
them, so all show the same figures.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from likewise.draw.html_table import table
from likewise.errors import MissingPartError

__all__ = ["Figure", "ResultTable", "Tabular"]

_LATEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, and how it is shown where people read it."""

    value: float | None
    shown: str

    @classmethod
    def of(cls, value: float | None, digits: int = 3) -> Figure:
        """A number with fixed decimals, a dash where there is none."""
        missing = value is None or not math.isfinite(value)
        return cls(None if missing else value, "-" if missing else f"{value:.{digits}f}")


@dataclass(frozen=True, slots=True)
class ResultTable:
    """Columns and rows under a title; a cell is a `Figure`, a number, a text, or None for nothing."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    caption: str = ""

    def cells(self) -> list[list[str]]:
        """The rows as people read them."""
        return [[shown(value) for value in row] for row in self.rows]

    def right(self) -> list[bool]:
        """For each column whether it holds numbers, which stand to the right."""
        return [all(_is_number(row[place]) for row in self.rows) for place in range(len(self.columns))]

    def text(self) -> str:
        """Plain text: columns under each other, never wrapped."""
        rows, right = [list(self.columns), *self.cells()], self.right()
        widths = [max(len(row[place]) for row in rows) for place in range(len(self.columns))]
        lines = [
            "  ".join(c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, widths, right, strict=True))
            for row in rows
        ]
        rule = "  ".join("-" * width for width in widths)
        return "\n".join(
            part.rstrip() for part in (self.title, lines[0], rule, *lines[1:], self.caption) if part
        )

    def markdown(self) -> str:
        """A table of Markdown under its title in bold."""
        heads = "| " + " | ".join(map(_piped, self.columns)) + " |"
        rule = "|" + "|".join("---:" if right else "---" for right in self.right()) + "|"
        rows = ["| " + " | ".join(map(_piped, row)) + " |" for row in self.cells()]
        table = "\n".join([heads, rule, *rows])
        return "\n\n".join(part for part in (f"**{self.title}**", table, self.caption) if part)

    def latex(self) -> str:
        """A LaTeX table with the package booktabs."""
        columns = "".join("r" if right else "l" for right in self.right())
        lines = [
            r"\begin{table}", r"\centering",
            rf"\caption{{{_tex(self.title)}}}", rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule", _tex_row(self.columns), r"\midrule", *map(_tex_row, self.cells()),
            r"\bottomrule", r"\end{tabular}", r"\end{table}",
        ]  # fmt: skip
        return "\n".join(lines)

    def tsv(self) -> str:
        """Tab-separated values with a header; numbers in full."""
        rows = [self.columns, *([_full(value) for value in row] for row in self.rows)]
        return "\n".join("\t".join(" ".join(str(cell).split()) for cell in row) for row in rows)

    def html(self) -> str:
        """A table for a notebook."""
        rows = [[v.shown if isinstance(v, Figure) else v for v in row] for row in self.rows]
        return table(self.columns, rows, self.title)

    def frame(self) -> Any:
        """A pandas frame; numbers in full."""
        try:
            import pandas
        except ImportError:
            raise MissingPartError("pandas", "pip install pandas") from None
        rows = [[v.value if isinstance(v, Figure) else v for v in row] for row in self.rows]
        return pandas.DataFrame(rows, columns=list(self.columns))


class Tabular:
    """What shows itself as tables: a result says `tables`, the rest follows.

    A frozen dataclass that is one says `@dataclass(frozen=True, repr=False)`.
    """

    __slots__ = ()

    def tables(self) -> Sequence[ResultTable]:
        """The tables of this result, the most important first."""
        raise NotImplementedError

    def __str__(self) -> str:
        return "\n\n".join(table.text() for table in self.tables())

    def __repr__(self) -> str:
        first = self.tables()[0]
        cells = first.cells()
        head = (
            ", ".join(f"{c} {v}" for c, v in zip(first.columns, cells[0], strict=True)) if cells else "empty"
        )
        more = f", and {len(cells) - 1} rows more" if len(cells) > 1 else ""
        line = f"<{type(self).__name__} {first.title!r}: {head}{more}>"
        return line if len(line) <= 160 else line[:156] + " ..>"

    def _repr_html_(self) -> str:
        return "".join(table.html() for table in self.tables())

    def to_markdown(self) -> str:
        """The tables as Markdown."""
        return "\n\n".join(table.markdown() for table in self.tables())

    def to_latex(self) -> str:
        """The tables as LaTeX (package booktabs)."""
        return "\n\n".join(table.latex() for table in self.tables())

    def to_pandas(self, table: int = 0) -> Any:
        """The first table, or the one of that number, as a pandas frame with the numbers in full."""
        return self.tables()[table].frame()


def shown(value: object) -> str:
    """A cell as people read it: two decimals where nothing else is said, a dash where there is nothing."""
    if isinstance(value, Figure):
        return value.shown
    if value is None:
        return "-"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _full(value: object) -> object:
    if isinstance(value, Figure):
        return "" if value.value is None else value.value
    return "" if value is None else value


def _is_number(value: object) -> bool:
    return value is None or isinstance(value, Figure | int | float)


def _piped(cell: str) -> str:
    return cell.replace("|", r"\|").replace("\n", " ")


def _tex(text: str) -> str:
    return "".join(_LATEX.get(char, char) for char in text)


def _tex_row(cells: Sequence[str]) -> str:
    return " & ".join(map(_tex, cells)) + r" \\"
