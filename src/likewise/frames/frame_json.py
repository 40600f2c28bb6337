"""Frames as JSON: one object a text, as `likewise frames --json` prints it; only `tokens` must be there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeGuard

from likewise.errors import InputError
from likewise.frames.framed_sentence import FramedSentence
from likewise.frames.joined_sentences import spaced_offsets
from likewise.records import Frame, Role

__all__ = ["frames_as_dict", "json_sentences"]


def frames_as_dict(sentence: FramedSentence) -> dict[str, Any]:
    """`{"tokens", "frames": [{"predicate": [i, j], "roles": [{"label", "span": [i, j]}]}]}`, then `tags`,
    `heads`, `relations`, `offsets` and `lang`; `lemmas`, and a frame's `sense`, where they are known."""
    return {
        "tokens": list(sentence.tokens),
        "frames": [_frame(frame) for frame in sentence.frames],
        "tags": list(sentence.tags),
        "heads": list(sentence.heads),
        "relations": list(sentence.relations),
        **({"lemmas": list(sentence.lemmas)} if sentence.lemmas else {}),
        "offsets": [list(span) for span in sentence.offsets],
        "lang": sentence.lang,
    }


def json_sentences(
    lines: Iterable[tuple[int, str]], name: str | None, lang: str = "en"
) -> Iterator[FramedSentence]:
    """Every sentence of numbered lines; blank lines are passed over."""
    for place, line in lines:
        if line.strip():
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                raise InputError("is not JSON", file=name, line=place) from None
            try:
                yield _sentence(row, lang)
            except InputError as error:
                raise InputError(error.message, file=name, line=place, field=error.field) from None


def _frame(frame: Frame) -> dict[str, Any]:
    roles = [{"label": role.label, "span": list(role.span)} for role in frame.roles]
    told: dict[str, Any] = {"predicate": list(frame.predicate), "roles": roles}
    return {**told, "sense": frame.sense} if frame.sense else told


def _sentence(row: Any, lang: str) -> FramedSentence:
    if not isinstance(row, dict):
        raise InputError("expected an object")
    tokens = _strings(row, "tokens", None, "")
    size = len(tokens)
    if "tokens" not in row:
        raise InputError("is missing", field="tokens")
    heads = row.get("heads", [-1] * size)
    if not isinstance(heads, list) or len(heads) != size or not all(_is_place(k, -1, size) for k in heads):
        raise InputError(f"expected {size} numbers of words, -1 for a root", field="heads")
    offsets = row.get("offsets", spaced_offsets(tokens))
    if not isinstance(offsets, list | tuple) or len(offsets) != size or not all(map(_is_pair, offsets)):
        raise InputError(f"expected {size} pairs of numbers", field="offsets")
    frames = row.get("frames", [])
    if not isinstance(frames, list):
        raise InputError("expected a list", field="frames")
    own = row.get("lang", lang)
    if not isinstance(own, str):
        raise InputError("expected the code of a language", field="lang")
    return FramedSentence(
        tokens,
        tuple((start, end) for start, end in offsets),
        _strings(row, "tags", size, "_"),
        tuple(heads),
        _strings(row, "relations", size, "_"),
        tuple(_read(frame, size) for frame in frames),
        own,
        _strings(row, "lemmas", size, "_") if "lemmas" in row else (),
    )


def _read(frame: Any, size: int) -> Frame:
    if not isinstance(frame, dict):
        raise InputError("expected objects", field="frames")
    roles = frame.get("roles", [])
    if not isinstance(roles, list) or not all(isinstance(r, dict) and r.get("label") for r in roles):
        raise InputError("expected objects with label and span", field="roles")
    return Frame(
        _span(frame, "predicate", size),
        tuple(Role(str(role["label"]), _span(role, "span", size)) for role in roles),
        str(frame.get("sense", "")),
    )


def _span(row: Mapping[str, Any], field: str, size: int) -> tuple[int, int]:
    span = row.get(field)
    if not _is_pair(span) or not 0 <= span[0] < span[1] <= size:
        raise InputError(f"expected [first, behind the last] of {size} tokens", field=field)
    return span[0], span[1]


def _strings(row: Mapping[str, Any], field: str, size: int | None, default: str) -> tuple[str, ...]:
    values = row.get(field, [default] * (size or 0))
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise InputError("expected a list of strings", field=field)
    if size is not None and len(values) != size:
        raise InputError(f"expected {size}, one a token", field=field)
    return tuple(values)


def _is_pair(value: Any) -> TypeGuard[list[int]]:
    return isinstance(value, list | tuple) and len(value) == 2 and all(type(k) is int for k in value)


def _is_place(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value < high
