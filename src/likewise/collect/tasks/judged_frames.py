"""Frames out of marks and links: what the answer to a task `frames` says, as `likewise hmeant` reads it.

A role of the only predicate of its text need not say whose it is; where there are several it must. A verdict
holds in all events that its two phrases share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from likewise.collect.tasks.units import units_of
from likewise.errors import InputError

__all__ = ["PREDICATE", "SIDES", "annotation_of"]

PREDICATE = "predicate"
"""The label of a mark that makes a frame; all other labels are roles."""
SIDES = ("reference", "candidate")

_Mark = Mapping[str, Any]
_Frame = tuple[_Mark, list[_Mark]]


def annotation_of(stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, Any]:
    """The frames of a checked answer as `likewise hmeant` reads them: both texts, and what is aligned.

    Raises `InputError` with the field where marks and links do not make frames.
    """
    frames = {side: _frames(answer, side) for side in SIDES}
    aligned = _events(answer, frames)
    for link in answer.get("verdicts", ()):
        _judge(link, frames, aligned)
    sides = {side: _text(stimulus[side], frames[side]) for side in reversed(SIDES)}
    return sides | {"alignments": aligned}


def _frames(answer: Mapping[str, Any], side: str) -> list[_Frame]:
    """Each predicate of a text with its roles; a role of the only predicate need not say so."""
    marks = answer.get(side, ())
    frames: list[_Frame] = [(mark, []) for mark in marks if mark["label"] == PREDICATE]
    roles = [mark for mark in marks if mark["label"] != PREDICATE]
    said = [
        (_mark(link["from"], roles), _own(link["to"], frames)) for link in answer.get(f"{side}_roles", ())
    ]
    for role in roles:
        if not frames:
            raise InputError(f"{_name(role)} is marked, and no predicate is", field=side)
        own = [place for mark, place in said if mark is role] or ([0] if len(frames) == 1 else [])
        if not own:
            message = f"{_name(role)} belongs to no predicate yet: join it to one"
            raise InputError(message, field=f"{side}_roles")
        for place in own:
            frames[place][1].append(role)
    return frames


def _events(answer: Mapping[str, Any], frames: Mapping[str, Sequence[_Frame]]) -> list[dict[str, Any]]:
    """The frames that are joined, by place, without what was said of their roles."""
    made: list[dict[str, Any]] = []
    for link in answer.get("events", ()):
        ends = {"candidate": link["from"], "reference": link["to"]}
        event: dict[str, Any] = {side: _own(end, frames[side]) for side, end in ends.items()}
        _refuse_twice(event, made, ends, "events")
        made.append(event | {"roles": []})
    return made


def _judge(
    link: Mapping[str, Any], frames: Mapping[str, Sequence[_Frame]], aligned: Sequence[dict[str, Any]]
) -> None:
    """Put a verdict into every two joined frames that the two roles are of."""
    ends = {"candidate": link["from"], "reference": link["to"]}
    marks = {side: _mark(end, [r for _, roles in frames[side] for r in roles]) for side, end in ends.items()}
    mine, theirs = marks["candidate"], marks["reference"]
    if mine["label"] != theirs["label"]:
        message = f"{_name(mine)} and {_name(theirs)} have different labels, expected the same"
        raise InputError(message, field="verdicts")
    shared = 0
    for one in aligned:
        roles = {side: frames[side][one[side]][1] for side in marks}
        places = {side: [r is marks[side] for r in roles[side]] for side in marks}
        if all(map(any, places.values())):
            judged = {side: found.index(True) for side, found in places.items()}
            _refuse_twice(judged, one["roles"], ends, "verdicts")
            one["roles"].append(judged | {"verdict": link["label"]})
            shared += 1
    if not shared:
        message = (
            f"{_name(mine)} and {_name(theirs)} belong to no predicates that are joined as the same event"
        )
        raise InputError(message, field="verdicts")


def _refuse_twice(
    new: Mapping[str, int], before: Sequence[Mapping[str, Any]], ends: Mapping[str, _Mark], field: str
) -> None:
    for side, place in new.items():
        if any(one[side] == place for one in before):
            raise InputError(f"'{ends[side]['text']}' is joined twice, expected one partner", field=field)


def _mark(end: _Mark, marks: Sequence[_Mark]) -> _Mark:
    """The mark that the end of a checked link is at."""
    return next(
        mark
        for mark in marks
        if (mark["start"], mark["end"]) == (end["start"], end["end"])
        if end.get("label", mark["label"]) == mark["label"]
    )


def _own(end: _Mark, frames: Sequence[_Frame]) -> int:
    """The place of the frame whose predicate the end of a checked link is at."""
    places = [(predicate["start"], predicate["end"]) for predicate, _ in frames]
    return places.index((end["start"], end["end"]))


def _text(text: str, frames: Sequence[_Frame]) -> dict[str, Any]:
    units = units_of(text)
    starts = {start: place for place, (start, _) in enumerate(units)}
    ends = {end: place for place, (_, end) in enumerate(units, start=1)}

    def span(mark: _Mark) -> list[int]:
        return [starts[mark["start"]], ends[mark["end"]]]

    return {
        "text": text,
        "tokens": [text[start:end] for start, end in units],
        "frames": [
            {
                "predicate": span(predicate),
                "roles": [{"label": role["label"], "span": span(role)} for role in roles],
            }
            for predicate, roles in frames
        ],
    }


def _name(mark: _Mark) -> str:
    return f"'{mark['text']}' ({mark['label']})"
