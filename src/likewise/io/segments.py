"""Segments from JSON lines, CSV, TSV and parallel text files, streamed one at a time."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, TextIO

from likewise.errors import InputError
from likewise.io.foreign import FOREIGN_FORMATS, Note, foreign_format, read_foreign
from likewise.io.ids import SeenKeys
from likewise.io.jsonl import Row, check_values, read_rows
from likewise.io.lines import Advance, Source, name_of, read_lines, write_text
from likewise.io.tables import cell_number, read_table
from likewise.records import Segment

__all__ = ["SEGMENT_FORMATS", "dump_segments", "read_parallel", "read_segments", "write_segment"]

SEPARATOR = " ||| "
FORMATS = ("jsonl", "csv", "tsv")
SEGMENT_FORMATS = (*FORMATS, *FOREIGN_FORMATS)
_OTHER_FORMATS = "a table needs --format csv or tsv, plain text --candidate"
_COLUMNS = ("id", "source", "candidate", "references", "system", "lang", "source_lang")


def read_segments(
    path: Source,
    *,
    format: str | None = None,
    require: Collection[str] = (),
    unique: bool = True,
    progress: Advance | None = None,
    note: Note | None = None,
) -> Iterator[Segment]:
    """Read segments from JSON lines, CSV, TSV or another tool's file, streaming.

    Without `format` the file's name and its first fields tell it, else it is JSON lines. `require` names
    fields that every segment must have (`source`, `references`, `system`, `human.CRITERION`). With `unique`,
    an id used twice within one system is refused. `note` is told what of another tool's file was not read.
    """
    name = name_of(path)
    kind = format or foreign_format(path) or guess_format(name)
    rows = _rows(path, kind, progress, note)
    seen = SeenKeys()
    for row in rows:
        segment = _segment(row)
        for field in require:
            _require(segment, field, row)
        if unique:
            _note(seen, (segment.system, segment.id), name, row.line)
        yield segment
    if unique:
        _refuse_repeated(seen.flush(), name)


def _rows(path: Source, kind: str, progress: Advance | None, note: Note | None) -> Iterator[Row]:
    if kind in FOREIGN_FORMATS:
        return read_foreign(path, kind, progress=progress, note=note)
    if kind not in FORMATS:
        known = ", ".join(SEGMENT_FORMATS)
        raise InputError(f"unknown format '{kind}', expected one of {known}", file=name_of(path))
    if kind == "jsonl":
        return read_rows(path, progress=progress, hint=_OTHER_FORMATS)
    return _table_rows(path, kind, progress)


def guess_format(name: str) -> str:
    """The format that a file name speaks of."""
    suffix = os.path.splitext(name.removesuffix(".gz"))[1].lower()
    return {".csv": "csv", ".tsv": "tsv", ".tab": "tsv"}.get(suffix, "jsonl")


def _segment(row: Row) -> Segment:
    return _plain_segment(row.values) or _checked_segment(row)


def _plain_segment(values: dict[str, Any]) -> Segment | None:
    """A segment whose fields have the expected types, as nearly all do; None sends it to the full check."""
    identity, candidate, source = values.get("id"), values.get("candidate"), values.get("source")
    references, human = values.get("references"), values.get("human")
    if type(identity) is not str or type(candidate) is not str or human not in (None, {}):
        return None
    if references is None:
        references = ()
    if (source is not None and type(source) is not str) or type(references) not in {list, tuple}:
        return None
    for text in references:
        if type(text) is not str:
            return None
    others = values.get("system"), values.get("lang"), values.get("source_lang")
    if any(value is not None and type(value) is not str for value in others):
        return None
    system, lang, source_lang = others
    return Segment(identity, candidate, source, tuple(references), system, {}, lang, source_lang)


def _checked_segment(row: Row) -> Segment:
    identity, candidate = row.label("id"), row.text("candidate")
    assert identity is not None
    assert candidate is not None
    return Segment(
        identity,
        candidate,
        row.text("source", required=False),
        row.texts("references"),
        row.label("system", required=False),
        row.numbers("human"),
        row.text("lang", required=False),
        row.text("source_lang", required=False),
    )


def _require(segment: Segment, field: str, row: Row) -> None:
    if field == "references" and not segment.references:
        hint = " (found a field 'reference': is that it?)" if "reference" in row.values else ""
        row.refuse(field, f"missing or empty, expected one or more references{hint}")
    if field == "source" and segment.source is None:
        row.refuse(field, "missing, expected a string")
    if field == "system" and segment.system is None:
        row.refuse(field, "missing, expected the system's name")
    if field.startswith("human."):
        criterion = field.removeprefix("human.")
        if not any(key == criterion or key.startswith(criterion + "@") for key in segment.human):
            row.refuse(field, "missing, expected a number")


def _note(seen: SeenKeys, key: tuple[str | None, str], name: str, line: int) -> None:
    repeated = seen.add(key, line)
    if repeated:
        _refuse_repeated(repeated, name, key[1])


def _refuse_repeated(repeated: tuple[int, int | None] | None, name: str, identity: str | None = None) -> None:
    if repeated is None:
        return
    line, earlier = repeated
    shown = f" '{identity}'" if identity is not None else ""
    where = f"on line {earlier}" if earlier is not None else "earlier in the file"
    message = f"the id{shown} was already used {where} (ids must differ within a system)"
    raise InputError(message, file=name, line=line, field="id")


def _table_rows(path: Source, format: str, progress: Advance | None) -> Iterator[Row]:
    name = name_of(path)
    empty = True
    for line, cells in read_table(path, delimiter="\t" if format == "tsv" else ",", progress=progress):
        if empty and ("id" not in cells or "candidate" not in cells):
            lacking = "id" if "id" not in cells else "candidate"
            raise InputError(f"no column '{lacking}' in the header", file=name, line=1, field=lacking)
        empty = False
        yield _from_cells(Row({}, name, line), cells)
    if empty:
        raise InputError("holds a header but no row, expected segments", file=name)


def _from_cells(row: Row, cells: dict[str, str]) -> Row:
    """A table's cells as the JSON object that they stand for; an empty cell is an absent value."""
    values: dict[str, object] = {key: cells[key] for key in _COLUMNS if cells.get(key)}
    values["candidate"] = cells["candidate"]
    if cells.get("references"):
        values["references"] = cells["references"].split(SEPARATOR)
    human = {}
    for key, cell in cells.items():
        if key.startswith("human.") and cell:
            human[key.removeprefix("human.")] = _cell_number(row, key, cell)
    row.values = {**values, "human": human}
    return row


def _cell_number(row: Row, key: str, cell: str) -> float:
    value = cell_number(cell)
    if value is None:
        row.refuse(key, f"expected a finite number, found '{cell}'")
    return value


def read_parallel(
    candidate: Source,
    *,
    source: Source | None = None,
    references: Sequence[Source] = (),
    system: str | None = None,
    progress: Advance | None = None,
) -> Iterator[Segment]:
    """Read segments from parallel plain text files, one text a line; ids are line numbers."""
    paths = [candidate, *([source] if source is not None else []), *references]
    readers = [read_lines(p, progress=progress if p is candidate else None) for p in paths]
    first = 2 if source is not None else 1
    number = 0
    while True:
        rows = [next(reader, None) for reader in readers]
        if all(row is None for row in rows):
            break
        number += 1
        ended = [i for i, row in enumerate(rows) if row is None]
        if ended:
            longer = name_of(paths[next(i for i, row in enumerate(rows) if row is not None)])
            message = f"ends after {number - 1} lines, but {longer} goes on"
            raise InputError(message, file=name_of(paths[ended[0]]), line=number)
        texts = [row[1] for row in rows if row is not None]
        origin = texts[1] if source is not None else None
        yield Segment(str(number), texts[0], origin, tuple(texts[first:]), system)
    if not number:
        raise InputError("is empty, expected one text a line", file=name_of(candidate))


def write_segment(segment: Segment, stream: TextIO) -> None:
    """Write one segment as a JSON line."""
    stream.write(json.dumps(segment.as_dict(), ensure_ascii=False) + "\n")


def _checked(segment: Segment, name: str, line: int) -> Segment:
    """The segment, refused where what would be written could not be read again."""
    row = Row(segment.as_dict(), name, line)
    check_values(row.values, name, line)
    _segment(row)
    return segment


def dump_segments(segments: Iterable[Segment], path: Source) -> int:
    """Write segments as JSON lines, whole or not at all; returns how many."""
    count = 0
    with write_text(path) as stream:
        for segment in segments:
            count += 1
            write_segment(_checked(segment, name_of(path), count), stream)
    return count
