"""A sentence with its negations, and raw text as the words of one.

Text is cut into words by the customs of the treebank: `do n't`, `can not`, marks alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

from likewise.errors import InputError

__all__ = [
    "LONGEST_TEXT",
    "Negation",
    "Part",
    "Sentence",
    "Token",
    "is_mark",
    "parts_of",
    "sentence_tokens",
    "spaced_tokens",
    "tokens_of",
]

LONGEST_TEXT = 2000
"""Words of the longest text that is taken for a sentence; every cue looks at all of them."""

_WORD = re.compile(
    r"(?:Mr|Mrs|Ms|Dr|St|Prof|Col|Capt|Rev|etc|vs|No(?=\.\s?\d))\."
    r"|(?:[A-Za-z]\.){2,}|[^\W_]+(?:[.,][0-9]+)+|[^\W_]+(?:[-'’&][^\W_]+)*|--+|\.{2,}|``|''|\S"
)
_SPLIT = re.compile(r"(?i)^(.+?)(n['’]t|['’](?:s|m|d|re|ve|ll))$")


class Part(NamedTuple):
    """A word of the sentence, or the piece of it that belongs to a cue, scope or event."""

    token: int
    text: str


@dataclass(frozen=True, slots=True)
class Negation:
    """What negates, what is negated, and the event in it that did not happen."""

    cue: tuple[Part, ...]
    scope: tuple[Part, ...] = ()
    event: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as columns; `syntax` holds the bracketed pieces, or nothing where there is no tree."""

    words: tuple[str, ...]
    lemmas: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    syntax: tuple[str, ...] = ()
    negations: tuple[Negation, ...] = ()
    chapter: str = "text"
    number: str = "0"

    def with_negations(self, negations: Iterable[Negation]) -> Sentence:
        """The same sentence with other negations."""
        return replace(self, negations=tuple(negations))

    def bare(self) -> Sentence:
        """The words alone, as raw text has them: no lemmas, tags, tree or negations."""
        return Sentence(self.words, chapter=self.chapter, number=self.number)

    def tagged(self, tags: Sequence[str]) -> Sentence:
        """The same words with these tags, lemmas where there are none, and no tree."""
        lemmas = self.lemmas or tuple(word.lower() for word in self.words)
        return replace(self, lemmas=lemmas, tags=tuple(tags), syntax=())


def parts_of(words: Sequence[str], tokens: Iterable[int]) -> tuple[Part, ...]:
    """Whole words as parts, in the order of the sentence."""
    return tuple(Part(token, words[token]) for token in sorted(set(tokens)))


class Token(NamedTuple):
    """A word and where it stands in the text."""

    text: str
    start: int
    end: int


def tokens_of(text: str) -> list[Token]:
    """The words and marks of a text, each with its characters."""
    tokens = []
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
            tokens.append(Token(word[last:cut], start + last, start + cut))
            last = cut
    return tokens


def spaced_tokens(words: Sequence[str]) -> list[Token]:
    """The words as they stand in a text that has one blank between them."""
    starts = accumulate((len(word) + 1 for word in words), initial=0)
    return [Token(word, start, start + len(word)) for word, start in zip(words, starts, strict=False)]


def sentence_tokens(text: str) -> list[Token]:
    """The words of a sentence; a text that cannot be one is refused."""
    tokens = tokens_of(text)
    if len(tokens) > LONGEST_TEXT:
        raise InputError(f"{len(tokens):,} words, expected a sentence of at most {LONGEST_TEXT:,}")
    return tokens


def is_mark(word: str) -> bool:
    """Whether it is punctuation: nothing in it is a letter or digit."""
    return not any(c.isalnum() for c in word)
