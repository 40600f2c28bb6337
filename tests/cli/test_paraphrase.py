"""likewise paraphrase: learn, paraphrase as a filter, evaluate, harvest; on the embedded corpus."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import likewise as lw
from likewise import data
from likewise.cli.paraphrase.run import _groups
from likewise.collect.tasks import get_task
from likewise.errors import InputError
from likewise.evaluate import ParaphraseTest
from likewise.io.clusters import dump_clusters
from likewise.io.evaluations import kept_evaluation
from likewise.paraphrase.embedded_model import embedded

CLUSTERS = data.path("clusters.jsonl")
GROUP = "paraphrase"
Say = Callable[..., tuple[str, str]]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("model") / "small"
    embedded().save(folder)
    return str(folder)


class TestTrain:
    def test_says_what_it_learnt(self, say: Say) -> None:
        size = dump_clusters(data.clusters()[:3], "few.jsonl")
        out, err = say("train", "--data", "few.jsonl", "--pairs", "1", "--out", "m", "--json")
        found = json.loads(out)
        assert {"pairs", "seconds", "sentences", "phrase_pairs"} <= set(found)
        assert found["clusters"] == size == 3
        assert found["pairs"] == found["sentences"] == 31  # one partner each
        assert err == "likewise: wrote m\n"
        assert sorted(os.listdir()) == ["few.jsonl", "m"]
        assert lw.load("m").card["pairs"] == 1
        os.utime("m/model.json", (0, 1_790_000_000))
        _, err = say("train", "--data", "few.jsonl", "--pairs", "2", "--out", "m")
        assert err == "likewise: replaced m (paraphraser, made 2026-09-21 14:13 UTC)\n"
        assert lw.load("m").card["pairs"] == 2

    def test_tunes_for_a_metric(self, say: Say) -> None:
        dump_clusters(data.clusters()[:6], "few.jsonl")
        small = ["--set", "similarity=small", "--set", "meant.parser=small"]
        given = ["--data", "few.jsonl", "--out", "m", "--tune-for", "meant", "--tune-on", "6"]
        found = json.loads(say("train", *given, *small, "--json")[0])["tuned"]
        assert found["texts"] == 6
        assert found["after"] >= found["before"]
        assert "similarity:small-" in found["metric"]
        out, _ = say("train", *given[:-3], "chrf", "--tune-on", "5")
        assert "Tuned for chrf on 5 held-out texts: " in out

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--tune-for", "umeant"], "umeant needs all segments at once"),
            (["--tune-for", "nonsense"], "nonsense"),
            (["--set", "order=2"], "--set is for the metric of --tune-for"),
            (["--pairs", "0"], "--pairs 0: expected a whole number from 1 up, or all"),
            (["--pairs", "some"], "--pairs some: expected"),
            (["--out", "absent/m"], "absent/m: its folder does not exist"),
            (["--out", "taken"], "taken: is there already and is no model, so it is not replaced"),
            (["--data", "absent.jsonl"], "absent.jsonl: no such file"),
            (["--data", "empty.jsonl"], "empty.jsonl: field 'texts': holds no text with words"),
            (["--tokenize", "nonsense"], "nonsense"),
        ],
    )
    def test_refuses(self, say: Say, arguments: list[str], message: str) -> None:
        Path("taken").mkdir()
        Path("taken", "mine.txt").write_text("mine")
        Path("empty.jsonl").write_text('{"id": "a", "texts": ["", " "]}\n')
        before = sorted(os.listdir())
        usual = {"--data": CLUSTERS, "--out": "m"}
        given = [word for pair in usual.items() if pair[0] not in arguments for word in pair]
        out, err = say("train", *given, *arguments, code=2)
        assert out == ""
        assert err.count("\n") == 1
        assert message in err
        assert sorted(os.listdir()) == before


class TestRun:
    def test_a_line_out_for_each_line_in(self, say: Say, model: str) -> None:
        lines = "A man is slicing a tomato.\n\nUne phrase inconnue, 猫!\r\nA cat sits still"
        out, err = say("run", "--model", model, lines=lines)
        assert err == ""
        found = out.split("\n")
        assert len(found) == 5
        assert found[1] == ""
        assert all(found[i] for i in (0, 2, 3))
        assert found[0] == lw.load(model).paraphrase("A man is slicing a tomato.").text

    def test_json_has_exactly_the_promised_keys(self, say: Say, model: str) -> None:
        out, _ = say(
            "run", "--model", model, "--nbest", "3", "--json", lines="A man is slicing a tomato.\n\n"
        )
        first, empty = map(json.loads, out.splitlines())
        assert set(first) == {"source", "paraphrases"}
        assert first["source"] == "A man is slicing a tomato."
        assert 1 < len(first["paraphrases"]) <= 3
        assert all(set(row) == {"text", "score", "pinc"} for row in first["paraphrases"])
        assert empty["source"] == ""
        assert [row["text"] for row in empty["paraphrases"]] == [""]

    def test_several_stand_between_tabs(self, say: Say, model: str) -> None:
        out, _ = say("run", "--model", model, "--nbest", "3", lines="A man is slicing a tomato.\nA cat\n")
        assert out.count("\n") == 2
        rows = [one.text for one in lw.load(model).nbest("A man is slicing a tomato.", 3)]
        assert out.splitlines()[0].split("\t") == rows

    def test_why(self, say: Say, model: str) -> None:
        line = "A man is slicing a tomato."
        out, _ = say("run", "--model", model, "--why", "--json", "--novelty", "0.8", lines=line)
        (one,) = json.loads(out)["paraphrases"]
        assert {"text", "score", "pinc", "phrases", "reasons"} <= set(one)
        # The derivation covers the source once, and spells the output.
        covered = sorted((use["start"], use["end"]) for use in one["phrases"])
        assert covered[0][0] == 0
        assert all(a[1] == b[0] for a, b in pairwise(covered))
        assert " ".join(use["target"] for use in one["phrases"]) == one["text"].lower().rstrip(".")
        text, _ = say("run", "--model", model, "--why", "--novelty", "0.8", lines=line)
        assert text.startswith(f"{line}\n  {one['text']}\n")
        assert "pairs: " in text
        assert "why: " in text

    def test_without_a_model_it_says_so(self, say: Say) -> None:
        out, err = say("run", lines="A man is slicing a tomato.\n")
        assert out.count("\n") == 1
        assert err.startswith("likewise: no --model: a small one is trained on the embedded examples")

    def test_answers_before_the_input_ends(self, model: str) -> None:
        command = [sys.executable, "-m", "likewise", "paraphrase", "run", "--model", model]
        pipe = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert pipe.stdin is not None
        assert pipe.stdout is not None
        for line in (b"A man is slicing a tomato.\n", b"A cat sits still.\n"):
            pipe.stdin.write(line)
            pipe.stdin.flush()
            assert pipe.stdout.readline().strip()
        # The reader goes, as head does: no complaint.
        pipe.stdout.close()
        pipe.stdin.write(b"A dog barks.\n" * 5)
        pipe.stdin.close()
        assert pipe.wait(300) == 0

    @pytest.mark.parametrize("novelty", ["nan", "1.5", "-0.1", "much", ""])
    def test_novelty_is_checked(self, say: Say, novelty: str) -> None:
        out, err = say("run", f"--novelty={novelty}", lines="a\n", code=2)
        assert out == ""
        assert f"--novelty {novelty}: expected a number from 0 to 1, or none" in err

    def test_a_folder_that_is_no_paraphraser(self, say: Say) -> None:
        assert "absent: no such folder" in say("run", "--model", "absent", lines="a\n", code=2)[1]
        lw.judge(data.outputs(), "overall", bootstrap=0).fitted_metric().save("fitted")
        message = "fitted: is a model of kind 'pinc-sigmoid-bleu', expected 'paraphraser'"
        assert message in say("run", "--model", "fitted", code=2)[1]


def groups(*blocks: bytes) -> list[list[str]]:
    """How lines are grouped that arrive in these blocks."""

    class Pipe:
        def __init__(self) -> None:
            self.blocks = list(blocks)

        def read1(self, size: int) -> bytes:
            return self.blocks.pop(0) if self.blocks else b""

    handle: Any = Pipe()
    return list(_groups(handle))


def test_lines_are_grouped_as_they_arrive() -> None:
    assert groups(b"a\nb\n", b"c\n") == [["a", "b"], ["c"]]
    assert groups(b"a", b"b\r\nc", b"\n", b"d") == [["ab"], ["c"], ["d"]]
    assert groups(b"\xef\xbb\xbfa\n\n", b"\n") == [["a", ""], [""]]
    assert groups() == []
    with pytest.raises(InputError, match="<stdin>:2: not valid UTF-8"):
        groups(b"a\n\xff\n")


class TestEvaluate:
    def test_points_on_the_dial_and_another_system(self, say: Say, model: str) -> None:
        test = ParaphraseTest(data.clusters())
        Path("copy.txt").write_text("\n".join(test.texts) + "\n")
        out, err = say(
            "evaluate", "--model", model, "--data", CLUSTERS, "--novelty", "0.3,0.8",
            "--candidates", "copy.txt", "--report", "r.html", "--segments", "s.jsonl",
            "--bootstrap", "20", "--keep", "--json",
        )  # fmt: skip
        found = json.loads(out)
        assert set(found) == {"points", "human", "sentences_per_second"}
        assert [p["novelty"] for p in found["points"]] == [0.3, 0.8, None]
        assert [p["system"] for p in found["points"]] == ["novelty 0.3", "novelty 0.8", "copy"]
        low, high, copy = found["points"]
        assert low["pinc"] < high["pinc"]
        assert copy["pinc"] == 0
        assert all(p["n"] == 443 and p["verbatim"] is not None for p in found["points"])
        assert set(low["ci"]) >= {"bleu", "pinc", "identified"}
        assert found["human"] == json.loads(json.dumps(test.human.as_dict()))
        assert found["sentences_per_second"] > 0
        assert "<svg" in Path("r.html").read_text()
        rows = [json.loads(line) for line in Path("s.jsonl").read_text().splitlines()]
        assert len(rows) == 3 * 443
        assert {row["system"] for row in rows} == {"novelty 0.3", "novelty 0.8", "copy"}
        # The outputs are items of a rating task as they are.
        assert get_task("meaning").check_stimulus(rows[0], None)["candidate"] == rows[0]["candidate"]
        assert kept_evaluation(model) == found
        assert f"wrote {model}" in err

    def test_without_novelty_one_point_as_learnt(self, say: Say, model: str) -> None:
        out, _ = say("evaluate", "--model", model, "--data", CLUSTERS, "--json")
        (point,) = json.loads(out)["points"]
        assert (point["novelty"], point["system"]) == (None, "small")

    def test_another_system_needs_no_model(self, say: Say) -> None:
        texts = [d.text for cluster in data.clusters() for d in cluster.texts]
        out, err = say("evaluate", "--data", CLUSTERS, "--candidates", "-", lines="\n".join(texts))
        assert err == ""
        assert "candidates" in out
        assert "people" in out

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ([], "expected --model DIR, --candidates FILE, or both"),
            (["--candidates", "few.txt", "--keep"], "--keep goes with --model"),
            (["--candidates", "few.txt", "--novelty", "0.5"], "--novelty goes with --model"),
            (["--candidates", "few.txt"], "few.txt: holds 1 line, expected 443"),
            (["--candidates", "few.txt", "--report", "few.txt"], "few.txt: is an input too"),
            (["--model", "absent"], "absent: no such folder"),
        ],
    )
    def test_refuses(self, say: Say, arguments: list[str], message: str) -> None:
        Path("few.txt").write_text("one\n")
        out, err = say("evaluate", "--data", CLUSTERS, *arguments, code=2)
        assert out == ""
        assert err.count("\n") == 1
        assert message in err


class TestHarvest:
    def test_writes_patterns(self, say: Say, model: str) -> None:
        out, err = say("harvest", "--model", model, "-k", "5", "--most", "8", "--out", "p.jsonl", "--json")
        rows = [json.loads(line) for line in Path("p.jsonl").read_text().splitlines()]
        found = json.loads(out)
        assert found == {
            "terms": len({row["source"] for row in rows}),
            "patterns": len(rows),
            "out": "p.jsonl",
        }
        assert found["terms"] == 8
        assert {"source", "paraphrase", "rank", "score"} <= set(rows[0])
        assert max(row["rank"] for row in rows) <= 5
        assert err == "likewise: wrote p.jsonl\n"

    def test_terms(self, say: Say, model: str) -> None:
        Path("terms.txt").write_text("a man\nzebra crossing\n")
        out, err = say("harvest", "--model", model, "--terms", "terms.txt")
        assert out.startswith("a man")
        assert err == "likewise: no paraphrase of 'zebra crossing' was learnt\n"
        found = json.loads(say("harvest", "--model", model, "--terms", "a man", "--json")[0])
        assert found["terms"] == 1
        assert found["found"][0]["rank"] == 1

    def test_refuses(self, say: Say, model: str) -> None:
        for arguments, message in (
            ([], "expected --model DIR"),
            (["--model", model, "--terms", "absent.txt"], "absent.txt: no such file"),
            (["--model", model, "--terms", ","], "--terms ,: expected a file"),
            (["--model", model, "--terms", "zebra"], "no paraphrase of these terms was learnt"),
        ):
            assert message in say("harvest", *arguments, code=2)[1]
