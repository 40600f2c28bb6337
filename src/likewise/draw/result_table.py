"""A result as tables, and the ways in which a table is shown: text, Markdown, LaTeX, TSV, HTML, pandas.

A result names its tables once (`Tabular.tables`); `print`, a notebook, a command and an export are made from
them, so all show the same figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from likewise.draw.html_table import table as html_table
from likewise.draw.table_cell import (
    Bounds,
    Estimate,
    Figure,
    columns_of,
    filled,
    is_figure,
    shown,
    value_of,
    width,
)
from likewise.errors import InputError, MissingPartError

__all__ = ["PRINTED_LINES", "ResultTable", "Tabular"]

PRINTED_LINES = 38
"""`print` of a result has no more lines than this; what it leaves out it names."""

_NOTEBOOK_ROWS = 100

_MINUS = re.compile(r"-(?=[\d.])")
_LATEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{",
    "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}",
    ">": r"\textgreater{}", "|": r"\textbar{}", "−": "$-$", "–": "--",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ResultTable:
    """Columns and rows under a title; a cell is a `Figure`, `Bounds`, number, text, or None for nothing."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    caption: str = ""

    def cells(self) -> list[list[str]]:
        """The rows as people read them."""
        return [[shown(value) for value in row] for row in self.rows]

    def right(self) -> list[bool]:
        """For each column whether it holds numbers, which stand to the right."""
        columns = range(len(self.columns))
        return [bool(self.rows) and all(is_figure(row[place]) for row in self.rows) for place in columns]

    def head(self, rows: int) -> ResultTable:
        """The first rows; the caption tells how many were left out."""
        left = len(self.rows) - rows
        if left <= 0:
            return self
        told = f"and {left:,} rows more"
        caption = f"{told}; {self.caption}" if self.caption else told
        return replace(self, rows=self.rows[:rows], caption=caption)

    def text(self) -> str:
        """Plain text: columns under each other, never wrapped."""
        right = self.right()
        rows = [[" ".join(name.split()) for name in self.columns], *self.cells()]
        widths = [max(width(row[place]) for row in rows) for place in range(len(self.columns))]
        lines = ["  ".join(_placed(*cell) for cell in zip(row, widths, right, strict=True)) for row in rows]
        rule = "  ".join("-" * wide for wide in widths)
        heads = [lines[0], rule] if any(rows[0]) else []
        return "\n".join(part.rstrip() for part in (self.title, *heads, *lines[1:], self.caption) if part)

    def markdown(self) -> str:
        """A table of Markdown under its title in bold."""
        heads = "| " + " | ".join(map(_piped, self.columns)) + " |"
        rule = "|" + "|".join("---:" if right else "---" for right in self.right()) + "|"
        rows = ["| " + " | ".join(map(_piped, row)) + " |" for row in self.cells()]
        table = "\n".join([heads, rule, *rows])
        title = f"**{_piped(self.title)}**" if self.title else ""
        return "\n\n".join(part for part in (title, table, _lines_kept(self.caption)) if part)

    def latex(self) -> str:
        """A LaTeX table with the package booktabs; the caption stands above it as a comment."""
        right = self.right()
        columns = "".join("r" if numeric else "l" for numeric in right)
        rows = [_tex_row(map(_tex_cell, row, right)) for row in self.cells()]
        lines = [
            *(f"% {line}" for line in self.caption.splitlines()),
            r"\begin{table}", r"\centering",
            rf"\caption{{{_tex(self.title)}}}", rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule", _tex_row(map(_tex, self.columns)), r"\midrule", *rows,
            r"\bottomrule", r"\end{tabular}", r"\end{table}",
        ]  # fmt: skip
        return "\n".join(lines)

    def tsv(self) -> str:
        """Tab-separated values with a header; numbers in full, an interval as two columns."""
        columns, rows = self._wide()
        return "\n".join("\t".join(map(filled, row)) for row in ((*columns,), *rows))

    def html(self) -> str:
        """A table for a notebook, the first hundred rows of it."""
        table = self.head(_NOTEBOOK_ROWS)
        rows = [
            [v.shown if isinstance(v, Figure | Bounds | Estimate) else v for v in row] for row in table.rows
        ]
        caption = table.title if len(table.rows) == len(self.rows) else f"{table.title} ({table.caption})"
        return html_table(self.columns, rows, caption)

    def frame(self) -> Any:
        """A pandas frame; numbers in full, an interval as two columns."""
        try:
            import pandas
        except ImportError:
            raise MissingPartError("pandas", "pandas") from None
        columns, rows = self._wide()
        return pandas.DataFrame([[value_of(value) for value in row] for row in rows], columns=columns)

    def _wide(self) -> tuple[list[str], list[tuple[object, ...]]]:
        """Columns and rows with each interval as two columns."""
        columns = [
            column
            for place, name in enumerate(self.columns)
            for column in columns_of(name, [row[place] for row in self.rows]).items()
        ]
        return [name for name, _ in columns], list(zip(*(values for _, values in columns), strict=True))


_LINE = 160
_NOTES = 5
"""So many notes are printed under a result."""


class Tabular:
    """What shows itself as tables: a result says `tables`, the rest follows.

    A frozen dataclass that is one says `@dataclass(frozen=True, repr=False)`.
    """

    __slots__ = ()

    def tables(self) -> Sequence[ResultTable]:
        """The tables of this result, the most important first."""
        raise NotImplementedError

    def drawings(self) -> str:
        """Plots as SVG, which a notebook shows under the tables."""
        return ""

    def notes(self) -> Sequence[str]:
        """What should be known beside the tables, a line each: the `warnings` of a result."""
        return [f"note: {' '.join(text.split())}" for text in getattr(self, "warnings", ())]

    def __str__(self) -> str:
        notes = _few([_cut(note) for note in self.notes()])
        room = PRINTED_LINES - (len(notes) + 1 if notes else 0)
        return "\n\n".join([*_short(self.tables(), room), *(["\n".join(notes)] if notes else [])])

    def __repr__(self) -> str:
        first = self.tables()[0]
        cells = first.cells()
        head = (
            ", ".join(f"{c} {v}".strip() for c, v in zip(first.columns, cells[0], strict=True))
            if cells
            else "empty"
        )
        more = f", and {len(cells) - 1} rows more" if len(cells) > 1 else ""
        line = f"<{type(self).__name__} {shown(first.title)!r}: {head}{more}>"
        return line if len(line) <= _LINE else line[: _LINE - 4] + " ..>"

    def _repr_html_(self) -> str:
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes())
        return "".join(table.html() for table in self.tables()) + notes + self.drawings()

    def to_markdown(self) -> str:
        """The tables as Markdown, and the notes."""
        notes = ["\n".join(f"- {note}" for note in self.notes())] if self.notes() else []
        return "\n\n".join([*(table.markdown() for table in self.tables()), *notes])

    def to_latex(self) -> str:
        """The tables as LaTeX (package booktabs), the notes as comments."""
        notes = ["\n".join(f"% {note}" for note in self.notes())] if self.notes() else []
        return "\n\n".join([*(table.latex() for table in self.tables()), *notes])

    def to_tsv(self) -> str:
        """The tables as tab-separated values, an empty line between two."""
        return "\n\n".join(table.tsv() for table in self.tables())

    def to_pandas(self, table: int = 0) -> Any:
        """The first table, or the one of that number, as a pandas frame with the numbers in full."""
        tables = self.tables()
        try:
            chosen = tables[table]
        except (IndexError, TypeError):
            named = "; ".join(f"{n} {' '.join(one.title.split())!r}" for n, one in enumerate(tables))
            raise InputError(f"there is no table {table!r}, expected a number of: {named}") from None
        return chosen.frame()


def _few(notes: Sequence[str]) -> list[str]:
    """The first notes, and how many more there are."""
    more = len(notes) - _NOTES
    return [*notes] if more <= 0 else [*notes[:_NOTES], f"and {more} notes more, in warnings"]


def _cut(line: str) -> str:
    return line if len(line) <= 2 * _LINE else line[: 2 * _LINE - 3] + " .."


def _short(tables: Sequence[ResultTable], left: int) -> Iterator[str]:
    """The tables as text in so many lines; what is left out is named."""
    for place, table in enumerate(tables):
        others = tables[place + 1 :]
        frame = len(table.text().splitlines()) - len(table.rows)
        room = left - frame - 2 - (2 if others else 0)
        if place and room < min(3, len(table.rows)):
            titles = "; ".join(" ".join(one.title.split()) for one in tables[place:])
            told = f"and {len(tables) - place} tables more: {titles}"
            yield told if len(told) <= _LINE else told[: _LINE - 4] + " .."
            return
        text = table.head(max(room, 1)).text()
        left -= len(text.splitlines()) + 1
        yield text


def _placed(cell: str, wide: int, right: bool) -> str:
    """A cell in its column; `ljust` counts characters, a terminal does not."""
    space = " " * (wide - width(cell))
    return space + cell if right else cell + space


def _piped(cell: str) -> str:
    return " ".join(cell.replace("|", r"\|").split())


def _lines_kept(caption: str) -> str:
    """A caption of several lines as several lines of Markdown."""
    return "  \n".join(caption.splitlines())


def _tex(text: str) -> str:
    return "".join(_LATEX.get(char, char) for char in " ".join(text.split()))


def _tex_cell(cell: str, right: bool) -> str:
    """A cell; the minus of a number is a minus and no hyphen."""
    return _MINUS.sub("$-$", _tex(cell)) if right else _tex(cell)


def _tex_row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"
