"""The trees of a conversion with open choices, the likeliest first."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import replace

from likewise.robot.deep_reader.conversion_state import OPEN
from likewise.robot.deep_reader.rule_table import Options
from likewise.worlds.blocks import Rcl

__all__ = ["NOTHING", "settled_trees"]

NOTHING = "-"
"""The value of an option that leaves the leaf out; without its relation, a spatial relation is out too."""


def settled_trees(tree: Rcl, choices: list[Options], most: int) -> Iterator[tuple[Rcl, float]]:
    """Up to `most` trees with what their choices cost, in order of that."""
    for picks, cost in _picks(choices, most):
        settled = _settled(tree, picks)
        if settled is not None:
            yield settled, cost


def _picks(choices: list[Options], most: int) -> Iterator[tuple[list[str], float]]:
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
        return None if value == NOTHING else replace(tree, value=value)
    if not tree.children:
        return tree
    children = [_settled(one, picks) for one in tree.children]
    if tree.name == "spatial-relation" and None in children:
        return None
    return replace(tree, children=tuple(one for one in children if one is not None))
