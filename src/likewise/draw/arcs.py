"""Arcs between columns: how high each is drawn, and the arc itself with its arrow and its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from likewise.draw.palette import colour
from likewise.draw.svg import element, number, text, text_width

__all__ = ["ARC_STEP", "Arc", "arc_levels", "draw_arc", "patch"]

ARC_STEP = 26.0
"""The height of a level."""


@dataclass(frozen=True, slots=True)
class Arc:
    """From a column to another one, which has the arrow."""

    start: int
    end: int
    label: str

    @property
    def ends(self) -> tuple[int, int]:
        """The left column and the right one."""
        return min(self.start, self.end), max(self.start, self.end)


def arc_levels(arcs: Sequence[Arc]) -> list[int]:
    """How high each arc is drawn: above those before it that share part of its way. Short ones first."""
    levels: list[int] = []
    for place, arc in enumerate(arcs):
        left, right = arc.ends
        below = [
            levels[other]
            for other in range(place)
            if arcs[other].ends[0] < right and arcs[other].ends[1] > left
        ]
        levels.append(1 + max(below, default=-1))
    return levels


def draw_arc(arc: Arc, middles: Sequence[float], base: float, level: int, *, role: str) -> str:
    """An arc over columns with these middles that stand on `base`, its label on a patch of paper."""
    # Arcs leave a column on one side of its middle and arrive on the other: they do not run together.
    lean = 5.0 if arc.end > arc.start else -5.0
    start, end = middles[arc.start] + lean, middles[arc.end] - lean
    high = base - ARC_STEP * (level + 1) + 8
    bend = min(12.0, abs(end - start) / 2) * (1 if end > start else -1)
    way = (
        f"M{number(start)} {number(base)}V{number(high + 8)}"
        f"Q{number(start)} {number(high)} {number(start + bend)} {number(high)}"
        f"H{number(end - bend)}Q{number(end)} {number(high)} {number(end)} {number(high + 8)}"
        f"V{number(base - 5)}"
    )
    tip = f"M{number(end)} {number(base)}l-3.5 -7h7z"
    middle, wide = (start + end) / 2, text_width(arc.label, 11) + 6
    return (
        element("path", d=way, fill="none", stroke="currentColor", class_=f"lw-{role}", color=colour(role))
        + element("path", d=tip, fill="currentColor", class_=f"lw-{role}", color=colour(role))
        + patch(middle, high, wide, 14)
        + text(arc.label, middle, high + 4, anchor="middle", size=11, role=role)
    )


def patch(x: float, y: float, width: float, height: float) -> str:
    """A piece of paper around a middle, so that no line runs through what is written on it."""
    place = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height}
    return element("rect", **place, fill="currentColor", class_="lw-paper", color=colour("paper"))
