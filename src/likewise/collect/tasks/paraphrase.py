"""Paraphrase a sentence directly, twice (Chen and Dolan 2011, section 5.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from likewise.collect.tasks.kit import (
    ExampleAnswer,
    Field,
    InputError,
    Task,
    check_about,
    clean,
    require_words,
    same_wording,
    stimulus_values,
    whole,
)

__all__ = ["ParaphraseTask"]


class ParaphraseTask(Task):
    """Stimulus: `text`, the sentence. Answer: `first`, `second`, `comment`. Settings: `characters` (500).

    Texts that differ in nothing but case, blanks and punctuation count as the same.
    """

    name = "paraphrase"
    title = "Say it in other words"
    pay = (1, 5)
    exports = ("clusters", "huggingface")
    own_settings: ClassVar[tuple[str, ...]] = ("characters",)
    guidance = (
        "Write two sentences that each mean the same as the given one, in other words and, if you can, in "
        "another order.",
        "The two must differ from the given sentence and from each other. Add nothing and leave nothing out.",
        "Write in the language of the given sentence.",
    )
    examples = (
        ExampleAnswer(True, "Someone is peeling potatoes. / A person takes the skin off potatoes."),
        ExampleAnswer(
            False, "Someone is peeling potatoes. / Someone is cooking dinner.", "does not mean the same"
        ),
        ExampleAnswer(
            False,
            "Someone is peeling potatoes. / Someone is peeling potatoes!",
            "only the punctuation differs",
        ),
    )

    def check_stimulus(self, stimulus: Any, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """The sentence."""
        values = stimulus_values(stimulus, "text")
        text = clean(values.get("text"), "text", 5000)
        require_words(text, "text")
        return {"text": text} | check_about(values)

    def given(self, stimulus: Mapping[str, Any]) -> list[str]:
        """The sentence that all answers paraphrase."""
        return [stimulus["text"]]

    def texts(self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
        """Both paraphrases."""
        return [answer["first"], answer["second"]]

    def _settings(self, values: dict[str, Any]) -> dict[str, Any]:
        return {"characters": whole(values.get("characters", 500), "characters", 1, 5000)}

    def _fields(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[Field, ...]:
        most = settings["characters"]
        return (
            Field("first", "text", "First paraphrase", max=most, dir_auto=True),
            Field("second", "text", "Second paraphrase", max=most, dir_auto=True),
        )

    def _together(
        self, values: dict[str, Any], stimulus: Mapping[str, Any], settings: Mapping[str, Any]
    ) -> dict[str, Any]:
        for name in ("first", "second"):
            require_words(values[name], name)
            if same_wording(values[name], stimulus["text"]):
                raise InputError("is the given sentence again, expected other words", field=name)
        if same_wording(values["first"], values["second"]):
            raise InputError("is the first paraphrase again, expected other words", field="second")
        return values

    def _view(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        return {"kind": "text", "parts": [{"label": "Sentence", "text": stimulus["text"]}]}
