"""Why the robot does nothing, in words that help the person who typed."""

from __future__ import annotations

from collections.abc import Sequence

from likewise.robot.answers import JudgedReading

__all__ = ["EMPTY", "FORBIDDING", "TOO_LONG", "not_all_said", "not_known", "not_possible", "not_sure"]

_SHOWN, _LONGEST = 4, 30
EMPTY = "there is no order: say what to pick up, move or put down"
TOO_LONG = "{count} words are too many for one order: say it in at most {most}"

FORBIDDING = "I can do things, not leave them: say what to pick up, move or put down, without '{word}'"


def not_known(words: Sequence[str]) -> str:
    """That too many words are unknown."""
    return f"I do not know {_quoted(words)}: say it with blocks, colours, corners and places"


def not_possible(reading: JudgedReading) -> str:
    """That what was understood cannot be done, and why not."""
    return f'I read "{reading.sentence}", but {reading.verdict.reason}'


def not_all_said(reading: JudgedReading, words: Sequence[str]) -> str:
    """That much of what was said has no place in what was understood."""
    return f'I read "{reading.sentence}", but not what {_quoted(words)} adds: give one order at a time'


def not_sure(suggestions: Sequence[JudgedReading]) -> str:
    """That there are several readings, or one that is a guess."""
    if len(suggestions) == 1:
        return f'I am not sure: did you mean "{suggestions[0].sentence}"?'
    shown = " or ".join(f'"{one.sentence}"' for one in suggestions)
    return f"I am not sure: did you mean {shown}?"


def _quoted(words: Sequence[str]) -> str:
    """The first few of some words, each once, long ones cut."""
    names = list(dict.fromkeys(words))[:_SHOWN]
    return ", ".join(f"'{name if len(name) <= _LONGEST else name[:_LONGEST] + '..'}'" for name in names)
