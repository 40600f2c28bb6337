"""Analyses as pictures: the MRS as arcs between its predicates, the derivation as a tree. SVG as text.

Each predicate of an MRS has a column, in the order of the words, with the words that it stands for below it.
An arc goes from a predicate to its argument (elementary dependencies). A column is a group whose `data-node`
names the predicate, so that a page can point at it. The drawings follow the conventions of
`likewise.draw.svg`: colours by custom properties, everything escaped, no ids, and the same bytes for the same
input.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from likewise.deep.dependencies import elementary_dependencies
from likewise.draw import (
    ARC_STEP,
    NORMAL,
    SMALL,
    Arc,
    arc_levels,
    colour,
    document,
    draw_arc,
    element,
    empty,
    patch,
    text,
    text_width,
)
from likewise.records import Tree

if TYPE_CHECKING:
    from delphin.eds import EDS, Node
    from delphin.mrs import MRS

__all__ = ["draw_derivation", "draw_mrs"]

_GAP, _EDGE, _ROW = 18.0, 14.0, 40.0
_LONGEST = 28


def draw_mrs(mrs: MRS, sentence: str = "", *, title: str = "", standalone: bool = False) -> str:
    """The dependencies of an MRS as arcs over its predicates; `sentence` is what its offsets count in."""
    graph = elementary_dependencies(mrs)
    title = title or (f"Dependencies of: {sentence}" if sentence else "Dependencies")
    nodes = sorted(graph.nodes, key=lambda node: (node.cfrom, node.cto))
    if not nodes:
        return empty(title, width=260, standalone=standalone)
    column = {node.id: place for place, node in enumerate(nodes)}
    arcs = _arcs(graph, column)
    labels = [_short(_label(node)) for node in nodes]
    words = [_short(_words(sentence, node.cfrom, node.cto)) for node in nodes]
    middles, width = _columns(labels, words)
    levels = arc_levels(arcs)
    base = _EDGE + ARC_STEP * (max(levels, default=0) + 1)
    body = "".join(
        draw_arc(arc, middles, base, level, role="muted" if arc.label in ("BV", "RSTR") else "s2")
        for arc, level in zip(arcs, levels, strict=True)
    )
    top = column.get(graph.top)
    for place, (label, word, x) in enumerate(zip(labels, words, middles, strict=True)):
        bold = "bold" if place == top else None
        above = text(label, x, base + 18, anchor="middle", weight=bold, role="ink" if word else "muted")
        below = text(word, x, base + 38, anchor="middle", size=SMALL, role="s1")
        body += element("g", above, below, data_node=_place(nodes[place]))
    said = "; ".join(f"{labels[arc.start]} {arc.label} {labels[arc.end]}" for arc in arcs)
    return document(
        body,
        width=width,
        height=base + 50,
        title=title,
        description=said or "No arcs.",
        standalone=standalone,
    )


def _arcs(graph: EDS, column: dict[str, int]) -> list[Arc]:
    """All arcs between two columns, short ones first, so that they lie below the long ones."""
    arcs = [
        Arc(column[node.id], column[end], role)
        for node in graph.nodes
        for role, end in node.edges.items()
        if end in column and column[end] != column[node.id]
    ]
    return sorted(arcs, key=lambda arc: (arc.ends[1] - arc.ends[0], arc.ends, arc.start, arc.label))


def _label(node: object) -> str:
    name, constant = str(getattr(node, "predicate", "")), getattr(node, "carg", None)
    return f"{name}({constant})" if constant else name


def _place(node: Node) -> str:
    """What a page finds a column by: the predicate and its characters, as an MRS writes them."""
    return f"{node.predicate}<{node.cfrom}:{node.cto}>"


def _short(label: str) -> str:
    return label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1]}…"


def _words(sentence: str, start: int, end: int) -> str:
    return " ".join(sentence[start:end].split()) if 0 <= start < end <= len(sentence) else ""


def _columns(labels: list[str], words: list[str]) -> tuple[list[float], float]:
    """The middle of each column, and the width of all."""
    place, middles = _EDGE, []
    for label, word in zip(labels, words, strict=True):
        wide = max(text_width(label), text_width(word, SMALL), 30.0)
        middles.append(place + wide / 2)
        place += wide + _GAP
    return middles, place - _GAP + _EDGE


def draw_derivation(tree: Tree, *, title: str = "", standalone: bool = False) -> str:
    """A derivation (or any tree) with its words at the bottom; the line to a head daughter is strong."""
    heights, widths = _measured(tree)
    floor = _EDGE + SMALL + _ROW * heights[id(tree)]
    lines, labels, waiting = "", "", [(tree, _EDGE)]
    while waiting:
        node, left = waiting.pop()
        x, y = left + widths[id(node)] / 2, floor - _ROW * heights[id(node)]
        place = x - _inner(node, widths) / 2
        for which, daughter in enumerate(node.daughters):
            middle = place + widths[id(daughter)] / 2
            strong = which == node.head and len(node.daughters) > 1
            lines += _branch(x, y, middle, floor - _ROW * heights[id(daughter)], strong)
            waiting.append((daughter, place))
            place += widths[id(daughter)] + _GAP
        labels += _written(node, x, y)
    words = " ".join(leaf.form or "" for leaf in tree.leaves())
    return document(
        lines + labels,
        width=widths[id(tree)] + 2 * _EDGE,
        height=floor + 36,
        title=title or f"Derivation of: {words}",
        description=bracketed(tree),
        standalone=standalone,
    )


def _measured(tree: Tree) -> tuple[dict[int, int], dict[int, float]]:
    """How high above the words each node stands, and how wide what hangs below it is."""
    heights: dict[int, int] = {}
    widths: dict[int, float] = {}
    for node in reversed(list(tree.walk())):
        heights[id(node)] = 1 + max((heights[id(d)] for d in node.daughters), default=-1)
        own = max(text_width(_short(node.label), SMALL), text_width(node.form or "") * 1.1)
        widths[id(node)] = max(_inner(node, widths), own)
    return heights, widths


def _inner(node: Tree, widths: dict[int, float]) -> float:
    """The width of the daughters side by side."""
    return sum(widths[id(d)] for d in node.daughters) + _GAP * max(len(node.daughters) - 1, 0)


def _written(node: Tree, x: float, y: float) -> str:
    label = _short(node.label)
    role = "muted" if node.form is None else None
    out = patch(x, y - 4, text_width(label, SMALL), 14)
    out += text(label, x, y, anchor="middle", size=SMALL, role=role)
    if node.form is not None:
        out += text(node.form, x, y + 22, anchor="middle", size=NORMAL, weight="bold", role="s1")
    return out


def _branch(x: float, y: float, below: float, top: float, strong: bool) -> str:
    role = "ink" if strong else "muted"
    return element(
        "line",
        x1=x,
        y1=y + 5,
        x2=below,
        y2=top - SMALL,
        stroke="currentColor",
        stroke_width=2 if strong else 1,
        class_=f"lw-{role}",
        color=colour(role),
    )


def bracketed(tree: Tree) -> str:
    """A tree in brackets, for those who do not see the drawing."""
    parts: list[str] = []
    waiting: list[Tree | str] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            parts.append(node)
        elif node.form is not None:
            parts.append(f" ({node.label} {node.form})")
        else:
            parts.append(f" ({node.label}")
            waiting.extend([")", *reversed(node.daughters)])
    return "".join(parts).strip()
