"""Words and sentences of a document with tags."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["TaggedSentence", "TaggedWord"]


@dataclass(frozen=True, slots=True)
class TaggedWord:
    """A word and where it stands in the document."""

    text: str
    start: int
    end: int
    tag: str


@dataclass(frozen=True, slots=True)
class TaggedSentence:
    """A sentence of a document with its words; blanks are no words."""

    text: str
    start: int
    words: tuple[TaggedWord, ...]
