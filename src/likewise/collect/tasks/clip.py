"""Find a clip: workers submit a link with start and end (Chen and Dolan 2011, section 3.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from likewise.collect import videos
from likewise.collect.tasks.kit import (
    ExampleAnswer,
    Field,
    InputError,
    Task,
    check_about,
    clean,
    number,
    stimulus_values,
)

__all__ = ["ClipTask"]


class ClipTask(Task):
    """Stimulus: optionally a `prompt`, what to look for. Answer: `url`, `start`, `end`, `comment`.

    Settings: `shortest` and `longest` segment in seconds (4 and 10). The link is normalised and never
    fetched; whether it shows what it should is for the moderators.
    """

    name = "clip"
    title = "Find a short video segment"
    pay = (1, 5)
    exports = ()
    own_settings: ClassVar[tuple[str, ...]] = ("shortest", "longest")
    guidance = (
        "Find a public video on YouTube and choose a short segment of it that shows one single event which "
        "everyone would describe in much the same way.",
        "Give the link, and where the segment starts and ends.",
        "Do not choose segments with writing or subtitles in the picture, with several events, or with "
        "anything that others should not have to see.",
    )
    examples = (
        ExampleAnswer(True, "A man pours water from a jug into a glass, from 0:41 to 0:47."),
        ExampleAnswer(False, "A whole football match", "far too long, and many events"),
        ExampleAnswer(False, "A cooking show with the recipe written across the picture", "shows writing"),
    )

    def check_stimulus(self, stimulus: Any, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """What to look for, if anything."""
        values = stimulus_values(stimulus, "prompt")
        prompt = clean(values.get("prompt") or "", "prompt", 1000, lines=True)
        return ({"prompt": prompt} if prompt else {}) | check_about(values)

    def _settings(self, values: dict[str, Any]) -> dict[str, Any]:
        shortest = number(values.get("shortest", videos.SHORTEST), "shortest")
        longest = number(values.get("longest", videos.LONGEST), "longest")
        if not 0 <= shortest <= longest or longest == 0:
            raise InputError("expected at least as many seconds as the shortest segment", field="longest")
        return {"shortest": shortest, "longest": longest}

    def _fields(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[Field, ...]:
        window = f"The segment lasts {settings['shortest']:g} to {settings['longest']:g} seconds."
        clock = "Seconds, or as on the player: 1:23."
        return (
            Field("url", "url", "Link to the video on YouTube", max=2000),
            Field("start", "seconds", "Where the segment starts", min=0, help=clock),
            Field("end", "seconds", "Where the segment ends", min=0, help=f"{clock} {window}"),
        )

    def _together(
        self, values: dict[str, Any], stimulus: Mapping[str, Any], settings: Mapping[str, Any]
    ) -> dict[str, Any]:
        limits = {"shortest": settings["shortest"], "longest": settings["longest"]}
        videos.check_window(values["start"], values["end"], **limits)
        return values

    def _view(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        prompt = stimulus.get("prompt")
        return (
            {"kind": "text", "parts": [{"label": "Look for", "text": prompt}]} if prompt else {"kind": "none"}
        )
