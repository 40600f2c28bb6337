"""A map small enough to work out by hand.

sofa --brick, fish-- + --brick, fish-- lamp
                     |
                wood, tower
                     |
                     +      wall      + (no corridor leads here)
                     |
                   wood
                     |
                     +
"""

from __future__ import annotations

import pytest

from likewise.worlds import Corridor, Map


@pytest.fixture
def tiny() -> Map:
    brick = Corridor("brick", "fish")
    return Map(
        "Tiny",
        {(0, 0): "sofa", (1, 0): "", (2, 0): "lamp", (1, 1): "", (1, 2): "", (2, 1): ""},
        {
            ((0, 0), (1, 0)): brick,
            ((2, 0), (1, 0)): brick,
            ((1, 0), (1, 1)): Corridor("wood", "tower"),
            ((1, 1), (1, 2)): Corridor("wood"),
        },
    )
