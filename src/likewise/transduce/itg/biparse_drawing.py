"""A biparse as a picture: its tree over the source words, and the alignment matrix below it. SVG as text.

Source words stand in columns, target words in rows. Each lexical rule is a box over the words that it writes;
a word that is deleted or inserted has a hollow one at the edge. A straight node is [ ], an inverted < >, in
a colour of its own: its children have changed places in the target. The drawing follows the conventions of
`likewise.draw`: colours by custom properties, everything escaped, no ids, the same bytes for the same input.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from likewise.draw import NORMAL, SMALL, colour, document, element, empty, text, text_width
from likewise.transduce.itg.biparse.tree import BiparseTree

__all__ = ["draw_biparse"]

_EDGE, _LEVEL, _ROW, _LEAST, _PAD = 14.0, 30.0, 26.0, 34.0, 14.0
_MARKS = {"straight": "[ ]", "inverted": "< >", "lexical": ""}
_ROLES = {"straight": "s1", "inverted": "s2", "lexical": "muted"}


@dataclass(frozen=True)
class _Plan:
    """Where columns and rows begin and end, and where the tree has its floor."""

    columns: list[float]
    rows: list[float]
    floor: float

    @property
    def right(self) -> float:
        return self.columns[-1]


def draw_biparse(
    tree: BiparseTree | None,
    source: Sequence[str],
    target: Sequence[str],
    *,
    title: str = "",
    standalone: bool = False,
) -> str:
    """The tree and the alignment matrix of a biparse; no biparse is said so."""
    title = title or f"Biparse of: {' '.join(source)} / {' '.join(target)}"
    if tree is None:
        return empty(title, width=260, standalone=standalone)
    heights = _heights(tree)
    plan = _plan(source, target, heights[id(tree)])
    body = _branches(tree, heights, plan) + _grid(source, target, plan)
    body += "".join(_box(leaf, plan) for leaf in tree.leaves())
    body += _legend(plan)
    return document(
        body,
        width=max(plan.right + _EDGE, 220.0),
        height=plan.rows[-1] + _ROW + _EDGE,
        title=title,
        description=tree.bracketed(source, target),
        standalone=standalone,
    )


def _heights(tree: BiparseTree) -> dict[int, int]:
    """How high above the words each node stands."""
    heights: dict[int, int] = {}
    for node in reversed(list(tree.walk())):
        heights[id(node)] = 1 + max((heights[id(child)] for child in node.children), default=-1)
    return heights


def _plan(source: Sequence[str], target: Sequence[str], levels: int) -> _Plan:
    # One column more stands before the first word: insertions have no source word.
    place = _EDGE + max((text_width(word) for word in target), default=0.0) + _PAD
    columns = [place, place + _LEAST]
    for word in source:
        columns.append(columns[-1] + max(text_width(word) + _PAD, _LEAST))
    floor = _EDGE + SMALL + _LEVEL * (levels + 1)
    rows = [floor + 28.0 + _ROW * at for at in range(len(target) + 2)]
    return _Plan(columns, rows, floor)


def _middle(node: BiparseTree, plan: _Plan) -> float:
    """Where a node stands above the words: over its source words, or over the place of an insertion."""
    first, last = node.source
    if first < last:
        return (plan.columns[first + 1] + plan.columns[last + 1]) / 2
    return plan.columns[first + 1] if first else (plan.columns[0] + plan.columns[1]) / 2


def _branches(tree: BiparseTree, heights: dict[int, int], plan: _Plan) -> str:
    """The lines and the marks of all nodes."""
    places = _places(tree, heights, plan)
    lines, marks = "", ""
    for node in tree.walk():
        x, y = places[id(node)]
        role = _ROLES[node.kind]
        for child in node.children:
            below, top = places[id(child)]
            lines += _line(x, y + 4, below, top - 12, role)
        if node.children:
            width = text_width(_MARKS[node.kind], SMALL) + 6
            marks += _paper(x - width / 2, y - 11, width, 15)
            marks += text(_MARKS[node.kind], x, y, anchor="middle", size=SMALL, weight="bold", role=role)
        elif node.source[0] == node.source[1]:
            marks += text("ε", x, y, anchor="middle", size=SMALL, role="muted")
        else:
            marks += _line(x, y - 10, x, plan.floor + 6, "muted")
    return lines + marks


def _places(tree: BiparseTree, heights: dict[int, int], plan: _Plan) -> dict[int, tuple[float, float]]:
    """The place of each node: leaves over their words, the others between their children."""
    places: dict[int, tuple[float, float]] = {}
    for node in reversed(list(tree.walk())):
        y = plan.floor - _LEVEL * heights[id(node)]
        if node.children:
            x = sum(places[id(child)][0] for child in node.children) / len(node.children)
        else:
            x = _middle(node, plan)
        places[id(node)] = (x, y)
    return places


def _grid(source: Sequence[str], target: Sequence[str], plan: _Plan) -> str:
    """Words of both sides, and faint lines between them. The last row is that of deletions."""
    out = ""
    for at, word in enumerate(source):
        middle = (plan.columns[at + 1] + plan.columns[at + 2]) / 2
        out += text(word, middle, plan.floor + 20, anchor="middle", size=NORMAL, weight="bold")
    for at, word in enumerate([*target, "ε"]):
        role = None if at < len(target) else "muted"
        out += text(word, plan.columns[0] - 8, plan.rows[at] + 17, anchor="end", size=NORMAL, role=role)
    for x in plan.columns:
        out += _line(x, plan.rows[0], x, plan.rows[-1], "grid")
    for y in plan.rows:
        out += _line(plan.columns[0], y, plan.right, y, "grid")
    return out


def _box(leaf: BiparseTree, plan: _Plan) -> str:
    """A lexical rule in the matrix: filled where it links words, hollow where a word stands alone."""
    (first, last), (top, bottom) = leaf.source, leaf.target
    alone = first == last or top == bottom
    columns = (plan.columns[0], plan.columns[1])
    if first < last:
        columns = (plan.columns[first + 1], plan.columns[last + 1])
    rows = (plan.rows[-2], plan.rows[-1]) if top == bottom else (plan.rows[top], plan.rows[bottom])
    role = "muted" if alone else "s3"
    return element(
        "rect",
        x=columns[0] + 3,
        y=rows[0] + 3,
        width=columns[1] - columns[0] - 6,
        height=rows[1] - rows[0] - 6,
        rx=4,
        fill="none" if alone else "currentColor",
        fill_opacity=None if alone else 0.55,
        stroke="currentColor",
        stroke_dasharray="3 2" if alone else None,
        class_=f"lw-{role}",
        color=colour(role),
        data_rule=f"{first}-{last}/{top}-{bottom}",
    )


def _legend(plan: _Plan) -> str:
    y, x, out = plan.rows[-1] + 20, _EDGE, ""
    for kind in ("straight", "inverted"):
        label = f"{_MARKS[kind]} {kind}"
        out += text(label, x, y, size=SMALL, role=_ROLES[kind])
        x += text_width(label, SMALL) + 18
    return out


def _line(x: float, y: float, to_x: float, to_y: float, role: str) -> str:
    return element(
        "line", x1=x, y1=y, x2=to_x, y2=to_y, stroke="currentColor", class_=f"lw-{role}", color=colour(role)
    )


def _paper(x: float, y: float, width: float, height: float) -> str:
    """A piece of paper, so that no line runs through what is written on it."""
    return element(
        "rect", x=x, y=y, width=width, height=height,
        fill="currentColor", class_="lw-paper", color=colour("paper"),
    )  # fmt: skip
