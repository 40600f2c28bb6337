"""What a campaign gives: texts, ratings, labels, annotations, tables, folders of data, a navigation corpus.

Answers that are accepted go out (others if asked for), streamed in the order of the items. Whatever is
written is complete or absent. Texts go out as they were written: a spreadsheet may take one that begins
with `=` for a formula.
"""

from __future__ import annotations

import csv
import json
import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from likewise.collect.campaigns import Ref, find_campaign
from likewise.collect.dataset import write_dataset
from likewise.collect.export_rows import Rows, write_json_lines
from likewise.collect.frame_annotations import write_annotations
from likewise.collect.keyword_glossary import write_glossary
from likewise.collect.rhyme_gold import write_verses
from likewise.collect.robot_orders import write_orders
from likewise.collect.store import Store
from likewise.errors import InputError, RefusedError
from likewise.io import JUDGEMENTS, MSVD_COLUMNS, Source, write_text
from likewise.records import Cluster, Description, Segment

__all__ = ["FOLDERS", "KINDS", "clusters_of", "export_campaign"]

_PATTERN = ("source", "paraphrase", "rank", "example")
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def export_campaign(
    store: Store, campaign: Ref, kind: str, target: Source, *, state: str | None = "accepted"
) -> int:
    """Write a campaign's answers to `target` (a file, `-`, or for `FOLDERS` a new folder).

    Kinds: `clusters`, `segments`, `patterns`, `verses` and `annotations` (JSON lines), `answers` and `msvd`
    (CSV), `glossary` (TSV), `huggingface` (a dataset folder), `navigation` (XML of the SAIL corpus), `orders`
    (a folder with commands and boards for each language). `state` None takes all answers. Gives how many
    records.
    """
    if kind not in KINDS:
        raise InputError(f"unknown kind '{kind}', expected one of {', '.join(KINDS)}", field="kind")
    if state not in (None, "accepted", "pending", "rejected"):
        raise InputError("expected accepted, pending or rejected", field="state")
    with (
        store.read() as connection,
        closing(Rows(connection, find_campaign(connection, campaign), state)) as rows,
    ):
        # A new folder looks after itself.
        return KINDS[kind](rows, target) if kind in FOLDERS else _kept(KINDS[kind], rows, target)


def _kept(write: Callable[[Rows, Source], int], rows: Rows, target: Source) -> int:
    """Write beside a file that is there and put it in its place; nothing never replaces something."""
    place = Path(os.path.realpath(target))
    if os.fspath(target) == "-" or not place.is_file():
        return write(rows, target)
    fresh = place.with_name(f".{secrets.token_hex(6)}.{place.name[-40:]}")
    try:
        written = write(rows, fresh)
        if not written:
            raise RefusedError("conflict", f"there is nothing to write, so {target} was left as it is")
        shutil.copymode(place, fresh)
        os.replace(fresh, place)
        return written
    finally:
        fresh.unlink(missing_ok=True)


def clusters_of(store: Store, campaign: Ref, *, state: str | None = "accepted") -> Iterator[Cluster]:
    """Each item with the texts that people gave for it, streamed; one that the item brought stands first."""
    with (
        store.read() as connection,
        closing(Rows(connection, find_campaign(connection, campaign), state)) as rows,
    ):
        yield from _gather(rows)


def _gather(rows: Rows) -> Iterator[Cluster]:
    for name, group in rows.groups():
        written = [
            Description(text, row.worker, str(row.tier), row.lang)
            for row in group
            for text in rows.task.texts(row.stimulus, row.payload)
        ]
        if written:
            given = [Description(text) for text in rows.task.given(group[0].stimulus)]
            yield Cluster(name, (*given, *written))


def _clusters(rows: Rows, target: Source) -> int:
    def lines() -> Iterator[dict[str, Any]]:
        for cluster in _gather(rows):
            texts = [
                {k: v for k in ("text", "worker", "tier", "lang") if (v := getattr(d, k)) is not None}
                for d in cluster.texts
            ]
            yield {"id": cluster.id, "texts": texts}

    return write_json_lines(_some(lines(), rows, "texts"), target)


def _segments(rows: Rows, target: Source) -> int:
    """Each rated item as a segment; the rating of a judge is `criterion@judge`, beside what it came with."""

    def segments() -> Iterator[dict[str, Any]]:
        for name, group in rows.groups():
            human = {
                f"{criterion}@{row.worker}": value
                for row in group
                for criterion, value in rows.task.ratings(row.stimulus, row.payload).items()
            }
            if human:
                stimulus = group[0].stimulus
                yield _segment(name, stimulus, stimulus.get("human", {}) | human).as_dict()

    return write_json_lines(_some(segments(), rows, "ratings"), target)


def _segment(name: str, stimulus: dict[str, Any], human: dict[str, float]) -> Segment:
    candidate = next((stimulus[key] for key in ("candidate", "text", "paraphrase") if stimulus.get(key)), "")
    about = {key: stimulus.get(key) for key in ("source", "system", "lang", "source_lang")}
    references = tuple(stimulus.get("references", ()))
    # Items of several systems may share an id; the item's name is its own.
    return Segment(str(stimulus.get("id") or name), candidate, references=references, human=human, **about)


def _patterns(rows: Rows, target: Source) -> int:
    """Each labelled pattern with the labels of its judges, as `dimple` reads it; the others are left out."""

    def patterns() -> Iterator[dict[str, Any]]:
        ranked: set[tuple[str, int]] = set()
        for _, group in rows.groups() if rows.campaign.task == "pattern" else ():
            stimulus = group[0].stimulus
            source, rank = stimulus["source"], stimulus["rank"]
            if (source, rank) in ranked:
                raise InputError(f"two items are number {rank} of '{source}'", field="rank")
            ranked.add((source, rank))
            labels = {
                name: [row.payload[name] for row in group] for name in JUDGEMENTS if name in group[0].payload
            }
            # A plain list is what `dimple` takes for strict labels.
            plain = labels["strict"] if list(labels) == ["strict"] else labels
            yield {key: stimulus[key] for key in _PATTERN if key in stimulus} | {"labels": plain}

    return write_json_lines(_some(patterns(), rows, "patterns"), target)


def _some(values: Iterator[dict[str, Any]], rows: Rows, what: str) -> Iterator[dict[str, Any]]:
    """The values; a campaign with answers that can give none of these was asked for by mistake."""
    empty = True
    for value in values:
        empty = False
        yield value
    if empty and next(rows(), None) is not None:
        raise InputError(f"the task '{rows.campaign.task}' of this campaign gives no {what}", field="kind")


def _answers(rows: Rows, target: Source) -> int:
    """A line an answer; what was answered stands in columns `answer.FIELD`."""
    fields = list(dict.fromkeys(field for row in rows() for field in row.payload))
    head = ["answer_id", "item", "worker", "tier", "state", "lang", "seconds", "created", "pay", "comment"]
    count = 0
    with write_text(target) as stream:
        out = csv.writer(stream, lineterminator="\n")
        out.writerow([*head, *(f"answer.{field}" for field in fields)])
        for row in rows(by_item=False):
            made = datetime.fromtimestamp(row.created // 1_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            own = [row.id, row.item, row.worker, row.tier, row.state, row.lang, _number(row.seconds), made]
            out.writerow([*own, row.pay, row.comment, *(_cell(row.payload.get(field)) for field in fields)])
            count += 1
    return count


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list | bool) else value


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return str(int(value)) if value == int(value) else repr(value)


def _msvd(rows: Rows, target: Source) -> int:
    """The columns of the published corpus, a line a description, in the order in which they came."""
    count = 0
    with write_text(target) as stream:
        out = csv.writer(stream, lineterminator="\n")
        out.writerow(MSVD_COLUMNS)
        for row in rows(by_item=False):
            video = row.stimulus.get("youtube") or row.stimulus.get("media")
            if video is None:
                raise InputError("only a campaign that describes clips has this form", field="kind")
            place = [video, _number(row.stimulus["start"]), _number(row.stimulus["end"])]
            source, lang = "clean" if row.tier == 2 else "unverified", row.lang or "English"
            for text in rows.task.texts(row.stimulus, row.payload):
                out.writerow([*place, row.worker, source, _number(row.seconds), lang, text])
                count += 1
    return count


def _navigation(rows: Rows, target: Source) -> int:
    """The corpus of Chen and Mooney: an instruction with its path (Chen 2012, section 4.2).

    Of followed instructions those are kept on whose path most followers agree (at least five); of written
    ones all, with the path that their writers were shown.
    """
    count = 0
    with write_text(target) as stream:
        stream.write('<?xml version="1.0" encoding="UTF-8"?>\n<examples>\n')
        for name, world, writer, text, path, lang in _walks(rows):
            count += 1
            poses = ", ".join(f"({x}, {y}, {heading})" for x, y, heading in path)
            spoken = f" lang={_attribute(lang)}" if lang else ""
            stream.write(
                f"  <example id={_attribute(name)} map={_attribute(world)}{spoken}>\n"
                f"    <instruction filename={_attribute(writer)}>\n      {escape(_NO_XML.sub('', text))}\n"
                f"    </instruction>\n    <path>\n      [{poses}]\n    </path>\n  </example>\n"
            )
        stream.write("</examples>\n")
    return count


_Walk = tuple[str, str, str, str, list[list[int]], str | None]


def _walks(rows: Rows) -> Iterator[_Walk]:
    from likewise.collect.paths import majority
    from likewise.collect.walks import language_code

    task = rows.campaign.task
    if task not in ("instruct", "follow"):
        raise InputError("only a campaign of instructors or followers has this form", field="kind")
    for number, (name, group) in enumerate(rows.groups(), start=1):
        stimulus = group[0].stimulus
        world = stimulus["map"].get("name", "")
        if task == "instruct":
            for row in group:
                lang = language_code(row.lang)
                yield f"{row.id}-1", world, row.worker, row.payload["text"], stimulus["path"], lang
            continue
        path = majority([None if row.payload["skipped"] else row.payload["path"] for row in group])
        if path is not None:
            # What a follower speaks says nothing of the instruction.
            lang = language_code(stimulus.get("lang") or rows.campaign.settings.get("language"))
            yield f"{number}-1", world, name, stimulus["instruction"], path, lang


def _attribute(text: str) -> str:
    return quoteattr(_NO_XML.sub("", text))


KINDS: dict[str, Callable[[Rows, Source], int]] = {
    "clusters": _clusters,
    "segments": _segments,
    "patterns": _patterns,
    "answers": _answers,
    "msvd": _msvd,
    "huggingface": write_dataset,
    "verses": write_verses,
    "annotations": write_annotations,
    "glossary": write_glossary,
    "navigation": _navigation,
    "orders": write_orders,
}
"""What can be exported, and what writes it."""
FOLDERS = ("huggingface", "orders")
"""What is a folder, and no file."""
