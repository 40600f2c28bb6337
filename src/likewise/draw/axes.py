"""The frame of a plot: margins, grid, ticks, axis names and the legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from likewise.draw.marks import dash, marker
from likewise.draw.palette import colour, series
from likewise.draw.scale import Scale, tick_labels
from likewise.draw.svg import SMALL, element, text, text_width

__all__ = ["SLANTED", "Frame", "categories", "horizontal", "legend", "legend_height", "vertical"]

_LEGEND_LINE = 20.0
SLANTED = 126.0
"""Names that stand aslant below an axis are cut at this length."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The drawing area inside the margins."""

    left: float
    top: float
    right: float
    bottom: float

    def x(self, low: float, high: float, *, log: bool = False) -> Scale:
        """A scale along the bottom."""
        return Scale(low, high, self.left, self.right, log)

    def y(self, low: float, high: float) -> Scale:
        """A scale up the side; SVG counts downwards, data do not."""
        return Scale(low, high, self.bottom, self.top)


def _rule(x1: float, y1: float, x2: float, y2: float, role: str = "grid") -> str:
    return element(
        "line",
        x1=x1,
        y1=y1,
        x2=x2,
        y2=y2,
        stroke="currentColor",
        class_=f"lw-{role}",
        color=colour(role),
    )


def horizontal(frame: Frame, scale: Scale, name: str, *, at: Sequence[float] | None = None) -> str:
    """Grid lines, tick labels and the name of the x axis; `at` gives the ticks where they are known."""
    room = max(2, int((frame.right - frame.left) / 44))
    ticks = [t for t in at if scale.shows(t)] if at is not None else scale.ticks(min(7, room))
    parts = []
    free = -1e9
    for tick, label in zip(ticks, tick_labels(ticks), strict=True):
        x = scale(tick)
        parts.append(_rule(x, frame.top, x, frame.bottom))
        half = text_width(label, SMALL) / 2
        if x - half > free:
            parts.append(text(label, x, frame.bottom + 16, anchor="middle", size=SMALL, role="muted"))
            free = x + half + 3
    middle = (frame.left + frame.right) / 2
    parts.append(text(name, middle, frame.bottom + 35, anchor="middle", within=frame.right - frame.left + 16))
    return "".join(parts)


def vertical(frame: Frame, scale: Scale, name: str) -> str:
    """Grid lines, tick labels and the name of the y axis, written above it so that it reads level."""
    ticks = scale.ticks(max(2, min(6, int((frame.bottom - frame.top) / 34))))
    parts = []
    for tick, label in zip(ticks, tick_labels(ticks), strict=True):
        y = scale(tick)
        parts.append(_rule(frame.left, y, frame.right, y))
        parts.append(text(label, frame.left - 6, y + 4, anchor="end", size=SMALL, role="muted"))
    parts.append(text(name, 4, frame.top - 10, within=frame.right - 4))
    return "".join(parts)


def categories(frame: Frame, scale: Scale, names: Sequence[str]) -> str:
    """Names along the bottom, slanted when they would touch, thinned when even that is too tight."""
    if not names:
        return ""
    step = abs(scale(1) - scale(0)) if len(names) > 1 else frame.right - frame.left
    level = max(text_width(n, SMALL) for n in names) < step - 6
    every = 1 if level else max(1, int(-(-14 // step)))
    parts = []
    for k, name in enumerate(names):
        x = scale(k)
        parts.append(_rule(x, frame.top, x, frame.bottom))
        if k % every == 0 and level:
            parts.append(text(name, x, frame.bottom + 16, anchor="middle", size=SMALL, role="muted"))
        elif k % every == 0:
            parts.append(
                text(
                    name,
                    x + 3,
                    frame.bottom + 14,
                    anchor="end",
                    size=SMALL,
                    role="muted",
                    turn=-42,
                    within=SLANTED,
                )
            )
    return "".join(parts)


def _places(names: Sequence[str], width: float) -> list[tuple[float, int]]:
    """Where each legend entry goes: x and row, wrapped at the width."""
    places: list[tuple[float, int]] = []
    x, row = 0.0, 0
    for name in names:
        need = 26 + min(text_width(name, SMALL), width - 26) + 12
        if x > 0 and x + need > width:
            x, row = 0.0, row + 1
        places.append((x, row))
        x += need
    return places


def legend_height(names: Sequence[str], width: float) -> float:
    """How much room the legend takes below a plot of this width."""
    return (_places(names, width)[-1][1] + 1) * _LEGEND_LINE if names else 0.0


def legend(
    names: Sequence[str],
    x: float,
    y: float,
    width: float,
    *,
    lines: bool = False,
    column: bool = False,
    indices: Sequence[int] | None = None,
) -> str:
    """The legend, in rows that wrap at `width` or in one column; with line samples where lines are drawn."""
    parts = []
    places = [(0.0, row) for row in range(len(names))] if column else _places(names, width)
    kinds = indices if indices is not None else range(len(names))
    for k, name, (dx, row) in zip(kinds, names, places, strict=True):
        left, middle = x + dx, y + row * _LEGEND_LINE
        sample = ""
        if lines:
            sample = element(
                "line",
                x1=left,
                y1=middle,
                x2=left + 20,
                y2=middle,
                stroke="currentColor",
                stroke_width=1.6,
                stroke_dasharray=dash(k),
            )
        sample += marker(k, left + 10, middle, 3.6)
        role = series(k)
        parts.append(element("g", sample, class_=f"lw-{role}", color=colour(role), fill="currentColor"))
        parts.append(text(name, left + 26, middle + 4, size=SMALL, within=width - 26))
    return "".join(parts)
