"""What `comet-score --to_json` writes (versions 1 and 2): scored translations under the name of each file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from likewise.io.foreign.json_document import ANY, JsonDocument
from likewise.io.foreign.lost_fields import LostFields
from likewise.io.foreign.record import Record, is_number, record_of
from likewise.io.lines import Advance, Source
from likewise.io.read_log import ReadLog

__all__ = ["records", "segment_fields"]

_READ = ("src", "mt", "ref", "COMET")


def records(path: Source, lost: LostFields, progress: Advance | None, log: ReadLog) -> Iterator[Record]:
    """A record a translation; the file's name is the system's, the place in its list the id."""
    document = JsonDocument(path, (ANY,), progress=progress)
    places: Counter[str] = Counter()
    for system, line, item in document.items():
        where = f"{system}[{places[system]}]"
        places[system] += 1
        shared = {"system": system, "id": str(places[system])}
        yield record_of(item, document.file, line, shared, where)
    lost.note(document.passed)


def segment_fields(row: Record, lost: LostFields) -> dict[str, Any]:
    """The fields of a segment; without a reference (`comet-qe`) there is none."""
    values, reference = row.values, row.values.get("ref")
    lost.note(values, _READ)
    score = values.get("COMET")
    if "COMET" in values and not is_number(score):
        lost.note(["COMET (no number)"])
    return {
        **row.shared,
        "candidate": row.text("mt"),
        "source": row.text("src", required=False),
        "references": reference if isinstance(reference, list) else [] if reference is None else [reference],
        "human": {"COMET@comet": float(score)} if is_number(score) else {},
    }
