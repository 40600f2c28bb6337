"""Questions that a requester writes down as plain data, turned into the fields of a form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from likewise.collect.tasks.clean_text import clean
from likewise.collect.tasks.fields import language_field
from likewise.collect.tasks.form import Field, Kind, Option
from likewise.collect.tasks.mark_questions import (
    LINKS,
    SPANS,
    links_field,
    links_settings,
    spans_field,
    spans_settings,
)
from likewise.collect.tasks.value_checks import flag, inside, listing, mapping, name, number, only, whole
from likewise.errors import InputError

__all__ = ["check_questions", "fields_of", "scores_of"]

_KEYS: dict[Kind, tuple[str, ...]] = {
    "text": ("min", "max"),
    "textarea": ("min", "max"),
    "language": (),
    "choice": ("options",),
    "scale": ("min", "max", "low", "high"),
    "spans": SPANS,
    "links": LINKS,
}
_COMMON = ("name", "kind", "label", "required", "help", "export")
_MOST_POINTS = 11


def check_questions(
    value: Any,
    field: str,
    kinds: Sequence[Kind],
    *,
    characters: int = 2000,
    taken: Sequence[str] = (),
    texts: Sequence[str] = (),
) -> list[dict[str, Any]]:
    """The questions with their defaults: `kind` text, `required` true, a scale from 1 to 4.

    `texts` are the parts of a stimulus whose words may be marked.
    """
    checked: list[dict[str, Any]] = []
    names = set(taken)
    for place, item in enumerate(listing(value, field, 50, least=1)):
        here = inside(field, place)
        values = mapping(item, here)
        question = _question(values, here, kinds, characters)
        if question["kind"] == "spans":
            question |= spans_settings(values, here, texts)
        elif question["kind"] == "links":
            question |= links_settings(values, here, checked)
        if question["name"] in names:
            raise InputError("this name is taken", field=inside(here, "name"))
        names.add(question["name"])
        checked.append(question)
    return checked


def fields_of(
    questions: Sequence[Mapping[str, Any]], stimulus: Mapping[str, Any] | None = None
) -> tuple[Field, ...]:
    """The fields of checked questions; marks in a text that the stimulus does not hold are not asked for."""
    texts = stimulus or {}
    fields: dict[str, Field] = {}
    for question in questions:
        if question["kind"] == "spans":
            if question["of"] in texts:
                fields[question["name"]] = spans_field(question, texts[question["of"]])
        elif question["kind"] == "links":
            if {question["from"], question["to"]} <= fields.keys():
                fields[question["name"]] = links_field(question)
        else:
            fields[question["name"]] = _field(question)
    return tuple(fields.values())


def scores_of(questions: Sequence[Mapping[str, Any]], answer: Mapping[str, Any]) -> dict[str, float]:
    """What a checked answer says in numbers: its scales, and its choices whose options have scores."""
    scores_by_name = {}
    for question in questions:
        value = answer.get(question["name"])
        if value is None or not question["export"]:
            continue
        if question["kind"] == "scale":
            scores_by_name[question["name"]] = float(value)
        elif question["kind"] == "choice":
            scores = {option["label"]: option.get("score") for option in question["options"]}
            if scores.get(value) is not None:
                scores_by_name[question["name"]] = float(scores[value])
    return scores_by_name


def _question(values: dict[str, Any], field: str, kinds: Sequence[Kind], characters: int) -> dict[str, Any]:
    kind = values.get("kind", "text")
    if kind not in kinds:
        raise InputError(f"expected one of: {', '.join(kinds)}", field=inside(field, "kind"))
    only(values, (*_COMMON, *_KEYS[kind]), field)
    its = name(values.get("name"), inside(field, "name"))
    label = clean(_or(values, "label", its.replace("_", " ").capitalize()), inside(field, "label"), 500)
    if not label:
        raise InputError("a question needs a label", field=inside(field, "label"))
    checked: dict[str, Any] = {
        "name": its,
        "kind": kind,
        "label": label,
        "required": flag(_or(values, "required", True), inside(field, "required")),
        "help": clean(_or(values, "help", ""), inside(field, "help"), 1000),
        "export": flag(_or(values, "export", True), inside(field, "export")),
    }
    if kind in ("text", "textarea"):
        checked |= _length(values, field, characters)
    elif kind == "choice":
        checked["options"] = _options(values.get("options"), inside(field, "options"))
    elif kind == "scale":
        checked |= _scale(values, field)
    return checked


def _or(values: Mapping[str, Any], key: str, default: Any) -> Any:
    return default if values.get(key) is None else values[key]


def _length(values: Mapping[str, Any], field: str, characters: int) -> dict[str, Any]:
    least = whole(_or(values, "min", 0), inside(field, "min"), 0, characters)
    most = whole(_or(values, "max", characters), inside(field, "max"), max(least, 1), 20_000)
    return {"min": least, "max": most}


def _scale(values: Mapping[str, Any], field: str) -> dict[str, Any]:
    low = whole(_or(values, "min", 1), inside(field, "min"), -100, 100)
    high = whole(_or(values, "max", 4), inside(field, "max"), low + 1, low + _MOST_POINTS - 1)
    words = {
        key: text for key in ("low", "high") if (text := clean(_or(values, key, ""), inside(field, key), 100))
    }
    return {"min": low, "max": high} | words


def _options(value: Any, field: str) -> list[dict[str, Any]]:
    """Labels, labels with their scores (`good: 3`), or the checked form of these."""
    if isinstance(value, Mapping):
        value = [{"label": label, "score": score} for label, score in value.items()]
    checked: list[dict[str, Any]] = []
    for place, item in enumerate(listing(value, field, 100, least=2)):
        here = inside(field, place)
        values = {"label": item} if not isinstance(item, Mapping) else mapping(item, here)
        only(values, ("label", "score"), here)
        label = values.get("label")
        if isinstance(label, int | float) and not isinstance(label, bool):
            label = f"{label}"
        text = clean(label, here, 300)
        if not text or any(text == other["label"] for other in checked):
            raise InputError("expected options that differ, none of them empty", field=here)
        score = values.get("score")
        checked.append(
            {"label": text}
            if score is None
            else {"label": text, "score": number(score, inside(here, "score"))}
        )
    return checked


def _field(question: Mapping[str, Any]) -> Field:
    its, kind, label, required = (question[key] for key in ("name", "kind", "label", "required"))
    if kind == "language":
        plain = language_field()
        return Field(
            its,
            kind,
            label,
            required,
            plain.options,
            max=60,
            help=question["help"] or plain.help,
            dir_auto=True,
        )
    options: tuple[Option, ...] = ()
    if kind == "choice":
        options = tuple(Option(option["label"], option["label"]) for option in question["options"])
    elif kind == "scale":
        options = _points(question)
    return Field(
        its,
        kind,
        label,
        required,
        options,
        question.get("min") if kind == "scale" else question.get("min") or None,
        question.get("max"),
        question["help"],
        kind in ("text", "textarea"),
    )


def _points(question: Mapping[str, Any]) -> tuple[Option, ...]:
    words = {question["min"]: question.get("low"), question["max"]: question.get("high")}
    return tuple(
        Option(str(point), f"{point}: {words[point]}" if words.get(point) else str(point))
        for point in range(question["min"], question["max"] + 1)
    )
