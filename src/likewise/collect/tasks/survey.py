"""Survey: questions answered by text, by choice or on a scale; one item is one questionnaire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from likewise.collect.tasks.kit import Field, Kind, Task, check_about, check_paragraphs, stimulus_values
from likewise.collect.tasks.questions import check_questions, fields_of, scores_of

__all__ = ["SurveyTask"]

_KINDS: tuple[Kind, ...] = ("text", "textarea", "choice", "scale")


class SurveyTask(Task):
    """Stimulus: `questions`, optionally `intro` (paragraphs). Answer: a value for each question's name.

    A question has `name`, `kind`, `label`, `required`, `help`, for a text `min` and `max` characters, for
    a choice `options`, for a scale `min`, `max` and words for its ends, `low` and `high`.
    """

    name = "survey"
    title = "Answer some questions"
    pay = (5, 5)
    exports = ("segments",)
    guidance = ("Answer the questions as they apply to you. Those marked as optional you may leave empty.",)

    def check_stimulus(self, stimulus: Any, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """A questionnaire."""
        values = stimulus_values(stimulus, "questions", "intro")
        intro = check_paragraphs(values.get("intro") or [], "intro")
        questions = check_questions(values.get("questions"), "questions", _KINDS, taken=("comment",))
        return ({"intro": intro} if intro else {}) | {"questions": questions} | check_about(values)

    def ratings(self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, float]:
        """The answers on scales, and those by choice whose options have scores."""
        return scores_of(stimulus["questions"], answer)

    def _fields(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[Field, ...]:
        return fields_of(stimulus["questions"])

    def _view(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        intro = stimulus.get("intro")
        parts = [{"label": "", "text": paragraph} for paragraph in intro or ()]
        return {"kind": "text", "parts": parts} if parts else {"kind": "none"}
