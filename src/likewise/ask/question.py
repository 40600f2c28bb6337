"""What is known of a question before anything is looked up: the kind of answer it wants, and its keywords.

After Mitamura et al. (2006, section 3.1): answer type, subtype, and keywords in the order of the question.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["ANSWER_TYPES", "AnswerType", "Keyword", "KeywordKind", "Question"]

AnswerType = Literal["person", "location", "organization", "number", "time", "title", "thing", "reason"]
"""`thing` is any other noun phrase; `reason` asks for a clause (why, how)."""
ANSWER_TYPES: tuple[AnswerType, ...] = (
    "person", "location", "organization", "number", "time", "title", "thing", "reason",
)  # fmt: skip
KeywordKind = Literal["word", "name", "phrase", "number"]


@dataclass(frozen=True, slots=True)
class Keyword:
    """A word, a proper name, a phrase or a number that documents with the answer should hold."""

    text: str
    """As it stands in the question."""
    kind: KeywordKind
    start: int
    end: int
    lemma: str = ""
    """The form to look up in a dictionary, in small letters but for names."""
    part_of_speech: str = "NOUN"
    """The universal tag of its head."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with what it asks for."""

    text: str
    answer_type: AnswerType
    subtype: str
    """As `author`, `river`, `year`, `money`; "" where there is none."""
    keywords: tuple[Keyword, ...]
    focus: str = ""
    """The noun that says what is asked for ("river" of "which river .."); not a keyword by itself."""
    rule: str = ""
    """The name of the rule that decided, for the trace."""
