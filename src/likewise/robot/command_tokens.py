"""Words of a command as the Robot Commands Treebank counts them, with their places in what was typed.

Blanks divide; each of . ( ) - , / ! ? is a word of its own; letters become small; a run of digits is one word
and swallows its st, nd, rd or th; apostrophes stay inside words. Each Chinese character or mark
is a word, with blanks around it or without.
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Word", "command_words"]

_WORD = re.compile(
    r"[.()\-,/!?]|[0-9]+(?:st|nd|rd|th)?|[\u3400-\u9fff，。、！？]|[^\s.()\-,/!?0-9\u3400-\u9fff，。、！？]+",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"([0-9]+)(?:st|nd|rd|th)", re.IGNORECASE)


class Word(NamedTuple):
    """A word in small letters, and where it stands in the text (half open)."""

    text: str
    start: int
    end: int


def command_words(text: str) -> tuple[Word, ...]:
    """The words of a command."""
    return tuple(
        Word(_ORDINAL.sub(r"\1", found.group()).lower(), found.start(), found.end())
        for found in _WORD.finditer(text)
    )
