"""Answers with their evidence, and all that was done to come to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from likewise.ask.documents import AnswerCandidate, Hit
from likewise.ask.question import AnswerType, Question
from likewise.ask.translated import QuestionTranslation

__all__ = ["Answer", "Answers", "Evidence"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where an answer stands: the document, the place in it, and some text around it."""

    document: str
    start: int
    end: int
    snippet: str
    snippet_start: int
    """Where the snippet begins in the document."""
    score: float
    title: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A text that several places may support; the likeliest comes first in `evidence`."""

    text: str
    score: float
    confidence: float
    """The chance that it is right, calibrated on questions whose answers are known."""
    answer_type: AnswerType
    evidence: tuple[Evidence, ...]
    forms: tuple[str, ...] = ()
    """Other ways in which the documents write it."""
    english: str = ""
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Answers:
    """All answers to a question, the best first, with the trace."""

    question: Question
    translation: QuestionTranslation
    answers: tuple[Answer, ...]
    query: str
    """The structured query that was used, as text."""
    step: int
    """The step of relaxation at which enough documents were found."""
    steps: tuple[tuple[str, int], ...] = ()
    """Each query that was tried, with how many documents it matched."""
    hits: tuple[Hit, ...] = ()
    candidates: tuple[AnswerCandidate, ...] = ()
    reason: str = ""
    """Why there is no good answer, in plain words."""
    seconds: Mapping[str, float] = field(default_factory=dict, hash=False)
    """Time by stage."""
