"""A plain HTML table, for results that show themselves in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["table"]


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Rows under column names; numbers to the right, with two decimals."""
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    if isinstance(value, int | float):
        text = f"{value:.3f}" if isinstance(value, float) else str(value)
        return f'<td style="text-align:right">{text}</td>'
    return f"<td>{escape('' if value is None else str(value))}</td>"
