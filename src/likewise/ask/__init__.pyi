"""The public names of likewise.ask: what other rooms and users may use."""

from .documents import AnswerCandidate as AnswerCandidate, Document as Document, Hit as Hit
from .question import (
    ANSWER_TYPES as ANSWER_TYPES,
    AnswerType as AnswerType,
    Keyword as Keyword,
    KeywordKind as KeywordKind,
    Question as Question,
)
