"""Campaigns out of files: the published MSVD corpus, clusters of texts, and the items of a new campaign.

MSVD (Chen and Dolan 2011) comes in as the finished campaign that it was: `clean` rows are answers of tier 2,
`unverified` ones of tier 1, each accepted and credited at the paper's 1 and 5 cents. The corpus holds some
segments twice for a worker in one tier (the segment was put out again): the second lands on an item of its
own, named `video_start_end#2`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from likewise.collect.bulk_import import FinishedCampaign, write_finished
from likewise.collect.campaigns import Campaign, Ref, add_items, get_campaign
from likewise.collect.store import Store
from likewise.errors import InputError
from likewise.io import (
    MSVD_COLUMNS,
    SEPARATOR,
    Advance,
    Source,
    cell_number,
    guess_format,
    name_of,
    open_binary,
    read_clusters,
    read_rows,
    read_table,
)

__all__ = ["import_campaign", "import_clusters", "import_items", "import_msvd", "is_msvd", "read_items"]

MOST_ITEMS = 200_000
MOST_BYTES = 512 * 1024 * 1024
_TIERS = {"clean": 2, "unverified": 1}
_ARCHIVES = {
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"7z\xbc\xaf\x27\x1c": "7z",
    b"Rar!": "rar",
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
}


def import_campaign(
    store: Store, path: Source, *, title: str | None = None, progress: Advance | None = None
) -> Campaign:
    """A finished campaign out of the MSVD CSV or clusters; called after its file where it has no title."""
    if is_msvd(path):
        return import_msvd(store, path, title=title or "MSVD", progress=progress)
    name = title or PurePath(path).name.split(".")[0]
    return import_clusters(store, path, title=name, progress=progress)


def import_msvd(
    store: Store, path: Source, *, title: str = "MSVD", progress: Advance | None = None
) -> Campaign:
    """The MSVD corpus as a finished campaign with its workers, tiers and ledger; all of it or nothing."""
    _refuse_archive(path)
    finished = FinishedCampaign("msvd")
    for line, cells in read_table(path, progress=progress):
        _msvd_row(finished, name_of(path), line, cells)
    if not finished.answers:
        raise InputError("holds a header but no row, expected descriptions", file=name_of(path))
    settings = {"characters": 5000}
    return write_finished(store, finished, title=title, task="describe", settings=settings, paid=True)


def _msvd_row(finished: FinishedCampaign, name: str, line: int, cells: Mapping[str, str]) -> None:
    def refuse(column: str, message: str) -> InputError:
        return InputError(message, file=name, line=line, field=column)

    if not finished.answers:
        for column in MSVD_COLUMNS:
            if column not in cells:
                raise InputError(f"no column '{column}' in the header", file=name, line=1, field=column)
    video, tier = cells["VideoID"], _TIERS.get(cells["Source"])
    if tier is None:
        raise refuse("Source", f"expected clean or unverified, found '{cells['Source']}'")
    start, end, seconds = (cell_number(cells[column]) for column in ("Start", "End", "AnnotationTime"))
    if start is None or end is None or not 0 <= start < end:
        raise refuse("End", "expected seconds, the end after the start")
    for column in ("VideoID", "WorkerID", "Language", "Description"):
        if not cells[column].strip():
            raise refuse(column, "is empty")
    segment = f"{video}_{cells['Start']}_{cells['End']}"
    if segment not in finished.stimuli:
        finished.stimuli[segment] = {"youtube": video, "start": start, "end": end}
    finished.add(segment, cells["WorkerID"], tier, cells["Description"], cells["Language"], seconds)


def is_msvd(path: Source) -> bool:
    """Whether a file begins as the MSVD CSV does."""
    _refuse_archive(path)
    if name_of(path) == "<stdin>":
        return False
    with open_binary(path) as handle:
        return bytes(handle.peek(8)[:8] if hasattr(handle, "peek") else b"") == b"VideoID,"


def import_clusters(store: Store, path: Source, *, title: str, progress: Advance | None = None) -> Campaign:
    """Clusters (JSON lines) as a finished campaign that pays nothing: an item a cluster, an answer a text.

    A text without a worker gets one of its own; without a tier it is of tier 1.
    """
    from likewise.collect.tasks import CustomTask

    _refuse_archive(path)
    finished = FinishedCampaign("import")
    nobody = 0
    for cluster in read_clusters(path, lang="all", tier="all", progress=progress):
        finished.stimuli[cluster.id] = {"cluster": cluster.id}
        for text in cluster.texts:
            if text.tier not in (None, "1", "2"):
                raise InputError(f"cluster {cluster.id}: expected tier 1 or 2, found '{text.tier}'")
            nobody += text.worker is None
            worker = text.worker or f"{title}-{nobody}"
            finished.add(cluster.id, worker, int(text.tier or 1), text.text, text.lang)
    settings = CustomTask(_TEXTS).settings
    return write_finished(store, finished, title=title, task=_TEXTS["name"], settings=settings, rates=(0, 0))


_TEXTS: dict[str, Any] = {
    "name": "texts",
    "title": "Texts that mean the same",
    "instructions": "Imported texts.",
    "stimulus": [{"name": "cluster", "label": "Cluster"}],
    "answer": [
        {"name": "text", "kind": "textarea", "label": "Text", "max": 20000},
        {"name": "language", "kind": "language", "label": "Language", "required": False},
    ],
    "limits": {"characters": 20000},
}


def import_items(store: Store, campaign: Ref, path: Source, *, progress: Advance | None = None) -> int:
    """Add the stimuli of a JSON-lines, CSV or TSV file to a campaign, all or none; gives how many."""
    current = get_campaign(store, campaign)
    stimuli, keys = read_items(path, current.task, current.settings, progress=progress)
    try:
        return add_items(store, current, stimuli, keys=keys)
    except InputError as error:
        raise InputError(error.message, file=name_of(path), field=error.field) from None


def read_items(
    path: Source, task: str, settings: Mapping[str, Any], *, progress: Advance | None = None
) -> tuple[list[dict[str, Any]], list[str] | None]:
    """The stimuli of a file, checked for this task, and their keys if they have any.

    A column or field `key` names the item, else the task may, else `id` does, else its place will. In tables
    an empty cell is absent and references are separated by ` ||| `.
    """
    from likewise.collect.tasks import get_task

    checker = get_task(task, settings)
    _refuse_archive(path)
    name = name_of(path)
    stimuli: list[dict[str, Any]] = []
    keys: dict[str, int] = {}
    for line, values in _stimuli(path, progress):
        if len(stimuli) == MOST_ITEMS:
            raise InputError(f"holds more than {MOST_ITEMS} items", file=name, line=line)
        key = values.pop("key", None)
        try:
            stimulus = checker.check_stimulus(values, settings)
        except InputError as error:
            raise InputError(error.message, file=name, line=line, field=error.field) from None
        key = str(key or checker.item_name(stimulus) or stimulus.get("id") or f"\0{line}")
        if key in keys:
            message = f"the key '{key}' was used on line {keys[key]}"
            raise InputError(message, file=name, line=line, field="key")
        keys[key] = line
        stimuli.append(stimulus)
    return stimuli, _all_named(list(keys), name)


def _all_named(keys: Sequence[str], name: str) -> list[str] | None:
    """The keys, or None where none is given: items are then named after their place."""
    nameless = sum(key.startswith("\0") for key in keys)
    if nameless not in (0, len(keys)):
        raise InputError("some rows have a key or id and some have none", file=name, field="key")
    return None if nameless else list(keys)


def _stimuli(path: Source, progress: Advance | None) -> Iterator[tuple[int, dict[str, Any]]]:
    """Rows with their lines; a file that unpacks to too much is refused while it is read."""
    read = 0

    def count(size: int) -> None:
        nonlocal read
        read += size
        if read > MOST_BYTES:
            raise InputError(f"holds more than {MOST_BYTES >> 20} MiB", file=name_of(path))
        if progress is not None:
            progress(size)

    kind = guess_format(name_of(path))
    if kind == "jsonl":
        for row in read_rows(path, progress=count):
            yield row.line, dict(row.values)
        return
    for line, cells in read_table(path, delimiter="\t" if kind == "tsv" else ",", progress=count):
        values: dict[str, Any] = {key: cell for key, cell in cells.items() if cell}
        if "references" in values:
            values["references"] = values["references"].split(SEPARATOR)
        yield line, values


def _refuse_archive(path: Source) -> None:
    """Say of an archive what it is; standard input can be looked at only once, so it is not."""
    if name_of(path) == "<stdin>":
        return
    with open_binary(path) as handle:
        head = handle.peek(512)[:512] if hasattr(handle, "peek") else b""
    for mark, kind in _ARCHIVES.items():
        if head.startswith(mark):
            message = (
                f"is a {kind} archive; unpack it and hand in the file inside (only .gz is read as it is)"
            )
            raise InputError(message, file=name_of(path))
    if head[257:262] == b"ustar":
        raise InputError("is a tar archive; unpack it and hand in the file inside", file=name_of(path))
