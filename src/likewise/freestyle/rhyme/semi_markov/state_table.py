"""The ten states of the chain: schemes of at most four lines that cannot be cut without losing a rhyme.

A, AA, AAA, ABA, AAAA, AABA, ABAA, ABAB, ABBA, ABCA (Addanki & Wu 2013), laid out as arrays for loops. A line
that joins a class is scored by the geometric mean over the class's earlier lines: weight 1 / their number.
"""

from __future__ import annotations

import numpy as np

from likewise.freestyle.rhyme.scheme import indecomposable_schemes

__all__ = ["GAPS", "LATER_LINE", "LENGTHS", "LONGEST", "MEMBERS", "PAIRS", "STATES", "WEIGHTS"]

LONGEST = 4
"""Lines of the longest state."""
STATES = indecomposable_schemes(LONGEST)

LENGTHS = np.array([len(state) for state in STATES], np.int64)
MEMBERS = np.full((len(STATES), LONGEST), -1, np.int64)
"""The class of each line of a state; -1 beyond its end."""

_MOST = LONGEST * (LONGEST - 1) // 2
PAIRS = np.zeros(len(STATES), np.int64)
"""The number of rhyming pairs of a state; each has a later line, a gap to the earlier one, and a weight."""
LATER_LINE = np.zeros((len(STATES), _MOST), np.int64)
GAPS = np.zeros((len(STATES), _MOST), np.int64)
WEIGHTS = np.zeros((len(STATES), _MOST))

for _number, _state in enumerate(STATES):
    MEMBERS[_number, : len(_state)] = _state
    for _later, _class in enumerate(_state):
        _earlier = [line for line in range(_later) if _state[line] == _class]
        for _line in _earlier:
            _place = PAIRS[_number]
            LATER_LINE[_number, _place] = _later
            GAPS[_number, _place] = _later - _line
            WEIGHTS[_number, _place] = 1 / len(_earlier)
            PAIRS[_number] += 1
