"""What a reader makes of a command, and what the robot answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from likewise.robot.command_tokens import Word
from likewise.worlds.blocks import Rcl

__all__ = ["Reader", "Reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a command: its tree, aligned with the command's words, and how likely it is."""

    rcl: Rcl
    score: float
    """The logarithm of how likely the reader finds it; to be compared within one reader alone."""
    reader: str
    notes: tuple[str, ...] = ()
    """What was assumed on the way, in plain words: "'yelllow' read as 'yellow'"."""


class Reader(Protocol):
    """Reads commands: the deep reader by rules, the robust one by what it learnt."""

    name: str

    def read(self, words: tuple[Word, ...], *, most: int = 20) -> list[Reading]:
        """Up to `most` readings, the likeliest first; none where it does not understand."""
