"""Frames by people, from segments to HMEANT: `collect new`, two annotators, `collect export`, `hmeant`."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from likewise.cli.main import run
from likewise.collect.answers import submit
from likewise.collect.assign import next_work
from likewise.collect.people import create_worker
from likewise.collect.store import Store

Do = Callable[..., Any]
PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "judge-by-frames.md"


@pytest.fixture
def do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Do:
    """Run a command; gives its JSON."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LIKEWISE_DATABASE", "sqlite:///mine.db")

    def check(*arguments: str) -> Any:
        code = run([*arguments, "--json"])
        out, err = capsys.readouterr()
        assert code == 0, err
        return json.loads(out)

    return check


def annotate(slug: str, answer: Callable[[dict[str, Any], int], dict[str, Any]], people: int) -> None:
    """Annotators who do all there is."""
    with Store("sqlite:///mine.db") as store:
        for number in range(people):
            worker = create_worker(store)
            while (work := next_work(store, worker.id, slug)) is not None:
                submit(store, worker.id, work.token, answer(work.stimulus, number))


def test_from_segments_to_hmeant(do: Do) -> None:
    rows: list[dict[str, Any]] = [
        {"id": "1", "system": system, "candidate": f"A {who} barks.", "references": ["Dogs bark loudly."]}
        for system, who in (("A", "dog"), ("B", "cat"))
    ]
    rows[0]["human"] = {"z": 1}
    Path("s.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    made = do("collect", "new", "--title", "F", "--task", "frames", "--items", "s.jsonl", "--targets", "2,0")
    assert made["items"] == 2

    def answer(stimulus: dict[str, Any], number: int) -> dict[str, Any]:
        how = [{"start": 10, "end": 16, "label": "how"}] if number else []
        verdict = "correct" if stimulus["system"] == "A" else ("partial", "incorrect")[number]
        bark = {"start": 5, "end": 9, "label": "predicate"}
        return {
            "reference": [{"start": 0, "end": 4, "label": "who"}, bark, *how],
            "candidate": [
                {"start": 0, "end": 5, "label": "who"},
                {"start": 6, "end": 11, "label": "predicate"},
            ],
            "events": [{"from": [6, 11], "to": [5, 9]}],
            "verdicts": [{"from": [0, 5], "to": [0, 4], "label": verdict}],
        }

    annotate("f", answer, 2)
    assert do("collect", "export", "f", "--kind", "annotations", "--out", "a.jsonl")["records"] == 4
    found = do("hmeant", "a.jsonl", "--weights", "uniform", "--segments", "judged.jsonl")
    # The first finds nothing wrong with A; the second misses how in it: recall 2 of 3, precision 1, F 0.8.
    assert found["systems"]["A"]["hmeant"] == pytest.approx(100 * (1 + 0.8) / 2)
    # Of B one role is worth 0.5 or 0: F 0.75; precision 1 of 2, recall 1 of 3, F 0.4.
    assert found["systems"]["B"]["hmeant"] == pytest.approx(100 * (0.75 + 0.4) / 2)
    spans, decisions = found["agreement"]["spans"], found["agreement"]["decisions"]
    assert found["agreement"]["annotators"] == 2
    assert spans["predicates"]["f"] == spans["frames"]["f"] == spans["fillers"]["f"] == 1.0
    # Roles: two of each, and how by one of them: 2 * 4 / (4 + 6).
    assert spans["roles"]["f"] == pytest.approx(0.8)
    assert decisions["alignment"]["same"] == 1.0
    assert (decisions["judgement"]["n"], decisions["judgement"]["same"]) == (2, 0.5)
    judged = [json.loads(line) for line in Path("judged.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["id"], row["system"], row["references"]) for row in judged] == [
        ("1", system, ["Dogs bark loudly."]) for system in "AB"
    ]


@pytest.mark.skipif(not PAGE.is_file(), reason="the folder docs is not there: run from a checkout")
def test_the_page_on_it_runs(do: Do) -> None:
    text = PAGE.read_text(encoding="utf-8")
    outputs, answer = re.findall(r"^```json\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    Path("outputs.jsonl").write_text(outputs, encoding="utf-8")
    lines = [shlex.split(line)[1:] for line in re.findall(r"^    (likewise .*)$", text, re.MULTILINE)]
    assert [words[:2] for words in lines] == [
        ["collect", "new"], ["collect", "export"], ["hmeant", "annotations.jsonl"], ["judge", "judged.jsonl"],
    ]  # fmt: skip
    assert do(*lines[0])["items"] == 3

    def verbs(item: dict[str, Any], number: int) -> dict[str, Any]:
        """The answer of the page to what it is about, else the predicates alone."""
        if item["candidate"].startswith("The man"):
            return dict(json.loads(answer))
        verb = "told" if item["id"] == "2" else "bit"
        places = {
            side: [(start := item[side].index(verb)), item[side].index(" ", start)]
            for side in ("reference", "candidate")
        }
        marks = {
            side: [{"start": start, "end": end, "label": "predicate"}]
            for side, (start, end) in places.items()
        }
        return marks | {"events": [{"from": places["candidate"], "to": places["reference"]}]}

    annotate("who", verbs, 2)
    assert do(*lines[1])["records"] == 6
    found = do(*lines[2])
    assert [(one["id"], one["system"]) for one in found["segments"]] == [("1", "A"), ("1", "B"), ("2", "A")]
    assert 0 < found["segments"][0]["hmeant"] < found["segments"][1]["hmeant"] == 100
    assert do(*lines[3])["n"] == 3
