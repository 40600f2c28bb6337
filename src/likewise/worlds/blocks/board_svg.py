"""A board as SVG text: its blocks and the arm over it, seen from the robot, which stands at the bottom.

Follows the page's light or dark colours as the plots of `likewise.draw` do (`PLOT_CSS` once in the page, or
`standalone=True`). Blocks carry `data-block="x,y,z"`, squares `data-square="x,y"`. With `steps` the drawing
holds several boards: what is not in all of them carries `data-steps="0 2"` and is hidden where the board that
is shown lacks it. The arm carries `data-arm`, where it is in the drawing, so that a page can let it glide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from likewise.draw import NORMAL, colour, document, element, escape, number, series, text
from likewise.errors import InputError
from likewise.worlds.blocks.block_shapes import (
    CELL,
    GROUND,
    Point,
    block_shape,
    cell_outline,
    floor_patch,
    nearer,
    polygon,
    spot,
)
from likewise.worlds.blocks.boards import SIZE, Block, Board, Position

__all__ = ["board_words", "draw_board"]

_WIDTH, _HEIGHT = 520.0, 648.0
_DASHES = ("", "7 4", "2 4")
"""Marks are told apart by more than their colour."""


def draw_board(
    board: Board,
    *,
    marks: Mapping[str, Sequence[Position]] | None = None,
    title: str | None = None,
    steps: Sequence[Board] = (),
    shown: int = 0,
    names: bool = False,
    standalone: bool = False,
) -> str:
    """The drawing of a board.

    `marks` outlines positions, blocks or free ones, under a short label; an arrow leads from the first to the
    last. `names` writes the colour on every block. `steps` are boards that follow this one; `shown` is the
    number of the one that is seen at first, this one being 0.
    """
    boards = [board, *steps]
    parts = [_floor(), _robot(), *_things(boards, shown, names)]
    parts += _marks(marks or {})
    return document(
        "".join(parts),
        width=_WIDTH,
        height=_HEIGHT,
        title=title if title is not None else "Board",
        description=" ".join([board_words(boards[shown]), *_marked(boards[shown], marks or {})]),
        standalone=standalone,
    )


def board_words(board: Board) -> str:
    """What is on a board, for those who cannot see it: square by square, from the robot on."""
    standing = {at: block for at, block in board if at != board.arm}
    columns: dict[tuple[int, int], list[str]] = {}
    for (x, y, _), block in sorted(standing.items(), key=lambda one: (one[0][0], -one[0][1], one[0][2])):
        columns.setdefault((x, y), []).append(f"{block.color} {block.shape}")
    said = [f"{_square(x, y)}: {', on it a '.join(names)}." for (x, y), names in columns.items()]
    holds = f"holds a {board.held.color} {board.held.shape}" if board.held else "is empty"
    said.append(f"The gripper is over {_square(*board.arm[:2]).lower()} and {holds}.")
    count = len(standing)
    return " ".join([f"{count} {'block' if count == 1 else 'blocks'}.", *said])


def _square(x: int, y: int) -> str:
    """Rows are counted from the robot, columns from the left."""
    return f"Row {x + 1}, column {SIZE - y}"


def _floor() -> str:
    """The board with its squares; its edge towards the robot is seen too."""
    corners = [spot(0, 0, 0), spot(SIZE, 0, 0), spot(SIZE, SIZE, 0), spot(0, SIZE, 0)]
    thick = [corners[0], corners[1], corners[2]]
    edge = [*thick, *((a, b + 9) for a, b in reversed(thick))]
    parts = [polygon(edge, fill="currentColor", class_="lw-muted", color=colour("muted"))]
    for x in range(SIZE):
        for y in range(SIZE):
            role = "grid" if (x + y) % 2 else "paper"
            parts.append(
                polygon(
                    floor_patch(x, y),
                    fill="currentColor",
                    class_=f"lw-{role} lw-square",
                    color=colour(role),
                    data_square=f"{x},{y}",
                )
            )
    outline = polygon(corners, fill="none", stroke="currentColor", class_="lw-muted", color=colour("muted"))
    return "".join(parts) + outline


def _robot() -> str:
    """Who is spoken to, with its eyes on the board."""
    middle, top = _WIDTH / 2 - 60, GROUND + 14
    ink = {"stroke": "currentColor", "class_": "lw-ink", "color": colour("ink")}
    head = element(
        "rect", x=middle - 17, y=top + 5, width=34, height=22, rx=6, fill="none", stroke_width=2, **ink
    )
    eyes = "".join(
        element("circle", cx=middle + side * 7, cy=top + 14, r=3, fill="currentColor", **ink)
        for side in (-1, 1)
    )
    antenna = element("path", d=f"M{number(middle)} {number(top + 5)}v-5", fill="none", stroke_width=2, **ink)
    name = text("robot", middle + 24, top + 21, size=NORMAL, role="muted")
    return element("g", element("title", "The robot"), head, eyes, antenna, name, class_="lw-robot")


def _things(boards: Sequence[Board], shown: int, names: bool) -> list[str]:
    """Blocks and arms of all boards, the far ones first."""
    there: dict[tuple[Position, Block], list[int]] = {}
    for k, board in enumerate(boards):
        for at, block in board:
            there.setdefault((at, block), []).append(k)
    drawn = [
        (nearer(at), block_shape(at, block, name=names, **_steps(steps, len(boards), shown)))
        for (at, block), steps in there.items()
    ]
    drawn += [
        ((-board.arm[0], -board.arm[1], SIZE), _arm(board, **_steps([k], len(boards), shown)))
        for k, board in enumerate(boards)
    ]
    return [shape for _, shape in sorted(drawn, key=lambda one: one[0])]


def _steps(steps: Sequence[int], count: int, shown: int) -> dict[str, str | None]:
    if len(steps) == count:
        return {"data_steps": None, "visibility": None}
    return {"data_steps": " ".join(map(str, steps)), "visibility": None if shown in steps else "hidden"}


def _arm(board: Board, **attributes: str | None) -> str:
    """The gripper on its rod, and the square under it."""
    x, y, z = board.arm
    across = SIZE - y - 0.5
    under = max((1 + height for height in board.column(x, y) if height < z), default=0)
    (a, b), (_, ground) = spot(across, x + 0.5, z + 1), spot(across, x + 0.5, under)
    half = (CELL / 2 + (5 if board.is_open else 1)) if board.held or board.is_open else 9.0
    fingers = f"M{number(-half)} 15V-7H{number(half)}V15M0 -7V-16"

    def ink(role: str, wider: float) -> str:
        return element(
            "g",
            element("line", x1=a, y1=-6, x2=a, y2=b - 12, stroke_width=5 + wider, class_="lw-rod"),
            element(
                "path", d=fingers, stroke_width=5 + wider, transform=f"translate({number(a)} {number(b)})"
            ),
            class_=f"lw-{role}",
            color=colour(role),
        )

    shadow = element(
        "g",
        element(
            "path",
            d=f"M{number(a)} {number(b + 4)}V{number(ground)}",
            stroke_width=1.5,
            stroke_dasharray="3 4",
        ),
        element("ellipse", cx=a, cy=ground, rx=15, ry=8, stroke_width=2, stroke_dasharray="3 3"),
        class_="lw-ink lw-under",
        color=colour("ink"),
    )
    return element(
        "g",
        element("title", escape(f"The gripper, {_holding(board)}")),
        shadow,
        ink("paper", 4),
        ink("ink", 0),
        fill="none",
        stroke="currentColor",
        stroke_linejoin="round",
        class_="lw-arm",
        data_arm=f"{number(a)} {number(b)}",
        pointer_events="none",
        **attributes,
    )


def _holding(board: Board) -> str:
    return f"with a {board.held.color} {board.held.shape}" if board.held else "empty"


def _marks(marks: Mapping[str, Sequence[Position]]) -> list[str]:
    """All marks; a label is at the first place, or at the last where several begin at the same."""
    firsts = [places[0] for places in marks.values() if places]
    labelled: list[Position] = []
    parts = []
    for k, (label, places) in enumerate(marks.items()):
        for place in places:
            if not all(0 <= n < SIZE for n in place):
                raise InputError(f"position {place!r} is off the board", field="marks")
        if places:
            at = places[0] if firsts.count(places[0]) == 1 else places[-1]
            parts.append(_mark(k, label, places, at, labelled.count(at)))
            labelled.append(at)
    return parts


def _mark(k: int, label: str, places: Sequence[Position], at: Position, aside: int) -> str:
    """Outlines with a label, moved aside where there are others, and an arrow from the first to the last."""
    role = series(k)
    ends = [_top(place) for place in dict.fromkeys((places[0], places[-1]))]

    def ink(role: str, wider: float) -> str:
        lines = [
            cell_outline(
                place, stroke_width=3 + wider, stroke_dasharray=None if wider else _DASHES[k % 3] or None
            )
            for place in places
        ]
        arrow = _arrow(ends[0], ends[1], wider) if len(ends) == 2 else ""
        return element(
            "g", *lines, arrow, fill="none", stroke="currentColor", class_=f"lw-{role}", color=colour(role)
        )

    a, b = _top(at)
    a += aside * 24
    badge = element(
        "g",
        element("circle", cx=a, cy=b, r=12, fill="currentColor", class_="lw-paper", color=colour("paper")),
        element("circle", cx=a, cy=b, r=10.5, fill="currentColor", class_=f"lw-{role}", color=colour(role)),
        text(label, a, b + 5, anchor="middle", size=14, weight="bold", role="paper"),
    )
    return element(
        "g", ink("paper", 3), ink(role, 0), badge, class_="lw-mark", pointer_events="none", data_mark=label
    )


def _top(place: Position) -> Point:
    x, y, z = place
    return spot(SIZE - y - 0.5, x + 0.5, z + 1)


def _arrow(start: Point, end: Point, wider: float) -> str:
    (a, b), (c, d) = start, end
    bend = min(b, d) - 34 - abs(a - c) * 0.12
    way = f"M{number(a)} {number(b)}Q{number((a + c) / 2)} {number(bend)} {number(c)} {number(d - 9)}"
    head = f"M{number(c - 6)} {number(d - 13)}L{number(c)} {number(d)}L{number(c + 6)} {number(d - 13)}Z"
    return element("path", d=way, stroke_width=2.5 + wider) + element(
        "path", d=head, fill="currentColor", stroke_width=wider, stroke_linejoin="round"
    )


def _marked(board: Board, marks: Mapping[str, Sequence[Position]]) -> list[str]:
    said = []
    for label, places in marks.items():
        names = [_named(board, place) for place in places]
        said.append(f"Marked {label}: {' to '.join(names)}.")
    return said


def _named(board: Board, place: Position) -> str:
    block = board.blocks.get(place)
    where = _square(*place[:2]).lower()
    return f"{block.color} {block.shape} at {where}" if block else where
