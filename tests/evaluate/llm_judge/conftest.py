"""A judge in a folder of its own, and segments to ask about."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from likewise import data
from likewise.evaluate import LanguageJudge
from likewise.evaluate.llm_judge.judge_file import judge_of
from likewise.records import Segment

STANDIN = ["python", "-m", "likewise.testing.judge_command"]

Make = Callable[..., LanguageJudge]


@pytest.fixture
def make_judge(tmp_path: Path) -> Make:
    """A judge with these fields beside the usual ones; None takes one away."""

    def make(**given: Any) -> LanguageJudge:
        usual: dict[str, Any] = {"name": "meaning", "rubric": "Is the meaning kept?", "command": STANDIN}
        if given.get("mode") != "pair" and "labels" not in given:
            usual["scale"] = [1, 5]
        if "endpoint" in given:
            del usual["command"]
            usual |= {"model": "some-model"}
        merged = {key: value for key, value in {**usual, **given}.items() if value is not None}
        return judge_of(merged, "judge.toml", str(tmp_path))

    return make


@pytest.fixture
def rows() -> list[Segment]:
    """Six segments of each of two systems, without references."""
    ids = [f"clip-0{n}" for n in range(1, 7)]
    outputs = [s for s in data.outputs() if s.id in ids and s.system in ("free", "broken")]
    return [replace(segment, references=()) for segment in outputs]


def written(path: Path) -> list[dict[str, Any]]:
    """The lines of a file of verdicts."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
