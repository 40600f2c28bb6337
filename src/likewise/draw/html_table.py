"""The one builder of HTML tables: for pages with a style sheet, and for notebooks, which have none."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from likewise.draw.svg import escape

__all__ = ["Cell", "figure_text", "table"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell: markup that is already safe, or plain text, with its alignment.

    `value` is the number in full and `interval` its bounds: what a page sorts by, and saves.
    """

    markup: str
    numeric: bool = False
    header: bool = False
    value: float | None = None
    interval: tuple[float, float] | None = None

    @classmethod
    def text(cls, value: str, *, header: bool = False) -> Cell:
        """Plain text, which may be in any script."""
        return cls(f'<bdi dir="auto">{escape(value)}</bdi>', header=header)

    @classmethod
    def number(cls, value: float | None, digits: int = 2) -> Cell:
        """A number with fixed decimals, or a dash where there is none."""
        return cls(figure_text(value, digits), numeric=True, value=value)


def figure_text(value: float | None, digits: int = 2) -> str:
    """The value with fixed decimals and a real minus sign, as markup; a dash where there is none."""
    if value is None or not math.isfinite(value):
        return '<span class="none" title="no value">–</span>'
    shown = f"{value:.{digits}f}"
    if float(shown) == 0:
        shown = shown.lstrip("-")
    return shown.replace("-", "−")


def table(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    caption: str = "",
    *,
    numeric: Collection[int] = (),
    boxed: bool = False,
) -> str:
    """Rows under column names; cells are `Cell`s, or plain values: numbers to the right, with three decimals.

    `numeric` are the columns whose names stand to the right. With `boxed` the table is one of a page with our
    style sheet: it stands in a box of its own, which scrolls sideways where the page is narrow.
    """
    right = ' class="num"' if boxed else ' style="text-align:right"'
    heads = "".join(
        f'<th scope="col"{(" class=num" if boxed else right) if place in numeric else ""}>'
        f"<bdi>{escape(name)}</bdi></th>"
        for place, name in enumerate(columns)
    )
    body = "".join(f"<tr>{''.join(_cell(value, right) for value in row)}</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    head = f"<thead><tr>{heads}</tr></thead>" if any(columns) else ""
    markup = f"<table>{title}{head}<tbody>{body}</tbody></table>"
    if not boxed:
        return markup
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}">{markup}</div>'


def _cell(value: object, right: str) -> str:
    cell = value if isinstance(value, Cell) else _plain(value)
    kind = right if cell.numeric else ""
    held = "" if right.startswith(" style") else _held(cell)
    if cell.header:
        return f'<th scope="row"{kind}{held}>{cell.markup}</th>'
    return f"<td{kind}{held}>{cell.markup}</td>"


def _held(cell: Cell) -> str:
    """The numbers behind the cell, for the scripts of a page."""
    names = ("value", "low", "high")
    numbers = (cell.value, *(cell.interval or (None, None)))
    return "".join(
        f' data-{name}="{float(number)!r}"'
        for name, number in zip(names, numbers, strict=True)
        if number is not None and math.isfinite(number)
    )


def _plain(value: object) -> Cell:
    if isinstance(value, int | float):
        return Cell(f"{value:.3f}" if isinstance(value, float) else str(value), numeric=True)
    return Cell(escape("" if value is None else str(value)))
