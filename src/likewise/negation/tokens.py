"""Raw text into words with their places, by the customs of the treebank: `do n't`, `can not`, marks alone."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Token", "tokens_of"]

_WORD = re.compile(
    r"(?:Mr|Mrs|Ms|Dr|St|Prof|Col|Capt|Rev|etc|vs|No(?=\.\s?\d))\."
    r"|(?:[A-Za-z]\.){2,}|[^\W_]+(?:[.,][0-9]+)+|[^\W_]+(?:[-'’&][^\W_]+)*|--+|\.{2,}|``|''|\S"
)
_SPLIT = re.compile(r"(?i)^(.+?)(n['’]t|['’](?:s|m|d|re|ve|ll))$")


class Token(NamedTuple):
    """A word and where it stands in the text."""

    text: str
    start: int
    end: int


def tokens_of(text: str) -> list[Token]:
    """The words and marks of a text, each with its characters."""
    found = []
    for match in _WORD.finditer(text):
        start, word = match.start(), match.group()
        if word.lower() == "cannot":
            cuts = [3, 6]
        elif split := _SPLIT.match(word):
            cuts = [len(split[1]), len(word)]
        else:
            cuts = [len(word)]
        last = 0
        for cut in cuts:
            found.append(Token(word[last:cut], start + last, start + cut))
            last = cut
    return found
