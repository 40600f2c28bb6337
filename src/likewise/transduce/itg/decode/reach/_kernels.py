"""Which items can still become an output that keeps to the constraints.

In monotone search the answer is exact (repeated bigrams apart): an item that is kept can be finished, so if
any output keeps to the constraints one is found, however few items are kept. In free search it is a bound.
Twins are in tests/transduce/itg/decode/test_kernels.py.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from likewise.kernel import kernel
from likewise.transduce.itg.decode.records import ALLOWED

ENDINGS = 3


class GoalReach(NamedTuple):
    """`finish[t, state]`: whether what covers the first t words can be finished, by its state (monotone).

    Otherwise the least and most target words and all required words that can come of the words before a
    place (`[0]`) and of those from it on (`[1]`).
    """

    finish: Any
    least: Any
    most: Any
    masks: Any


@kernel()
def complete(count: int, mask: int, ending: int, limits: Any) -> bool:
    """Whether a whole output in this state keeps to the constraints."""
    long_enough = limits.least <= count and (limits.most < 0 or count <= limits.most)
    return bool(long_enough and mask == limits.masks - 1 and (not limits.end_only or ending == ALLOWED))


@kernel()
def state_number(count: int, mask: int, ending: int, limits: Any) -> int:
    """The number of a state."""
    return int((count * limits.masks + mask) * ENDINGS + ending)


@kernel()
def finishable(cells: Any, items: Any, limits: Any) -> Any:
    """For each place in the source and each state up to it, whether lexical items can finish it."""
    n = len(cells) - 1
    finish = np.zeros((n + 1, (limits.cap + 1) * limits.masks * ENDINGS), np.bool_)
    for place in range(n, -1, -1):
        for count in range(limits.cap + 1):
            for mask in range(limits.masks):
                for ending in range(ENDINGS):
                    state = state_number(count, mask, ending, limits)
                    if place == n:
                        finish[place, state] = complete(count, mask, ending, limits)
                    else:
                        finish[place, state] = goes_on(
                            place, count, mask, ending, cells, items, finish, limits
                        )
    return finish


@kernel()
def goes_on(
    place: int, count: int, mask: int, ending: int, cells: Any, items: Any, finish: Any, limits: Any
) -> bool:
    """Whether some lexical item that begins here leads to a state that can be finished."""
    for end in range(place + 1, len(cells)):
        group = cells[place, end]
        while group >= 0:
            one = items[group]
            later = one.ending if one.ending != 0 else ending
            if finish[end, state_number(min(limits.cap, count + one.count), mask | one.mask, later, limits)]:
                return True
            group = one.group
    return False


@kernel()
def outside(cells: Any, items: Any, limits: Any) -> Any:
    """Least and most target words, and all required words, of what is before and from each place on."""
    n = len(cells) - 1
    least, most = np.full((2, n + 1), 1 << 30), np.zeros((2, n + 1), np.int64)
    masks = np.zeros((2, n + 1), np.int64)
    least[0, 0] = least[1, n] = 0
    for side in range(2):
        for step in range(n):
            here = step if side == 0 else n - step
            for other in range(n + 1):
                # From `here` to a later place (side 0), or from an earlier one to `here` (side 1).
                group = cells[here, other] if side == 0 else cells[other, here]
                while group >= 0:
                    one = items[group]
                    least[side, other] = min(least[side, other], least[side, here] + one.count)
                    most[side, other] = max(most[side, other], most[side, here] + one.count)
                    masks[side, other] |= masks[side, here] | one.mask
                    group = one.group
    return least, most, masks


@kernel()
def reach_of(cells: Any, items: Any, limits: Any, monotone: bool) -> Any:
    """What lexical items can still add to others."""
    if monotone:
        none = np.zeros((2, 0), np.int64)
        return GoalReach(finishable(cells, items, limits), none, none, none)
    return GoalReach(np.zeros((0, 0), np.bool_), *outside(cells, items, limits))


@kernel()
def feasible(
    begin: int, end: int, count: int, mask: int, ending: int, reach: Any, limits: Any, monotone: bool
) -> bool:
    """Whether an item in this state can become an output that keeps to the constraints."""
    if monotone:
        return bool(reach.finish[end, state_number(count, mask, ending, limits)])
    n = reach.least.shape[1] - 1
    if begin == 0 and end == n:
        return complete(count, mask, ending, limits)
    low = count + reach.least[0, begin] + reach.least[1, end]
    high = count + reach.most[0, begin] + reach.most[1, end]
    every = mask | reach.masks[0, begin] | reach.masks[1, end]
    return bool(
        high >= limits.least and (limits.most < 0 or low <= limits.most) and every == limits.masks - 1
    )
