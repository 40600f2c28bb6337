"""The BLEU/PINC plane: does it keep the meaning, and does it change the words? (Chen and Dolan, ACL 2011)

A system that copies its source sits top left, one that produces noise sits bottom right. Only the way to the
top right is progress, so the corners say what they mean and the best trade-offs are joined by a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from likewise.draw.axes import Frame, horizontal, vertical
from likewise.draw.labels import label_points
from likewise.draw.marks import marker
from likewise.draw.palette import colour, series
from likewise.draw.scale import finite
from likewise.draw.svg import SMALL, document, element, empty, escape, number, text

__all__ = ["frontier", "plane"]


def frontier(x: Sequence[float], y: Sequence[float]) -> list[int]:
    """The points that no other point beats on both axes, by rising x; points with no number are left out."""
    order = sorted((i for i in range(len(x)) if finite(x[i]) and finite(y[i])), key=lambda i: (-x[i], -y[i]))
    kept: list[int] = []
    best = float("-inf")
    for i in order:
        if y[i] > best:
            kept.append(i)
            best = y[i]
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


def _hints(frame: Frame) -> str:
    """What the corners mean, set quietly inside them."""
    left, right = frame.left + 8, frame.right - 8
    corners = (
        ("copies the source", left, frame.top + 17, "start", None),
        ("keeps meaning, new words", right, frame.top + 17, "end", "600"),
        ("loses both", left, frame.bottom - 9, "start", None),
        ("meaning lost", right, frame.bottom - 9, "end", None),
    )
    return "".join(
        text(words, x, y, anchor=anchor, size=SMALL, role="muted", weight=weight)
        for words, x, y, anchor, weight in corners
    )


def _occupied(frame: Frame) -> list[tuple[float, float, float, float]]:
    """The boxes of the corner hints, so that system names stay clear of them."""
    top, bottom = frame.top + 5, frame.bottom - 20
    return [
        (frame.left + 4, top, frame.left + 118, top + 16),
        (frame.right - 176, top, frame.right - 4, top + 16),
        (frame.left + 4, bottom, frame.left + 76, bottom + 16),
        (frame.right - 96, bottom, frame.right - 4, bottom + 16),
    ]


def plane(
    names: Sequence[str],
    pinc: Sequence[float | None],
    bleu: Sequence[float | None],
    *,
    title: str = "BLEU and PINC by system",
    x_label: str = "PINC (changes the words) →",
    y_label: str = "↑ BLEU (keeps the meaning)",
    draw_frontier: Literal["step", "line"] | None = "step",
    hints: bool = True,
    x_range: tuple[float, float] = (0.0, 100.0),
    y_range: tuple[float, float] = (0.0, 100.0),
    width: float = 420,
    height: float = 370,
    standalone: bool = False,
) -> str:
    """Systems as labelled points on the plane, PINC across and BLEU up, both from 0 to 100."""
    known = [
        (name, float(a), float(b))
        for name, a, b in zip(names, pinc, bleu, strict=True)
        if finite(a) and finite(b)
    ]
    frame = Frame(40, 32, width - 14, height - 46)
    sx, sy = frame.x(*x_range), frame.y(*y_range)
    known = [point for point in known if sx.shows(point[1]) and sy.shows(point[2])]
    if not known:
        return empty(title, width=width, standalone=standalone)
    points = [(sx(a), sy(b)) for _, a, b in known]
    best = frontier([a for _, a, _ in known], [b for _, _, b in known])
    body = [horizontal(frame, sx, x_label), vertical(frame, sy, y_label), _hints(frame) if hints else ""]
    lines: list[tuple[float, float, float, float]] = []
    if draw_frontier and len(best) > 1:
        way = _corners([points[i] for i in best], draw_frontier)
        body.append(_frontier_path(way))
        lines = _beside(way)
    for k, ((name, a, b), (px, py)) in enumerate(zip(known, points, strict=True)):
        tip = element("title", escape(f"{name}: PINC {a:.1f}, BLEU {b:.1f}"))
        role = series(k)
        body.append(
            element(
                "g", marker(k, px, py, 5, tip), class_=f"lw-{role}", color=colour(role), fill="currentColor"
            )
        )
    labels = label_points(
        [name for name, _, _ in known],
        points,
        (frame.left, frame.top, frame.right, frame.bottom),
        avoid=_occupied(frame) if hints else (),
        lines=lines,
    )
    body += [labels.markup, labels.draw_key(8, height, width - 16)]
    return document(
        "".join(body),
        width=width,
        height=height + labels.key_height(width - 16),
        title=title,
        description=_describe(known, best),
        standalone=standalone,
    )


def _describe(known: list[tuple[str, float, float]], best: list[int]) -> str:
    rows = "; ".join(f"{name}: PINC {a:.1f}, BLEU {b:.1f}" for name, a, b in known)
    return f"{rows}. Not beaten on both: {', '.join(known[i][0] for i in best)}."
