"""Logs of inspect-ai as segments: JSON, and archives with and without Zstandard."""

from __future__ import annotations

import json
import sys
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pytest
import zstandard

from likewise.errors import InputError, MissingPartError
from likewise.io import ReadLog, read_segments

HEADER: dict[str, Any] = {
    "version": 2,
    "status": "success",
    "eval": {"task": "capitals", "model": "mock/one", "config": {"epochs": 1}},
}


def answer(text: str) -> dict[str, Any]:
    choice = {"message": {"content": text, "role": "assistant"}, "stop_reason": "stop"}
    return {"model": "mock/one", "choices": [choice], "completion": text}


SAMPLE: dict[str, Any] = {
    "id": "fr",
    "epoch": 1,
    "input": "What is the capital of France?",
    "target": "Paris",
    "messages": [],
    "output": answer("It is Paris."),
    "scores": {
        "match": {"value": "C", "answer": "Paris"},
        "f1": {"value": 0.5},
        "rubric": {"value": {"tone": 3, "facts": True}},
        "judge": {"value": "a poem"},
    },
    "metadata": {"k": 1},
}


def log_of(folder: Path, *samples: dict[str, Any], **header: Any) -> Path:
    path = folder / "log.json"
    path.write_text(json.dumps({**HEADER, **header, "samples": samples, "reductions": []}), encoding="utf-8")
    return path


def archive_of(folder: Path, *samples: dict[str, Any], header: str = "header.json") -> Path:
    path = folder / "log.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for sample in samples:
            archive.writestr(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", json.dumps(sample))
        archive.writestr("summaries.json", "[]")
        archive.writestr(header, json.dumps(HEADER if header == "header.json" else {"eval": HEADER["eval"]}))
    return path


def zstandard_archive(path: Path, files: dict[str, str], *, spoilt: bool = False) -> Path:
    """An archive as inspect-ai writes it today: method 93, which Python's zipfile does not write yet."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            raw = text.encode()
            # Two frames, as long files have several.
            packed = b"".join(
                zstandard.ZstdCompressor().compress(part)
                for part in (raw[: len(raw) // 2], raw[len(raw) // 2 :])
            )
            info = zipfile.ZipInfo(name)
            archive.writestr(info, packed)
            info.compress_type, info.file_size, info.CRC = 93, len(raw), zlib.crc32(raw) ^ spoilt
    return path


def test_a_sample_of_a_log(tmp_path: Path) -> None:
    log = ReadLog()
    (segment,) = read_segments(log_of(tmp_path, SAMPLE), log=log)
    assert segment.as_dict() == {
        "id": "fr",
        "source": "What is the capital of France?",
        "candidate": "It is Paris.",
        "references": ["Paris"],
        "system": "mock/one",
        "human": {
            "match@inspect": 1.0, "f1@inspect": 0.5, "rubric.tone@inspect": 3.0, "rubric.facts@inspect": 1.0,
        },
    }  # fmt: skip
    assert log.warnings() == [
        "fields of inspect-ai that are not read: metadata, scores.judge (no number), version, reductions"
    ]


def test_an_archive_holds_the_same(tmp_path: Path) -> None:
    samples = [SAMPLE, {**SAMPLE, "id": 2}]
    archived = list(read_segments(archive_of(tmp_path, *samples)))
    assert archived == list(read_segments(log_of(tmp_path, *samples)))
    assert archived == list(read_segments(archive_of(tmp_path, *samples), format="inspect"))


def test_an_archive_packed_by_zstandard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"samples/fr_epoch_1.json": json.dumps(SAMPLE), "header.json": json.dumps(HEADER)}
    path = zstandard_archive(tmp_path / "log.eval", files)
    assert list(read_segments(path)) == list(read_segments(log_of(tmp_path, SAMPLE)))
    with pytest.raises(InputError, match=r"header.json: cannot be unpacked .its length or sum"):
        list(read_segments(zstandard_archive(tmp_path / "spoilt.eval", files, spoilt=True)))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(MissingPartError, match=r"inspect log convert.*inspect"):
        list(read_segments(path))


def test_several_runs_of_a_sample_have_ids_of_their_own(tmp_path: Path) -> None:
    run = {**HEADER["eval"], "config": {"epochs": 2}}
    path = log_of(tmp_path, SAMPLE, {**SAMPLE, "epoch": 2}, eval=run)
    assert [segment.id for segment in read_segments(path)] == ["fr#1", "fr#2"]


def test_messages_parts_and_attachments(tmp_path: Path) -> None:
    sample = {
        **SAMPLE,
        "input": [
            {"role": "system", "content": "Be short."},
            {"role": "user", "content": [{"type": "text", "text": "attachment://a1"}, {"type": "image"}]},
        ],
        "target": ["one", "two"],
        "output": {"choices": answer("attachment://a2")["choices"]},
        "scores": None,
        "attachments": {"a1": "A long question?", "a2": "A long answer."},
    }
    log = ReadLog()
    (segment,) = read_segments(log_of(tmp_path, sample), log=log)
    assert (segment.source, segment.candidate) == ("A long question?", "A long answer.")
    assert (segment.references, segment.human) == (("one", "two"), {})
    assert "input (other messages than the user's last)" in log.warnings()[0]


def test_a_sample_with_an_error_is_refused_or_left_out(tmp_path: Path) -> None:
    failed = {
        **SAMPLE,
        "id": 7,
        "output": {"choices": [], "completion": ""},
        "error": {"message": "out of money"},
    }
    path = log_of(tmp_path, SAMPLE, failed, status="error")
    with pytest.raises(InputError) as caught:
        list(read_segments(path))
    assert "field 'samples[1].output': sample '7' has no answer (out of money)" in str(caught.value)
    log = ReadLog(skip_broken=True)
    assert [segment.id for segment in read_segments(path, log=log)] == ["fr"]
    assert log.skipped == 1
    assert any("the log's status is 'error': samples may be missing" in text for text in log.warnings())


def test_an_archive_that_was_cut_off_has_a_journal(tmp_path: Path) -> None:
    log = ReadLog()
    (segment,) = read_segments(archive_of(tmp_path, SAMPLE, header="_journal/start.json"), log=log)
    assert segment.system == "mock/one"
    assert "the log's status is 'unfinished'" in log.warnings()[0]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("notes.json", "{}", "a zip archive without header.json, expected a log of inspect-ai"),
        ("header.json", "{", "log.eval/header.json:1: not valid JSON"),
        ("header.json", '{"status": "success"}', "holds no output of inspect-ai"),
        ("header.json", '{"a": "\\ud800"}', "lone surrogate"),
    ],
)
def test_archives_that_are_no_logs(name: str, text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, text)
    with pytest.raises(InputError) as caught:
        list(read_segments(path))
    assert message in str(caught.value)


def test_a_member_that_would_fill_memory_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("likewise.io.foreign.json_archive._LONGEST", 1 << 20)
    path = archive_of(tmp_path, {**SAMPLE, "metadata": "x" * (1 << 20)})
    with pytest.raises(InputError, match=r"fr_epoch_1.json: longer than 1 MiB"):
        list(read_segments(path))
