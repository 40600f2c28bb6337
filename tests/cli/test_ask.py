"""`likewise ask`: what each sub-command prints, and how it takes files that are not what they should be."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from likewise.cli.main import run

GROUP = "ask"
Say = Callable[..., tuple[str, str]]
DOCUMENTS = (
    {"id": "paper", "title": "造纸术", "text": "蔡伦改进了造纸术，那是105年的事。"},
    {"id": "river", "title": "长江", "text": "长江全长6300公里，是亚洲最长的河流，在上海流入东海。"},
    {"id": "panda", "title": "大熊猫", "text": "大熊猫生活在四川的山里，每天吃竹子。"},
)
QUESTIONS = (
    {"id": "1", "question_en": "Who improved papermaking?", "question_gold": "谁改进了造纸术？",
     "answers": ["蔡伦"], "doc": "paper", "keywords": {"papermaking": "造纸术"}},
    {"id": "2", "question_en": "How long is the Yangtze River?", "question_gold": "长江有多长？",
     "answers": [{"text": "6300公里", "start": 4}], "doc": "river", "keywords": {"Yangtze River": "长江"}},
)  # fmt: skip
QUICK = ("--retrieval", "lexical")


def rows(path: Path, lines: tuple[dict[str, Any], ...]) -> str:
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in lines), "utf-8")
    return str(path)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("ask")
    docs = rows(folder / "docs.jsonl", DOCUMENTS)
    made = ["ask", "index", "--docs", docs, "--lang", "zh", "--out", str(folder / "index"), "--no-vectors"]
    assert run(made) == 0
    return str(folder / "index")


@pytest.fixture
def known(tmp_path: Path) -> str:
    return rows(tmp_path / "known.jsonl", QUESTIONS)


def test_index(say: Say, tmp_path: Path) -> None:
    docs = rows(tmp_path / "docs.jsonl", DOCUMENTS)
    made = ("index", "--docs", docs, "--lang", "zh", "--out", "index", "--no-vectors", "--json")
    first = json.loads(say(*made)[0])
    assert {"documents", "tokens", "seconds"} <= set(first)
    assert (first["documents"], first["added"], first["unchanged"]) == (3, 3, 0)
    again = json.loads(say(*made)[0])
    assert (again["documents"], again["added"], again["unchanged"]) == (3, 0, 3)


def test_question(say: Say, index: str) -> None:
    out, _ = say("question", "--index", index, *QUICK, "--json", "Who improved papermaking?")
    row = json.loads(out)
    assert {"answers", "keywords", "query", "step"} <= set(row)
    assert {"text", "score", "documents"} <= set(row["answers"][0])
    assert row["answers"][0]["documents"] == ["paper"]


def test_question_of_each_line_and_the_trace(say: Say, index: str) -> None:
    lines = "Who improved papermaking?\nWhere do pandas live?\n"
    out, _ = say("question", "--index", index, *QUICK, "--trace", lines=lines)
    assert "asks for: person" in out
    assert "asks for: location" in out
    assert "not used:" in out
    assert "[paper 0-2]" in out


def test_a_table_of_questions(say: Say, index: str, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("question\nWho improved papermaking?\n???\n", "utf-8")
    say("question", "--index", index, *QUICK, "--questions", "in.csv", "--out", "out.csv")
    found = list(csv.DictReader((tmp_path / "out.csv").read_text("utf-8").splitlines()))
    assert found[0]["question"] == "Who improved papermaking?"
    assert found[0]["document"] == "paper"
    assert found[-1]["question"] == "???"
    assert found[-1]["reason"]


def test_evaluate(say: Say, index: str, known: str) -> None:
    out, _ = say("evaluate", "--index", index, "--questions", known, *QUICK, "--json")
    row = json.loads(out)
    names = {"n", "translation_accuracy", "recall_at", "top1", "top1_u", "mrr", "named", "errors"}
    assert names | {"seconds_per_question"} <= set(row)
    assert row["n"] == 2
    assert set(row["recall_at"]) == {"1", "5", "10", "20"}
    assert row["recall_at"]["5"] == 1.0


@pytest.mark.parametrize("how", ["human", "best", "gold"])
def test_runs(say: Say, index: str, known: str, how: str) -> None:
    out, _ = say("evaluate", "--index", index, "--questions", known, *QUICK, "--run", how, "--json")
    assert json.loads(out)["recall_at"]["5"] == 1.0


def test_what_is_learnt_from_parallel_text(say: Say, index: str, known: str, tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.tsv"
    lines = ("who improved papermaking ?\t谁改进了造纸术？", "how long is the river ?\t河有多长？")
    pairs.write_text("\n".join(lines * 3), "utf-8")
    learn = ("--parallel", str(pairs), "--lang", "zh", "--json")
    table, model = str(tmp_path / "phrases.tsv.gz"), str(tmp_path / "model")
    assert {"pairs", "phrases", "out"} == set(json.loads(say("phrases", *learn, "--out", table)[0]))
    assert json.loads(say("translator", *learn, "--out", model)[0])["pairs"] == 2
    asked = ("evaluate", "--index", index, "--questions", known, *QUICK, "--json")
    for more in (("--phrases", table), ("--translate", "question", "--translator", model)):
        assert json.loads(say(*asked, *more)[0])["n"] == 2


def test_study_keeps_its_runs(say: Say, index: str, known: str, tmp_path: Path) -> None:
    made = ("study", "--index", index, "--questions", known, "--only", "paper's way, auto,answers not merged",
            "--out", "kept", "--plot", "ranks.svg", "--json")  # fmt: skip
    row = json.loads(say(*made)[0])
    assert [one["name"] for one in row["runs"]] == ["paper's way, auto", "answers not merged"]
    assert row["runs"][0]["printed"]["top1_u"] == 0.115
    assert len(list((tmp_path / "kept").iterdir())) == 2
    assert json.loads(say(*made)[0]) == row
    assert "<svg" in (tmp_path / "ranks.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (("question", ""), "empty"),
        (("question", "Кто изобрёл телефон?"), "English"),
        (("question", "--candidates", "all", "Who?"), "expected one of any, best"),
        (("question", "--retrieval", "dense", "--candidates", "best", "Who?"), "changes nothing"),
        (("question", "--out", "x.csv", "Who?"), "--out has no effect here: it goes with --questions"),
        (("question", "--lang", "zh", "Who?"), "--lang has no effect beside --index"),
        (("question", "--glossary", "none.tsv", "Who wrote it?"), "none.tsv: no such file"),
        (("question", "--phrases", "none.tsv", "Who wrote it?"), "none.tsv: no such file"),
        (("question", "--translate", "question", "Who wrote it?"), "needs --translator"),
        (("question", "--translator", "none", "Who wrote it?"), "goes with --translate"),
        (("question", "--translate", "both", "--translator", "none", "Who?"), "none: "),
        (("study",), "--questions missing"),
        (("evaluate", "--run", "other"), "expected one of auto"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_line(
    say: Say, index: str, arguments: tuple[str, ...], wrong: str
) -> None:
    command, *rest = arguments
    _, err = say(command, "--index", index, *rest, code=2)
    assert wrong in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("content", "wrong"),
    [
        ("", "empty"),
        ("[1]\n", "JSON"),
        ('{"id": 1}\n', "question"),
        ('{"id": 1, "question_en": "Who?", "answers": []}\n', "answers"),
        (
            '{"id": 1, "question_en": "Who?", "answers": ["x"], "lang": "ja"}\n',
            "no questions about documents",
        ),
        ('{"id": 1, "question_en": "Who?", "answers": ["x"], "doc": "lost"}\n', "not in the index"),
        ('{"id": 1, "question_en": "Who?", "answers": ["x"]}\n' * 2, "there twice"),
    ],
)
def test_wrong_questions_are_told_by_line(
    say: Say, index: str, tmp_path: Path, content: str, wrong: str
) -> None:
    (tmp_path / "bad.jsonl").write_text(content, "utf-8")
    _, err = say("evaluate", "--index", index, "--questions", "bad.jsonl", code=2)
    assert wrong in err
    assert "Traceback" not in err


def test_what_is_no_index_is_told(say: Say, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for folder in ("folder", "missing"):
        _, err = say("question", "--index", folder, "Who improved papermaking?", code=2)
        assert folder in err


def test_a_run_by_people_needs_their_words(say: Say, index: str, tmp_path: Path) -> None:
    plain = {name: value for name, value in QUESTIONS[0].items() if name != "keywords"}
    rows(tmp_path / "plain.jsonl", (plain,))
    _, err = say("evaluate", "--index", index, "--questions", "plain.jsonl", "--run", "human", code=2)
    assert "a person gave" in err
