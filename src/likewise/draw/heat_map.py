"""A matrix as shaded cells with their values printed in them: the shade finds, the number tells."""

from __future__ import annotations

from collections.abc import Sequence

from likewise.draw.palette import colour
from likewise.draw.scale import extent, finite
from likewise.draw.svg import SMALL, document, element, empty, escape, text, text_width

__all__ = ["heatmap"]

_STRONG = 0.7
_LONGEST = 170.0
"""Names of rows and columns are cut at this width."""


def _shade(value: float, low: float, high: float, diverging: bool) -> tuple[str, float]:
    """The role and the opacity of a cell; in a diverging map zero is blank and the sign picks the colour."""
    if diverging:
        reach = max(abs(low), abs(high)) or 1.0
        return ("heat" if value >= 0 else "cool"), 0.92 * min(1.0, abs(value) / reach)
    share = (value - low) / (high - low) if high > low else 0.5
    return "heat", 0.04 + 0.88 * min(1.0, max(0.0, share))


def heatmap(
    matrix: Sequence[Sequence[float | None]],
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    title: str,
    low: float | None = None,
    high: float | None = None,
    diverging: bool = False,
    decimals: int = 2,
    cell: float = 40,
    standalone: bool = False,
) -> str:
    """A heatmap; opacity of one hue carries the value, so the same cells work on light and on dark paper.

    Cells without a number stay empty. With two decimals a leading zero is left out
    ('.83'), which keeps small cells legible.
    """
    values = [v for row in matrix for v in row if finite(v)]
    if not rows or not columns or not values:
        return empty(title, width=260, standalone=standalone)
    least, most = extent(values, pad=0.0)
    low, high = (least if low is None else low), (most if high is None else high)
    left = min(max(text_width(name, SMALL) for name in rows), _LONGEST) + 10
    longest = min(max(text_width(name, SMALL) for name in columns), _LONGEST)
    level = longest <= cell - 4
    top = 24.0 if level else 0.72 * longest + 18
    tall = min(cell, 30.0)
    parts = []
    for j, name in enumerate(columns):
        x = left + (j + 0.5) * cell
        if level:
            parts.append(text(name, x, top - 8, anchor="middle", size=SMALL, role="muted"))
        else:
            parts.append(text(name, x, top - 8, size=SMALL, role="muted", turn=-42, within=_LONGEST))
    for i, (name, row) in enumerate(zip(rows, matrix, strict=True)):
        y = top + i * tall
        parts.append(
            text(name, left - 7, y + tall / 2 + 4, anchor="end", size=SMALL, role="muted", within=_LONGEST)
        )
        for j, value in enumerate(row):
            if not finite(value):
                continue
            x = left + j * cell
            role, opacity = _shade(value, low, high, diverging)
            shown = _compact(value, decimals)
            tip = element("title", escape(f"{name} / {columns[j]}: {shown}"))
            parts.append(
                element(
                    "rect",
                    tip,
                    x=x + 0.5,
                    y=y + 0.5,
                    width=cell - 1,
                    height=tall - 1,
                    fill="currentColor",
                    fill_opacity=opacity,
                    class_=f"lw-{role}",
                    color=colour(role),
                )
            )
            ink = "paper" if opacity > _STRONG else "ink"
            parts.append(text(shown, x + cell / 2, y + tall / 2 + 4, anchor="middle", size=SMALL, role=ink))
    over = 0.0 if level else 0.74 * longest - cell / 2
    return document(
        "".join(parts),
        width=left + len(columns) * cell + max(over, 0.0) + 4,
        height=top + len(rows) * tall + 6,
        title=title,
        description=f"Heatmap of {len(rows)} rows by {len(columns)} columns, "
        f"from {_compact(min(values), decimals)} to {_compact(max(values), decimals)}.",
        standalone=standalone,
    )


def _compact(value: float, decimals: int) -> str:
    """The value with fixed decimals, a real minus sign and no leading zero."""
    shown = f"{value:.{decimals}f}"
    if float(shown) == 0:
        shown = shown.lstrip("-")
    sign = "−" if shown.startswith("-") else ""
    digits = shown.lstrip("-")
    if decimals > 1 and digits.startswith("0."):
        digits = digits[1:]
    return sign + digits
