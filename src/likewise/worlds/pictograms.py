"""Small pictures of furniture, and of the pictures that hang on walls: our own shapes.

Each is drawn around (0, 0) in a square of about 20 units. What has no picture here gets a shape and a colour
by a stable hash of its name.
"""

from __future__ import annotations

from likewise.draw import SERIES_COUNT, colour, element, escape, marker, number, series
from likewise.worlds.textures import pick

__all__ = ["furniture", "picture", "picture_role"]

# Lines first, then what is filled.
_FURNITURE = {
    "barstool": (
        "M-3.6 -5L-5.6 9M3.6 -5L5.6 9M-4.8 3.4H4.8",
        "M-6 -8.6h12q1.4 0 1.4 1.8t-1.4 1.8h-12q-1.4 0 -1.4 -1.8t1.4 -1.8z",
    ),
    "chair": ("M-5.4 -9V9M5 1.4V9", "M-6.6 -.8h12.4v3h-12.4zM-6.6 -9h2.6v9h-2.6z"),
    "easel": (
        "M0 -10V-7M-3 2.6L-6 9.6M3 2.6L6 9.6M0 3V8M-7.4 3.2H7.4M-6 -7.4H6V1.4H-6Z",
        "M-4.4 .2L-1.6 -3.6L.6 -1.2L2.4 -3.2L4.6 .2Z",
    ),
    "hatrack": (
        "M0 -6V7M-6 9.4L0 6.4L6 9.4M-6.6 -3q0 3.4 6.6 3.4q6.6 0 6.6 -3.4",
        "M-4.8 -6.6h9.6v1.4h-9.6zM-2.8 -10.4h5.6v4.4h-5.6z",
    ),
    "lamp": ("M0 -2V8.6", "M-3.6 -9.6h7.2L6.8 -1.6h-13.6zM-4.6 7.6h9.2v2h-9.2z"),
    "sofa": (
        "M-7 6V8.6M7 6V8.6",
        "M-7.6 -5.6h15.2v5h-15.2zM-9.8 -1.8q0 -1.6 1.8 -1.6t1.8 1.6v2.4h12.4v-2.4q0 -1.6 1.8 -1.6t1.8 1.6"
        "v8.2h-19.6z",
    ),
}
_PICTURES = {
    "butterfly": (
        "s4",
        "M0 -3.4V4M0 -3.4L-1.6 -5.8M0 -3.4L1.6 -5.8",
        "M-.5 -1.6C-2.4 -6.4 -6.8 -5.8 -6 -2.2Q-5.6 -.2 -3.4 .2Q-6 1.4 -4.6 4T-.5 1.2Z"
        "M.5 -1.6C2.4 -6.4 6.8 -5.8 6 -2.2Q5.6 -.2 3.4 .2Q6 1.4 4.6 4T.5 1.2Z",
    ),
    "fish": ("s1", "", "M-6.4 0Q-2.6 -5 2.4 -.8L6.4 -3.4V3.4L2.4 .8Q-2.6 5 -6.4 0Z"),
    "tower": (
        "s7",
        "M-4.6 5.6Q-.8 0 -.6 -6M4.6 5.6Q.8 0 .6 -6M-3.4 3H3.4M-1.9 -.4H1.9M-1.2 -3H1.2",
        "M-1.2 -6.4h2.4v1.4h-2.4z",
    ),
}


def _shape(lines: str, filled: str, width: float) -> str:
    strokes = element(
        "path",
        d=lines,
        fill="none",
        stroke="currentColor",
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    return (strokes if lines else "") + element("path", d=filled, fill="currentColor")


def _placed(x: float, y: float, scale: float, *children: str) -> str:
    size = f" scale({number(scale)})" if scale != 1 else ""
    return element("g", *children, transform=f"translate({number(x)} {number(y)}){size}")


def _paper(tag: str, **sides: float) -> str:
    return element(tag, fill="currentColor", class_="lw-paper", color=colour("paper"), **sides)


def furniture(item: str, x: float, y: float, *, scale: float = 1.0) -> str:
    """A piece of furniture on a round plate, which keeps it apart from the floor."""
    ring = element("circle", r=14, fill="none", stroke="currentColor", stroke_width=1.2)
    known = _FURNITURE.get(item.casefold())
    if known is not None:
        shape = _shape(*known, 1.5)
    else:
        role = series(pick(item, SERIES_COUNT))
        sign = marker(pick(f"{item} shape", SERIES_COUNT), 0, 0, 7)
        shape = element("g", sign, class_=f"lw-{role}", color=colour(role), fill="currentColor")
    return _placed(x, y, scale, element("title", escape(item)), _paper("circle", r=14), ring, shape)


def picture_role(wall: str) -> str:
    """The colour that goes with a picture, as a role of the palette."""
    known = _PICTURES.get(wall.casefold())
    if known is not None:
        return known[0]
    return series(pick(wall, SERIES_COUNT)) if wall else "muted"


def picture(wall: str, x: float, y: float, *, scale: float = 1.0) -> str:
    """A framed picture as it hangs on the wall."""
    role = picture_role(wall)
    known = _PICTURES.get(wall.casefold())
    if known is not None:
        shape = _shape(known[1], known[2], 1.1)
    else:
        shape = marker(pick(f"{wall} shape", SERIES_COUNT), 0, 0, 4.4)
    frame = element(
        "rect",
        x=-8.5,
        y=-8.5,
        width=17,
        height=17,
        rx=2,
        fill="none",
        stroke="currentColor",
        stroke_width=1.4,
    )
    inner = element("g", frame, shape, class_=f"lw-{role}", color=colour(role), fill="currentColor")
    back = _paper("rect", x=-8.5, y=-8.5, width=17, height=17, rx=2)
    return _placed(x, y, scale, element("title", escape(wall)), back, inner)
