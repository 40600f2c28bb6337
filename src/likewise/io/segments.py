"""Segments from JSON lines, CSV, TSV and parallel text files, streamed one at a time."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TextIO

from likewise.errors import InputError, RowError
from likewise.io.field_names import is_it, reference_names
from likewise.io.foreign import FOREIGN_FORMATS, Note, foreign_format, pair_folder, read_foreign
from likewise.io.ids import SeenKeys
from likewise.io.jsonl import Row, check_values, json_kind, read_rows
from likewise.io.lines import Advance, Source, name_of, read_lines, write_text
from likewise.io.read_log import ReadLog, SpokenLog
from likewise.io.tables import cell_number, read_table
from likewise.records import Segment

__all__ = [
    "SEGMENT_FORMATS",
    "dump_segments",
    "read_parallel",
    "read_segments",
    "read_systems",
    "read_wmt",
    "write_segment",
]

SEPARATOR = " ||| "
FORMATS = ("jsonl", "csv", "tsv")
SEGMENT_FORMATS = (*FORMATS, *FOREIGN_FORMATS)
_OTHER_FORMATS = "a table needs --format csv or tsv, plain text --candidate"
FIELDS = ("id", "source", "candidate", "references", "system", "lang", "source_lang", "human")


def read_segments(
    path: Source,
    *,
    format: str | None = None,
    require: Collection[str] = (),
    unique: bool = True,
    progress: Advance | None = None,
    note: Note | None = None,
    log: ReadLog | None = None,
) -> Iterator[Segment]:
    """Read segments from JSON lines, CSV, TSV or another tool's file, streaming.

    Without `format` the file's name and its first fields tell it, else it is JSON lines. `require` names
    fields that every segment must have (`source`, `references`, `system`, `human.CRITERION`). With `unique`,
    an id used twice within one system is refused. `note` is told what of another tool's file was not read,
    without one the log is. One bad row refuses the file; `log=ReadLog(skip_broken=True)` leaves bad rows out,
    counts them and keeps the first ones.
    """
    name = name_of(path)
    kind = format or foreign_format(path) or guess_format(name)
    told = note if note is not None or log is None else log.tell
    log = log or SpokenLog()
    rows = _rows(path, kind, progress, told, log)
    seen = SeenKeys()
    kept = 0
    for row in rows:
        try:
            segment = segment_of_row(row, log)
            for field in require:
                require_field(segment, field, row)
            repeated = seen.add((segment.system, segment.id), row.line) if unique else None
            if repeated and repeated[0] == row.line:
                _refuse_repeated(repeated, name, segment.id)
        except InputError as error:
            log.leave_out(error)
            continue
        _refuse_repeated(repeated, name)
        if not kept:
            log.unread.update(dict.fromkeys(key for key in row.values if not _is_read(row, key)))
        kept += 1
        yield segment
    if unique:
        _refuse_repeated(seen.flush(), name)
    if not kept:
        log.none_left(name)


def _is_read(row: Row, key: str) -> bool:
    return key in FIELDS or (key == "ratings" and isinstance(row.values[key], dict))


def _rows(
    path: Source, kind: str, progress: Advance | None, note: Note | None, log: ReadLog
) -> Iterator[Row]:
    if kind in FOREIGN_FORMATS or kind.startswith("wmt:"):
        return read_foreign(path, kind, progress=progress, note=note, log=log)
    if kind not in FORMATS:
        known = ", ".join(SEGMENT_FORMATS)
        raise InputError(f"unknown format '{kind}', expected one of {known}", file=name_of(path))
    if kind == "jsonl":
        return read_rows(path, progress=progress, hint=_OTHER_FORMATS, log=log)
    return _table_rows(path, kind, progress, log)


def guess_format(name: str) -> str:
    """The format that a file name speaks of."""
    suffix = os.path.splitext(name.removesuffix(".gz"))[1].lower()
    return {".csv": "csv", ".tsv": "tsv", ".tab": "tsv"}.get(suffix, "jsonl")


_LISTS = ("['", '["')
_LISTED = "field 'references': a list written as text is taken as one reference; hand over the list itself"


def segment_of_row(row: Row, log: ReadLog) -> Segment:
    """The segment that a row holds."""
    if reference_fields := [key for key in row.values if key.startswith("ref") and key != "references"]:
        _gather_references(row, reference_fields, log)
    references = row.values.get("references")
    if type(references) is list and references and type(references[0]) is str and references[0][:2] in _LISTS:
        log.remark(_LISTED, row.place())
    if isinstance(row.values.get("ratings"), dict):
        _gather_ratings(row, log)
    return _plain_segment(row.values) or _checked_segment(row)


def _gather_references(row: Row, fields: Sequence[str], log: ReadLog) -> None:
    """References from fields of their own: `reference`, or `ref1`, `ref2`, ..; an empty one is absent."""
    names = reference_names(fields)
    if names and row.values.get("references"):
        log.remark(f"'{names[0]}' is not read, since there are 'references' too", row.place())
    elif names:
        texts = [row.text(name, required=False) for name in names]
        row.values["references"] = [text for text in texts if text]
        for text in filter(None, texts):
            note_bars(text, row, log)


def _gather_ratings(row: Row, log: ReadLog) -> None:
    """Ratings `{criterion: {rater: number}}` as human scores `criterion@rater`; labels are none."""
    human = dict(row.numbers("human"))
    for criterion, by_rater in row.values["ratings"].items():
        field = f"ratings.{criterion}"
        if not isinstance(by_rater, dict):
            row.refuse(field, f"expected an object {{rater: rating}}, found {json_kind(by_rater)}")
        for rater, value in by_rater.items():
            if isinstance(value, str | bool):
                text = f"labels in '{field}' are no human scores (likewise raters reads them)"
                log.remark(text, row.place())
            elif value is not None:
                if f"{criterion}@{rater}" in human:
                    row.refuse(f"{field}.{rater}", f"is in 'human.{criterion}@{rater}' too, expected it once")
                human[f"{criterion}@{rater}"] = row.number(f"{field}.{rater}", value)
    row.values["human"] = human


def note_bars(text: str, row: Row, log: ReadLog) -> None:
    """Remark on bars in a reference that part nothing."""
    if "|||" in text:
        text = "field 'references': '|||' without a blank on each side parts no references, it is text"
        log.remark(text, row.place())


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
    for field in ("id", "candidate"):
        if row.values.get(field) is None:
            row.refuse(field, f"missing, expected a string{row.near(field, FIELDS)}")
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


def require_field(segment: Segment, field: str, row: Row) -> None:
    """Refuse a row whose segment lacks a field."""
    if field == "references" and not segment.references:
        near = row.near(field)
        row.refuse(field, f"missing or empty, expected one or more references{near}")
    if field == "source" and segment.source is None:
        row.refuse(field, f"missing, expected a string{row.near(field)}")
    if field == "system" and segment.system is None:
        row.refuse(field, f"missing, expected the system's name{row.near(field)}")
    if field.startswith("human."):
        criterion = field.removeprefix("human.")
        if not any(key == criterion or key.startswith(criterion + "@") for key in segment.human):
            row.refuse(field, f"missing, expected a number{row.near(criterion)}")


def _refuse_repeated(repeated: tuple[int, int | None] | None, name: str, identity: str | None = None) -> None:
    if repeated is None:
        return
    line, earlier = repeated
    shown = f" '{identity}'" if identity is not None else ""
    where = f"on line {earlier}" if earlier is not None else "earlier in the file"
    message = f"the id{shown} was already used {where} (ids must differ within a system)"
    raise InputError(message, file=name, line=line, field="id")


def _table_rows(path: Source, format: str, progress: Advance | None, log: ReadLog) -> Iterator[Row]:
    name = name_of(path)
    empty = True
    delimiter = "\t" if format == "tsv" else ","
    for line, cells in read_table(path, delimiter=delimiter, progress=progress, log=log):
        if empty:
            for field in ("id", "candidate"):
                if field not in cells:
                    message = f"no column '{field}' in the header{is_it(field, cells, FIELDS)}"
                    raise InputError(message, file=name, line=1, field=field)
        empty = False
        try:
            row = _from_cells(Row({}, name, line), cells, log)
        except InputError as error:
            log.leave_out(error)
        else:
            yield row
    if empty:
        log.none_left(name)
        raise InputError("holds a header but no row, expected segments", file=name)


def _from_cells(row: Row, cells: Mapping[str, str], log: ReadLog) -> Row:
    """A table's cells as the JSON object that they stand for; an empty cell is an absent value."""
    human = {}
    for key, cell in cells.items():
        if key.startswith("human.") and cell:
            human[key.removeprefix("human.")] = _cell_number(row, key, cell)
    row.values = {key: cell for key, cell in cells.items() if cell and not key.startswith("human.")}
    row.values |= {"candidate": cells["candidate"], "human": human}
    if "references" in row.values:
        row.values["references"] = cells["references"].split(SEPARATOR)
        for text in row.values["references"]:
            note_bars(text, row, log)
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
    lang: str | None = None,
    human: Mapping[str, Source] | None = None,
    progress: Advance | None = None,
) -> Iterator[Segment]:
    """Read segments from parallel plain text files, one text a line; ids are line numbers.

    `human` names files of scores by criterion, a number a line; an empty line is a text that was not rated.
    """
    ratings = human or {}
    origin = [source] if source is not None else []
    paths = [candidate, *origin, *references, *ratings.values()]
    readers = [read_lines(p, progress=progress if p is candidate else None) for p in paths]
    first = 1 + len(origin)
    last = first + len(references)
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
        scores = {
            criterion: _line_number(text, name_of(path), number)
            for (criterion, path), text in zip(ratings.items(), texts[last:], strict=True)
            if text.strip()
        }
        spoken = texts[1] if origin else None
        yield Segment(str(number), texts[0], spoken, tuple(texts[first:last]), system, scores, lang)
    if not number:
        raise InputError("is empty, expected one text a line", file=name_of(candidate))


def _line_number(text: str, file: str, line: int) -> float:
    value = cell_number(text)
    if value is None:
        raise InputError(f"expected a number or an empty line, found '{text}'", file=file, line=line)
    return value


def read_systems(
    candidates: Mapping[str | None, Source],
    *,
    source: Source | None = None,
    references: Sequence[Source] = (),
    lang: str | None = None,
    human: Mapping[str | None, Mapping[str, Source]] | None = None,
    progress: Advance | None = None,
) -> Iterator[Segment]:
    """Read segments of several systems from parallel files: candidates by the name of the system."""
    for system, path in candidates.items():
        scores = (human or {}).get(system)
        yield from read_parallel(
            path, source=source, references=references, system=system, lang=lang, human=scores,
            progress=progress,
        )  # fmt: skip


def read_wmt(
    folder: Source,
    pair: str,
    *,
    references: Sequence[str] = (),
    note: Note | None = None,
    log: ReadLog | None = None,
) -> Iterator[Segment]:
    """Read segments of all systems of a WMT metrics task, from the folder that mt-metrics-eval keeps it in.

    `references` names those to take, all of them where none is named; a reference that is among the systems
    is one of them only where it is not taken. Human scores of segments come along, called as their files.
    """
    format = ":".join(["wmt", ",".join(references)]) if references else "wmt"
    return read_segments(pair_folder(folder, pair), format=format, note=note, log=log)


def write_segment(segment: Segment, stream: TextIO) -> None:
    """Write one segment as a JSON line."""
    stream.write(json.dumps(segment.as_dict(), ensure_ascii=False) + "\n")


def _checked(segment: Segment, name: str, line: int) -> Segment:
    """The segment, refused where what would be written could not be read again."""
    row = Row(segment.as_dict(), name, line)
    check_values(row.values, name, line)
    segment_of_row(row, ReadLog())
    return segment


def dump_segments(segments: Iterable[Segment], path: Source) -> int:
    """Write segments as JSON lines, whole or not at all; returns how many."""
    count = 0
    with write_text(path) as stream:
        for segment in segments:
            if not hasattr(segment, "as_dict"):
                found = f"expected a likewise.Segment, found {type(segment).__name__}"
                raise RowError(f"{found} (rows and frames go through lw.segments_of)", row=count)
            count += 1
            write_segment(_checked(segment, name_of(path), count), stream)
    return count
