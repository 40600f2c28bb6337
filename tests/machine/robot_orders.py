"""Boards, trees and a stand-in reader for the tests of the robot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from likewise.robot import Reading, Word
from likewise.worlds.blocks import Block, Board, loads_rcl

RED, BLUE, GREEN = Block("red", "cube"), Block("blue", "cube"), Block("green", "prism")
BOARD = Board({(1, 1, 0): RED, (3, 3, 0): BLUE, (5, 5, 0): BLUE, (6, 6, 0): GREEN})


def take(color: str, shape: str = "cube") -> str:
    """The tree of an order to pick something up."""
    return (
        f"(event: (action: take (token: 1)) (entity: (color: {color} (token: 2)) (type: {shape} (token: 3))))"
    )


class Fixed:
    """A reader that knows what to say to each command."""

    def __init__(self, name: str, says: Mapping[str, Sequence[tuple[str, float]]]) -> None:
        self.name, self._says = name, says

    def read(self, words: tuple[Word, ...], *, most: int = 20) -> list[Reading]:
        said = self._says.get(" ".join(word.text for word in words), ())
        return [Reading(loads_rcl(tree), score, self.name) for tree, score in said][:most]
