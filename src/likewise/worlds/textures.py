"""What floors look like in a drawing: a colour and a pattern each.

The floors of the corpus have a pattern that fits their name; any other name gets a colour and a pattern by a
stable hash. Patterns follow one lattice over the whole drawing, so that they run on from corridor to
corridor. The colours are middle tones that do on light and on dark paper; the pattern tells floors apart
without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple
from zlib import crc32

from likewise.draw import element, number

__all__ = ["Box", "Texture", "floor_patch", "pick", "textures_of"]


class Box(NamedTuple):
    """A rectangle: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float


def pick(name: str, choices: int) -> int:
    """A number below `choices` that is always the same for a name."""
    return crc32(name.casefold().encode("utf-8", "replace")) % choices


def _lattice(box: Box, dx: float, dy: float) -> Iterator[tuple[int, int, float, float]]:
    """Crossings of the drawing's lattice in and just around a box: column, row, x, y."""
    for row in range(int(box.y // dy) - 1, int((box.y + box.height) // dy) + 2):
        for column in range(int(box.x // dx) - 1, int((box.x + box.width) // dx) + 1):
            yield column, row, column * dx, row * dy


def _marks(box: Box, dx: float, dy: float, mark: str, *, brick: bool = True) -> str:
    """One small mark at each crossing, every second row moved by half a step."""
    moves = []
    for _, row, x, y in _lattice(box, dx, dy):
        moved = dx / 2 if brick and row % 2 else 0
        moves.append(f"M{number(x + moved)} {number(y)}{mark}")
    return "".join(moves)


def _bricks(box: Box) -> str:
    return _marks(box, 16, 7, "h16m-16 0v7")


def _tiles(box: Box) -> str:
    return _marks(box, 10, 10, "h10m-10 0v10", brick=False)


def _planks(box: Box) -> str:
    """Boards along the corridor, with a joint here and there."""
    if box.width >= box.height:
        return _marks(box, 34, 6, "h34m-34 0v6")
    return "".join(
        f"M{number(x)} {number(y + (17 if column % 2 else 0))}v34m0 -34h6"
        for column, _, x, y in _lattice(box, 6, 34)
    )


def _honeycomb(box: Box) -> str:
    return _marks(box, 12, 10.5, "l6 3.5l6 -3.5m-6 3.5v7")


def _pebbles(box: Box) -> str:
    """Stones of several lengths, a little out of line."""
    stones = []
    for column, row, x, y in _lattice(box, 8, 6.5):
        chance = pick(f"{column},{row}", 97)
        x += chance % 5 * 0.7 + (4 if row % 2 else 0)
        stones.append(f"M{number(x)} {number(y + chance % 3 * 0.6)}h{number(chance % 4 * 0.7)}")
    return "".join(stones)


def _blossoms(box: Box) -> str:
    """Four petals, each a dot made by the round end of a stroke that goes nowhere."""
    return _marks(box, 15, 9, "m0 -2h0m2 2h0m-2 2h0m-2 -2h0")


def _tufts(box: Box) -> str:
    return _marks(box, 11, 8, "m-2.4 -3l2.4 4l.2 -5.4l-.2 5.4l2.6 -3.6")


def _specks(box: Box) -> str:
    specks = []
    for column, row, x, y in _lattice(box, 9, 9):
        chance = pick(f"{column};{row}", 89)
        if chance % 3:
            specks.append(f"M{number(x + chance % 8)} {number(y + chance % 7)}h1.3")
    return "".join(specks)


def _waves(box: Box) -> str:
    return _marks(box, 12, 7, "q3 -4 6 0t6 0", brick=False)


def _chevrons(box: Box) -> str:
    return _marks(box, 10, 7, "l5 -4l5 4", brick=False)


def _slants(box: Box) -> str:
    return _marks(box, 8, 8, "l8 -8", brick=False)


def _crosses(box: Box) -> str:
    return _marks(box, 12, 8, "m-2.2 0h4.4m-2.2 -2.2v4.4")


def _rings(box: Box) -> str:
    return _marks(box, 12, 9, "m-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0")


class Texture(NamedTuple):
    """A floor's colour, the colour of its pattern, the pattern, and how wide its strokes are."""

    colour: str
    mark: str
    pattern: Callable[[Box], str]
    width: float = 1.0


_KNOWN = {
    "blue": Texture("#5f9bd6", "#dcebfa", _tiles),
    "brick": Texture("#b5573f", "#f0d3c8", _bricks),
    "concrete": Texture("#a9aeb4", "#6f757c", _specks),
    "flower": Texture("#d987b4", "#fff1f8", _blossoms, 2.9),
    "grass": Texture("#69a553", "#2f6a22", _tufts),
    "gravel": Texture("#857d70", "#d6cfc1", _pebbles, 3.4),
    "wood": Texture("#bd8f5e", "#7a5230", _planks),
    "yellow": Texture("#e6bd3f", "#94700f", _honeycomb),
}
_COLOURS = (
    ("#3fa7a0", "#d8f3f0"), ("#9a7fd1", "#f0eafc"), ("#d98b3a", "#fff0df"), ("#7d92a8", "#e6edf4"),
    ("#a4b544", "#4f5a12"), ("#c96b7c", "#fbe4e8"), ("#5577aa", "#dde7f6"), ("#8f9a6b", "#3f4a1f"),
    ("#b58bb0", "#54304f"), ("#6cb58f", "#1f5a3c"), ("#cfae86", "#6b4d27"),
)  # fmt: skip
_PATTERNS = (_waves, _chevrons, _slants, _crosses, _rings, _tiles, _bricks, _honeycomb)
_BARE = Texture("#c4c9cf", "#c4c9cf", lambda box: "")


def textures_of(floors: Iterable[str]) -> dict[str, Texture]:
    """How the floors of one map are drawn: no two alike as long as there are colours."""
    looks, taken = {"": _BARE}, set[int]()
    for floor in sorted(set(floors) - {""}):
        known = _KNOWN.get(floor.casefold())
        if known is None:
            first = pick(floor, len(_COLOURS))
            order = [(first + n) % len(_COLOURS) for n in range(len(_COLOURS))]
            k = next((k for k in order if k not in taken), first)
            taken.add(k)
            known = Texture(*_COLOURS[k], _PATTERNS[pick(f"{floor} pattern", len(_PATTERNS))])
        looks[floor] = known
    return looks


def floor_patch(look: Texture, box: Box) -> str:
    """A rectangle of a floor; the inner `svg` cuts the pattern off at its edges."""
    sides = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    ground = element("rect", fill=look.colour, fill_opacity=0.86, **sides)
    marks = look.pattern(box)
    if not marks:
        return ground
    lines = element(
        "path",
        d=marks,
        fill="none",
        stroke=look.mark,
        stroke_width=look.width,
        stroke_linecap="round",
        opacity=0.8,
    )
    view = " ".join(number(v) for v in box)
    return ground + element("svg", lines, viewBox=view, pointer_events="none", **sides)
