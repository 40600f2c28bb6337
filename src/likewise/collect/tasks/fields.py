"""Answers checked against the fields of their form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from likewise.collect import videos
from likewise.collect.tasks.clean_text import clean, has_words, language_name
from likewise.collect.tasks.form import Field, LinksField, Option, SpansField
from likewise.collect.tasks.grid import check_actions
from likewise.collect.tasks.marks import check_links, check_spans, join_marks
from likewise.collect.tasks.value_checks import only, whole
from likewise.errors import InputError
from likewise.text import all_languages

__all__ = ["check_fields", "check_value", "comment_field", "language_field", "require_words"]

_LONGEST_TEXT = 5000


def check_fields(values: Mapping[str, Any], fields: Sequence[Field]) -> dict[str, Any]:
    """The values of all fields in the order of the form; what is left empty is left out."""
    only(values, [field.name for field in fields])
    checked = {}
    for field in fields:
        value = values.get(field.name)
        kept = None if value is None or value == "" else check_value(value, field)
        if kept is not None:
            checked[field.name] = kept
        elif field.required:
            raise InputError("is empty, an answer is needed here", field=field.name)
    return join_marks(checked, fields)


def check_value(value: Any, field: Field) -> Any:
    """The value of one field in its normal form, or None where nothing is left of it."""
    if isinstance(field, SpansField):
        return check_spans(value, field)
    if isinstance(field, LinksField):
        return check_links(value, field)
    match field.kind:
        case "text" | "textarea" | "scheme":
            return _text(value, field)
        case "language":
            return language_name(value, field.name) or None
        case "choice" | "pick":
            return _choice(value, field)
        case "scale":
            return _point(value, field)
        case "url":
            return videos.check_url(value, field.name).url
        case "seconds":
            return videos.seconds(value, field.name)
        case "path":
            return check_actions(value, field.name, int(field.max or 0))


@cache
def comment_field() -> Field:
    """The optional comment of Figure 1."""
    return Field(
        "comment",
        "textarea",
        "Comments or suggestions",
        required=False,
        max=2000,
        help="You may leave this empty.",
        dir_auto=True,
    )


@cache
def language_field() -> Field:
    """The language, named by the worker; no list limits it."""
    return Field(
        "language",
        "language",
        "Language you are writing in",
        options=tuple(Option(name, name) for name in sorted(one.name for one in all_languages())),
        max=60,
        help="For example English, Hindi or Español.",
        dir_auto=True,
    )


def require_words(text: str, field: str) -> None:
    """Refuse a sentence without a single letter or number."""
    if not has_words(text):
        raise InputError("expected words", field=field)


def _text(value: Any, field: Field) -> str | None:
    most = int(field.max or _LONGEST_TEXT)
    text = clean(value, field.name, most, lines=field.kind == "textarea")
    if text and field.min is not None and len(text) < field.min:
        raise InputError(f"is too short, expected at least {field.min:g} characters", field=field.name)
    return text or None


def _choice(value: Any, field: Field) -> str:
    for option in field.options:
        if value == option.value:
            return option.value
    listed = ", ".join(option.value for option in field.options)
    raise InputError(f"expected one of: {listed}", field=field.name)


def _point(value: Any, field: Field) -> int:
    """A point of a scale: its number, or the label that it is shown with, up to its explanation."""
    if isinstance(value, str):
        wanted = value.strip().casefold()
        for option in field.options:
            if wanted in (option.label.casefold(), option.label.partition(": ")[0].casefold()):
                return int(option.value)
    return whole(value, field.name, int(field.min or 0), int(field.max or 0))
