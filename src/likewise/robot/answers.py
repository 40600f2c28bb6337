"""What the robot answers to a command: readings, each with the planner's verdict, and the one it acts on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from likewise.robot.command_tokens import Word
from likewise.robot.readings import Reading
from likewise.worlds.blocks import Rcl, Verdict, dumps_moves, dumps_rcl

__all__ = ["Answer", "JudgedReading"]


@dataclass(frozen=True, slots=True)
class JudgedReading:
    """A reading with its probability, what the planner makes of it, and what it says in plain English."""

    reading: Reading
    probability: float
    verdict: Verdict
    sentence: str

    @property
    def rcl(self) -> Rcl:
        """The tree, aligned with the words of the command."""
        return self.reading.rcl

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        return {
            "rcl": dumps_rcl(self.rcl),
            "verdict": "fits" if self.verdict else self.verdict.reason,
            "move": dumps_moves(self.verdict.moves) or None,
            "probability": round(self.probability, 4),
            "reader": self.reading.reader,
            "sentence": self.sentence,
            "notes": list(self.reading.notes),
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """What is made of a command on a board; nothing is `chosen` where the robot does not dare to act."""

    text: str
    words: tuple[Word, ...]
    readings: tuple[JudgedReading, ...]
    chosen: JudgedReading | None = None
    confidence: float = 0.0
    """The chance that what was chosen, or would have been, is what was meant."""
    reason: str = ""
    """Why nothing was chosen, for the person who typed."""
    suggestions: tuple[JudgedReading, ...] = ()
    """Up to three readings that could be meant, where nothing was chosen."""

    def as_dict(self) -> dict[str, Any]:
        """For programs: `rcl` and `move` are null where nothing was chosen, and `reason` says why."""
        chosen = self.chosen
        return {
            "command": self.text,
            "rcl": dumps_rcl(chosen.rcl, alignment=False) if chosen else None,
            "move": dumps_moves(chosen.verdict.moves) or None if chosen else None,
            "confidence": round(self.confidence, 4),
            "notes": list(chosen.reading.notes) if chosen else [],
            "readings": [one.as_dict() for one in self.readings],
            "suggestions": [one.as_dict() for one in self.suggestions],
            **({"reason": self.reason} if self.reason else {}),
        }
