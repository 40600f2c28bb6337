"""Does an output keep the meaning of its source? Kept, drifted or wrong.

One question where `RateTask` asks several: for a quick check of a paraphraser's outputs, which BLEU and PINC
cannot tell from copies with a word changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from likewise.collect.tasks.kit import ExampleAnswer, Field, InputError, Option
from likewise.collect.tasks.rate import RateTask

__all__ = ["VERDICTS", "MeaningTask"]

VERDICTS = {"kept": 3, "drifted": 2, "wrong": 1}
_SAYS = {
    "kept": "says the same",
    "drifted": "adds, loses or changes something",
    "wrong": "says something else",
}


class MeaningTask(RateTask):
    """Stimulus: as of `RateTask`, with a `source`.

    Answer: `meaning` (kept 3, drifted 2, wrong 1), `comment`.
    """

    name = "meaning"
    title = "Is the meaning kept?"
    pay = (1, 2)
    exports = ("segments",)
    own_settings: ClassVar[tuple[str, ...]] = ()
    guidance = (
        "The second text was made out of the first. Say whether it still means the same.",
        "Other words, another order and another length are all fine. What counts is who does what to whom, "
        "how many, when, and whether it is so or not.",
        "A text that cannot be understood is wrong.",
    )
    examples = (
        ExampleAnswer(True, "A man slices a tomato. / Someone is cutting a tomato.", "kept"),
        ExampleAnswer(
            False, "A man slices a tomato. / A man slices vegetables.", "drifted: which ones is lost"
        ),
        ExampleAnswer(False, "A man slices a tomato. / A man does not slice it.", "wrong: the opposite"),
    )

    def check_stimulus(self, stimulus: Any, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """The output and its source."""
        checked = super().check_stimulus(stimulus, settings)
        if "source" not in checked:
            raise InputError("is empty, expected the text that the output was made from", field="source")
        return checked

    def _settings(self, values: dict[str, Any]) -> dict[str, Any]:
        return {}

    def _fields(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[Field, ...]:
        points = tuple(
            Option(str(value), f"{verdict.capitalize()}: {_SAYS[verdict]}")
            for verdict, value in VERDICTS.items()
        )
        return (Field("meaning", "scale", "Is the meaning kept?", options=points, min=1, max=3),)
