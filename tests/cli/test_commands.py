"""Every command: its help, its JSON, its files, and its manners towards pipes and interrupts."""

from __future__ import annotations

import csv
import gzip
import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from itertools import count
from pathlib import Path
from pkgutil import iter_modules
from typing import IO, Any

import pytest

import likewise as lw
from likewise import cli, data
from likewise.cli.main import COMMANDS, SUMMARIES, run
from likewise.text import INSTALL_WORDNET, FoundWordNet

POOLED = (
    "4 systems ('copycat', 'swapper', 'free', 'broken') are pooled into one score; "
    "by='system' scores each apart (--by system)"
)
TOLD = f"likewise: {POOLED}\n"
OUTPUTS, CLUSTERS = data.path("outputs.jsonl"), data.path("clusters.jsonl")
PATTERNS, TABLE = data.path("patterns.jsonl"), data.path("scores.csv")
Say = Callable[..., str]
# With a shell's background jobs in mind, which are born deaf to interrupts.
PROGRAM = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from likewise.cli import main; main()"
)


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Run a command that must succeed in silence on standard error, and give its standard output."""

    def check(*arguments: str, err: str = "") -> str:
        code = run(list(arguments))
        out, said = capsys.readouterr()
        assert (code, said) == (0, err)
        return out

    return check


@pytest.fixture
def answer(say: Say) -> Callable[..., dict[str, Any]]:
    """Run a command with --json: exactly one line on standard output, an object."""

    def check(*arguments: str, err: str = "") -> dict[str, Any]:
        out = say(*arguments, "--json", err=err)
        assert out.count("\n") == 1
        found = json.loads(out, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
        assert isinstance(found, dict)
        return found

    return check


Answer = Callable[..., dict[str, Any]]


class TestHelp:
    @pytest.mark.parametrize("command", COMMANDS)
    def test_holds_an_example(self, say: Say, command: str) -> None:
        text = say(command, "--help")
        assert f"Example: likewise {command}" in text
        assert "--json" in text

    def test_overview_names_every_command(self, say: Say) -> None:
        text = say("--help")
        assert all(f"\n  {command} " in text for command in COMMANDS)

    def test_every_module_that_holds_a_command_is_found_by_its_first_line(self) -> None:
        held = set()
        for module in iter_modules(cli.__path__):
            loaded = import_module(f"likewise.cli.{module.name}")
            if hasattr(loaded, "app") if module.ispkg else module.name in loaded.__all__:
                held.add(module.name.replace("_", "-"))
        assert held == set(COMMANDS)
        assert SUMMARIES["score"] == "Score segments with any metrics."

    @pytest.mark.parametrize(
        ("words", "offered"),
        [
            ("likewise sc", "score"),
            ("likewise collect ex", "export"),
            ("likewise score --boot", "--bootstrap"),
        ],
    )
    def test_shells_complete(self, words: str, offered: str) -> None:
        asked = {
            "COMP_WORDS": words,
            "COMP_CWORD": str(words.count(" ")),
            "_LIKEWISE_COMPLETE": "complete_bash",
        }
        command = [sys.executable, "-c", "from likewise.cli import main; main()"]
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, env={**os.environ, **asked}
        )
        assert done.stdout.split() == [offered]

    def test_version(self, say: Say) -> None:
        assert say("--version") == f"likewise {lw.__version__}\n"


class TestScore:
    def test_equals_the_library(self, answer: Answer) -> None:
        words = ("score", OUTPUTS, "--metrics", "bleu,pinc,chrf", "--bootstrap", "100", "--seed", "3")
        found = answer(*words, err=TOLD)
        expected = lw.score(lw.read_segments(OUTPUTS), "bleu,pinc,chrf", bootstrap=100, seed=3)
        assert found == {**expected.as_dict(), "warnings": [POOLED]}
        assert found["n"] == 176
        assert set(found["metrics"]) == {"bleu", "pinc", "chrf"}
        for row in found["metrics"].values():
            assert {"score", "ci", "signature"} <= set(row)
            low, high = row["ci"]
            assert low <= row["score"] <= high

    def test_by_system(self, answer: Answer) -> None:
        found = answer("score", OUTPUTS, "--by", "system")
        assert set(found["systems"]) == {"copycat", "swapper", "free", "broken"}
        assert all(
            row["n"] == 44 and set(row["metrics"]) == {"bleu", "pinc"} for row in found["systems"].values()
        )
        pinc = {name: row["metrics"]["pinc"]["score"] for name, row in found["systems"].items()}
        assert pinc["copycat"] == min(pinc.values())
        assert found == lw.score(data.outputs(), by="system").as_dict()

    def test_settings(self, answer: Answer) -> None:
        options = ["--lowercase", "--tokenize", "words", "--set", "bleu.smooth=floor", "--set", "order=2"]
        found = answer("score", OUTPUTS, *options, err=TOLD)
        settings = {"lowercase": True, "tokenize": "words", "bleu.smooth": "floor", "order": 2}
        expected = lw.score(data.outputs(), settings=settings)
        assert found == {**expected.as_dict(), "warnings": [POOLED]}
        assert "tokenize:words|lowercase:yes" in found["metrics"]["bleu"]["signature"]
        assert "order:2|smooth:floor" in found["metrics"]["bleu"]["signature"]

    def test_table(self, say: Say) -> None:
        text = say("score", OUTPUTS, "--by", "system")
        assert all(name in text for name in ("copycat", "swapper", "free", "broken", "bleu|tokenize:13a"))

    def test_files_of_segments_and_scores(self, answer: Answer, tmp_path: Path) -> None:
        segments, table = tmp_path / "s.jsonl.gz", tmp_path / "t.csv"
        err = f"likewise: wrote {segments}\nlikewise: wrote {table}\n"
        found = answer(
            "score", OUTPUTS, "--by", "system", "--segments", str(segments), "--scores", str(table), err=err
        )  # fmt: skip
        rows = [json.loads(line) for line in gzip.decompress(segments.read_bytes()).splitlines()]
        expected = lw.score(data.outputs())
        assert [(row["id"], row["system"]) for row in rows] == [(s.id, s.system) for s in data.outputs()]
        for name in ("bleu", "pinc"):
            values = expected[name].segments
            assert values is not None
            assert [row["scores"][name] for row in rows] == values.tolist()
        read = lw.read_scores(table)
        assert read.metrics == ("bleu", "pinc")
        for system, values_of in zip(read.systems, read.values, strict=True):
            metrics = found["systems"][system]["metrics"]
            assert values_of == (metrics["bleu"]["score"], metrics["pinc"]["score"])
        assert sorted(os.listdir(tmp_path)) == ["s.jsonl.gz", "t.csv"]

    def test_scores_without_systems_has_one_row(self, answer: Answer, tmp_path: Path) -> None:
        table = tmp_path / "t.csv"
        answer("score", OUTPUTS, "--scores", str(table), err=f"likewise: wrote {table}\n{TOLD}")
        with table.open(newline="") as stream:
            assert [row["system"] for row in csv.DictReader(stream)] == ["all"]

    def test_clusters(self, answer: Answer) -> None:
        found = answer("score", "--clusters", CLUSTERS, "--lowercase")
        assert found == lw.score_clusters(data.clusters(), settings={"lowercase": True}).as_dict()
        assert found["n"] == 443

    def test_parallel_text_files(self, answer: Answer, tmp_path: Path) -> None:
        rows = [s for s in data.outputs() if s.system == "free"]
        columns = {
            "c": [s.candidate for s in rows],
            "s": [s.source or "" for s in rows],
            "r1": [s.references[0] for s in rows],
            "r2": [s.references[1] for s in rows],
        }
        f = {name: tmp_path / f"{name}.txt" for name in columns}
        for name, lines in columns.items():
            f[name].write_text("".join(line + "\n" for line in lines))
        found = answer(
            "score", "--candidate", str(f["c"]), "--source", str(f["s"]),
            "--reference", str(f["r1"]), "--reference", str(f["r2"]),
        )  # fmt: skip
        same = [lw.Segment(s.id, s.candidate, s.source, s.references[:2]) for s in rows]
        assert found == lw.score(same).as_dict()

    def test_formats_agree(self, answer: Answer, tmp_path: Path) -> None:
        """The same segments as JSON lines, packed, CSV and TSV give the same object."""
        rows = data.outputs()
        plain = answer("score", OUTPUTS, err=TOLD)
        packed = tmp_path / "o.jsonl.gz"
        packed.write_bytes(gzip.compress(Path(OUTPUTS).read_bytes()))
        assert answer("score", str(packed), err=TOLD) == plain
        for suffix, delimiter in (("csv", ","), ("tsv", "\t")):
            path = tmp_path / f"o.{suffix}"
            with path.open("w", newline="") as stream:
                writer = csv.writer(stream, delimiter=delimiter)
                writer.writerow(["id", "system", "candidate", "source", "references"])
                writer.writerows(
                    [s.id, s.system, s.candidate, s.source, " ||| ".join(s.references)] for s in rows
                )
            assert answer("score", str(path), err=TOLD) == plain

    def test_same_seed_same_bytes(self, say: Say) -> None:
        command = ["score", OUTPUTS, "--by", "system", "--bootstrap", "100", "--json", "--seed"]
        assert say(*command, "1") == say(*command, "1")
        assert say(*command, "1") != say(*command, "2")


class TestCompare:
    def test_equals_the_library(self, answer: Answer) -> None:
        found = answer("compare", OUTPUTS, "--samples", "100", "--seed", "4")
        assert found == lw.compare(data.outputs(), samples=100, seed=4).as_dict()
        assert len(found["pairs"]) == 12
        for pair in found["pairs"]:
            assert {"a", "b", "metric", "delta", "p"} <= set(pair)
            assert 0 <= pair["p"] <= 1

    def test_same_seed_same_bytes(self, say: Say) -> None:
        command = ["compare", OUTPUTS, "--samples", "100", "--metrics", "bleu", "--seed"]
        assert say(*command, "1") == say(*command, "1")
        assert say(*command, "1", "--json") != say(*command, "2", "--json")


class TestExplain:
    def test_equals_the_library(self, answer: Answer) -> None:
        found = answer("explain", OUTPUTS, "--id", "clip-07", "--system", "free")
        segment = next(s for s in data.outputs() if (s.id, s.system) == ("clip-07", "free"))
        assert found == json.loads(json.dumps(lw.explain(segment)))
        assert found["candidate"] == segment.candidate
        assert set(found["metrics"]) == {"bleu", "pinc"}

    @pytest.mark.parametrize(
        "metric", [m for m in lw.metrics.available() if m not in ("self-bleu", "verdict")]
    )
    def test_text_of_every_metric(self, say: Say, metric: str) -> None:
        text = say("explain", OUTPUTS, "--id", "clip-07", "--system", "free", "--metrics", metric)
        assert "clip-07" in text
        assert metric in text

    def test_identify_tells_a_segment_from_the_others_of_the_file(self, answer: Answer) -> None:
        rows = [s for s in data.outputs() if s.system == "free"]
        found = answer("explain", OUTPUTS, "--id", "clip-07", "--system", "free", "--metrics", "identify")
        assert found == json.loads(json.dumps(lw.explain(rows[6], "identify", among=rows)))
        assert found["metrics"]["identify"]["segments"] == 44

    def test_markup_in_the_data_is_shown_as_it_is(self, say: Say, tmp_path: Path) -> None:
        path = tmp_path / "f.jsonl"
        path.write_text(
            json.dumps({"id": "[red]x[/red]", "candidate": "[/b] :smile:", "references": ["[b]"]})
        )
        text = say("explain", str(path), "--id", "[red]x[/red]", "--metrics", "bleu")
        assert "[red]x[/red]" in text
        assert "[/b] :smile:" in text


class TestJudge:
    def test_equals_the_library(self, answer: Answer) -> None:
        found = answer("judge", OUTPUTS, "--human", "meaning", "--bootstrap", "50", "--seed", "5")
        expected = lw.judge(data.outputs(), "meaning", bootstrap=50, seed=5).as_dict()
        assert found == json.loads(json.dumps(expected))
        assert found["n"] == 176
        for row in found["metrics"].values():
            assert {"pearson", "spearman", "kendall", "ci"} <= set(row)
            assert all(-1 <= row[name] <= 1 for name in ("pearson", "spearman", "kendall"))
            assert row["ci"][0] <= row["pearson"] <= row["ci"][1]
        assert {"combined", "williams"} <= set(found)

    def test_takes_all_criteria_where_none_is_named(self, answer: Answer) -> None:
        told = "likewise: criteria found: meaning, dissimilarity, overall (--human chooses)\n"
        words = ["judge", OUTPUTS, "--bootstrap", "10", "--thresholds", "20,0"]
        found = answer(*words, err=told)
        expected = lw.judge(data.outputs(), bootstrap=10, thresholds=[0, 20]).as_dict()
        assert found == json.loads(json.dumps(expected))
        assert answer(*words, "--human", "all") == found
        some = answer(*words, "--human", "overall", "--human", "meaning")
        assert list(some["criteria"]) == ["overall", "meaning"]
        assert some["criteria"]["meaning"] == found["criteria"]["meaning"]

    def test_unrated_segments_are_left_out_and_told(self, answer: Answer, tmp_path: Path) -> None:
        path = tmp_path / "f.jsonl"
        rows = data.outputs()[:40]
        lw.dump_segments([*rows, lw.Segment("x", "a", "b", ("c",))], path)
        said = "likewise: 1 segments have no score for 'meaning' and were left out\n"
        found = answer("judge", str(path), "--human", "meaning", "--bootstrap", "20", err=said)
        assert (found["n"], found["unrated"]) == (40, 1)

    def test_same_seed_same_bytes(self, say: Say) -> None:
        command = ["judge", OUTPUTS, "--human", "overall", "--bootstrap", "40", "--seed"]
        assert say(*command, "1") == say(*command, "1")
        assert say(*command, "1", "--json") != say(*command, "2", "--json")


class TestAgree:
    def test_equals_the_library(self, answer: Answer) -> None:
        found = answer("agree", TABLE, "--best", "ter=0", "--threshold", "10")
        expected = lw.agree(data.scores(), threshold=10, best={"ter": 0}).as_dict()
        assert found == json.loads(json.dumps(expected))
        names = set(data.scores().metrics)
        for key in ("spearman", "epsila"):
            assert set(found[key]) == names
            assert all(set(row) == names for row in found[key].values())
        assert {name for group in found["clusters"] for name in group} == names
        assert all(math.isclose(found["spearman"][name][name], 1) for name in names)

    def test_scores_go_on_to_agree(self, answer: Answer, tmp_path: Path) -> None:
        table = tmp_path / "t.csv"
        answer("score", OUTPUTS, "--by", "system", "--scores", str(table), err=f"likewise: wrote {table}\n")
        assert set(answer("agree", str(table))["spearman"]) == {"bleu", "pinc"}

    def test_table(self, say: Say) -> None:
        text = say("agree", TABLE)
        assert all(name in text for name in ("Spearman", "Epsila", "bleu", "chrf"))


class TestDimple:
    def test_equals_the_library(self, answer: Answer) -> None:
        found = answer("dimple", PATTERNS, "-k", "5", "--bootstrap", "20")
        from likewise.evaluate import dimple

        expected = dimple(data.patterns(), 5, samples=20, seed=12345).as_dict()
        assert found == json.loads(json.dumps(expected))
        assert set(found["terms"]) == {p.source for p in data.patterns()}
        assert all({"ep", "epr", "dimple"} <= set(row) for row in found["terms"].values())
        assert {"ep", "epr", "dimple"} <= set(found["mean"])

    def test_explanation(self, say: Say) -> None:
        assert "why" in say("dimple", PATTERNS, "--explain")


def test_metrics(answer: Answer, say: Say) -> None:
    found = answer("metrics")["metrics"]
    assert list(found) == lw.metrics.available()
    assert found["bleu"]["needs"] == ["references"]
    assert found["pinc"]["needs"] == ["source"]
    assert found["ter"]["higher_is_better"] is False
    assert found["bleu"]["settings"]["tokenize"] == "auto"
    assert all(row["summary"] for row in found.values())
    assert "pinc-sigmoid-bleu" in say("metrics")


def test_doctor_without_an_installed_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> list[str]:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("likewise.cli.doctor.requires", missing)
    assert run(["doctor"]) == 2
    assert "install it with: pip install ." in capsys.readouterr().err


def test_doctor(answer: Answer, say: Say) -> None:
    found = answer("doctor")
    assert found["ok"] is True
    assert found["parts"]["likewise"] == {"found": True, "version": lw.__version__}
    assert all(part["found"] or part["hint"] for part in found["parts"].values())
    assert "All that is needed is here." in say("doctor")


def test_doctor_tells_where_wordnet_is(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "WordNet (antonyms)"
    hot = FoundWordNet(Path("somewhere"), {"hot": frozenset(["cold"])})
    monkeypatch.setattr("likewise.cli.doctor.found_wordnet", lambda: hot)
    assert answer("doctor")["parts"][name] == {"found": True, "version": "1 words in somewhere"}
    monkeypatch.setattr("likewise.cli.doctor.found_wordnet", lambda: None)
    found = answer("doctor")
    assert found["parts"][name] == {"found": False, "hint": INSTALL_WORDNET}
    assert found["ok"] is True


class TestProgram:
    """What only a process of its own can show."""

    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", PROGRAM, *arguments]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, **options)

    @pytest.mark.parametrize(
        ("words", "offered"),
        [
            ("likewise par", {"paraphrase", "parses"}),
            ("likewise paraphrase r", {"run"}),
            ("likewise paraphrase run --no", {"--novelty"}),
        ],
    )
    def test_completion(self, words: str, offered: set[str]) -> None:
        asked = {
            "COMP_WORDS": words,
            "COMP_CWORD": str(words.count(" ")),
            "_LIKEWISE_COMPLETE": "complete_bash",
        }
        out, err = self.start(env={**os.environ, **asked}).communicate()
        assert set(out.decode().split()) == offered, err

    def test_standard_input(self, say: Say) -> None:
        """Also: nothing hangs on the seed of Python's own hashes, so that another process says the same."""
        options = ["--by", "system", "--bootstrap", "100", "--json"]
        environment = {**os.environ, "PYTHONHASHSEED": "1"}
        with self.start("score", "-", *options, env=environment) as program:
            out, err = program.communicate(Path(OUTPUTS).read_bytes(), timeout=300)
        assert (program.returncode, err) == (0, b"")
        assert out.decode() == say("score", OUTPUTS, *options)

    def test_a_reader_that_leaves_early(self, tmp_path: Path) -> None:
        path = tmp_path / "f.jsonl"
        row = {"source": "a b c", "candidate": "a b d", "references": ["a b"]}
        path.write_text("".join(json.dumps({"id": n, **row}) + "\n" for n in range(4000)))
        with self.start("score", str(path), "--segments", "-") as program:
            assert program.stdout is not None
            assert program.stderr is not None
            assert json.loads(program.stdout.readline())["id"] == "0"
            program.stdout.close()
            assert program.stderr.read() == b""
            assert program.wait(timeout=300) in {0, 1}

    @pytest.mark.parametrize("arguments", [["metrics"], ["metrics", "--json"], ["--help"]])
    def test_a_reader_that_never_came(self, arguments: list[str]) -> None:
        with self.start(*arguments) as program:
            assert program.stdout is not None
            assert program.stderr is not None
            program.stdout.close()
            assert program.stderr.read() == b""
            assert program.wait(timeout=300) in {0, 1}

    def test_an_interrupt_leaves_nothing_half_written(self, tmp_path: Path) -> None:
        """Segments come slowly through a pipe, the file of scores is open, and then comes Ctrl-C."""
        target = tmp_path / "out.jsonl"
        target.write_text("old")
        with self.start("score", "-", "--segments", str(target)) as program:
            feeder = threading.Thread(target=self.feed, args=(program.stdin,))
            feeder.start()
            try:
                self.wait_for(lambda: len(os.listdir(tmp_path)) == 2)
                time.sleep(0.3)
                program.send_signal(signal.SIGINT)
                code = program.wait(timeout=120)
            finally:
                program.kill()
                feeder.join()
            assert program.stdout is not None
            assert program.stderr is not None
            out, err = program.stdout.read(), program.stderr.read().decode()
        assert (code, out) == (130, b"")
        assert err.strip() == "likewise: interrupted, nothing was left half-written"
        assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"out.jsonl": "old"}

    def test_an_interrupt_is_told_in_one_line(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def interrupted(*arguments: object, **options: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("likewise.cli.agree.read_scores", interrupted)
        assert run(["agree", TABLE]) == 130
        assert capsys.readouterr().err.strip() == "likewise: interrupted, nothing was left half-written"

    def feed(self, stdin: IO[bytes]) -> None:
        """Segments without end, a few at a time, until nobody reads them."""
        row = json.dumps({"source": "a b", "candidate": "a c", "references": ["a"] * 9})[1:]
        with suppress(OSError), stdin:
            for start in count(0, 200):
                stdin.write("".join(f'{{"id": {n}, {row}\n' for n in range(start, start + 200)).encode())
                stdin.flush()
                time.sleep(0.002)

    def wait_for(self, ready: Callable[[], bool]) -> None:
        end = time.monotonic() + 120
        while not ready():
            assert time.monotonic() < end, "waited in vain"
            time.sleep(0.02)
