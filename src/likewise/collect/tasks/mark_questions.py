"""Questions of kind spans and links, as a requester writes them down, turned into fields.

    - {name: marks, kind: spans, of: text, labels: [who, action], unit: word, overlap: false, min: 1, max: 20}
    - {name: joins, kind: links, from: marks, to: marks, labels: [does], required: false}

`of` names a text of the stimulus; `from` and `to` name questions of kind spans that stand above.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from likewise.collect.tasks.clean_text import clean
from likewise.collect.tasks.form import LinksField, Option, SpansField
from likewise.collect.tasks.marks import MOST
from likewise.collect.tasks.units import units_of
from likewise.collect.tasks.value_checks import flag, inside, listing, whole
from likewise.errors import InputError

__all__ = ["LINKS", "SPANS", "links_field", "links_settings", "spans_field", "spans_settings"]

SPANS = ("of", "labels", "unit", "overlap", "min", "max")
LINKS = ("from", "to", "labels", "min", "max")
_UNITS = ("word", "character")
_USUAL_MOST = 100


def spans_settings(values: Mapping[str, Any], field: str, texts: Sequence[str]) -> dict[str, Any]:
    """What is its own in a question of kind spans; `texts` are the parts of the stimulus to choose from."""
    of = values.get("of") or (texts[0] if len(texts) == 1 else None)
    if of not in texts:
        listed = ", ".join(texts) or "one (the stimulus has none)"
        raise InputError(f"expected the text to mark: {listed}", field=inside(field, "of"))
    unit = values.get("unit") or "word"
    if unit not in _UNITS:
        raise InputError(f"expected one of: {', '.join(_UNITS)}", field=inside(field, "unit"))
    overlap = flag(values.get("overlap") or False, inside(field, "overlap"))
    labels = _labels(values.get("labels") or ["mark"], inside(field, "labels"))
    return {"of": of, "labels": labels, "unit": unit, "overlap": overlap} | _bounds(values, field)


def links_settings(
    values: Mapping[str, Any], field: str, above: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """What is its own in a question of kind links; `above` are the questions that stand before it."""
    marks = [question["name"] for question in above if question["kind"] == "spans"]
    ends: dict[str, str] = {}
    for side in ("from", "to"):
        named = values.get(side) or ends.get("from") or (marks[0] if len(marks) == 1 else None)
        if named not in marks:
            listed = ", ".join(marks) or "one (there is none above)"
            raise InputError(f"expected a question of kind spans: {listed}", field=inside(field, side))
        ends[side] = str(named)
    labels = _labels(values.get("labels") or ["link"], inside(field, "labels"))
    return {**ends, "labels": labels} | _bounds(values, field)


def spans_field(question: Mapping[str, Any], text: str) -> SpansField:
    """The field of a checked question, for the text of one item."""
    units = units_of(text, question["unit"])
    return SpansField(**_common(question), text=text, units=units, overlap=question["overlap"])


def links_field(question: Mapping[str, Any]) -> LinksField:
    """The field of a checked question."""
    return LinksField(**_common(question), source=question["from"], target=question["to"])


def _common(question: Mapping[str, Any]) -> dict[str, Any]:
    same = {key: question[key] for key in ("name", "kind", "label", "required", "help", "max")}
    options = tuple(Option(label, label) for label in question["labels"])
    return same | {"options": options, "min": question["min"] or None, "dir_auto": True}


def _labels(value: Any, field: str) -> list[str]:
    labels = [clean(label, inside(field, place), 60) for place, label in enumerate(listing(value, field, 20))]
    for place, label in enumerate(labels):
        if not label or label in labels[:place]:
            message = "expected labels that differ, none of them empty"
            raise InputError(message, field=inside(field, place))
    return labels


def _bounds(values: Mapping[str, Any], field: str) -> dict[str, int]:
    least = whole(values.get("min") or 0, inside(field, "min"), 0, MOST)
    most = whole(values.get("max") or max(least, _USUAL_MOST), inside(field, "max"), max(least, 1), MOST)
    return {"min": least, "max": most}
