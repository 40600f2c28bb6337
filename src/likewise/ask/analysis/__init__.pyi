"""The public names of likewise.ask.analysis: what other rooms and users may use."""

from .analyzer import analyze_question as analyze_question
from .native_question import (
    NATIVE_LANGUAGES as NATIVE_LANGUAGES,
    analyze_native_question as analyze_native_question,
)
from .question_rules import AnswerRule as AnswerRule, answer_rules as answer_rules
