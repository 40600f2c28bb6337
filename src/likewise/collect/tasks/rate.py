"""Rate a text on several criteria: 1-4 (Chen and Dolan 2011, section 5.1), or good, acceptable, bad.

The names of a stimulus are those of a segment, so that ratings go straight into `score` and `judge`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from likewise.collect.tasks.kit import (
    Field,
    InputError,
    Option,
    Task,
    check_about,
    clean,
    inside,
    listing,
    mapping,
    name,
    number,
    only,
    stimulus_values,
)

__all__ = ["LABELS", "RateTask"]

LABELS = {"good": 3, "acceptable": 2, "bad": 1}
_SCALE = re.compile(r"(\d{1,3})-(\d{1,3})", re.ASCII)
_MOST_POINTS = 11
_LEFT_OUT = ("scores", "novelty")
"""What an evaluation says of an output; judges must not know it."""
_PARTS = {"label": 200, "help": 500, "low": 100, "high": 100}
_KNOWN = {
    "semantic": {
        "label": "Does the second text mean the same as the first?",
        "low": "something else",
        "high": "the same",
    },
    "dissimilarity": {
        "label": "How differently are the two worded?",
        "low": "nearly the same words",
        "high": "quite other words",
    },
    "overall": {"label": "How good is it, all in all?", "low": "useless", "high": "excellent"},
    "fluency": {"label": "Is it fluent, as a person would say it?", "low": "not at all", "high": "fully"},
    "rhyming": {"label": "Does it rhyme with the first text?", "low": "not at all", "high": "perfectly"},
}


class RateTask(Task):
    """Stimulus: `candidate`, and optionally `source`, `references`, `id`, `system`, `lang`, `source_lang`;
    `human`, ratings that it came with, go out again beside the new ones.

    Answer: a number for each criterion, `comment`. Settings: `criteria` (names, or objects with `name`,
    `label`, `help`, `low`, `high`; semantic, dissimilarity and overall unless told otherwise) and `scale`
    ("1-4", any other "LOW-HIGH" of at most eleven points, or "labels": good 3, acceptable 2, bad 1).
    """

    name = "rate"
    title = "Rate a text"
    pay = (1, 2)
    exports = ("segments",)
    own_settings: ClassVar[tuple[str, ...]] = ("criteria", "scale")
    guidance: Sequence[str] = (
        "Read the texts and answer each question by itself: a text may be good in one way, bad in another.",
        "Trust your first impression. There are no trick questions.",
    )

    def check_stimulus(self, stimulus: Any, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """The text to rate and what it is held against."""
        values = stimulus_values(stimulus, "source", "candidate", "references", "human", *_LEFT_OUT)
        checked: dict[str, Any] = {}
        source = clean(values.get("source") or "", "source", 20_000, lines=True)
        if source:
            checked["source"] = source
        checked["candidate"] = clean(values.get("candidate"), "candidate", 20_000, lines=True)
        if not checked["candidate"]:
            raise InputError("is empty, expected the text to rate", field="candidate")
        if values.get("references"):
            checked["references"] = [
                clean(text, f"references[{place}]", 20_000, lines=True)
                for place, text in enumerate(listing(values["references"], "references", 100))
            ]
        if values.get("human"):
            checked["human"] = {
                _criterion_name(its): number(value, inside("human", its))
                for its, value in mapping(values["human"], "human").items()
            }
        return checked | check_about(values)

    def item_name(self, stimulus: Mapping[str, Any]) -> str | None:
        """Outputs of several systems share their ids, so the system belongs to the name."""
        return f"{stimulus['id']}@{stimulus['system']}" if {"id", "system"} <= stimulus.keys() else None

    def ratings(self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, float]:
        """A number for each criterion."""
        return {name: float(value) for name, value in answer.items() if name != "comment"}

    def _settings(self, values: dict[str, Any]) -> dict[str, Any]:
        criteria = values.get("criteria", ["semantic", "dissimilarity", "overall"])
        checked = [
            _criterion(item, inside("criteria", place))
            for place, item in enumerate(listing(criteria, "criteria", 20, least=1))
        ]
        names = [criterion["name"] for criterion in checked]
        for place, its in enumerate(names):
            if its == "comment" or its in names[:place]:
                raise InputError("this name is taken", field=f"criteria[{place}]")
        scale = values.get("scale", "1-4")
        _points(scale)
        return {"criteria": checked, "scale": scale}

    def _fields(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[Field, ...]:
        points = _points(settings["scale"])
        numbers = [int(value) for value, _ in points]
        return tuple(
            Field(
                criterion["name"],
                "scale",
                criterion["label"],
                options=points if settings["scale"] == "labels" else _with_ends(points, criterion),
                min=min(numbers),
                max=max(numbers),
                help=criterion.get("help", ""),
            )
            for criterion in settings["criteria"]
        )

    def _view(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        # Neither id nor system: a judge must not know whose text it is.
        if "source" not in stimulus:
            return {"kind": "text", "parts": [{"label": "Text", "text": stimulus["candidate"]}]}
        return {
            "kind": "pair",
            "source": {"label": "First text", "text": stimulus["source"]},
            "candidate": {"label": "Second text", "text": stimulus["candidate"]},
        }


def _criterion_name(value: str) -> str:
    """The name of a rating that a segment came with, `criterion` or `criterion@judge`."""
    if not (its := clean(value, "human", 200)):
        raise InputError("expected the names of criteria", field="human")
    return its


def _criterion(value: Any, field: str) -> dict[str, str]:
    values = {"name": value} if isinstance(value, str) else mapping(value, field)
    only(values, ("name", *_PARTS), field)
    its = name(values.get("name"), inside(field, "name"))
    known = _KNOWN.get(its, {"label": its.replace("_", " ").replace("-", " ").capitalize()})
    parts = known | {part: text for part, text in values.items() if part != "name" and text is not None}
    checked = {part: clean(text, inside(field, part), _PARTS[part]) for part, text in parts.items()}
    if not checked["label"]:
        raise InputError("a criterion needs a label", field=inside(field, "label"))
    return {"name": its} | checked


def _points(scale: Any) -> tuple[Option, ...]:
    if scale == "labels":
        return tuple(Option(str(value), label.capitalize()) for label, value in LABELS.items())
    match = _SCALE.fullmatch(scale) if isinstance(scale, str) else None
    if not match or not 1 <= int(match[2]) - int(match[1]) < _MOST_POINTS:
        raise InputError('expected "labels" or a scale such as "1-4", of 2 to 11 points', field="scale")
    return tuple(Option(str(point), str(point)) for point in range(int(match[1]), int(match[2]) + 1))


def _with_ends(points: tuple[Option, ...], criterion: Mapping[str, str]) -> tuple[Option, ...]:
    """The points, with words at the two ends where the criterion has them."""
    first, last = points[0], points[-1]
    low, high = criterion.get("low"), criterion.get("high")
    return (
        Option(first.value, f"{first.label}: {low}" if low else first.label),
        *points[1:-1],
        Option(last.value, f"{last.label}: {high}" if high else last.label),
    )
