"""`likewise hmeant`: the tables, JSON, segments for `judge`, refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

GROUP = "hmeant"
Say = Callable[..., tuple[str, str]]
SIDE = {
    "tokens": ["dogs", "bark"],
    "frames": [{"predicate": [1, 2], "roles": [{"label": "who", "span": [0, 1]}]}],
}


def write(path: Path, *verdicts: str) -> str:
    with path.open("w", encoding="utf-8") as stream:
        for place, verdict in enumerate(verdicts):
            roles = [{"candidate": 0, "reference": 0, "verdict": verdict}]
            links = [{"candidate": 0, "reference": 0, "roles": roles}]
            row = {"id": "1", "system": "A", "annotator": f"w{place}", "candidate": SIDE, "reference": SIDE}
            stream.write(json.dumps(row | {"alignments": links}) + "\n")
    return path.name


def test_scores_and_agreement(say: Say, tmp_path: Path) -> None:
    name = write(tmp_path / "a.jsonl", "correct", "incorrect")
    found = json.loads(say(name, "--json")[0])
    assert found["systems"]["A"]["hmeant"] == 75.0
    assert found["agreement"]["spans"]["labels"]["f"] == 1.0
    assert found["agreement"]["decisions"]["judgement"]["same"] == 0.0
    out, _ = say(name, "--segments", "judged.jsonl")
    assert "75.00" in out
    assert "Agreement of 2 annotators" in out
    assert json.loads((tmp_path / "judged.jsonl").read_text(encoding="utf-8"))["human"] == {"hmeant": 75.0}


def test_refusals_are_one_line(say: Say, tmp_path: Path) -> None:
    name = write(tmp_path / "a.jsonl", "correct", "fine")
    _, err = say(name, code=2)
    assert "a.jsonl:2: field 'alignments[0].roles[0].verdict': expected correct, partial, incorrect" in err
    assert (
        "expected count or ignore"
        in say(write(tmp_path / "b.jsonl", "correct"), "--unaligned", "x", code=2)[1]
    )
    say("absent.jsonl", code=2)
