"""Segments out of what a program holds: records, mappings, tables, generators of these, plain lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from likewise.errors import InputError, RowError, row_place
from likewise.io.data_rows import Columns, DataRow, data_rows
from likewise.io.data_tables import table_of
from likewise.io.ids import SeenKeys
from likewise.io.jsonl import check_text
from likewise.io.read_log import ReadLog, SpokenLog
from likewise.io.segments import FIELDS, SEPARATOR, note_bars, require_field, segment_of_row
from likewise.records import Segment

__all__ = ["segments_of"]


def segments_of(
    data: object = None,
    *,
    candidates: object = None,
    references: Iterable[Any] | None = None,
    sources: Iterable[str | None] | None = None,
    systems: Iterable[str] | str | None = None,
    ids: Iterable[str | int] | None = None,
    ratings: Mapping[str, Iterable[float | None]] | None = None,
    columns: Mapping[str, Any] | None = None,
    lang: str | None = None,
    require: Collection[str] = (),
    log: ReadLog | None = None,
) -> Iterable[Segment]:
    """The segments of data: read as they are asked for, without a copy of the whole.

    `data` is a list or any iterable of `Segment`, of mappings or of tables; or a table: a mapping of columns,
    a pandas or polars frame, an Arrow table, a Hugging Face dataset. Columns are called as in files; others
    are named by `columns` (`{"candidate": "prediction"}`; None: not read; a list: several of references).
    Missing values are absent. `references` as a text is one, or several that ` ||| ` parts, as in CSV files.

    Instead of data, lists: `candidates` (or such a list by system), `references` (a text or a list of texts
    each), `sources`, `systems` (one name, or one each), `ids`, `ratings` (a list by criterion).

    Without ids rows are numbered from 0 in each system. `lang` is the language where a row names none. A list
    of segments is given back as it is. `require` and `log` are those of `read_segments`.
    """
    lists = {
        "candidate": candidates, "references": references, "source": sources, "system": systems, "id": ids,
        **{f"human.{criterion}": marks for criterion, marks in (ratings or {}).items()},
    }  # fmt: skip
    given = {name: column for name, column in lists.items() if column is not None}
    log = log or SpokenLog()
    usual = {"lang": lang} if lang is not None else {}
    if given:
        if data is not None or columns is not None:
            first, other = _keyword(next(iter(given))), "columns" if data is None else "data"
            raise InputError(f"expected data, or lists by keyword, found {other} beside {first}")
        if isinstance(systems, str):
            usual["system"] = systems
            del given["system"]
        data, columns = _lists(given, log), {name: _keyword(name) for name in given}
        if isinstance(candidates, Mapping):
            columns["system"] = "systems"
    elif data is None:
        raise InputError(
            "there are no data: expected segments, a table, or lists (candidates=.., references=..)"
        )
    elif not usual and not columns and _are_segments(data):
        return data  # type: ignore[return-value]
    return _segments(data, Columns(FIELDS, ("candidate",), columns), usual, require, log)


_KEYWORDS = {
    "candidate": "candidates",
    "references": "references",
    "source": "sources",
    "system": "systems",
    "id": "ids",
}


def _keyword(name: str) -> str:
    """How a list is called by the keyword that it came by."""
    return _KEYWORDS.get(name) or f"ratings[{name.removeprefix('human.')!r}]"


def _are_segments(data: object) -> bool:
    """Whether it is a list of records, told by the first."""
    if not isinstance(data, Sequence) or isinstance(data, str | bytes):
        return False
    if not len(data):
        return True
    return hasattr(data[0], "candidate") and not hasattr(data[0], "_asdict") and table_of(data[0]) is None


def _lists(given: Mapping[str, Any], log: ReadLog) -> Any:
    """Lists by keyword as a table of columns; as one a system where candidates come by system."""
    for name, column in given.items():
        by_system = name == "candidate" and isinstance(column, Mapping)
        if isinstance(column, str | bytes | Mapping) and not by_system:
            found = "a mapping" if isinstance(column, Mapping) else "a text"
            raise InputError(f"{_keyword(name)}: expected a list, found {found}")
    if "candidate" not in given:
        raise InputError(f"{_keyword(next(iter(given)))}= needs candidates= beside it")
    if not isinstance(given["candidate"], Mapping):
        return _table(given, log)
    for name in given:
        if name == "system" or name.startswith("human."):
            message = f"{_keyword(name)} cannot stand beside candidates by system"
            raise InputError(message + ": put all candidates in one list, with systems=")
    shared = {name: [*column] for name, column in given.items() if name != "candidate"}
    outputs = {system: [*texts] for system, texts in given["candidate"].items()}
    return [
        _table({"candidate": texts, "system": [system] * len(texts), **shared}, log)
        for system, texts in outputs.items()
    ]


def _table(given: Mapping[str, Any], log: ReadLog) -> dict[str, Any]:
    sizes = {name: len(column) for name, column in given.items() if hasattr(column, "__len__")}
    texts = sizes.get("candidate")
    for name, size in sizes.items():
        if texts is not None and size != texts:
            message = f"{_keyword(name)} holds {size} items, candidates {texts}: expected as many"
            if name == "references" and all(hasattr(r, "__len__") and len(r) == texts for r in given[name]):
                message += "; a list for each candidate, list(zip(*references))"
            raise InputError(message)
    _note_square(given.get("references"), texts, log)
    columns = {_keyword(name): column for name, column in given.items()}
    if "references" in columns:
        columns["references"] = _as_lists(columns["references"], log)
    return columns


def _note_square(references: Any, texts: int | None, log: ReadLog) -> None:
    """As many lists as candidates, each as long: sacrebleu would read them the other way round."""
    if texts is None or texts < 2 or not hasattr(references, "__len__"):
        return
    if all(isinstance(item, list | tuple) and len(item) == texts for item in references):
        told = (
            f"references: {texts} lists of {texts} for {texts} candidates, read as a list for each candidate"
        )
        log.tell(f"{told}; a list for each reference is turned by list(zip(*references))")


def _as_lists(references: Iterable[Any], log: ReadLog) -> Iterator[Any]:
    """A text as a list of one: in a list of a program ` ||| ` parts nothing."""
    for place, item in enumerate(references):
        if isinstance(item, str) and SEPARATOR in item:
            log.remark(
                f"references: '{SEPARATOR}' in a text of a list parts no references, it is text",
                row_place(place),
            )
        yield [item] if isinstance(item, str) else item


def _segments(
    data: object, columns: Columns, usual: Mapping[str, str], require: Collection[str], log: ReadLog
) -> Iterator[Segment]:
    seen, counts, kept = SeenKeys(), Counter[object](), 0
    for row in data_rows(data, columns):
        if not isinstance(row, DataRow):
            kept += 1
            yield _filled(row, usual) if usual else row
            continue
        if not row.line:
            log.unread.update(dict.fromkeys(str(name) for name in row.names if name not in row.plan.values()))
        row.values = {**usual, **row.values}
        system = row.values.get("system")
        system = system if isinstance(system, str) else None
        numbered = "id" not in row.plan
        if numbered:
            row.values["id"] = str(counts[system])
        counts[system] += 1
        try:
            segment = _segment(row, require, log)
            if not numbered:
                _check_id(seen, segment, row)
        except RowError as error:
            log.leave_out(error)
            continue
        kept += 1
        yield segment
    if seen.flush():
        raise InputError("an id stands twice (ids must differ within a system)", field="id")
    if not kept:
        log.none_left("data")


def _filled(segment: Segment, usual: Mapping[str, str]) -> Segment:
    absent = {name: value for name, value in usual.items() if getattr(segment, name) is None}
    return replace(segment, **absent) if absent else segment  # type: ignore[arg-type]


def _segment(row: DataRow, require: Collection[str], log: ReadLog) -> Segment:
    if isinstance(texts := row.values.get("references"), str):
        row.values["references"] = texts.split(SEPARATOR)
        for text in row.values["references"]:
            note_bars(text, row, log)
    segment = segment_of_row(row, log)
    for name, text in (("candidate", segment.candidate), ("source", segment.source)):
        if text is not None:
            _check_text(text, name, row)
    for text in segment.references:
        _check_text(text, "references", row)
    for name in require:
        require_field(segment, name, row)
    return segment


def _check_text(text: str, name: str, row: DataRow) -> None:
    """Refuse what is no text; most is ASCII, which holds no half of a character."""
    if text.isascii() and "\0" not in text:
        return
    try:
        check_text(text, row.file, row.line)
    except InputError as error:
        row.refuse(name, error.message)


def _check_id(seen: SeenKeys, segment: Segment, row: DataRow) -> None:
    if repeated := seen.add((segment.system, segment.id), row.line):
        where = "earlier" if repeated[1] is None else f"in row {repeated[1]}"
        row.refuse("id", f"the id '{segment.id}' was already used {where} (ids must differ within a system)")
