"""Small pieces of HTML: tables, sections, numbers. Arguments are plain text unless a name says markup."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from likewise.draw import escape

__all__ = ["Cell", "decimals", "figure", "number", "p_value", "paragraph", "section", "sub", "table"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell: markup that is already safe, or plain text, with its alignment."""

    markup: str
    numeric: bool = False
    header: bool = False

    @classmethod
    def text(cls, value: str, *, header: bool = False) -> Cell:
        """Plain text, which may be in any script."""
        return cls(f'<bdi dir="auto">{escape(value)}</bdi>', header=header)

    @classmethod
    def number(cls, value: float | None, digits: int = 2) -> Cell:
        """A number with fixed decimals, or a dash where there is none."""
        return cls(number(value, digits), numeric=True)

    def render(self, tag: str = "td") -> str:
        """The cell as markup; a header cell names its row for screen readers."""
        kind = ' class="num"' if self.numeric else ""
        if self.header:
            return f'<th scope="row"{kind}>{self.markup}</th>'
        return f"<{tag}{kind}>{self.markup}</{tag}>"


def number(value: float | None, digits: int = 2) -> str:
    """The value with fixed decimals and a real minus sign."""
    if value is None or not math.isfinite(value):
        return '<span class="none" title="no value">–</span>'
    shown = f"{value:.{digits}f}"
    if float(shown) == 0:
        shown = shown.lstrip("-")
    return shown.replace("-", "−")


def decimals(values: Iterable[float | None]) -> int:
    """One decimal for scores that run to 100, two for those that run to 1, the same down a column."""
    known = [abs(v) for v in values if v is not None and math.isfinite(v)]
    return 1 if known and max(known) >= 10 else 2


def p_value(value: float | None) -> str:
    """A p-value; below a thousandth the exact digits say nothing more."""
    if value is None or not math.isfinite(value):
        return number(None)
    return "&lt;0.001" if value < 0.001 else f"{value:.3f}"


def table(
    caption: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    *,
    numeric: Sequence[int] = (),
) -> str:
    """A table in a box of its own, which scrolls sideways where the page is narrow."""
    top = "".join(
        f'<th scope="col"{" class=num" if k in numeric else ""}><bdi>{escape(head)}</bdi></th>'
        for k, head in enumerate(heads)
    )
    body = "".join(f"<tr>{''.join(cell.render() for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}">'
        f"<table><caption>{escape(caption)}</caption>"
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


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
