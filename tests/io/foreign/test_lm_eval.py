"""Samples of lm-evaluation-harness as segments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from likewise.errors import InputError
from likewise.io import read_segments

SAMPLE: dict[str, Any] = {
    "doc_id": 7,
    "doc": {"question": "What is the capital of France?", "answer": "Paris"},
    "target": "Paris",
    "arguments": {
        "gen_args_0": {"arg_0": "Q: What is the capital of France?\nA:", "arg_1": {"until": ["\n"]}}
    },
    "resps": [[" Paris, of course"]],
    "filtered_resps": ["Paris"],
    "filter": "strict-match",
    "metrics": ["exact_match"],
    "doc_hash": "d",
    "prompt_hash": "p",
    "target_hash": "t",
    "exact_match": 1.0,
}


def written(folder: Path, **changes: Any) -> Path:
    path = folder / "samples_capitals_2025-05-01T10-00-00.000000.jsonl"
    row = {key: value for key, value in (SAMPLE | changes).items() if value is not ...}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    return path


def test_a_sample(tmp_path: Path) -> None:
    told: list[str] = []
    (segment,) = read_segments(written(tmp_path), note=told.append)
    assert segment.as_dict() == {
        "id": "7",
        "source": "Q: What is the capital of France?\nA:",
        "candidate": "Paris",
        "references": ["Paris"],
        "system": "strict-match",
        "human": {"exact_match@lm-eval": 1.0},
    }
    assert told == [
        "fields of lm-evaluation-harness that are not read: doc, resps, doc_hash, prompt_hash, target_hash"
    ]


@pytest.mark.parametrize(
    ("target", "references"),
    [
        ("['a', 'b']", ("a", "b")),
        ("[1]", ("[1]",)),
        ("[oh]", ("[oh]",)),
        (["a"], ("a",)),
        (3, ("3",)),
        (None, ()),
    ],
)
def test_targets(target: Any, references: tuple[str, ...], tmp_path: Path) -> None:
    (segment,) = read_segments(written(tmp_path, target=target))
    assert segment.references == references


def test_an_earlier_version(tmp_path: Path) -> None:
    path = written(tmp_path, arguments=[["Q?", {}]], filter=..., metrics=..., acc=True)
    (segment,) = read_segments(path)
    assert (segment.source, segment.system) == ("Q?", None)
    assert segment.human == {"exact_match@lm-eval": 1.0, "acc@lm-eval": 1.0}


def test_multiple_choice_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds log-likelihoods, expected generated text") as caught:
        list(read_segments(written(tmp_path, filtered_resps=[["-3.1", "False"], ["-1.2", "True"]])))
    assert (caught.value.line, caught.value.field) == (1, "filtered_resps")


def test_several_answers_and_none(tmp_path: Path) -> None:
    (segment,) = read_segments(written(tmp_path, filtered_resps=[["a", "b", "c"]]))
    assert segment.candidate == "a"
    with pytest.raises(InputError, match="expected a string, found null"):
        list(read_segments(written(tmp_path, filtered_resps=[])))
