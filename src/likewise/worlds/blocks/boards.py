"""A board of blocks and the robot arm over it (Dukes 2014, SemEval-2014 Task 6).

x grows away from the robot (x=0 is its own edge, the back), y to the left (y=0 is the right edge), z upwards;
each from 0 to 7. The block at the arm's own position is in the gripper.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from likewise.errors import InputError

__all__ = ["COLORS", "SHAPES", "SIZE", "Block", "Board", "Position"]

SIZE = 8
Position = tuple[int, int, int]

COLORS = {
    "B": "blue",
    "C": "cyan",
    "R": "red",
    "Y": "yellow",
    "G": "green",
    "M": "magenta",
    "X": "gray",
    "W": "white",
}
"""Letters of the layout files and the colours that they stand for."""
SHAPES = {1: "cube", 2: "prism"}
"""Numbers of the layout files and the shapes that they stand for."""


class Block(NamedTuple):
    """What a block looks like, in the words of RCL."""

    color: str
    shape: str


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Blocks by position, where the arm is, and whether its gripper is open; nothing in it changes."""

    blocks: Mapping[Position, Block]
    arm: Position = (0, 0, SIZE - 1)
    is_open: bool = True
    _columns: Mapping[tuple[int, int], tuple[int, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        columns: dict[tuple[int, int], list[int]] = {}
        for position in [self.arm, *self.blocks]:
            if len(position) != 3 or not all(type(n) is int and 0 <= n < SIZE for n in position):
                raise InputError(f"position {position!r} is off the board, expected 0 to {SIZE - 1}")
        for x, y, z in sorted(self.blocks):
            columns.setdefault((x, y), []).append(z)
        object.__setattr__(self, "blocks", MappingProxyType(dict(sorted(self.blocks.items()))))
        object.__setattr__(self, "_columns", {at: tuple(heights) for at, heights in columns.items()})

    @property
    def held(self) -> Block | None:
        """The block in the gripper."""
        return self.blocks.get(self.arm)

    def column(self, x: int, y: int) -> tuple[int, ...]:
        """The heights at which blocks stand over a square, from below; none off the board."""
        return self._columns.get((x, y), ())

    def free_height(self, x: int, y: int) -> int | None:
        """The lowest height without a block over a square: 0 off the board, None where all are taken."""
        taken = self.column(x, y)
        return next((z for z in range(SIZE) if z not in taken), None)

    def __iter__(self) -> Iterator[tuple[Position, Block]]:
        return iter(self.blocks.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.arm, self.is_open, tuple(self.blocks)))

    def __reduce__(self) -> tuple[Any, ...]:
        return Board, (dict(self.blocks), self.arm, self.is_open)

    def _key(self) -> tuple[Any, ...]:
        return dict(self.blocks), self.arm, self.is_open
