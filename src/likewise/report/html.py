"""Small pieces of HTML: sections, figures, numbers. Arguments are plain text unless a name says markup."""

from __future__ import annotations

import math
from collections.abc import Iterable

from likewise.draw import escape, figure_text

__all__ = ["decimals", "figure", "p_value", "paragraph", "section", "sub"]


def decimals(values: Iterable[float | None]) -> int:
    """One decimal for scores that run to 100, two for those that run to 1, the same down a column."""
    known = [abs(v) for v in values if v is not None and math.isfinite(v)]
    return 1 if known and max(known) >= 10 else 2


def p_value(value: float | None) -> str:
    """A p-value; below a thousandth the exact digits say nothing more."""
    if value is None or not math.isfinite(value):
        return figure_text(None)
    return "&lt;0.001" if value < 0.001 else f"{value:.3f}"


def paragraph(text: str, kind: str | None = None) -> str:
    """A paragraph of plain text."""
    mark = f' class="{escape(kind)}"' if kind else ""
    return f'<p{mark} dir="auto">{escape(text)}</p>'


def section(key: str, title: str, how: str, *markup: str) -> str:
    """A section that begins with one sentence on how to read it."""
    return (
        f'<section id="{escape(key)}" aria-labelledby="{escape(key)}-title">'
        f'<h2 id="{escape(key)}-title">{escape(title)}</h2><p class="how">{escape(how)}</p>'
        f"{''.join(markup)}</section>"
    )


def sub(title: str, how: str, *markup: str) -> str:
    """A part of a section, with its own sentence."""
    said = f'<p class="how">{escape(how)}</p>' if how else ""
    return f'<div class="part"><h3>{escape(title)}</h3>{said}{"".join(markup)}</div>'


def figure(markup: str, caption: str = "") -> str:
    """A plot with its caption."""
    said = f'<figcaption dir="auto">{escape(caption)}</figcaption>' if caption else ""
    return f'<figure class="plot">{markup}{said}</figure>'
