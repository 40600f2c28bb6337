"""Corpus scores of sacrebleu: a table of scores, and no segments; held against what sacrebleu prints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from likewise.errors import InputError
from likewise.io import read_scores, read_segments

ONE = {"name": "BLEU", "score": 31.5, "signature": "nrefs:1|tok:13a|version:2.6.0", "version": "2.6.0"}
SEVERAL = [
    {"system": "Baseline: a", "BLEU": "31.5", "chrF2": "60.1"},
    {"system": "b", "BLEU": "-0.5", "chrF2": "7"},
]
PAIRED = [{"system": "a", "BLEU": {"score": 31.5, "p_value": None, "mean": 31.0, "ci": 2.0}}]


def written(folder: Path, content: Any) -> Path:
    path = folder / "scores.json"
    path.write_text(json.dumps(content, indent=1))
    return path


@pytest.mark.parametrize(
    ("content", "systems", "metrics", "values"),
    [
        (ONE, ("scores",), ("BLEU",), ((31.5,),)),
        ([ONE, {**ONE, "name": "TER", "score": 50}], ("scores",), ("BLEU", "TER"), ((31.5, 50.0),)),
        (SEVERAL, ("a", "b"), ("BLEU", "chrF2"), ((31.5, 60.1), (-0.5, 7.0))),
        (PAIRED, ("a",), ("BLEU",), ((31.5,),)),
    ],
)
def test_a_table(content: Any, systems: Any, metrics: Any, values: Any, tmp_path: Path) -> None:
    table = read_scores(written(tmp_path, content))
    assert (table.systems, table.metrics, table.values) == (systems, metrics, values)


@pytest.mark.parametrize("content", [ONE, [ONE], SEVERAL, PAIRED])
def test_they_are_no_segments(content: Any, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"scores of whole corpora by sacrebleu \(BLEU.*likewise agree"):
        list(read_segments(written(tmp_path, content)))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([1], "expected a table, or scores by sacrebleu"),
        ({"results": {}}, ":1: field 'name': missing"),
        ([ONE, ONE], ":2: field 'name': the metric 'BLEU' stands twice"),
        ([{"system": "a", "BLEU": "x"}], ":1: field 'BLEU': expected a finite number, found 'x'"),
        ([SEVERAL[0], {"system": "b", "BLEU": "1"}], ":2: has other metrics than the first system"),
    ],
)
def test_what_is_refused(content: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read_scores(written(tmp_path, content))
    assert message in str(caught.value)


def test_what_sacrebleu_prints(tmp_path: Path) -> None:
    for name, text in (("ref", "the cat sat here\n"), ("a", "the cat sat here\n"), ("b", "no dogs at all\n")):
        (tmp_path / name).write_text(text)
    command = [sys.executable, "-m", "sacrebleu", "ref", "-m", "bleu", "-f", "json", "-i", "a", "b"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    (tmp_path / "printed.json").write_text(done.stdout)
    table = read_scores(tmp_path / "printed.json")
    assert (table.systems, table.metrics, table.values[0]) == (("a", "b"), ("BLEU",), (100.0,))
