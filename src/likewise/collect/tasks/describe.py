"""Describe a clip in one sentence (Chen and Dolan 2011, section 3 and Figure 1).

The guidance says what the paper's says, in our words and with our examples.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from likewise.collect.tasks.clip_player import check_clip, clip_view
from likewise.collect.tasks.kit import (
    ExampleAnswer,
    Field,
    Task,
    check_about,
    flag,
    language_field,
    require_words,
    stimulus_values,
    whole,
)

__all__ = ["DescribeTask"]


class DescribeTask(Task):
    """Stimulus: `youtube` (id), `url` or `media` (file name), with `start` and `end` in seconds.

    Answer: `text`, `language`, `comment`. Settings: `characters` (most in a sentence, 500), `ask_language`
    (true; if not, every answer is in the campaign's `language`).
    """

    name = "describe"
    title = "Describe a short video segment"
    pay = (1, 5)
    exports = ("clusters", "msvd", "huggingface")
    own_settings: ClassVar[tuple[str, ...]] = ("characters", "ask_language")
    guidance = (
        "Watch the segment and write ONE SENTENCE that says what happens in it.",
        "Only the chosen segment plays at first, without sound. You may play the entire video or turn the "
        "sound on, but you need neither.",
        "Describe the segment alone, not what comes before or after it. Keep to the main person, animal or "
        "thing and to what they do.",
        "Write a complete, correct sentence in whatever language you are most at home in.",
        "If you cannot tell what is going on, skip it and take the next one.",
    )
    examples = (
        ExampleAnswer(True, "A boy is kicking a ball against a garage door."),
        ExampleAnswer(True, "Two women are rowing a boat across a lake."),
        ExampleAnswer(True, "A cat jumps from a shelf onto a bed."),
        ExampleAnswer(True, "Snow slides off the roof of a barn."),
        ExampleAnswer(False, "Ball against door", "not a complete sentence"),
        ExampleAnswer(
            False,
            "The camera shows two women in a rowing boat in this short film",
            "describes the video instead of what happens",
        ),
        ExampleAnswer(False, "Such a funny cat, I had to laugh", "an opinion, not what happens"),
        ExampleAnswer(
            False,
            "Snow slides off the roof of an old red barn while a farmer in a green coat walks by with his "
            "dog and a tractor stands near the fence with its lights on",
            "too much detail beside the main event",
        ),
    )

    def check_stimulus(self, stimulus: Any, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """A clip with its segment."""
        values = stimulus_values(stimulus, "youtube", "url", "media", "start", "end")
        return check_clip(values) | check_about(values)

    def texts(self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
        """The sentence."""
        return [answer["text"]]

    def _settings(self, values: dict[str, Any]) -> dict[str, Any]:
        return {
            "characters": whole(values.get("characters", 500), "characters", 1, 5000),
            "ask_language": flag(values.get("ask_language", True), "ask_language"),
        }

    def _fields(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[Field, ...]:
        sentence = Field(
            "text",
            "text",
            "Your description in one sentence",
            max=settings["characters"],
            help="What is the main thing that happens in the segment?",
            dir_auto=True,
        )
        return (language_field(), sentence) if settings["ask_language"] else (sentence,)

    def _together(
        self, values: dict[str, Any], stimulus: Mapping[str, Any], settings: Mapping[str, Any]
    ) -> dict[str, Any]:
        require_words(values["text"], "text")
        return values

    def _view(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        return clip_view(stimulus)
