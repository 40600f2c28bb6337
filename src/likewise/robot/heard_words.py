"""The words of a command as they are understood: mended, and others for the same as the known ones."""

from __future__ import annotations

from dataclasses import dataclass

from likewise.robot.command_tokens import Word

__all__ = ["HeardWords"]


@dataclass(frozen=True, slots=True)
class HeardWords:
    """One a typed word, with the same places; its text is that of the known words for it, if any."""

    words: tuple[Word, ...]
    unsure: float = 0.0
    """Minus the logarithm of how likely just these words were meant."""
    mended: int = 0
    """How many words had wrong letters or blanks."""
