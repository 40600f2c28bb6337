"""Values as horizontal bars with their confidence intervals; sideways, because metric names are long."""

from __future__ import annotations

from collections.abc import Sequence

from likewise.draw.axes import Frame, horizontal
from likewise.draw.palette import colour
from likewise.draw.scale import Scale, finite
from likewise.draw.svg import document, element, empty, escape, text, text_width

__all__ = ["bars"]


def _interval(low: float, high: float, y: float, scale: Scale) -> str:
    """A thin line from low to high with caps."""
    a, b = scale(min(max(low, scale.low), scale.high)), scale(min(max(high, scale.low), scale.high))
    caps = "".join(element("line", x1=x, y1=y - 4, x2=x, y2=y + 4) for x in (a, b))
    return element(
        "g", element("line", x1=a, y1=y, x2=b, y2=y), caps, stroke="currentColor", stroke_width=1.4
    )


def _ends(values: Sequence[float | None]) -> tuple[float, float]:
    """The range with zero in it: a bar is read by its length, and length starts at zero."""
    known = [float(v) for v in values if finite(v)]
    low, high = min(0.0, *known), max(0.0, *known)
    if low == high:
        high = 1.0
    room = (high - low) * 0.04
    return (low - room if low < 0 else 0.0), (high + room if high > 0 else 0.0)


def bars(
    names: Sequence[str],
    values: Sequence[float | None],
    low: Sequence[float | None] | None = None,
    high: Sequence[float | None] | None = None,
    *,
    title: str,
    x_label: str = "",
    x_range: tuple[float, float] | None = None,
    decimals: int = 2,
    width: float = 420,
    row: float = 26,
    standalone: bool = False,
) -> str:
    """A bar for each name, its value printed at the right edge; a row without a number shows a dash."""
    none: list[float | None] = [None] * len(names)
    lows, highs = list(low or none), list(high or none)
    if not any(finite(v) for v in values):
        return empty(title, width=width, standalone=standalone)
    first, last = x_range or _ends([*values, *lows, *highs])
    left = min(max(text_width(name) for name in names) + 12, width * 0.45)
    frame = Frame(left, 8, width - 54, 8 + row * len(names))
    scale = frame.x(first, last)
    zero = scale(min(max(0.0, first), last))
    parts = [horizontal(frame, scale, x_label)]
    for i, (name, value, a, b) in enumerate(zip(names, values, lows, highs, strict=True)):
        middle = frame.top + (i + 0.5) * row
        parts.append(text(name, left - 8, middle + 4, anchor="end", within=left - 12))
        if not finite(value):
            parts.append(text("–", width - 6, middle + 4, anchor="end", role="muted"))
            continue
        end = scale(min(max(value, first), last))
        shown = f"{value:.{decimals}f}".replace("-", "−")
        spread = f" ({a:.{decimals}f} to {b:.{decimals}f})" if finite(a) and finite(b) else ""
        parts.append(
            element(
                "rect",
                element("title", escape(f"{name}: {shown}{spread}")),
                x=min(zero, end),
                y=middle - row * 0.3,
                width=abs(end - zero),
                height=row * 0.6,
                fill="currentColor",
                fill_opacity=0.55,
                class_="lw-s1",
                color=colour("s1"),
            )
        )
        if finite(a) and finite(b):
            parts.append(_interval(a, b, middle, scale))
        parts.append(text(shown, width - 6, middle + 4, anchor="end"))
    parts.append(
        element(
            "line", x1=zero, y1=frame.top, x2=zero, y2=frame.bottom, stroke="currentColor", stroke_width=1
        )
    )
    return document(
        "".join(parts),
        width=width,
        height=frame.bottom + (44 if x_label else 26),
        title=title,
        description=_describe(names, values, decimals),
        standalone=standalone,
    )


def _describe(names: Sequence[str], values: Sequence[float | None], decimals: int) -> str:
    known = [f"{n} {v:.{decimals}f}" for n, v in zip(names, values, strict=True) if finite(v)]
    return f"Bars: {', '.join(known)}."
