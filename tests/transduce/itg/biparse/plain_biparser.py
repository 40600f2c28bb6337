"""Biparsing said slowly: sums over all splits, cell by cell, straight from the definition (Wu 1997)."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np

from likewise.transduce.itg.biparse.lexical_cells import LexicalCells

Cell = tuple[int, int, int, int]


def lexical_of(cells: LexicalCells) -> dict[Cell, float]:
    """Probabilities by place, a deletion or insertion at every place where it fits."""
    lexical: dict[Cell, float] = {}
    columns = (column.tolist() for column in cells.arrays)
    for s, t, u, v, log in zip(*columns, strict=True):
        for k in range(cells.height + 1) if u == v else [u]:
            for i in range(cells.width + 1) if s == t else [s]:
                lexical[i, i + t - s, k, k + v - u] = float(np.exp(log))
    return lexical


def splits(s: int, t: int, u: int, v: int) -> list[tuple[str, Cell, Cell]]:
    """All two children of a cell, none of them empty on both sides."""
    result = []
    for i, k in product(range(s, t + 1), range(u, v + 1)):
        if (i, k) not in ((s, u), (t, v)):
            result.append(("straight", (s, i, u, k), (i, t, k, v)))
        if (i, k) not in ((s, v), (t, u)):
            result.append(("inverted", (s, i, k, v), (i, t, u, k)))
    return result


def plain_inside(cells: LexicalCells, straight: float, inverted: float) -> float:
    lexical = lexical_of(cells)
    weight = {"straight": straight, "inverted": inverted}

    @cache
    def inside(cell: Cell) -> float:
        return lexical.get(cell, 0.0) + sum(
            weight[kind] * inside(one) * inside(other) for kind, one, other in splits(*cell)
        )

    return inside((0, cells.width, 0, cells.height))


def plain_trees(cells: LexicalCells, straight: float, inverted: float) -> list[tuple[float, str]]:
    """Every biparse with its probability, written in brackets, the most probable first."""
    lexical = lexical_of(cells)
    weight = {"straight": straight, "inverted": inverted}

    @cache
    def trees(cell: Cell) -> list[tuple[float, str]]:
        result = [(lexical[cell], str(cell))] if cell in lexical else []
        for kind, one, other in splits(*cell):
            for (p, left), (q, right) in product(trees(one), trees(other)):
                if weight[kind] > 0.0:
                    result.append((weight[kind] * p * q, f"{kind}({left} {right})"))
        return result

    return sorted(trees((0, cells.width, 0, cells.height)), key=lambda tree: -tree[0])
