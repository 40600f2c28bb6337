"""Where squares and blocks of a board lie in its drawing, and how cubes and prisms are drawn.

An oblique projection: y goes across, x up and a little to the right, z up. Three faces of a cube are seen:
the one towards the robot, the right one, and the top. Prisms are pyramids, as most people called them.
"""

from __future__ import annotations

from collections.abc import Iterable

from likewise.draw import element, escape, number, text
from likewise.worlds.blocks.boards import SIZE, Block, Position

__all__ = [
    "CELL",
    "GROUND",
    "Point",
    "block_shape",
    "cell_outline",
    "floor_patch",
    "nearer",
    "polygon",
    "spot",
]

Point = tuple[float, float]

CELL, _LEVEL = 46.0, 32.0
"""How wide a square is, and how high a block."""
_DEPTH = (15.0, 30.0)
_LEFT = 16.0
GROUND = 596.0
"""How far down the edge of the robot lies."""
_GAP = 0.05
"""Between neighbours a line of the board is seen."""
_FACES = {
    "blue": ("#2f62d0", "#5f8cf0", "#20479c"),
    "cyan": ("#35c4d7", "#7fe3ee", "#2393a3"),
    "red": ("#d5332c", "#f0665c", "#9c211c"),
    "yellow": ("#f0c419", "#fbe06b", "#bd970c"),
    "green": ("#2f9e44", "#62c675", "#20702f"),
    "magenta": ("#c93bb4", "#e676d5", "#932684"),
    "gray": ("#8d949c", "#b5bbc2", "#666d75"),
    "white": ("#eef0f2", "#ffffff", "#c9ced4"),
}
"""The colours of a block: towards the robot, from above, from the right. They are the same on any paper."""
_EDGE = "#15181d"
_DARK = frozenset(("blue", "red", "green", "magenta"))
"""Colours on which white letters are read better than black ones."""


def spot(across: float, x: float, z: float) -> Point:
    """A point in the drawing; `across` counts squares from the left edge."""
    return _LEFT + across * CELL + x * _DEPTH[0], GROUND - x * _DEPTH[1] - z * _LEVEL


def nearer(position: Position) -> tuple[int, int, int]:
    """A key to draw by: what hides something comes after it."""
    x, y, z = position
    return -x, -y, z


def polygon(points: Iterable[Point], **attributes: str | float | None) -> str:
    """A filled shape between points."""
    return element("polygon", points=_listed(points), **attributes)


def _listed(points: Iterable[Point]) -> str:
    return " ".join(f"{number(a)},{number(b)}" for a, b in points)


def floor_patch(x: int, y: int, gap: float = 0.0) -> list[Point]:
    """The corners of a square of the board."""
    left, right, near, far = SIZE - 1 - y + gap, SIZE - y - gap, x + gap, x + 1 - gap
    return [spot(left, near, 0), spot(right, near, 0), spot(right, far, 0), spot(left, far, 0)]


def _corners(position: Position, gap: float) -> tuple[list[Point], list[Point]]:
    """Below and above: near left, near right, far right, far left."""
    x, y, z = position
    left, right, near, far = SIZE - 1 - y + gap, SIZE - y - gap, x + gap, x + 1 - gap
    places = ((left, near), (right, near), (right, far), (left, far))
    below, above = ([spot(across, depth, height) for across, depth in places] for height in (z, z + 1))
    return below, above


def cell_outline(position: Position, **attributes: str | float | None) -> str:
    """The seen edges of the space that a block takes or would take."""
    below, above = _corners(position, 0.0)
    around = [below[0], below[1], below[2], above[2], above[3], above[0]]
    way = "M" + "L".join(f"{number(a)} {number(b)}" for a, b in around) + "Z"
    way += "".join(
        f"M{number(a)} {number(b)}L{number(c)} {number(d)}" for (a, b), (c, d) in _inner(below, above)
    )
    return element("path", d=way, fill="none", stroke_linejoin="round", **attributes)


def _inner(below: list[Point], above: list[Point]) -> list[tuple[Point, Point]]:
    return [(above[1], below[1]), (above[1], above[0]), (above[1], above[2])]


def block_shape(position: Position, block: Block, *, name: bool = False, **attributes: str | None) -> str:
    """A block with its name for those who point at it; `name` writes its colour on it."""
    below, above = _corners(position, _GAP)
    front, top, side = _FACES[block.color]
    if block.shape == "cube":
        faces = [
            polygon(above, fill=top),
            polygon([below[1], below[2], above[2], above[1]], fill=side),
            polygon([below[0], below[1], above[1], above[0]], fill=front),
        ]
    else:
        (a, b), (c, d) = above[0], above[2]
        tip = ((a + c) / 2, (b + d) / 2)
        faces = [
            polygon([below[0], below[3], tip], fill=top),
            polygon([below[1], below[2], tip], fill=side),
            polygon([below[0], below[1], tip], fill=front),
        ]
    return element(
        "g",
        element("title", escape(f"{block.color} {block.shape}")),
        *faces,
        _name(position, block) if name else "",
        stroke=_EDGE,
        stroke_width=1,
        stroke_linejoin="round",
        class_="lw-block",
        data_block=",".join(map(str, position)),
        **attributes,
    )


def _name(position: Position, block: Block) -> str:
    x, y, z = position
    a, b = spot(SIZE - y - 0.5, x + _GAP, z)
    ink = "#ffffff" if block.color in _DARK else _EDGE
    written = text(block.color, a, b - (12 if block.shape == "cube" else 5), anchor="middle", size=9.5)
    return element("g", written, class_="lw-colour-name", color=ink, stroke="none", font_weight="600")
