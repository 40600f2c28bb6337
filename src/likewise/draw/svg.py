"""SVG as text: escaping, elements, and the outer document.

Every colour is given twice: as a presentation attribute, which any viewer understands, and as a class whose
rule in `PLOT_CSS` reads a custom property, which lets a page (or `standalone=True`) switch between light and
dark. There are no ids, so that any number of plots can stand in one page.
"""

from __future__ import annotations

import math
import re
import unicodedata

from likewise.draw.palette import DARK, LIGHT, PLOT_CSS, colour

__all__ = [
    "NORMAL",
    "SMALL",
    "document",
    "element",
    "empty",
    "escape",
    "number",
    "shortened",
    "text",
    "text_width",
]

NORMAL = 13.0
SMALL = 12.0
"""Type sizes, in the units of the drawing: most plots are drawn near their natural size."""

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
# What XML 1.0 cannot hold even when escaped.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SPECIAL = re.compile("[&<>\"']")


def escape(value: object) -> str:
    """Text made safe for element content and for quoted attributes, in XML and in HTML."""
    clean = _FORBIDDEN.sub("\ufffd", str(value))
    return _SPECIAL.sub(lambda m: _ENTITIES[m.group()], clean)


def number(value: float) -> str:
    """A coordinate with at most two decimals; a hundredth of a pixel is below what anyone can see."""
    if not math.isfinite(value):
        return "0"
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short in ("-0", "") else short


def element(tag: str, *children: str, **attributes: str | float | None) -> str:
    """One element; children are markup, attributes are escaped, `None` leaves an attribute out.

    `stroke_width` becomes `stroke-width` and `class_` becomes `class`.
    """
    parts = [tag]
    for name, value in attributes.items():
        if value is None:
            continue
        shown = escape(value) if isinstance(value, str) else number(value)
        parts.append(f'{name.rstrip("_").replace("_", "-")}="{shown}"')
    head = " ".join(parts)
    return f"<{head}>{''.join(children)}</{tag}>" if children else f"<{head}/>"


def text(
    content: str,
    x: float,
    y: float,
    *,
    anchor: str = "start",
    size: float | None = None,
    weight: str | None = None,
    role: str | None = None,
    turn: float | None = None,
    within: float | None = None,
) -> str:
    """A line of text; `role` names a colour of the palette, `turn` rotates around the anchor point.

    What is wider than `within` is cut in the middle, and the whole is told where the pointer rests.
    """
    shown = content if within is None else shortened(content, within, size or NORMAL)
    return element(
        "text",
        *([] if shown == content else [element("title", escape(content))]),
        escape(shown),
        x=x,
        y=y,
        text_anchor=None if anchor == "start" else anchor,
        font_size=size,
        font_weight=weight,
        class_=f"lw-{role}" if role else None,
        color=colour(role) if role else None,
        fill="currentColor",
        transform=f"rotate({number(turn)} {number(x)} {number(y)})" if turn else None,
    )


def text_width(content: str, size: float = NORMAL) -> float:
    """An estimate of how wide the text will be: there are no font metrics here, only averages."""
    total = 0.0
    for char in content:
        if unicodedata.combining(char):
            continue
        if unicodedata.east_asian_width(char) in "WF":
            total += 1.0
        elif char in "iljI.,:;'|!()[] ":
            total += 0.34
        elif char in "mwMW@%":
            total += 0.88
        else:
            total += 0.66 if char.isupper() else 0.58
    return total * size


def shortened(content: str, width: float, size: float = NORMAL) -> str:
    """The text where it fits in the width, else both its ends: names often differ in the last word."""
    if text_width(content, size) <= width:
        return content
    for kept in range(len(content) - 1, 1, -1):
        tail = kept * 2 // 5
        shown = f"{content[: kept - tail].rstrip()}…{content[len(content) - tail :].lstrip()}"
        if text_width(shown, size) <= width:
            return shown
    return f"{content[:1]}…"


def document(
    body: str, *, width: float, height: float, title: str, description: str, standalone: bool = False
) -> str:
    """The outer element: scales with its box, and says in words what it shows."""
    style = ""
    if standalone:
        style = element(
            "style",
            f":root{{{LIGHT}}}@media (prefers-color-scheme:dark){{:root{{{DARK}}}}}{PLOT_CSS}",
        ) + element(
            "rect", width=width, height=height, fill="currentColor", class_="lw-paper", color=colour("paper")
        )
    return element(
        "svg",
        element("title", escape(title)),
        element("desc", escape(description)),
        style,
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        aria_label=title,
        class_="lw-plot",
        color=colour("ink"),
        font_family="system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
        font_size=NORMAL,
    )


def empty(title: str, *, width: float, standalone: bool = False) -> str:
    """What stands where a plot would be when nothing can be drawn; an empty frame would look like a bug."""
    wide = min(width, 260.0)
    body = text("No data", wide / 2, 36, anchor="middle", role="muted")
    return document(
        body,
        width=wide,
        height=64,
        title=title,
        description="There is no data to draw.",
        standalone=standalone,
    )
