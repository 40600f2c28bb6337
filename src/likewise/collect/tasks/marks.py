"""Marks in a text, and links between marks: how they are answered, checked and shown.

A mark is `{"start", "end", "label", "text"}`: offsets in code points of the text as it is kept, the end
excluded, and the marked text itself. A link is `{"from", "to", "label"}`; each end is the place of a mark,
`{"start", "end", "text"}`, with its `label` where several marks at that place could be meant. Both lists are
kept in the order of the text, so that two people who mark the same give the same answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from likewise.collect.tasks.form import Field, LinksField, SpansField
from likewise.collect.tasks.value_checks import inside, listing, mapping, only, whole
from likewise.errors import InputError

__all__ = ["MOST", "check_links", "check_spans", "join_marks", "mark_lines", "readable_answer"]

MOST = 500
"""Marks or links in one answer, whatever a definition allows."""
_LONGEST = 200_000


def check_spans(value: Any, field: SpansField) -> list[dict[str, Any]] | None:
    """The marks in the order of the text, each with its words; None where there are none."""
    starts, ends = {start for start, _ in field.units}, {end for _, end in field.units}
    checked: list[dict[str, Any]] = []
    for here, values in _rows(value, field, ("start", "end", "label", "text")):
        start = whole(values.get("start"), inside(here, "start"), 0, len(field.text))
        end = whole(values.get("end"), inside(here, "end"), 0, len(field.text))
        if start >= end:
            raise InputError("expected an end behind the start", field=inside(here, "end"))
        if start not in starts or end not in ends:
            edge = "start" if start not in starts else "end"
            raise InputError("expected the edge of a word, as the form shows them", field=inside(here, edge))
        text = field.text[start:end]
        if values.get("text", text) != text:
            message = f"these offsets mark '{_short(text)}'; they count code points"
            raise InputError(message, field=inside(here, "text"))
        label = _label(values.get("label"), field, here)
        checked.append({"start": start, "end": end, "label": label, "text": text})
    order = [option.value for option in field.options]
    checked.sort(key=lambda mark: (mark["start"], mark["end"], order.index(mark["label"])))
    _refuse_twice(checked, field)
    return _counted(checked, field, "marks")


def check_links(value: Any, field: LinksField) -> list[dict[str, Any]] | None:
    """The links, None where there are none; `join_marks` sees to it that their ends are marked."""
    checked = []
    for here, values in _rows(value, field, ("from", "to", "label")):
        ends = {side: _end(values.get(side), inside(here, side)) for side in ("from", "to")}
        checked.append({**ends, "label": _label(values.get("label"), field, here)})
    return _counted(checked, field, "links")


def join_marks(answer: dict[str, Any], fields: Sequence[Field]) -> dict[str, Any]:
    """The answer with its links in order and the words at their ends, each of which must be marked."""
    for field in fields:
        if isinstance(field, LinksField) and field.name in answer:
            answer = answer | {field.name: _joined(answer, field)}
    return answer


def _joined(answer: Mapping[str, Any], field: LinksField) -> list[dict[str, Any]]:
    sides = (("from", field.source, field.source_labels), ("to", field.target, field.target_labels))
    joined: list[dict[str, Any]] = []
    for place, link in enumerate(answer[field.name]):
        here = inside(field.name, place)
        for side, marks, labels in sides:
            link = link | {side: _marked(link[side], answer.get(marks, ()), labels, inside(here, side))}
        if field.source == field.target and link["from"] == link["to"]:
            raise InputError("expected two different marks", field=here)
        if link in joined:
            raise InputError("this link is there already", field=here)
        joined.append(link)
    order = [option.value for option in field.options]
    return sorted(
        joined, key=lambda link: (_place(link["from"]), _place(link["to"]), order.index(link["label"]))
    )


def _marked(
    end: Mapping[str, Any], marks: Sequence[Mapping[str, Any]], labels: Sequence[str], field: str
) -> dict[str, Any]:
    """The end of a link as it is kept: at the one mark that can be meant, or at the one that it names."""
    there = [mark for mark in marks if (mark["start"], mark["end"]) == (end["start"], end["end"])]
    if not there:
        raise InputError(f"nothing is marked from {end['start']} to {end['end']}", field=field)
    text = there[0]["text"]
    if end.get("text", text) != text:
        raise InputError(f"'{_short(text)}' is marked there", field=field)
    known = [mark["label"] for mark in there if not labels or mark["label"] in labels]
    if end.get("label", known[0] if known else None) not in known:
        message = f"'{_short(text)}' is marked as {' and as '.join(mark['label'] for mark in there)}"
        raise InputError(f"{message}, expected {', '.join(labels)}" if labels else message, field=field)
    kept = {"start": end["start"], "end": end["end"], "text": text}
    if len(known) == 1:
        return kept
    if "label" not in end:
        raise InputError(f"'{_short(text)}' is marked as {' and as '.join(known)}: which?", field=field)
    return kept | {"label": end["label"]}


def readable_answer(answer: Mapping[str, Any]) -> dict[str, str]:
    """Every field of a checked answer as a line to read: `who: A man; does: slices`, `by: A man → slices`."""
    return {name: _readable(value) for name, value in answer.items()}


def mark_lines(answer: Mapping[str, Any]) -> list[str]:
    """The marks and links of a checked answer, a line a field."""
    return [line for name, line in readable_answer(answer).items() if _are_marks(answer[name])]


def _are_marks(value: Any) -> bool:
    return _are(value, {"start", "end", "label", "text"}) or _are(value, {"from", "to", "label"})


def _readable(value: Any) -> str:
    if isinstance(value, str):
        return value
    if _are(value, {"start", "end", "label", "text"}):
        return "; ".join(f"{mark['label']}: {mark['text']}" for mark in value)
    if _are(value, {"from", "to", "label"}):
        return "; ".join(f"{link['label']}: {link['from']['text']} → {link['to']['text']}" for link in value)
    return json.dumps(value, ensure_ascii=False)


def _end(value: Any, field: str) -> dict[str, Any]:
    """The place of a mark: `{"start", "end"}` with its text and label or without, or a list of the two."""
    if isinstance(value, list):
        value = dict(zip(("start", "end"), listing(value, field, 2, least=2), strict=True))
    values = mapping(value, field)
    only(values, ("start", "end", "label", "text"), field)
    place = {edge: whole(values.get(edge), inside(field, edge), 0, _LONGEST) for edge in ("start", "end")}
    if not isinstance(values.get("label", ""), str):
        raise InputError("expected the label of a mark", field=inside(field, "label"))
    return place | {key: values[key] for key in ("label", "text") if key in values}


def _place(end: Mapping[str, Any]) -> tuple[int, int, str]:
    return end["start"], end["end"], end.get("label", "")


def _rows(value: Any, field: Field, keys: Sequence[str]) -> list[tuple[str, dict[str, Any]]]:
    """The objects of a list, or of a JSON text with one, as a form sends it."""
    if isinstance(value, str):
        if len(value) > _LONGEST:
            raise InputError(f"is too long, expected at most {_LONGEST} characters", field=field.name)
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            raise InputError("expected a list in JSON", field=field.name) from None
    rows = []
    for place, item in enumerate(listing(value, field.name, MOST)):
        here = inside(field.name, place)
        values = mapping(item, here)
        only(values, keys, here)
        rows.append((here, values))
    return rows


def _label(value: Any, field: Field, here: str) -> str:
    labels = [option.value for option in field.options]
    if value is None and len(labels) == 1:
        return labels[0]
    if value not in labels:
        raise InputError(f"expected one of: {', '.join(labels)}", field=inside(here, "label"))
    return str(value)


def _refuse_twice(marks: Sequence[Mapping[str, Any]], field: SpansField) -> None:
    furthest = 0
    for place, mark in enumerate(marks):
        if mark in marks[:place]:
            raise InputError(f"'{_short(mark['text'])}' is marked twice", field=field.name)
        if mark["start"] < furthest and not field.overlap:
            raise InputError(
                f"'{_short(mark['text'])}' is marked already, in part or whole", field=field.name
            )
        furthest = max(furthest, mark["end"])


def _counted(rows: list[dict[str, Any]], field: Field, what: str) -> list[dict[str, Any]] | None:
    if rows and field.min is not None and len(rows) < field.min:
        raise InputError(f"expected at least {field.min:g} {what}, found {len(rows)}", field=field.name)
    if field.max is not None and len(rows) > field.max:
        raise InputError(f"expected at most {field.max:g} {what}, found {len(rows)}", field=field.name)
    return rows or None


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"


def _are(value: Any, keys: set[str]) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(v, dict) and v.keys() == keys for v in value)
    )
