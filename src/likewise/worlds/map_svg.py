"""A map as SVG text: floors, pictures, furniture and walls, with a path and a walker where they are given.

Follows the page's light or dark colours as the plots of `likewise.draw` do (`PLOT_CSS` once in the page, or
`standalone=True`). Places carry `data-place="x,y"`, corridors `data-from` and `data-to`. With `steps=True`
each pose of the path is a group of its own with `data-step`, all but the first hidden, for a page to show in
turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from likewise.draw import SMALL, colour, document, element, escape, number, text, text_width
from likewise.worlds.maps import Corridor, Map
from likewise.worlds.pictograms import furniture, picture, picture_role
from likewise.worlds.poses import HEADINGS, STEPS, UNKNOWN, Place, Pose, moves_of
from likewise.worlds.textures import Box, Texture, floor_patch, textures_of

__all__ = ["draw_map"]

_CELL = 76.0
_HALF = 17.0
"""Half the width of a corridor."""
_LEFT, _TOP = 46.0, 46.0
_LANE = 7.0
"""How far to the right of the middle a path is drawn, so that the way there and the way back lie apart."""
_TINY = 10.0
Point = tuple[float, float]


class _Grid:
    """Where places lie in the drawing; stretches without any are cut short."""

    def __init__(self, world: Map) -> None:
        self.columns = _slots([x for x, _ in world.places])
        self.rows = _slots([y for _, y in world.places])
        self.looks = textures_of(corridor.floor for corridor in world.corridors.values())
        self.width = 2 * _LEFT + _CELL * max(self.columns.values(), default=0)
        for (x, _), item in world.items.items():
            label = _LEFT + _CELL * self.columns[x] + _HALF + text_width(item, _TINY) + 8
            self.width = max(self.width, label)
        self.height = 2 * _TOP + _CELL * max(self.rows.values(), default=0)

    def __call__(self, place: Place) -> Point:
        return _LEFT + _CELL * self.columns[place[0]], _TOP + _CELL * self.rows[place[1]]


def _slots(values: Sequence[int]) -> dict[int, int]:
    slots: dict[int, int] = {}
    before = None
    for value in sorted(set(values)):
        slots[value] = 0 if before is None else slots[before] + min(value - before, 2)
        before = value
    return slots


def draw_map(
    world: Map,
    *,
    path: Sequence[Pose] | None = None,
    walker: Pose | None = None,
    marks: Mapping[Place, str] | None = None,
    title: str | None = None,
    legend: bool = True,
    labels: bool = True,
    steps: bool = False,
    standalone: bool = False,
) -> str:
    """The drawing of a map; `path` is checked against it, `marks` puts short labels beside places."""
    walk = list(path or ())
    world.check_path(walk)
    if walker is not None:
        world.check_path([walker])
    for place in marks or ():
        world.check_path([Pose(*place, UNKNOWN)])
    grid = _Grid(world)
    parts = [_numbers(grid)]
    parts += [_corridor(grid, one, other, look) for (one, other), look in world.corridors.items()]
    parts += [_place(world, grid, place, labels) for place in world.places]
    parts += [_picture(grid, one, other, look) for (one, other), look in world.corridors.items() if look.wall]
    parts.append(_path(grid, walk))
    parts += [_mark(grid, place, label) for place, label in (marks or {}).items()]
    if steps:
        parts += [_step(grid, k, pose) for k, pose in enumerate(walk)]
    if walker is not None:
        parts.append(_walker(grid, walker))
    width, height = max(grid.width, 300.0), grid.height
    if legend:
        drawn, more = _legend(world, grid.looks, width, height)
        parts.append(drawn)
        height += more
    return document(
        "".join(parts),
        width=width,
        height=height,
        title=title if title is not None else f"Map {world.name}",
        description=_words(world, walk, walker),
        standalone=standalone,
    )


def _numbers(grid: _Grid) -> str:
    """The x of each column above, the y of each row at the left."""
    parts = []
    for x, slot in grid.columns.items():
        parts.append(text(str(x), _LEFT + _CELL * slot, 14, anchor="middle", size=_TINY, role="muted"))
    for y, slot in grid.rows.items():
        parts.append(text(str(y), 8, _TOP + _CELL * slot + 4, anchor="middle", size=_TINY, role="muted"))
    return "".join(parts)


def _line(one: Point, other: Point, role: str, width: float) -> str:
    return element(
        "line",
        x1=one[0],
        y1=one[1],
        x2=other[0],
        y2=other[1],
        stroke="currentColor",
        stroke_width=width,
        stroke_linecap="round",
        class_=f"lw-{role}",
        color=colour(role),
    )


def _corridor(grid: _Grid, one: Place, other: Place, look: Corridor) -> str:
    """The floor between two places, and the walls along it in the colour of their picture."""
    (x, y), (u, v) = grid(one), grid(other)
    level = y == v
    box = (
        Box(x + _HALF, y - _HALF, u - x - 2 * _HALF, 2 * _HALF)
        if level
        else Box(x - _HALF, y + _HALF, 2 * _HALF, v - y - 2 * _HALF)
    )
    right, bottom = box.x + box.width, box.y + box.height
    if level:
        sides = [((box.x, box.y), (right, box.y)), ((box.x, bottom), (right, bottom))]
    else:
        sides = [((box.x, box.y), (box.x, bottom)), ((right, box.y), (right, bottom))]
    said = f"{look.floor or 'bare'} floor" + (f", {look.wall} on the wall" if look.wall else "")
    return element(
        "g",
        element("title", escape(said)),
        floor_patch(grid.looks[look.floor], box),
        *(_line(a, b, picture_role(look.wall), 3.2) for a, b in sides),
        class_="lw-corridor",
        data_from=f"{one[0]},{one[1]}",
        data_to=f"{other[0]},{other[1]}",
    )


def _place(world: Map, grid: _Grid, place: Place, labels: bool) -> str:
    """A crossing: walls where no corridor leaves, and what stands there."""
    x, y = grid(place)
    item = world.items[place]
    corners = {
        0: ((x - _HALF, y - _HALF), (x + _HALF, y - _HALF)),
        90: ((x + _HALF, y - _HALF), (x + _HALF, y + _HALF)),
        180: ((x - _HALF, y + _HALF), (x + _HALF, y + _HALF)),
        270: ((x - _HALF, y - _HALF), (x - _HALF, y + _HALF)),
    }
    ground = element(
        "rect",
        x=x - _HALF,
        y=y - _HALF,
        width=2 * _HALF,
        height=2 * _HALF,
        fill="currentColor",
        class_="lw-grid",
        color=colour("grid"),
    )
    open_sides = world.ways(place)
    walls = [_line(*corners[h], "ink", 3.2) for h in HEADINGS if h not in open_sides]
    said = f"{item} at {place[0]},{place[1]}" if item else f"{place[0]},{place[1]}"
    thing = furniture(item, x, y) if item else ""
    name = _haloed(item, x + _HALF + 2, y + _HALF + 9) if item and labels else ""
    return element(
        "g",
        element("title", escape(said)),
        ground,
        *walls,
        thing,
        name,
        class_="lw-place",
        data_place=f"{place[0]},{place[1]}",
    )


def _haloed(label: str, x: float, y: float, size: float = _TINY) -> str:
    """A label that can be read on any floor: the same letters once in paper, wider, below."""
    below = element(
        "text",
        escape(label),
        x=x,
        y=y,
        font_size=size,
        fill="none",
        stroke="currentColor",
        stroke_width=3,
        stroke_linejoin="round",
        class_="lw-paper",
        color=colour("paper"),
        aria_hidden="true",
    )
    return element("g", below, text(label, x, y, size=size), pointer_events="none")


def _picture(grid: _Grid, one: Place, other: Place, look: Corridor) -> str:
    (x, y), (u, v) = grid(one), grid(other)
    middle = ((x + u) / 2, y - _HALF) if y == v else (x - _HALF, (y + v) / 2)
    return picture(look.wall, *middle, scale=0.8)


def _lane(grid: _Grid, pose: Pose) -> Point:
    """Where a walker with this heading keeps: right of the middle."""
    x, y = grid(pose.place)
    dx, dy = STEPS.get(pose.heading, (0, 0))
    return x - dy * _LANE, y + dx * _LANE


def _path(grid: _Grid, walk: Sequence[Pose]) -> str:
    """The way as a line with an arrow head on each step, a ring where it starts and a dot where it ends."""
    if not walk:
        return ""
    points = [_lane(grid, pose) for pose in walk]
    way = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    heads = ""
    for before, after, (x, y), (u, v) in zip(walk, walk[1:], points, points[1:], strict=False):
        if before.place != after.place:
            turn = f"translate({number((x + u) / 2)} {number((y + v) / 2)}) rotate({after.heading})"
            heads += element("path", d="M0 -7L5.4 4L0 1.4L-5.4 4Z", transform=turn)
    start, end = points[0], points[-1]

    def ink(role: str, wider: float) -> str:
        line = element("path", d=way, fill="none", stroke_width=4 + wider) if len(walk) > 1 else ""
        ring = element("circle", cx=start[0], cy=start[1], r=6, fill="none", stroke_width=3 + wider)
        dot = element("circle", cx=end[0], cy=end[1], r=6, stroke_width=wider)
        return element(
            "g",
            line,
            element("g", heads, stroke_width=wider) if heads else "",
            ring,
            dot,
            fill="currentColor",
            stroke="currentColor",
            stroke_linejoin="round",
            stroke_linecap="round",
            class_=f"lw-{role}",
            color=colour(role),
        )

    return element("g", ink("paper", 4), ink("ink", 0), class_="lw-path", pointer_events="none")


def _walker(grid: _Grid, pose: Pose) -> str:
    """The walker: an arrow to where it looks, a disc with a question mark where that is unknown."""
    x, y = grid(pose.place)
    if pose.heading == UNKNOWN:
        body = element("circle", r=11) + text("?", 0, 4.5, anchor="middle", weight="bold", role="paper")
        turn = ""
    else:
        body = element("path", d="M0 -14L10.5 11L0 5.6L-10.5 11Z")
        turn = f" rotate({pose.heading})"
    outline = element(
        "path" if turn else "circle",
        d="M0 -14L10.5 11L0 5.6L-10.5 11Z" if turn else None,
        r=None if turn else 11,
        fill="none",
        stroke="currentColor",
        stroke_width=6,
        stroke_linejoin="round",
        class_="lw-paper",
        color=colour("paper"),
    )
    arrow = element("g", body, fill="currentColor", class_="lw-s2", color=colour("s2"))
    return element(
        "g",
        outline,
        arrow,
        transform=f"translate({number(x)} {number(y)}){turn}",
        class_="lw-walker",
        data_pose=f"{pose.x},{pose.y},{pose.heading}",
        pointer_events="none",
    )


def _step(grid: _Grid, k: int, pose: Pose) -> str:
    return element(
        "g",
        _walker(grid, pose),
        class_="lw-step",
        data_step=str(k),
        visibility="hidden" if k else None,
    )


def _mark(grid: _Grid, place: Place, label: str) -> str:
    """A pin above a place with a label beside it."""
    x, y = grid(place)
    shape = "M0 0C-1.6 -7 -7 -9 -7 -15A7 7 0 1 1 7 -15C7 -9 1.6 -7 0 0Z"
    pin = "".join(
        element(
            "path",
            d=shape,
            transform=f"translate({number(x)} {number(y - 4)})",
            fill="currentColor",
            stroke="currentColor",
            stroke_width=wide,
            class_=f"lw-{role}",
            color=colour(role),
        )
        for role, wide in (("paper", 4), ("s8", 0))
    )
    return element("g", pin, _haloed(label, x + 10, y - 18, SMALL), class_="lw-mark", pointer_events="none")


def _legend(world: Map, textures: Mapping[str, Texture], width: float, top: float) -> tuple[str, float]:
    """Floors, pictures and furniture of this map with their names, and the room that they take."""
    looks = list(world.corridors.values())
    groups: list[tuple[str, list[str], Callable[[str, float, float], str]]] = [
        ("Floors", sorted(set(textures) - {""}), lambda name, x, y: _swatch(textures[name], x, y)),
        ("Pictures", sorted({c.wall for c in looks if c.wall}), picture),
        ("Furniture", sorted({item for item in world.items.values() if item}), furniture),
    ]
    parts, y = [], top + 6.0
    for heading, names, sample in groups:
        if not names:
            continue
        parts.append(text(heading, 12, y + 4, size=SMALL, role="muted"))
        x = 84.0
        for name in names:
            need = 40 + text_width(name, SMALL) + 14
            if x > 84 and x + need > width:
                x, y = 84.0, y + 34
            parts.append(sample(name, x + 16, y) + text(name, x + 38, y + 4, size=SMALL))
            x += need
        y += 36
    return element("g", *parts, class_="lw-legend") if parts else "", y - top


def _swatch(look: Texture, x: float, y: float) -> str:
    return floor_patch(look, Box(x - 16, y - 10, 32, 20))


def _words(world: Map, walk: Sequence[Pose], walker: Pose | None) -> str:
    """What the drawing shows, for those who cannot see it."""
    things = [f"{item} at {x},{y}" for (x, y), item in sorted(world.items.items()) if item]
    said = [f"{len(world.items)} places, {len(world.corridors)} corridors."]
    if things:
        said.append(f"Furniture: {', '.join(things)}.")
    if walk:
        moves = ", ".join(moves_of(walk)) or "no move"
        said.append(f"A path from {_at(walk[0])} to {_at(walk[-1])}: {moves}.")
    if walker is not None:
        said.append(f"The walker is at {_at(walker)}.")
    return " ".join(said)


def _at(pose: Pose) -> str:
    looking = {0: "up", 90: "right", 180: "down", 270: "left"}.get(pose.heading)
    return f"{pose.x},{pose.y}" + (f" looking {looking}" if looking else "")
