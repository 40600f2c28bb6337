"""Outputs of any system, fitted to the sources of a paraphrase test: by id, by source, or line by line."""

from __future__ import annotations

import os
from collections.abc import Sequence

from likewise.errors import InputError
from likewise.io import Source, name_of, read_lines, read_segments
from likewise.metrics import cluster_of
from likewise.records import Segment

__all__ = ["fit_candidates", "read_candidates"]

FORMATS = ("jsonl", "csv", "tsv", "lines")
_SUFFIXES = {".jsonl": "jsonl", ".json": "jsonl", ".csv": "csv", ".tsv": "tsv", ".tab": "tsv"}


def read_candidates(
    path: Source, sources: Sequence[Segment], *, format: str | None = None
) -> dict[str, list[str]]:
    """The outputs in a file by system, each a list in the order of the sources.

    Segments (JSON lines, CSV, TSV) are known by `cluster/number` ids, or by a cluster's id with the source;
    plain text has one line for each source, in the order of the clusters. Segments that name no
    system, and plain text, go by the file's name.
    """
    name = name_of(path)
    kind = format or _format(path)
    if kind not in FORMATS:
        raise InputError(f"unknown format '{kind}', expected one of {', '.join(FORMATS)}", file=name)
    own = os.path.basename(name).partition(".")[0] or "candidates"
    own = "candidates" if name == "<stdin>" else own
    if kind == "lines":
        return {own: fit_candidates([text for _, text in read_lines(path)], sources, file=name)}
    systems: dict[str, list[Segment]] = {}
    for segment in read_segments(path, format=kind, unique=False):
        systems.setdefault(segment.system or own, []).append(segment)
    return {system: fit_candidates(rows, sources, file=name) for system, rows in systems.items()}


def _format(path: Source) -> str:
    name = name_of(path)
    suffix = os.path.splitext(name.removesuffix(".gz"))[1].lower()
    if suffix in _SUFFIXES:
        return _SUFFIXES[suffix]
    # A pipe can be read only once, so it is not looked into.
    if os.path.isfile(path) and next((text for _, text in read_lines(path)), "").startswith("{"):
        return "jsonl"
    return "lines"


def fit_candidates(
    candidates: Sequence[str] | Sequence[Segment], sources: Sequence[Segment], *, file: str | None = None
) -> list[str]:
    """One output for each source, in their order; `InputError` says what does not fit."""
    if isinstance(candidates, str):
        raise InputError("expected a list of outputs, found a string", file=file)
    texts = [c for c in candidates if isinstance(c, str)]
    segments = [c for c in candidates if isinstance(c, Segment)]
    if len(texts) + len(segments) < len(candidates) or (texts and segments):
        raise InputError("expected texts, or segments with ids, one for each source", file=file)
    if segments:
        return _by_id(segments, sources, file)
    if len(texts) != len(sources):
        many = "1 line" if len(texts) == 1 else f"{len(texts)} lines"
        message = f"holds {many}, expected {len(sources)}: one for each source, in the order of the clusters"
        raise InputError(message, file=file)
    return texts


def _by_id(rows: Sequence[Segment], sources: Sequence[Segment], file: str | None) -> list[str]:
    places = {segment.id: place for place, segment in enumerate(sources)}
    by_source: dict[tuple[str, str], list[int]] = {}
    for place, segment in enumerate(sources):
        by_source.setdefault((cluster_of(segment.id), _text(segment)), []).append(place)
    outputs: list[str | None] = [None] * len(sources)
    for row in rows:
        if row.id in places:
            place = places[row.id]
            if row.source is not None and _text(row) != _text(sources[place]):
                message = f"'{row.id}' has another source than the clusters (are language and tier right?)"
                raise InputError(message, file=file, field="source")
            where = [place]
        else:
            where = by_source.get((row.id, _text(row)), [])
            if not where:
                raise InputError(_unknown(row, sources), file=file, field="id")
        free = [place for place in where if outputs[place] is None]
        if not free:
            raise InputError(f"'{row.id}' has more candidates than sources", file=file, field="id")
        outputs[free[0]] = row.candidate
    _repeat(outputs, by_source)
    missing = [segment.id for segment, text in zip(sources, outputs, strict=True) if text is None]
    if missing:
        message = f"{len(missing)} of {len(sources)} sources have no candidate (first: '{missing[0]}')"
        raise InputError(message, file=file)
    return [text for text in outputs if text is not None]


def _repeat(outputs: list[str | None], by_source: dict[tuple[str, str], list[int]]) -> None:
    """A sentence that stands twice in its cluster may be answered once."""
    for where in by_source.values():
        first = next((outputs[place] for place in where if outputs[place] is not None), None)
        for place in where:
            outputs[place] = first if outputs[place] is None else outputs[place]


def _text(segment: Segment) -> str:
    return (segment.source or "").strip()


def _unknown(row: Segment, sources: Sequence[Segment]) -> str:
    if any(cluster_of(segment.id) == row.id for segment in sources):
        what = "has this source" if row.source is not None else "can be told without the source"
        return f"no sentence of cluster '{row.id}' {what}"
    expected = f"expected cluster/number such as '{sources[0].id}', or a cluster's id with the source"
    return f"no source has the id '{row.id}', {expected}"
