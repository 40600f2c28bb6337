"""Several series over one axis, with bands where the uncertainty is known.

Used for the reference-count curve (numbers across, often by logarithm) and for z-scores (names across).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from likewise.draw.axes import SLANTED, Frame, categories, horizontal, legend, legend_height, vertical
from likewise.draw.marks import dash, marker
from likewise.draw.palette import colour, series
from likewise.draw.scale import Scale, extent, finite, tick_labels
from likewise.draw.svg import SMALL, document, element, empty, escape, number, text_width

__all__ = ["Series", "lines"]

_LEGEND = 150.0
"""Names in a legend at the side are cut at this width."""


@dataclass(frozen=True, slots=True)
class Series:
    """A named line; `low` and `high`, where given, are the edges of its band."""

    name: str
    x: Sequence[float]
    y: Sequence[float | None]
    low: Sequence[float | None] | None = None
    high: Sequence[float | None] | None = None


def _path(points: Sequence[tuple[float, float] | None]) -> str:
    """Path data with a gap where a point is missing: a line across it would claim what is not known."""
    parts = []
    pen = "M"
    for point in points:
        if point is None:
            pen = "M"
            continue
        parts.append(f"{pen}{number(point[0])} {number(point[1])}")
        pen = "L"
    return "".join(parts)


def _fits(x: float, log_x: bool, names: Sequence[str] | None) -> bool:
    """Whether the x axis has a place for this value."""
    return finite(x) and (x > 0 or not log_x) and (names is None or 0 <= x < len(names))


def _band(one: Series, sx: Scale, sy: Scale, names: Sequence[str] | None) -> str:
    """The area between low and high, in one piece over the points that have both."""
    if one.low is None or one.high is None:
        return ""
    edges = [
        (sx(x), sy(low), sy(high))
        for x, low, high in zip(one.x, one.low, one.high, strict=True)
        if _fits(x, sx.log, names) and finite(low) and finite(high)
    ]
    if len(edges) < 2:
        return ""
    there = "L".join(f"{number(x)} {number(high)}" for x, _, high in edges)
    back = "L".join(f"{number(x)} {number(low)}" for x, low, _ in reversed(edges))
    return element("path", d=f"M{there}L{back}Z", fill="currentColor", fill_opacity=0.14)


def _line(k: int, one: Series, sx: Scale, sy: Scale, names: Sequence[str] | None) -> str:
    points: list[tuple[float, float] | None] = []
    marks = []
    for x, y in zip(one.x, one.y, strict=True):
        if not finite(y) or not _fits(x, sx.log, names):
            points.append(None)
            continue
        where = names[int(x)] if names is not None else f"{x:g}"
        tip = element("title", escape(f"{one.name}, {where}: {y:.3g}"))
        points.append((sx(x), sy(y)))
        marks.append(marker(k, sx(x), sy(y), 3, tip))
    stroke = element(
        "path",
        d=_path(points),
        fill="none",
        stroke="currentColor",
        stroke_width=1.6,
        stroke_linejoin="round",
        stroke_dasharray=dash(k),
    )
    role = series(k)
    return element(
        "g",
        _band(one, sx, sy, names),
        stroke,
        *marks,
        class_=f"lw-{role}",
        color=colour(role),
        fill="currentColor",
    )


def lines(
    data: Sequence[Series],
    *,
    title: str,
    x_label: str = "",
    y_label: str = "",
    log_x: bool = False,
    x_ticks: Sequence[float] | None = None,
    x_names: Sequence[str] | None = None,
    y_range: tuple[float, float] | None = None,
    legend_at: Literal["below", "right", "none"] = "below",
    width: float = 420,
    height: float = 300,
    standalone: bool = False,
) -> str:
    """A line plot; with `x_names` the x values are positions in that list, whose names stand on the axis."""
    kept = [(k, one) for k, one in enumerate(data) if _drawable(one, log_x, x_names)]
    if not kept:
        return empty(title, width=width, standalone=standalone)
    names = [one.name for _, one in kept]
    xs = [x for _, one in kept for x in one.x if _fits(x, log_x, x_names)]
    ys = [v for _, one in kept for values in (one.y, one.low or (), one.high or ()) for v in values]
    low_y, high_y = y_range or extent(ys)
    side = min(max(text_width(n, SMALL) for n in names), _LEGEND) + 44 if legend_at == "right" else 0.0
    slant = 0.0
    if x_names is not None:
        low_x, high_x = -0.4, max(len(x_names) - 0.6, 0.4)
        slant = 0.68 * min(max((text_width(n, SMALL) for n in x_names), default=0.0), SLANTED)
    elif log_x:
        low_x, high_x = min(xs) / 1.15, max(xs) * 1.15
    else:
        low_x, high_x = extent(xs, pad=0.04)
    left = 14 + max(text_width(t, SMALL) for t in tick_labels(Scale(low_y, high_y, 0, 1).ticks()) or [""])
    if slant:
        left = max(left, min(60.0, slant * 0.75))
    frame = Frame(left, 30, width - 12 - side, height - max(44.0, slant + 16))
    sx, sy = frame.x(low_x, high_x, log=log_x), frame.y(low_y, high_y)
    across = categories(frame, sx, x_names) if x_names is not None else ""
    body = [across or horizontal(frame, sx, x_label, at=x_ticks), vertical(frame, sy, y_label)]
    body += [_line(k, one, sx, sy, x_names) for k, one in kept]
    below = 0.0
    indices = [k for k, _ in kept]
    if legend_at == "right":
        body.append(
            legend(names, frame.right + 14, frame.top + 8, side - 6, lines=True, column=True, indices=indices)
        )
        height = max(height, frame.top + 20 * len(names) + 8)
    elif legend_at == "below":
        below = legend_height(names, width - 8)
        body.append(legend(names, 8, height + 6, width - 8, lines=True, indices=indices))
    described = (
        f"Line plot of {len(names)} series: {', '.join(names)}. {y_label or 'y'} over {x_label or 'x'}."
    )
    return document(
        "".join(body),
        width=width,
        height=height + below,
        title=title,
        description=described,
        standalone=standalone,
    )


def _drawable(one: Series, log_x: bool, names: Sequence[str] | None) -> bool:
    """Whether the series has at least one point that can be shown."""
    return any(finite(y) and _fits(x, log_x, names) for x, y in zip(one.x, one.y, strict=True))
