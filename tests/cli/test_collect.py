"""likewise collect: a campaign from the command line, from its making to its payout."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from likewise.cli.main import run
from likewise.collect.answers import submit
from likewise.collect.assign import next_work
from likewise.collect.people import create_worker
from likewise.collect.store import Store

COMMANDS = ("new", "import", "export", "stats", "review", "pay", "filter", "list")
CORPUS = """\
VideoID,Start,End,WorkerID,Source,AnnotationTime,Language,Description
mv89psg6zh4,33,46,101,unverified,55,Slovene,Papagaj se umiva.
mv89psg6zh4,33,46,102,clean,12,English,A bird is bathing.
mv89psg6zh4,33,46,103,clean,9,English,A parrot washes itself.
"""
Say = Callable[..., str]
Answer = Callable[..., dict[str, Any]]


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return "sqlite:///mine.db"


@pytest.fixture
def say(database: str, capsys: pytest.CaptureFixture[str]) -> Say:
    """Run a command of the group on the database; it must succeed."""

    def check(*arguments: str, code: int = 0) -> str:
        found = run(["collect", *arguments, "--database", database])
        out, err = capsys.readouterr()
        assert found == code, err
        return err if code else out

    return check


@pytest.fixture
def answer(say: Say) -> Answer:
    def check(*arguments: str) -> dict[str, Any]:
        out = say(*arguments, "--json")
        assert out.count("\n") == 1
        found = json.loads(out)
        assert isinstance(found, dict)
        return found

    return check


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    (tmp_path / "corpus.csv").write_text(CORPUS, encoding="utf-8")
    return "corpus.csv"


def work(database: str, slug: str, payload: dict[str, Any], times: int, lang: str | None = "English") -> str:
    with Store(database) as store:
        worker = create_worker(store)
        for _ in range(times):
            found = next_work(store, worker.id, slug)
            assert found is not None
            submit(store, worker.id, found.token, payload, lang=lang)
    return worker.code


class TestHelp:
    @pytest.mark.parametrize("command", COMMANDS)
    def test_holds_an_example(self, command: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["collect", command, "--help"]) == 0
        text = capsys.readouterr().out
        assert f"Example: likewise collect {command}" in text
        assert "--database" in text
        assert "--json" in text

    def test_of_the_group(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["collect", "--help"]) == 0
        text = capsys.readouterr().out
        assert all(f"\n  {command} " in text for command in COMMANDS)

    def test_an_unknown_command(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["collect", "nonsense"]) == 2
        assert "nonsense" in capsys.readouterr().err


class TestNew:
    def test_with_items(self, say: Say, answer: Answer, tmp_path: Path) -> None:
        rows = [{"youtube": f"{n:011d}", "start": 1, "end": 6} for n in range(3)]
        (tmp_path / "clips.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        found = answer("new", "--title", "What happens?", "--items", "clips.jsonl", "--targets", "5")
        assert found == {
            "campaign": "what-happens",
            "id": 1,
            "title": "What happens?",
            "status": "open",
            "items": 3,
        }
        assert "Campaign" in say("new", "--title", "Another")
        listed = answer("list")["campaigns"]
        assert [row["campaign"] for row in listed] == ["another", "what-happens"]
        assert "what-happens" in say("list")

    def test_settings_and_usual_pay(self, answer: Answer) -> None:
        answer("new", "--title", "Follow", "--task", "follow", "--set", "most_actions=50")
        answer(
            "new", "--title", "Rate", "--task", "rate", "--set", 'criteria=["overall"]', "--set", "scale=1-5"
        )
        answer("new", "--title", "Dear", "--rates", "2,9")
        assert [row["rates"] for row in answer("list")["campaigns"]] == [[2, 9], [1, 2], [1, 2]]

    def test_a_task_of_ones_own(self, say: Say, answer: Answer, tmp_path: Path) -> None:
        (tmp_path / "task.yaml").write_text(
            "name: simplify\ntitle: Say it simply\ninstructions: Rewrite it.\n"
            "stimulus: [{name: source, label: Sentence}]\nanswer: [{name: text, label: Yours}]\npay: [2, 3]\n"
        )
        (tmp_path / "items.csv").write_text("source\nA long sentence.\n")
        found = answer("new", "--title", "Simple", "--task", "task.yaml", "--items", "items.csv")
        assert found["items"] == 1
        assert answer("list")["campaigns"][0]["task"] == "simplify"
        (tmp_path / "bad.yaml").write_text("name: [\n")
        assert "bad.yaml" in say("new", "--title", "Bad", "--task", "bad.yaml", code=2)

    def test_bad_items_make_nothing(self, say: Say, tmp_path: Path) -> None:
        (tmp_path / "clips.jsonl").write_text('{"youtube": "00000000000", "start": 6, "end": 6}\n')
        err = say("new", "--title", "Bad", "--items", "clips.jsonl", code=2)
        assert err == "likewise: clips.jsonl:1: field 'end': the end must come after the start\n"
        assert not (tmp_path / "mine.db").exists()

    @pytest.mark.parametrize(
        ("arguments", "match"),
        [
            (["--task", "dance"], "unknown task 'dance'"),
            (["--rates", "1.5"], "--rates 1.5: expected one or two whole numbers"),
            (["--set", "x"], "expected KEY=VALUE"),
            (["--set", "colour=red"], "colour"),
            (["--policy", "always"], "after-accepted:N"),
            (["--currency", "dollars"], "three capital letters"),
            (["--slug", "A B"], "slug"),
        ],
    )
    def test_bad_options(self, say: Say, arguments: list[str], match: str) -> None:
        assert match in say("new", "--title", "Bad", *arguments, code=2)


class TestImport:
    def test_msvd(self, say: Say, answer: Answer, corpus: str) -> None:
        found = answer("import", corpus)
        assert found["campaign"] == "msvd"
        assert (found["items"], found["answers"], found["workers"]) == (1, 3, 3)
        assert "2 descriptions" not in say("import", corpus, "--title", "Again")

    def test_clusters_and_items(self, answer: Answer, tmp_path: Path) -> None:
        (tmp_path / "mine.jsonl").write_text('{"id": "a", "texts": ["One.", "Uno."]}\n')
        assert answer("import", "mine.jsonl")["answers"] == 2
        answer("new", "--title", "Clips")
        (tmp_path / "clips.csv").write_text("youtube,start,end\n00000000000,1,0:06\n")
        assert answer("import", "clips.csv", "--campaign", "clips")["items"] == 1

    def test_bad_files(self, say: Say, tmp_path: Path) -> None:
        assert "no such file" in say("import", "none.csv", code=2)
        (tmp_path / "x.zip").write_bytes(b"PK\x03\x04" + bytes(100))
        assert "is a zip archive; unpack it" in say("import", "x.zip", code=2)
        assert "--title goes with" in say("import", "x.zip", "--campaign", "a", "--title", "b", code=2)


class TestStats:
    def test_json(self, answer: Answer, corpus: str) -> None:
        answer("import", corpus)
        found = answer("stats")
        assert found["tiers"]["2"] | {"total": 0} == {
            "pay": 5,
            "workers": 2,
            "submitted": 2,
            "accepted": 2,
            "total": 0,
        }
        assert found["tiers"]["1"]["total"]["submitted"] == 1
        assert (found["segments"], found["descriptions"], found["top_worker"]) == (1, 2, 1)
        assert found["per_segment"]["mean"] == 2
        assert answer("stats", "msvd", "--lang", "all")["descriptions"] == 3

    def test_table(self, say: Say, corpus: str) -> None:
        say("import", corpus)
        text = say("stats", "msvd")
        for line in (
            "# workers (English)",
            "0.05 USD",
            "1 segments, 2 English descriptions by 2 workers",
            "0.11 USD",
        ):
            assert line in text
        assert "# workers (English)" not in say("stats", "1", "--lang", "all")

    def test_which_campaign(self, say: Say, corpus: str) -> None:
        say("import", corpus)
        say("new", "--title", "Other")
        assert "one of: other, msvd" in say("stats", code=2)
        assert "no such campaign" in say("stats", "nonsense", code=2)


class TestExport:
    def test_clusters_into_score(
        self, say: Say, answer: Answer, corpus: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        say("import", corpus)
        assert answer("export", "--kind", "clusters", "--out", "c.jsonl") == {
            "campaign": "msvd",
            "kind": "clusters",
            "records": 1,
            "out": "c.jsonl",
        }
        assert run(["score", "--clusters", "c.jsonl", "--lang", "English", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["n"] == 2

    def test_msvd_comes_out_as_it_went_in(self, say: Say, corpus: str) -> None:
        say("import", corpus)
        assert say("export", "msvd", "--kind", "msvd") == CORPUS

    def test_ratings_into_judge(
        self, say: Say, answer: Answer, database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        pairs = [("A dog runs.", "A dog runs now."), ("A cat sits.", "Birds fly."), ("He eats.", "He ate.")]
        rows = [{"source": s, "candidate": c, "references": [s]} for s, c in pairs]
        (tmp_path / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        answer("new", "--title", "Rate", "--task", "rate", "--items", "items.jsonl")
        with Store(database) as store:
            for judge in range(2):
                worker = create_worker(store)
                for points in (4, 1, 3 - judge):
                    found = next_work(store, worker.id, "rate")
                    assert found is not None
                    ratings = {"semantic": points, "dissimilarity": 2, "overall": points}
                    submit(store, worker.id, found.token, ratings)
        assert answer("export", "rate", "--kind", "segments", "--out", "s.jsonl")["records"] == 3
        assert run(["judge", "s.jsonl", "--human", "overall", "--metrics", "bleu", "--json"]) == 0
        found_scores = json.loads(capsys.readouterr().out)
        assert found_scores["n"] == 3
        assert len(found_scores["judges"]) == 1

    def test_bad(self, say: Say, corpus: str, tmp_path: Path) -> None:
        assert "no such database" in say("export", code=2)
        say("import", corpus)
        assert "unknown kind 'xml'" in say("export", "--kind", "xml", code=2)
        assert "its folder does not exist" in say("export", "--out", "none/c.jsonl", code=2)
        assert "only one output" in say("export", "--out", "-", "--json", code=2)
        assert "gives no ratings" in say("export", "--kind", "segments", "--out", "s.jsonl", code=2)
        assert sorted(p.name for p in tmp_path.glob("*.jsonl")) == []

    def test_dataset_folder(self, answer: Answer, corpus: str, tmp_path: Path) -> None:
        answer("import", corpus)
        assert answer("export", "--kind", "huggingface", "--out", "set")["records"] == 3
        assert (tmp_path / "set" / "README.md").exists()


class TestReviewAndPay:
    @pytest.fixture
    def code(self, answer: Answer, database: str, tmp_path: Path) -> str:
        rows = [{"youtube": f"{n:011d}", "start": 1, "end": 6} for n in range(4)]
        (tmp_path / "clips.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        answer("new", "--title", "Clips", "--items", "clips.jsonl", "--fee", "200")
        return work(database, "clips", {"text": "A bird sings.", "language": "English"}, 3)

    def test_review(self, say: Say, answer: Answer, code: str) -> None:
        (due,) = answer("review")["queue"]
        assert (due["code"], due["submitted"], due["sample"]) == (code, 3, ["A bird sings."] * 3)
        assert f"{code}: 3 in tier 1" in say("review")
        assert "expected --reason" in say("review", "--grant", code, code=2)
        assert "expected one of" in say("review", "--grant", code, "--revoke", code, code=2)
        found = answer("review", "--grant", code, "--reason", "writes well", "--by", "anna")
        assert (found["tier"], found["decision"]["by"]) == (2, "anna")
        assert "tier 2 already" in say("review", "--grant", code, "--reason", "x", code=2)
        assert say("review") == "Nobody is due for a review.\n"
        assert "works in tier 1" in say("review", "clips", "--revoke", code, "--reason", "copies")
        assert "no such worker" in say("review", "--refuse", "WNOBODY", "--reason", "x", code=2)

    def test_nothing_steers_the_terminal(self, say: Say, tmp_path: Path) -> None:
        evil = "VideoID,Start,End,WorkerID,Source,AnnotationTime,Language,Description\n"
        (tmp_path / "e.csv").write_text(
            evil + "mv89psg6zh4,1,9,1,unverified,5,English,\x1b[31mred\x1b[0m [b]\n"
        )
        say("import", "e.csv")
        text = say("review")
        assert "\x1b" not in text
        assert "red" in text

    def test_pay(self, say: Say, answer: Answer, code: str, tmp_path: Path) -> None:
        assert answer("pay", "--owed") == {
            "owed": [{"currency": "USD", "total": 3, "workers": 1}],
            "problems": [],
        }
        first = answer("pay", "--csv", "ledger.csv", "--key", "november")
        assert (first["total"], first["workers"], first["lines"], first["problems"]) == (3, 1, 5, [])
        assert answer("pay", "--key", "november")["id"] == first["id"]
        assert answer("pay", "clips")["total"] == 0
        assert "0.00 USD to 0 workers" in say("pay")
        with (tmp_path / "ledger.csv").open(newline="") as stream:
            rows = list(csv.DictReader(stream))
        assert sorted(row["kind"] for row in rows) == ["accepted"] * 3 + ["fee", "payout"]
        assert sum(int(row["amount"]) for row in rows if row["worker"] == code) == 0
        assert answer("stats")["cost"]["paid"] == 3


class TestFilter:
    @pytest.fixture
    def clusters(self, say: Say, tmp_path: Path) -> None:
        """Forty clips: three trusted workers describe each, one more does too, and one writes nonsense."""
        people = ("man", "woman", "boy", "girl", "dog", "cat", "chef", "child")
        deeds = ("cutting", "washing", "eating", "throwing", "carrying")
        forms = (
            "A {} is {} something.",
            "The {} is {} a thing.",
            "A young {} is {} food.",
            "A {} is {} food.",
        )
        lines = []
        for n in range(40):
            # Each worker uses each form, so that no form is one worker's own.
            said = [forms[(n + k) % 4].format(people[n % 8], deeds[n % 5]) for k in range(4)]
            texts = [{"text": said[k], "worker": f"t{k}", "tier": "2", "lang": "English"} for k in range(3)]
            good = {"text": said[3], "worker": "fine", "tier": "1", "lang": "English"}
            bad = {"text": f"vidio nice {n} !!", "worker": "spam", "tier": "1", "lang": "English"}
            lines.append(json.dumps({"id": f"c{n}", "texts": [*texts, good, bad]}) + "\n")
        (tmp_path / "c.jsonl").write_text("".join(lines))
        say("import", "c.jsonl", "--title", "Noisy")

    @pytest.mark.usefixtures("clusters")
    def test_noise_goes_and_the_rest_stays(self, answer: Answer, tmp_path: Path) -> None:
        found = answer("filter", "--out", "clean.jsonl", "--dropped", "noise.jsonl", "--save", "model")
        assert (found["tier_1"], found["kept"] + found["dropped"]) == (80, 80)
        noise = [json.loads(line) for line in (tmp_path / "noise.jsonl").read_text().splitlines()]
        assert sum(row["worker"] == "spam" for row in noise) == 40
        assert sum(row["worker"] == "fine" for row in noise) <= 10
        assert all(row["against"] for row in noise)
        clean = [json.loads(line) for line in (tmp_path / "clean.jsonl").read_text().splitlines()]
        assert sum(len(row["texts"]) for row in clean) == 200 - found["dropped"]
        assert sum(t["tier"] == "2" for row in clean for t in row["texts"]) == 120
        again = answer("filter", "noisy", "--model", "model", "--out", "again.jsonl")
        assert again["dropped"] == found["dropped"]
        assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "clean.jsonl").read_bytes()

    def test_too_little_to_learn_from(self, say: Say, corpus: str, tmp_path: Path) -> None:
        say("import", corpus)
        assert "trusted sentences" in say("filter", "--out", "clean.jsonl", code=2)
        assert "--save goes with" in say("filter", "--model", "m", "--save", "n", code=2)
        assert not (tmp_path / "clean.jsonl").exists()


class TestDatabase:
    def test_by_file_name_and_by_environment(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert run(["collect", "new", "--title", "One", "--database", "a.db"]) == 0
        monkeypatch.setenv("LIKEWISE_DATABASE", "sqlite:///a.db")
        assert run(["collect", "list", "--json"]) == 0
        assert "one" in capsys.readouterr().out

    def test_no_database(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "text.db").write_text("not a database, but long enough to be read as one by SQLite" * 20)
        for name in (f"sqlite:///{tmp_path}/text.db", "oracle://x", "sqlite://", f"{tmp_path}/none.db"):
            assert run(["collect", "list", "--database", name]) == 2
            assert capsys.readouterr().err.count("\n") == 1
