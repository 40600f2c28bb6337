"""Why the robot does nothing, in words that help the person who typed."""

from __future__ import annotations

from collections.abc import Sequence

from likewise.robot.answers import JudgedReading

__all__ = ["EMPTY", "TOO_LONG", "not_known", "not_possible", "not_sure"]

EMPTY = "there is no order: say what to pick up, move or put down"
TOO_LONG = "{count} words are too many for one order: say it in at most {most}"


def not_known(words: Sequence[str]) -> str:
    """That too many words are unknown."""
    shown = ", ".join(f"'{word}'" for word in list(dict.fromkeys(words))[:4])
    return f"I do not know {shown}: say it with blocks, colours, corners and places"


def not_possible(reading: JudgedReading) -> str:
    """That what was understood cannot be done, and why not."""
    return f'I read "{reading.sentence}", but {reading.verdict.reason}'


def not_sure(suggestions: Sequence[JudgedReading]) -> str:
    """That there are several readings, or one that is a guess."""
    if len(suggestions) == 1:
        return f'I am not sure: did you mean "{suggestions[0].sentence}"?'
    shown = " or ".join(f'"{one.sentence}"' for one in suggestions)
    return f"I am not sure: did you mean {shown}?"
