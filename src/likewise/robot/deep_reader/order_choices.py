"""An order with open choices, and the trees that they make of it, the likeliest first."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass

from likewise.robot.deep_reader.antecedents import with_antecedents
from likewise.robot.deep_reader.conversion_state import OPEN
from likewise.robot.deep_reader.rule_table import Options
from likewise.worlds.blocks import Rcl

__all__ = ["NOTHING", "OpenOrder"]

NOTHING = "-"
"""The value of an option that leaves the leaf out; without its relation, a spatial relation is out too."""


@dataclass(frozen=True, slots=True)
class OpenOrder:
    """What an analysis was turned into: a tree, the choices that its leaves leave open, and its cost."""

    tree: Rcl
    choices: tuple[Options, ...]
    cost: float
    notes: tuple[str, ...] = ()
    fitting: bool = True
    """Whether "one" looks for an antecedent that fits, or takes the first entity."""

    def same_as(self) -> tuple[Rcl, tuple[Options, ...]]:
        """Orders with the same of this make the same trees, but for their alignment."""
        return self.tree.bare(), self.choices

    def trees(self, most: int) -> Iterator[tuple[float, Rcl]]:
        """Up to `most` choices as trees with their cost, in order of what the choices cost."""
        for picks, cost in _picks(self.choices, most):
            settled = _settled(self.tree, picks)
            if settled is not None:
                for tree, price in with_antecedents(settled, fitting=self.fitting):
                    yield self.cost + cost + price, tree


def _picks(choices: tuple[Options, ...], most: int) -> Iterator[tuple[list[str], float]]:
    ordered = [sorted(options, key=lambda option: option[1]) for options in choices]
    start = (0,) * len(ordered)
    heap = [(sum(options[0][1] for options in ordered), start)]
    seen = {start}
    while heap and most > 0:
        cost, at = heapq.heappop(heap)
        yield [options[i][0] for options, i in zip(ordered, at, strict=True)], cost
        most -= 1
        for place, options in enumerate(ordered):
            after = (*at[:place], at[place] + 1, *at[place + 1 :])
            if after[place] < len(options) and after not in seen:
                seen.add(after)
                more = options[after[place]][1] - options[at[place]][1]
                heapq.heappush(heap, (cost + more, after))


def _settled(tree: Rcl, picks: list[str]) -> Rcl | None:
    if tree.value.startswith(OPEN):
        value = picks[int(tree.value[1:])]
        return None if value == NOTHING else Rcl(tree.name, value, (), tree.span)
    if not tree.children:
        return tree
    children = [_settled(one, picks) for one in tree.children]
    if tree.name == "spatial-relation" and None in children:
        return None
    return Rcl(tree.name, tree.value, tuple(one for one in children if one is not None), tree.span)
