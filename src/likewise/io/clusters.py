"""Clusters from JSON lines and from the MSVD corpus as published (Chen & Dolan 2011)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator

from likewise.errors import InputError
from likewise.io.jsonl import Row, check_values, json_kind, read_rows
from likewise.io.lines import Advance, Source, name_of, read_lines, write_text
from likewise.io.read_log import ReadLog
from likewise.io.tables import read_table
from likewise.records import Cluster, Description
from likewise.text import ENGLISH, find_language, same_language, unknown_language

__all__ = ["cluster_of_row", "dump_clusters", "read_clusters", "read_msvd"]

MSVD_COLUMNS = ("VideoID", "Start", "End", "WorkerID", "Source", "AnnotationTime", "Language", "Description")
_TIERS = {"clean": "2", "unverified": "1"}


def read_clusters(
    path: Source,
    *,
    lang: str | None = None,
    tier: str | None = None,
    progress: Advance | None = None,
    log: ReadLog | None = None,
) -> Iterator[Cluster]:
    """Read clusters from JSON lines or the MSVD CSV (known by its name's suffix or a file's header).

    Of the MSVD CSV the English Tier-2 rows are taken unless `lang` (the code or the name of a language, or
    `all`) or `tier` (`1`, `2` or `all`) say otherwise; of JSON lines everything, unless they do. A `log` may
    allow that broken rows are left out.
    """
    log = log or ReadLog()
    if name_of(path).removesuffix(".gz").lower().endswith(".csv") or _starts_as_msvd(path):
        yield from read_msvd(path, lang=lang or ENGLISH, tier=tier or "2", progress=progress, log=log)
        return
    spoken, is_any = _Spoken(lang), False
    for row in read_rows(path, progress=progress, log=log):
        try:
            cluster = cluster_of_row(row, spoken, tier)
        except InputError as error:
            log.leave_out(error)
            continue
        is_any = True
        yield cluster
    if not is_any:
        log.none_left(name_of(path))
    spoken.check(name_of(path))


def _starts_as_msvd(path: Source) -> bool:
    # A pipe can be read only once, so it is not looked into.
    if not os.path.isfile(path):
        return False
    return next((text for _, text in read_lines(path)), "").startswith("VideoID,")


class _Spoken:
    """The language that is wanted, by code or by name; none and `all` want any."""

    def __init__(self, lang: str | None) -> None:
        self._lang, self._heard = lang, lang in {None, "all"}
        self._any = self._heard

    def wants(self, value: str | None) -> bool:
        """Whether a text of this language is wanted."""
        if self._any or self._lang is None:
            return True
        wanted = value is not None and same_language(self._lang, value)
        self._heard = self._heard or wanted
        return wanted

    def check(self, file: str) -> None:
        """Refuse a language that no text has and that nobody knows."""
        if not self._heard and self._lang is not None and find_language(self._lang) is None:
            raise unknown_language(self._lang, file=file)


def cluster_of_row(row: Row, spoken: _Spoken | None = None, tier: str | None = None) -> Cluster:
    """The cluster of a row; of its texts those in the language and the tier that are wanted."""
    spoken = spoken or _Spoken(None)
    identity = row.label("id")
    assert identity is not None
    texts = row.values.get("texts")
    if not isinstance(texts, list):
        row.refuse("texts", f"expected a list of objects with a text, found {json_kind(texts)}")
    kept = []
    for place, item in enumerate(texts):
        description = _description(row, place, item)
        if spoken.wants(description.lang) and _wanted(tier, description.tier):
            kept.append(description)
    return Cluster(identity, tuple(kept))


def _description(row: Row, place: int, item: object) -> Description:
    if isinstance(item, str):
        return Description(item)
    where = f"texts[{place}]"
    if not isinstance(item, dict):
        row.refuse(where, f"expected an object with a text, found {json_kind(item)}")
    inner = Row({f"{where}.{key}": value for key, value in item.items()}, row.file, row.line)
    text = inner.text(f"{where}.text")
    assert text is not None
    worker, tier = (inner.label(f"{where}.{key}", required=False) for key in ("worker", "tier"))
    return Description(text, worker, tier, inner.text(f"{where}.lang", required=False))


def _wanted(choice: str | None, value: str | None) -> bool:
    return choice in {None, "all", value}


def read_msvd(
    path: Source,
    *,
    lang: str = ENGLISH,
    tier: str = "2",
    progress: Advance | None = None,
    log: ReadLog | None = None,
) -> Iterator[Cluster]:
    """Read the MSVD CSV: a cluster is a segment of a video, named `video_start_end`.

    Rows of one segment need not stand together, so the file is read whole; clusters come in order
    of first appearance.
    """
    name = name_of(path)
    if not _wanted(tier, "1") and not _wanted(tier, "2"):
        raise InputError(f"unknown tier '{tier}', expected 1, 2 or all", file=name)
    segments: dict[str, list[Description]] = {}
    spoken, checked = _Spoken(lang), False
    log = log or ReadLog()
    for line, cells in read_table(path, progress=progress, log=log):
        if not checked:
            lacking = [column for column in MSVD_COLUMNS if column not in cells]
            if lacking:
                raise InputError(
                    f"no column '{lacking[0]}' in the header", file=name, line=1, field=lacking[0]
                )
            checked = True
        if cells["Source"] not in _TIERS:
            message = f"expected clean or unverified, found '{cells['Source']}'"
            log.leave_out(InputError(message, file=name, line=line, field="Source"))
            continue
        level = _TIERS[cells["Source"]]
        if spoken.wants(cells["Language"]) and _wanted(tier, level):
            key = f"{cells['VideoID']}_{cells['Start']}_{cells['End']}"
            row = Description(cells["Description"], cells["WorkerID"], level, cells["Language"])
            segments.setdefault(key, []).append(row)
    if not checked:
        raise InputError("holds a header but no row, expected descriptions", file=name)
    spoken.check(name)
    for key, texts in segments.items():
        yield Cluster(key, tuple(texts))


def dump_clusters(clusters: Iterable[Cluster], path: Source) -> int:
    """Write clusters as JSON lines, whole or not at all; returns how many."""
    count = 0
    with write_text(path) as stream:
        for cluster in clusters:
            texts = [
                {k: v for k, v in zip(Description.__slots__, _fields(d), strict=True) if v is not None}
                for d in cluster.texts
            ]
            count += 1
            row = Row({"id": cluster.id, "texts": texts}, name_of(path), count)
            check_values(row.values, row.file, row.line)
            cluster_of_row(row)
            stream.write(json.dumps(row.values, ensure_ascii=False) + "\n")
    return count


def _fields(description: Description) -> tuple[str | None, ...]:
    return (description.text, description.worker, description.tier, description.lang)
