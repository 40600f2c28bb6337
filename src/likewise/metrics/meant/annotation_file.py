"""Annotations for HMEANT as JSON lines, one annotator's work on one candidate a line.

    {"id", "system"?, "annotator"?, "candidate": SIDE, "reference": SIDE, "alignments"?: [
      {"candidate": 0, "reference": 0, "roles": [{"candidate": 0, "reference": 1, "verdict": "correct"}]}]}

A SIDE is `{"tokens", "frames": [{"predicate": [i, j], "roles": [{"label", "span": [i, j]}]}], "text"?}`, what
`likewise frames --json` gives: spans of tokens from 0, half open. Labels are PropBank's (`ARG0`, `ARGM-TMP`),
names of role groups (`agent`) or the questions they answer (`who`). Without `alignments` only the first step
is done. Numbers in `alignments` are places in the lists of frames and roles, from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from likewise.io import Row, Source, json_kind, read_rows
from likewise.metrics.meant.annotated_pair import (
    VERDICTS,
    AnnotatedPair,
    AnnotatedText,
    JudgedFrames,
    JudgedRole,
)
from likewise.metrics.meant.role_frame import RoleFiller, RoleFrame
from likewise.metrics.meant.role_groups import GROUPS, PREDICATE, QUESTIONS, group_of, plain_label

__all__ = ["read_annotations"]

_NAMED = {
    name.lower(): place
    for names in (GROUPS, QUESTIONS)
    for place, name in enumerate(names)
    if place != PREDICATE
}
_PROPBANK = re.compile(r"ARG([0-9A]|M(-[A-Z]+)?)")


def read_annotations(path: Source) -> Iterator[AnnotatedPair]:
    """Yield the annotations of a file; one that the same annotator has given before is refused."""
    seen: dict[tuple[str, str | None, str, tuple[str, ...]], int] = {}
    for row in read_rows(path):
        pair = _pair(row)
        key = pair.id, pair.system, pair.annotator, pair.reference.tokens
        if (first := seen.setdefault(key, row.line)) != row.line:
            who = f"by '{pair.annotator}' " if pair.annotator else ""
            row.refuse("id", f"'{pair.id}' was annotated {who}before, on line {first}")
        yield pair


def _pair(row: Row) -> AnnotatedPair:
    name = row.label("id") or row.refuse("id", "is empty, expected a name")
    candidate, reference = _side(row, "candidate"), _side(row, "reference")
    return AnnotatedPair(
        name,
        candidate,
        reference,
        _alignments(row, candidate, reference),
        row.label("system", required=False),
        row.label("annotator", required=False) or "",
        row.line,
    )


def _side(row: Row, side: str) -> AnnotatedText:
    values = _object(row, row.values.get(side), side)
    tokens = _list(row, values.get("tokens"), f"{side}.tokens")
    for place, token in enumerate(tokens):
        if not isinstance(token, str) or not token:
            row.refuse(f"{side}.tokens[{place}]", f"expected a word, found {json_kind(token)}")
    text = values.get("text", " ".join(tokens))
    if not isinstance(text, str):
        row.refuse(f"{side}.text", f"expected a string, found {json_kind(text)}")
    frames = []
    for place, item in enumerate(_list(row, values.get("frames"), f"{side}.frames")):
        frames.append(_frame(row, item, f"{side}.frames[{place}]", len(tokens)))
        if frames[-1].predicate in [frame.predicate for frame in frames[:-1]]:
            row.refuse(f"{side}.frames[{place}].predicate", "is the predicate of a frame before it")
    return AnnotatedText(text, tuple(tokens), tuple(frames))


def _frame(row: Row, value: Any, field: str, size: int) -> RoleFrame:
    values = _object(row, value, field)
    predicate = _span(row, values.get("predicate"), f"{field}.predicate", size)
    roles: list[RoleFiller] = []
    for place, item in enumerate(_list(row, values.get("roles"), f"{field}.roles")):
        here = f"{field}.roles[{place}]"
        role = _object(row, item, here)
        label, group = _label(row, role.get("label"), f"{here}.label")
        roles.append(RoleFiller(label, group, _span(row, role.get("span"), f"{here}.span", size)))
        if roles[-1] in roles[:-1]:
            row.refuse(here, "is there already: the same words under the same label")
    return RoleFrame(predicate, tuple(roles))


def _label(row: Row, value: Any, field: str) -> tuple[str, int]:
    if not isinstance(value, str):
        row.refuse(field, f"expected the label of a role, found {json_kind(value)}")
    if (group := _NAMED.get(value.strip().lower())) is not None:
        return value, group
    label = plain_label(value)
    if not _PROPBANK.fullmatch(label):
        message = f"unknown role '{value}', expected {', '.join(sorted(_NAMED))}, or a label of PropBank"
        row.refuse(field, message)
    return value, group_of(label)


def _alignments(
    row: Row, candidate: AnnotatedText, reference: AnnotatedText
) -> tuple[JudgedFrames, ...] | None:
    if row.values.get("alignments") is None:
        return None
    made: list[JudgedFrames] = []
    for place, item in enumerate(_list(row, row.values["alignments"], "alignments")):
        field = f"alignments[{place}]"
        values = _object(row, item, field)
        first, second = (
            _place(row, values.get(side), f"{field}.{side}", len(text.frames), "frame")
            for side, text in (("candidate", candidate), ("reference", reference))
        )
        _once(row, field, first, second, [(one.candidate, one.reference) for one in made])
        sizes = len(candidate.frames[first].arguments), len(reference.frames[second].arguments)
        made.append(JudgedFrames(first, second, _roles(row, values.get("roles"), f"{field}.roles", sizes)))
    return tuple(made)


def _roles(row: Row, value: Any, field: str, sizes: tuple[int, int]) -> tuple[JudgedRole, ...]:
    made: list[JudgedRole] = []
    for place, item in enumerate(_list(row, value, field)):
        here = f"{field}[{place}]"
        values = _object(row, item, here)
        first, second = (
            _place(row, values.get(side), f"{here}.{side}", size, "role")
            for side, size in zip(("candidate", "reference"), sizes, strict=True)
        )
        _once(row, here, first, second, [(one.candidate, one.reference) for one in made])
        verdict = values.get("verdict")
        if verdict not in VERDICTS:
            row.refuse(f"{here}.verdict", f"expected {', '.join(reversed(VERDICTS))}")
        made.append(JudgedRole(first, second, verdict))
    return tuple(made)


def _once(row: Row, field: str, first: int, second: int, before: list[tuple[int, int]]) -> None:
    """Frames, and roles of two frames, are aligned one to one."""
    for side, place, earlier in (
        ("candidate", first, [one for one, _ in before]),
        ("reference", second, [other for _, other in before]),
    ):
        if place in earlier:
            row.refuse(f"{field}.{side}", f"{place} is aligned already, expected one to one")


def _place(row: Row, value: Any, field: str, size: int, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < size:
        row.refuse(field, f"expected the place of a {what}, from 0, and there are {size}")
    return value


def _span(row: Row, value: Any, field: str, size: int) -> tuple[int, ...]:
    whole = isinstance(value, list) and len(value) == 2 and all(type(edge) is int for edge in value)
    if not whole or not 0 <= value[0] < value[1] <= size:
        row.refuse(field, f"expected [from, to) of the {size} tokens, such as [0, 1]")
    return tuple(range(value[0], value[1]))


def _object(row: Row, value: Any, field: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        row.refuse(field, "missing" if value is None else f"expected an object, found {json_kind(value)}")
    return value


def _list(row: Row, value: Any, field: str) -> list[Any]:
    if not isinstance(value, list):
        row.refuse(field, "missing" if value is None else f"expected a list, found {json_kind(value)}")
    return value
