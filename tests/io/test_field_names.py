"""Fields under other names: all of them in one complaint, and what is there where none is near."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import likewise as lw
from likewise.errors import InputError
from likewise.io.field_names import near_name, near_names

ODD = {"qid": 1, "prompt": "a?", "response": "a b", "gold": "a c", "model": "m"}


def told(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        list(lw.read_segments(path))
    return str(caught.value).split(": ", 2)[2]


@pytest.mark.parametrize("name", ["qid", "question_id", "doc_id", "sample_id", "_id", "ID"])
def test_ids_under_other_names(name: str) -> None:
    assert near_name("id", ["text", name]) == name


def test_a_name_is_for_one_field() -> None:
    assert near_names(("candidate", "references"), ["answer", "text", "target"]) == {
        "candidate": "text", "references": "target",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            ODD,
            "missing, expected a string (found 'qid': is that it? And 'prompt' for source, "
            "'response' for candidate, 'gold' for references, 'model' for system?)",
        ),
        ({"results": [1]}, "missing, expected a string (found 'results')"),
        (
            {"nr_of_row": 1, "response": "a"},
            "missing, expected a string (found 'nr_of_row', 'response'; is it 'response' for candidate?)",
        ),
        ({"candidate": "a", "references": ["b"]}, "missing, expected a string"),
        ({"_id": 3, "candidate": "a"}, "missing, expected a string (found '_id': is that it?)"),
    ],
)
def test_a_complaint_names_all_that_is_near(row: dict[str, Any], message: str, tmp_path: Path) -> None:
    assert told(tmp_path / "f.jsonl", json.dumps(row)) == message


def test_a_header_likewise(tmp_path: Path) -> None:
    assert told(tmp_path / "f.csv", "ID,Candidate,Reference\n1,a,b\n") == (
        "no column 'id' in the header (found 'ID': is that it? And 'Candidate' for candidate, "
        "'Reference' for references?)"
    )
    assert told(tmp_path / "f.csv", "a,b\n1,2\n") == "no column 'id' in the header (found 'a', 'b')"


def test_columns_of_a_program_in_one_mapping() -> None:
    with pytest.raises(InputError) as caught:
        lw.score([ODD], ["bleu"])
    columns = "columns={'candidate': 'response', 'source': 'prompt', 'references': 'gold'}"
    assert columns in str(caught.value)
