"""Raw text into words with their places, by the customs of the treebank: `do n't`, `can not`, marks alone."""

from __future__ import annotations

import re
from typing import NamedTuple

from likewise.errors import InputError

__all__ = ["LONGEST_TEXT", "Token", "sentence_tokens", "tokens_of"]

LONGEST_TEXT = 2000
"""Words of the longest text that is taken for a sentence; every cue looks at all of them."""

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


def sentence_tokens(text: str) -> list[Token]:
    """The words of a sentence; a text that cannot be one is refused."""
    found = tokens_of(text)
    if len(found) > LONGEST_TEXT:
        raise InputError(f"{len(found):,} words, expected a sentence of at most {LONGEST_TEXT:,}")
    return found
