"""Documents that are searched, and the places in them that may be answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from likewise.ask.question import AnswerType

__all__ = ["AnswerCandidate", "Document", "Hit"]


@dataclass(frozen=True, slots=True)
class Document:
    """A text of the collection, as it was read; places in it count characters."""

    id: str
    text: str
    lang: str
    title: str = ""
    start: int = 0
    """Of a passage of a long document: where its text begins in the whole, in characters."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that was found, the better the higher its score."""

    document: Document
    score: float
    step: int
    """The step of relaxation at which its query matched, counted from 1; 0 where it was found otherwise."""
    parts: Mapping[str, float] = field(default_factory=dict, hash=False)
    """Scores by way of searching: `lexical`, `bm25`, `dense`."""


@dataclass(frozen=True, slots=True)
class AnswerCandidate:
    """A place in a document that may answer the question."""

    text: str
    document: str
    start: int
    end: int
    answer_type: AnswerType
    score: float
    extractor: str
    parts: Mapping[str, float] = field(default_factory=dict, hash=False)
    """What its score is made of, for the trace."""
