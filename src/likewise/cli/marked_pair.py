"""Two texts and what changed in meaning between them, for a terminal: colours, then plain sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from likewise.metrics.meaning import family_of, marked_pieces

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

__all__ = ["print_pair"]

_COLOURS = {
    "roles": "bright_blue",
    "verb": "yellow",
    "negation": "bright_red",
    "certainty": "magenta",
    "number": "green",
    "name": "cyan",
    "quantifier": "bright_magenta",
    "detail": "bright_black",
}


def print_pair(
    console: Console, a: str, b: str, told: Mapping[str, Any], *, names: tuple[str, str] = ("A", "B")
) -> None:
    """Print both texts with what changed marked, a line for each change, and what was not read.

    `told` is the JSON object of a diff. Each change has a number, which stands after its words. Where there
    are no colours, marked words stand in brackets.
    """
    from rich.text import Text

    plain = console.no_color or console.color_system is None
    wide = max(map(len, names))
    for name, side, text in ((names[0], "a", a), (names[1], "b", b)):
        line = Text(f"{name:{wide}}  ", style="bold")
        console.print(line + _marked(text, told["changes"], side, plain), soft_wrap=True)
    for number, change in enumerate(told["changes"], 1):
        style = f"bold {_COLOURS[family_of(change['kind'])]}"
        line = Text(f"  {number} ", style=style) + Text(f"{change['kind']:10} ", style=style)
        sure = f"  ({100 * change['confidence']:.0f} % sure)"
        console.print(line + Text(change["sentence"]) + Text(sure, style="dim"), soft_wrap=True)
    if told["unread"]:
        unread = f"not read: {', '.join(told['unread'])}; what is named here may have changed too"
        console.print(Text(f"  {unread}", style="yellow"), soft_wrap=True)


def _marked(text: str, changes: Any, side: str, plain: bool) -> Text:
    from rich.text import Text

    marked = Text()
    for piece in marked_pieces(text, changes, side):
        style = "" if piece.family is None else f"bold underline {_COLOURS[piece.family]}"
        if plain:
            marked.append("[" * len(piece.starts))
        marked.append(piece.text, style=style)
        for number in piece.ends:
            marked.append(f"]{number}" if plain else _raised(number), style="" if plain else style)
    return marked


def _raised(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
