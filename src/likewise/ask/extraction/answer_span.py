"""A place in a document that may be an answer."""

from __future__ import annotations

from dataclasses import dataclass

from likewise.ask.question import AnswerType

__all__ = ["AnswerSpan"]


@dataclass(frozen=True, slots=True)
class AnswerSpan:
    """A place in a document: characters, the sentence with the first word and the one after the last."""

    start: int
    end: int
    text: str
    sentence: int
    first: int
    last: int
    answer_type: AnswerType
    subtype: str
    shape: str
    """How it was found: `name`, `number`, `time`, `quoted`, `bracket`, `clause`, `phrase`, `noun`."""
