"""Scores of COMET as segments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from likewise.errors import InputError
from likewise.io import ReadLog, read_segments


def written(folder: Path, content: dict[str, Any]) -> Path:
    path = folder / "comet.json"
    path.write_text(json.dumps(content, ensure_ascii=False, indent=4), encoding="utf-8")
    return path


def row(**changes: Any) -> dict[str, Any]:
    row = {"src": "狗叫了。", "mt": "A dog barks.", "ref": "The dog barked.", "COMET": 0.875, **changes}
    return {key: value for key, value in row.items() if value is not ...}


def test_two_systems(tmp_path: Path) -> None:
    errors = [{"text": "dog", "severity": "minor"}]
    path = written(
        tmp_path, {"hyp1.txt": [row(), row(mt="Dogs.")], "hyp2.txt": [row(ref=..., errors=errors)]}
    )
    log = ReadLog()
    found = list(read_segments(path, log=log))
    assert [(one.system, one.id) for one in found] == [
        ("hyp1.txt", "1"),
        ("hyp1.txt", "2"),
        ("hyp2.txt", "1"),
    ]
    assert found[0].as_dict() == {
        "id": "1",
        "source": "狗叫了。",
        "candidate": "A dog barks.",
        "references": ["The dog barked."],
        "system": "hyp1.txt",
        "human": {"COMET@comet": 0.875},
    }
    assert found[2].references == ()
    assert log.warnings() == ["fields of COMET that are not read: errors"]


def test_a_score_that_is_no_number_is_told(tmp_path: Path) -> None:
    log = ReadLog()
    (segment,) = read_segments(written(tmp_path, {"h": [row(COMET=float("nan"))]}), log=log)
    assert segment.human == {}
    assert log.warnings() == ["fields of COMET that are not read: COMET (no number)"]


def test_a_translation_that_is_missing(tmp_path: Path) -> None:
    path = written(tmp_path, {"h": [row(), row(mt=None)]})
    with pytest.raises(InputError, match=r":9: field 'h\[1\].mt': missing"):
        list(read_segments(path))
