"""Patterns and outputs out to the judges and back: what dimple and judge read is what was labelled."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import likewise as lw
from likewise.cli.main import run
from likewise.collect.answers import submit
from likewise.collect.assign import next_work
from likewise.collect.ledger import balances
from likewise.collect.people import create_worker
from likewise.collect.store import Store

Do = Callable[..., Any]


@pytest.fixture
def do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Do:
    """Run a command; gives its JSON, or what it complains of."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LIKEWISE_DATABASE", "sqlite:///mine.db")

    def check(*arguments: str, code: int = 0) -> Any:
        found = run([*arguments, "--json"])
        out, err = capsys.readouterr()
        assert found == code, err
        return err if code else json.loads(out)

    return check


def judge(slug: str, answer: Callable[[dict[str, Any], int], dict[str, Any]], judges: int) -> list[int]:
    """Judges who do all there is; gives the sizes of the pieces of work that they got."""
    sizes = []
    with Store("sqlite:///mine.db") as store:
        for number in range(judges):
            worker = create_worker(store)
            while (work := next_work(store, worker.id, slug)) is not None:
                sizes += [work.of] if work.number == 1 else []
                submit(store, worker.id, work.token, answer(work.stimulus, number))
    return sizes


def rows(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


def test_labels_come_back_as_patterns_for_dimple(do: Do) -> None:
    path = lw.data.path("patterns.jsonl")
    known = {(p.source, p.rank): p for p in lw.read_patterns(path)}
    made = do(
        "collect", "new", "--title", "Patterns", "--task", "pattern", "--items", path, "--targets", "3,0",
        "--set", "problems=10",
    )  # fmt: skip
    assert made["items"] == len(known) == 56

    def label(stimulus: dict[str, Any], number: int) -> dict[str, Any]:
        return {"strict": known[stimulus["source"], stimulus["rank"]].labels[number]}

    assert judge("patterns", label, 3) == 3 * [10, 10, 10, 10, 10, 6]
    done = do("collect", "export", "patterns", "--kind", "patterns", "--out", "labelled.jsonl")
    assert done["records"] == 56
    assert list(lw.read_patterns("labelled.jsonl")) == list(known.values())
    assert do("dimple", "labelled.jsonl") == do("dimple", path)
    with Store("sqlite:///mine.db") as store:
        assert sorted(balances(store).values()) == [56, 56, 56]  # a cent for each label


def test_both_judgements(do: Do) -> None:
    pattern = {"source": "cut up", "paraphrase": "sliced", "rank": 1, "example": "He cut up a potato."}
    Path("p.jsonl").write_text(json.dumps(pattern) + "\n", encoding="utf-8")
    do("collect", "new", "--title", "Both", "--task", "pattern", "--set", "judgement=both")
    assert do("collect", "import", "p.jsonl", "--campaign", "both")["items"] == 1
    judge("both", lambda stimulus, number: {"lenient": 1, "strict": number}, 2)
    do("collect", "export", "--kind", "patterns", "--out", "out.jsonl")
    assert rows("out.jsonl") == [pattern | {"labels": {"strict": [0, 1], "lenient": [1, 1]}}]
    assert do("dimple", "out.jsonl", "-k", "1")["mean"]["ep"] == 0.5
    assert do("dimple", "out.jsonl", "-k", "1", "--judgement", "lenient")["mean"]["ep"] == 1.0


def test_lenient_labels_are_not_taken_for_strict_ones(do: Do) -> None:
    Path("p.jsonl").write_text('{"source": "cut up", "paraphrase": "sliced", "rank": 1}\n', encoding="utf-8")
    settings = ["--set", "judgement=lenient"]
    do("collect", "new", "--title", "L", "--task", "pattern", "--items", "p.jsonl", *settings)
    judge("l", lambda stimulus, number: {"lenient": 1}, 1)
    do("collect", "export", "--kind", "patterns", "--out", "out.jsonl")
    assert rows("out.jsonl")[0]["labels"] == {"lenient": [1]}
    assert "field 'labels.strict': missing" in do("dimple", "out.jsonl", code=2)


def test_a_rank_is_given_once_for_a_term(do: Do) -> None:
    line = '{"source": "cut up", "paraphrase": "%s", "rank": 1}\n'
    Path("p.jsonl").write_text(line % "sliced" + line % "chopped", encoding="utf-8")
    said = do("collect", "new", "--title", "P", "--task", "pattern", "--items", "p.jsonl", code=2)
    assert "p.jsonl:2: field 'key': the key 'cut up 1' was used on line 1" in said
    # Under keys of their own they come in, but no list can hold both.
    Path("k.jsonl").write_text(
        '{"key": "a", "source": "x", "paraphrase": "y", "rank": 1}\n'
        '{"key": "b", "source": "x", "paraphrase": "z", "rank": 1}\n',
        encoding="utf-8",
    )
    do("collect", "new", "--title", "P", "--task", "pattern", "--items", "k.jsonl")
    judge("p", lambda stimulus, number: {"strict": 1}, 1)
    assert "two items are number 1 of 'x'" in do(
        "collect", "export", "--kind", "patterns", "--out", "o.jsonl", code=2
    )
    assert not Path("o.jsonl").exists()


def test_other_tasks_give_no_patterns(do: Do) -> None:
    Path("i.jsonl").write_text('{"source": "A.", "candidate": "B."}\n', encoding="utf-8")
    do("collect", "new", "--title", "M", "--task", "meaning", "--items", "i.jsonl")
    judge("m", lambda stimulus, number: {"meaning": "kept"}, 1)
    assert "gives no patterns" in do("collect", "export", "--kind", "patterns", "--out", "o.jsonl", code=2)


def test_verdicts_come_back_as_segments_for_judge(do: Do) -> None:
    given = [row for row in rows(lw.data.path("outputs.jsonl")) if row["id"] in ("clip-01", "clip-02")]
    assert len({row["system"] for row in given}) == len(given) / 2 == 4
    Path("out.jsonl").write_text("".join(json.dumps(row) + "\n" for row in given), encoding="utf-8")
    do("collect", "new", "--title", "Meaning", "--task", "meaning", "--items", "out.jsonl")
    verdicts = {"copycat": "kept", "free": "drifted"}
    judge("meaning", lambda s, number: {"meaning": verdicts.get(s["system"], "wrong") if number else 2}, 2)
    assert do("collect", "export", "--kind", "segments", "--out", "rated.jsonl")["records"] == len(given)
    for before, after in zip(given, rows("rated.jsonl"), strict=True):
        human = after.pop("human")
        assert after == {key: value for key, value in before.items() if key != "human"}
        # The ratings that the segments came with are still there.
        assert before["human"].items() <= human.items()
        new = [value for name, value in human.items() if name not in before["human"]]
        assert new == [2, {"copycat": 3, "free": 2}.get(before["system"], 1)]
    assert do("judge", "rated.jsonl", "--human", "meaning", "--metrics", "pinc")["n"] == len(given)


PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "rate-paraphrases.md"


@pytest.mark.skipif(not PAGE.is_file(), reason="the folder docs is not there: run from a checkout")
def test_the_page_on_it_runs(do: Do) -> None:
    text = PAGE.read_text(encoding="utf-8")
    patterns, labelled, outputs, rated = re.findall(r"^```json\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    Path("patterns.jsonl").write_text(patterns, encoding="utf-8")
    Path("outputs.jsonl").write_text(outputs, encoding="utf-8")
    lines = [shlex.split(line)[1:] for line in re.findall(r"^    (likewise .*)$", text, re.MULTILINE)]
    assert [(words[0], *words[1:2]) for words in lines] == [
        ("collect", "new"), ("collect", "export"), ("dimple", "labelled.jsonl"),
        ("collect", "new"), ("collect", "export"), ("judge", "rated.jsonl"),
    ]  # fmt: skip
    do(*lines[0])
    right = {"gazed at": 1, "saw to": 0}
    judge("fit", lambda stimulus, number: {"strict": right[stimulus["paraphrase"]]}, 3)
    do(*lines[1])
    assert rows("labelled.jsonl")[0] == json.loads(labelled)
    assert do(*lines[2])["terms"]["looked at"]["ep"] == 0.1
    do(*lines[3])
    verdicts = {"1": "kept", "2": "drifted", "3": "wrong"}
    judge("kept", lambda stimulus, number: {"meaning": verdicts[stimulus["id"]]}, 2)
    do(*lines[4])
    first, shown = rows("rated.jsonl")[0], json.loads(rated)
    assert list(first.pop("human").values()) == list(shown.pop("human").values()) == [3, 3]
    assert first == shown
    assert do(*lines[5])["n"] == 3
