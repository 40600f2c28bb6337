"""Rules as arrays for the kernels of the chart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from likewise.robot.robust_reader.tree_grammar import ROOT, TreeRule

__all__ = ["ChartGrammar"]

Ints = npt.NDArray[np.int64]


class ChartGrammar:
    """Rules, symbols and classes of rules by their numbers; rules of a class look at places alike."""

    def __init__(self, rules: Sequence[TreeRule], class_of: Callable[[TreeRule], str]) -> None:
        names = dict.fromkeys(s for rule in rules for s in (rule.left, rule.right, rule.parent) if s)
        self.names = [*names] if ROOT in names else [*names, ROOT]
        self.symbols = {symbol: number for number, symbol in enumerate(self.names)}
        classes = {name: n for n, name in enumerate(dict.fromkeys(map(class_of, rules)))}
        self.class_count = len(classes)
        self.root = self.symbols[ROOT]
        find = self.symbols
        two = sorted((rule for rule in rules if rule.right), key=lambda rule: find[rule.left])
        heights = _heights([rule for rule in rules if not rule.right])
        one = sorted((rule for rule in rules if not rule.right), key=lambda rule: heights[rule.left])
        self.rules = [*two, *one]
        self.numbers = {rule: n for n, rule in enumerate(self.rules)}
        self.rule_classes: Ints = np.array([classes[class_of(rule)] for rule in self.rules], np.int64)
        kinds = self.rule_classes.tolist()
        self.binary: Ints = np.array(
            [
                [find[r.left], find[r.right], find[r.parent], kind]
                for r, kind in zip(two, kinds, strict=False)
            ],
            np.int64,
        ).reshape(-1, 4)
        self.unary: Ints = np.array(
            [[find[r.left], find[r.parent], kind] for r, kind in zip(one, kinds[len(two) :], strict=True)],
            np.int64,
        ).reshape(-1, 3)
        self.first: Ints = np.searchsorted(self.binary[:, 0], np.arange(len(self.names) + 1)).astype(np.int64)
        made = {rule.parent for rule in rules}
        self.leaves = [symbol for symbol in self.names if symbol not in made]
        self.columns = {symbol: number for number, symbol in enumerate(self.leaves)}
        """The numbers of the symbols that are never made of others."""


def _heights(rules: Sequence[TreeRule]) -> dict[str, int]:
    """How many rules with one part can follow each other below a symbol; a circle would have no end."""
    below: dict[str, set[str]] = {}
    for rule in rules:
        below.setdefault(rule.parent, set()).add(rule.left)
    heights: dict[str, int] = {}

    def height(symbol: str, above: frozenset[str]) -> int:
        if symbol in above:
            raise ValueError(f"rules with one part go round in a circle at {symbol}")
        if symbol not in heights:
            parts = below.get(symbol, set())
            heights[symbol] = 1 + max((height(part, above | {symbol}) for part in parts), default=-1)
        return heights[symbol]

    for rule in rules:
        height(rule.parent, frozenset())
    return heights
