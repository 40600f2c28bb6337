"""The public names of likewise.ask: what other rooms and users may use."""

from .answer import Answer as Answer, Answers as Answers, Evidence as Evidence
from .documents import AnswerCandidate as AnswerCandidate, Document as Document, Hit as Hit
from .question import (
    ANSWER_TYPES as ANSWER_TYPES,
    AnswerType as AnswerType,
    Keyword as Keyword,
    KeywordKind as KeywordKind,
    Question as Question,
)
from .translated import (
    Combination as Combination,
    KeywordTranslation as KeywordTranslation,
    QuestionTranslation as QuestionTranslation,
    TranslationCandidate as TranslationCandidate,
)
