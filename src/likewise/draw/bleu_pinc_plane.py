"""The plane of two metrics, by default BLEU and PINC: overlap with the references, and new words against the
source (Chen and Dolan, ACL 2011).

There a system that copies its source sits top left, one that produces noise sits bottom right. Only the way
to the top right is progress, so the corners say what they mean and the best trade-offs are joined by a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from likewise.draw.axes import Frame, horizontal, vertical
from likewise.draw.labels import label_points
from likewise.draw.marks import marker
from likewise.draw.palette import colour, series
from likewise.draw.scale import Scale, extent, finite
from likewise.draw.svg import SMALL, document, element, empty, escape, number, text, text_width

__all__ = ["BLEU_PINC_CORNERS", "frontier", "plane"]

BLEU_PINC_CORNERS = ("copies the source", "overlap in new words", "neither", "new words, little overlap")
"""What the corners mean where PINC runs across and BLEU up: top left and right, bottom left and right."""


def frontier(
    x: Sequence[float], y: Sequence[float], *, x_lower: bool = False, y_lower: bool = False
) -> list[int]:
    """The points that no other point beats on both axes, from the worst x to the best; points with no number
    are left out. `x_lower` and `y_lower`: there the lower one is the better one."""
    across, up = -1 if x_lower else 1, -1 if y_lower else 1
    known = (i for i in range(len(x)) if finite(x[i]) and finite(y[i]))
    kept: list[int] = []
    best = float("-inf")
    for i in sorted(known, key=lambda i: (-across * x[i], -up * y[i])):
        if up * y[i] > best:
            kept.append(i)
            best = up * y[i]
    return kept[::-1]


def _corners(points: list[tuple[float, float]], kind: str) -> list[tuple[float, float]]:
    """The way through the best points: straight, or along the edge of what they dominate."""
    if kind == "line":
        return points
    way = points[:1]
    for x, y in points[1:]:
        way += [(way[-1][0], y), (x, y)]
    return way


def _beside(way: list[tuple[float, float]]) -> list[tuple[float, float, float, float]]:
    """Small boxes along the way, so that names keep off the line."""
    boxes = []
    for (a, b), (c, d) in pairwise(way):
        steps = max(1, round(max(abs(c - a), abs(d - b)) / 6))
        spots = [(a + (c - a) * k / steps, b + (d - b) * k / steps) for k in range(steps + 1)]
        boxes += [(x - 3, y - 2, x + 3, y + 2) for x, y in spots]
    return boxes


def _frontier_path(way: list[tuple[float, float]]) -> str:
    path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in way)
    return element(
        "path",
        d=path,
        fill="none",
        stroke="currentColor",
        stroke_width=1.4,
        stroke_dasharray="5 4",
        class_="lw-muted",
        color=colour("muted"),
    )


def _hints(frame: Frame, words: Sequence[str]) -> tuple[str, list[tuple[float, float, float, float]]]:
    """What the corners mean, set quietly inside them, and the boxes that they take; the best is bold."""
    markup, boxes, alone = "", [], sum(map(bool, words)) == 1
    for k, said in enumerate(words):
        if not said:
            continue
        right, low = k % 2 == 1, k >= 2
        x, y = frame.right - 8 if right else frame.left + 8, frame.bottom - 9 if low else frame.top + 17
        best = "600" if alone or k == 1 else None
        wide = text_width(said, SMALL) + 8
        anchor = "end" if right else "start"
        markup += text(said, x, y, anchor=anchor, size=SMALL, role="muted", weight=best)
        left = x + 4 - wide if right else x - 4
        boxes.append((left, y - 12, left + wide, y + 4))
    return markup, boxes


def _room(values: Sequence[float]) -> tuple[float, float]:
    """0 to 100 for scores that run so high, else what the scores take."""
    if min(values) >= 0 and 20 <= max(values) <= 100:
        return 0.0, 100.0
    return extent(values, pad=0.12)


def plane(
    names: Sequence[str],
    x: Sequence[float | None],
    y: Sequence[float | None],
    *,
    title: str | None = None,
    x_name: str = "PINC",
    y_name: str = "BLEU",
    x_label: str = "PINC (new words against the source) →",
    y_label: str = "↑ BLEU (overlap with the references)",
    x_lower: bool = False,
    y_lower: bool = False,
    draw_frontier: Literal["step", "line"] | None = "step",
    hints: bool | Sequence[str] = True,
    x_range: tuple[float, float] | None = (0.0, 100.0),
    y_range: tuple[float, float] | None = (0.0, 100.0),
    width: float = 420,
    height: float = 370,
    standalone: bool = False,
) -> str:
    """Systems as labelled points on the plane, x across and y up: by default PINC and BLEU, from 0 to 100.

    For other metrics say their names, the labels of the axes and where lower is better; `hints` are then the
    words in the corners (top left, top right, bottom left, bottom right). A range of None is taken from the
    scores.
    """
    title = title or f"{y_name} and {x_name} by system"
    known = [
        (name, float(a), float(b)) for name, a, b in zip(names, x, y, strict=True) if finite(a) and finite(b)
    ]
    frame = Frame(40, 32, width - 14, height - 46)
    if known:
        x_range, y_range = (
            x_range or _room([a for _, a, _ in known]),
            y_range or _room([b for *_, b in known]),
        )
    sx, sy = frame.x(*(x_range or (0.0, 1.0))), frame.y(*(y_range or (0.0, 1.0)))
    known = [point for point in known if sx.shows(point[1]) and sy.shows(point[2])]
    if not known:
        return empty(title, width=width, standalone=standalone)
    points = [(sx(a), sy(b)) for _, a, b in known]
    best = frontier([a for _, a, _ in known], [b for *_, b in known], x_lower=x_lower, y_lower=y_lower)
    corners = BLEU_PINC_CORNERS if hints is True else hints or ()
    said, avoid = _hints(frame, corners)
    body = [horizontal(frame, sx, x_label), vertical(frame, sy, y_label), said]
    lines: list[tuple[float, float, float, float]] = []
    if draw_frontier and len(best) > 1:
        way = _corners([points[i] for i in best], draw_frontier)
        body.append(_frontier_path(way))
        lines = _beside(way)
    told = [f"{name}: {x_name} {_figure(a, sx)}, {y_name} {_figure(b, sy)}" for name, a, b in known]
    for k, (tip, (px, py)) in enumerate(zip(told, points, strict=True)):
        mark = marker(k, px, py, 5, element("title", escape(tip)))
        role = series(k)
        body.append(element("g", mark, class_=f"lw-{role}", color=colour(role), fill="currentColor"))
    bounds = (frame.left, frame.top, frame.right, frame.bottom)
    labels = label_points([name for name, _, _ in known], points, bounds, avoid=avoid, lines=lines)
    body += [labels.markup, labels.draw_key(8, height, width - 16)]
    return document(
        "".join(body),
        width=width,
        height=height + labels.key_height(width - 16),
        title=title,
        description=f"{'; '.join(told)}. Not beaten on both: {', '.join(known[i][0] for i in best)}.",
        standalone=standalone,
    )


def _figure(value: float, scale: Scale) -> str:
    """One decimal on axes that run to 100, more on shorter ones."""
    return f"{value:.{1 if scale.high - scale.low >= 20 else 3}f}"
