"""Logs of inspect-ai (version 2 of its format): `.json`, and `.eval`, a zip archive of JSON files."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator, Mapping
from typing import Any

from likewise.io.foreign.json_archive import JsonArchive
from likewise.io.foreign.json_document import JsonDocument
from likewise.io.foreign.lost_fields import LostFields
from likewise.io.foreign.record import Record, first_text, is_number, message_text, record_of
from likewise.io.jsonl import json_kind
from likewise.io.lines import Advance, Source
from likewise.io.read_log import ReadLog

__all__ = ["records", "segment_fields"]

_READ = {"id", "epoch", "input", "target", "output", "scores", "score", "error", "attachments"}
_LETTERS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
"""Correct, partly, incorrect, no answer: how inspect-ai itself counts them."""
_ATTACHED = "attachment://"


def records(path: Source, lost: LostFields, progress: Advance | None, log: ReadLog) -> Iterator[Record]:
    """A record a sample, of either form of a log."""
    if os.fspath(path) != "-" and zipfile.is_zipfile(path):
        yield from _archived(path, lost, progress, log)
        return
    document = JsonDocument(path, ("samples",), ("eval", "status"), progress=progress)
    line = 1
    for place, (key, line, item) in enumerate(document.items()):
        yield record_of(item, document.file, line, _shared(document.kept), f"{key}[{place}]")
    lost.note(document.passed)
    _note_status(document.kept, document.file, line, log)


def _archived(path: Source, lost: LostFields, progress: Advance | None, log: ReadLog) -> Iterator[Record]:
    """A record a sample of an `.eval` log; its line is its place in the archive."""
    with JsonArchive(path, progress) as archive:
        # A log that was cut off has no header yet, but the start of its journal.
        first = next((name for name in ("header.json", "_journal/start.json") if name in archive.names), None)
        header = archive.read(first) if first else None
        if not isinstance(header, dict):
            archive.refuse("a zip archive without header.json, expected a log of inspect-ai")
        samples = [name for name in archive.names if name.startswith("samples/") and name.endswith(".json")]
        for place, name in enumerate(samples, 1):
            yield record_of(archive.read(name), archive.file, place, _shared(header), name)
        lost.note(header, {"eval", "status"})
        _note_status(header, archive.file, 1, log)


def _shared(header: Mapping[str, Any]) -> dict[str, Any]:
    """What the header says of all samples: the model, and whether each was run several times."""
    run = header.get("eval")
    settings: Any = run.get("config") if isinstance(run, dict) else None
    epochs = settings.get("epochs") if isinstance(settings, dict) else None
    return {"model": run.get("model") if isinstance(run, dict) else None, "epochs": epochs or 1}


def _note_status(header: Mapping[str, Any], file: str, line: int, log: ReadLog) -> None:
    status = header.get("status")
    if status != "success":
        text = f"the log's status is '{status or 'unfinished'}': samples may be missing"
        log.remark(text, f"{file}:{line}")


def segment_fields(row: Record, lost: LostFields) -> dict[str, Any]:
    """The fields of a segment.

    The candidate is the model's answer, the source the user's last message, the references the target. Where
    samples were run several times, the number of the run follows the id: `7#2`. Scores become numbers called
    `NAME@inspect`, and `NAME.KEY@inspect` where a scorer gives several.
    """
    sample = row.values
    lost.note((key for key, value in sample.items() if value), _READ)
    identity = sample.get("id")
    if isinstance(identity, str | int) and row.shared["epochs"] > 1:
        identity = f"{identity}#{sample.get('epoch', 1)}"
    target = sample.get("target")
    return {
        "id": identity,
        "candidate": _answer(row),
        "source": _whole(_question(sample.get("input"), lost), sample),
        "references": target if isinstance(target, list) else [target] if target else [],
        "system": row.shared["model"],
        "human": _scores(sample, lost),
    }


def _answer(row: Record) -> str:
    sample, output = row.values, row.values.get("output")
    choices = output.get("choices") if isinstance(output, dict) else None
    first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
    message = first.get("message")
    answer: Any = output.get("completion") if isinstance(output, dict) else None
    if not answer and isinstance(message, dict):
        answer = message_text(message.get("content")) or answer
    if not choices and not answer:
        error = sample.get("error")
        told = error.get("message") if isinstance(error, dict) else "no answer of the model"
        row.refuse("output", f"sample '{sample.get('id')}' has no answer ({told})")
    if not isinstance(answer, str):
        row.refuse("output.completion", f"expected a string, found {json_kind(answer)}")
    return _whole(answer, sample) or ""


def _question(prompt: Any, lost: LostFields) -> str | None:
    """The prompt, or of messages the user's last one."""
    if not isinstance(prompt, list):
        return first_text(prompt)
    messages = [one for one in prompt if isinstance(one, dict)]
    asked = [text for one in messages if one.get("role") == "user" and (text := message_text(one["content"]))]
    if len(messages) > 1:
        lost.note(["input (other messages than the user's last)"])
    return asked[-1] if asked else None


def _whole(text: str | None, sample: Mapping[str, Any]) -> str | None:
    """The text, fetched from the sample's attachments where a long one was moved there."""
    attached = sample.get("attachments")
    if text and text.startswith(_ATTACHED) and isinstance(attached, dict):
        return first_text(attached.get(text.removeprefix(_ATTACHED)), text)
    return text


def _scores(sample: Mapping[str, Any], lost: LostFields) -> dict[str, float]:
    scores = sample.get("scores") or {}
    if isinstance(sample.get("score"), dict):  # logs of the first versions have a single one
        scores = {"score": sample["score"]}
    numbers: dict[str, float] = {}
    for name, score in scores.items() if isinstance(scores, dict) else ():
        value = score.get("value") if isinstance(score, dict) else score
        for part, mark in value.items() if isinstance(value, dict) else ((None, value),):
            key = name if part is None else f"{name}.{part}"
            number = _LETTERS.get(mark, mark) if isinstance(mark, str) else mark
            if is_number(number):
                numbers[f"{key}@inspect"] = float(number)
            else:
                lost.note([f"scores.{key} (no number)"])
    return numbers
