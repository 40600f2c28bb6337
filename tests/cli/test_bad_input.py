"""Bad input on the command line: exit code 2, one line that says where and what, and nothing left behind."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from likewise import data
from likewise.cli.main import COMMANDS, run

GOOD = {
    "id": "1",
    "source": "a man cuts a tomato",
    "candidate": "a man slices a tomato",
    "references": ["a man is slicing a tomato"],
    "system": "free",
    "human": {"meaning": 4},
}
Refuse = Callable[..., str]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def refuse(here: Path, capsys: pytest.CaptureFixture[str]) -> Refuse:
    """Run a command that must refuse its input, and give the one line that it says."""

    def check(*arguments: str) -> str:
        before = {path: path.read_bytes() for path in here.iterdir() if path.is_file()}
        code = run(list(arguments))
        out, err = capsys.readouterr()
        assert code == 2
        assert out == ""
        assert err.count("\n") == 1
        assert err.startswith("likewise: ")
        assert err.strip().isprintable()
        assert "Traceback" not in err
        assert {path: path.read_bytes() for path in here.iterdir() if path.is_file()} == before
        return err.removeprefix("likewise: ").rstrip("\n")

    return check


def written(*rows: Any, name: str = "f.jsonl") -> str:
    """Rows as JSON lines in the current folder; a row of bytes goes in as it is."""
    with open(name, "wb") as stream:
        for row in rows:
            stream.write((row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n")
    return name


def without(field: str) -> dict[str, Any]:
    return {key: value for key, value in GOOD.items() if key != field}


EMPTY = ": is empty, expected JSON lines (one object a line)"
SURROGATE = "holds a lone surrogate (half of a character)"
CASES: list[tuple[str, list[Any], str]] = [
    ("empty file", [], EMPTY),
    ("blank file", [b"", b"  "], EMPTY),
    ("no JSON", [GOOD, b"{nope"], ":2: not valid JSON (Expecting property name"),
    ("no object", [[1]], ":1: expected a JSON object, found a list"),
    ("no id", [without("id")], ":1: field 'id': missing, expected a string"),
    ("no candidate", [GOOD, without("candidate")], ":2: field 'candidate': missing, expected a string"),
    ("wrong type", [{**GOOD, "candidate": 7}], ":1: field 'candidate': expected a string, found a number"),
    (
        "references as a string",
        [{**GOOD, "references": "a man"}],
        ":1: field 'references': expected a list of strings, found a string",
    ),
    ("no references", [without("references")], ":1: field 'references': missing or empty"),
    ("zero references", [{**GOOD, "references": []}], ":1: field 'references': missing or empty"),
    ("no source", [GOOD, {**without("source"), "id": "2"}], ":2: field 'source': missing"),
    ("invalid UTF-8", [GOOD, b'{"id": "\xff"}'], ":2: not valid UTF-8 (byte 0xff at column 9)"),
    ("NUL", [b'{"id": "\0"}'], ":1: NUL character at column 9"),
    ("escaped NUL", [{**GOOD, "source": "\0"}], ":1: field 'source': holds a NUL character"),
    ("surrogate", [{**GOOD, "candidate": "x\ud800"}], f":1: field 'candidate': {SURROGATE}"),
    ("surrogate in a list", [{**GOOD, "references": ["\udfff"]}], f":1: field 'references[0]': {SURROGATE}"),
    ("repeated id", [GOOD, GOOD], ":2: field 'id': the id '1' was already used on line 1"),
    ("NaN", [{**GOOD, "human": {"meaning": float("nan")}}], ":1: field 'human.meaning': expected"),
    ("infinity", [{**GOOD, "human": {"meaning": float("inf")}}], ":1: field 'human.meaning': expected"),
    ("1e999", [b'{"id": 1, "candidate": "a", "human": {"m": 1e999}}'], ":1: field 'human.m': expected"),
    ("bool rating", [{**GOOD, "human": {"meaning": True}}], ":1: field 'human.meaning': expected a number"),
    ("text rating", [{**GOOD, "human": {"meaning": "4"}}], ":1: field 'human.meaning': expected a number"),
]  # fmt: skip
READERS = {
    "score": ["score", "f.jsonl", "--segments", "out.jsonl", "--scores", "out.csv"],
    "compare": ["compare", "f.jsonl"],
    "judge": ["judge", "f.jsonl", "--human", "meaning", "--json"],
}


@pytest.mark.parametrize(("rows", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
@pytest.mark.parametrize("command", READERS)
def test_segments(refuse: Refuse, command: str, rows: list[Any], expected: str) -> None:
    written(*rows)
    assert refuse(*READERS[command]).startswith(f"f.jsonl{expected}")


@pytest.mark.parametrize("command", READERS)
def test_places_that_are_no_file(refuse: Refuse, here: Path, command: str) -> None:
    assert refuse(*READERS[command]) == "f.jsonl: no such file"
    Path("f.jsonl").mkdir()
    assert refuse(*READERS[command]) == "f.jsonl: is a folder, expected a file"


@pytest.mark.parametrize("command", READERS)
def test_broken_gzip(refuse: Refuse, command: str) -> None:
    Path("f.jsonl").write_bytes(gzip.compress(json.dumps(GOOD).encode() * 50)[:-9])
    assert refuse(*READERS[command]).startswith("f.jsonl:1: broken gzip data")


def test_an_old_output_file_survives(refuse: Refuse, here: Path) -> None:
    Path("out.jsonl").write_text("old")
    written(GOOD, b"{nope")
    refuse("score", "f.jsonl", "--segments", "out.jsonl")
    assert Path("out.jsonl").read_text() == "old"


def test_a_line_of_five_megabytes_is_scored(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written({**GOOD, "candidate": "a man slices a tomato " * 230_000})
    assert run(["score", "f.jsonl", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["n"] == 1
    assert err == ""


def test_a_line_of_seventeen_megabytes_is_refused(refuse: Refuse) -> None:
    written(GOOD, b" " * 17_000_000)
    assert refuse("score", "f.jsonl") == "f.jsonl:2: line longer than 16 MiB"


@pytest.mark.parametrize("candidate", ["", " \t", "\u3000"])
def test_an_empty_candidate_is_scored_with_a_warning(
    here: Path, capsys: pytest.CaptureFixture[str], candidate: str
) -> None:
    written(GOOD, {**GOOD, "id": "hole", "candidate": candidate})
    assert run(["score", "f.jsonl", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["n"] == 2
    assert err == "likewise: 1 candidate is empty and scored as such (first: segment 'hole')\n"


def test_references_are_not_missed_by_a_metric_without_them(here: Path) -> None:
    written(without("references"))
    assert run(["score", "f.jsonl", "--metrics", "pinc", "--json"]) == 0


def test_tables(refuse: Refuse) -> None:
    Path("f.csv").write_text("id,candidate\n1,a,b\n")
    assert refuse("score", "f.csv") == "f.csv:2: expected 2 columns as in the header, found 3"
    Path("f.csv").write_text("id,candidate,human.m\n1,a,NaN\n")
    assert refuse("score", "f.csv").startswith("f.csv:2: field 'human.m': expected a finite number")
    Path("f.csv").write_text("name,text\n1,a\n")
    assert refuse("score", "f.csv") == (
        "f.csv:1: field 'id': no column 'id' in the header (found 'name': is that it? "
        "And 'text' for candidate?)"
    )


def test_parallel_files(refuse: Refuse, here: Path) -> None:
    Path("c.txt").write_text("a\nb\n")
    Path("r.txt").write_text("a\n")
    both = ["--candidate", "c.txt", "--reference", "r.txt", "--metrics", "bleu"]
    assert refuse("score", *both) == "r.txt:2: ends after 1 lines, but c.txt goes on"
    assert "--source FILE" in refuse("score", "--candidate", "c.txt", "--metrics", "pinc")
    assert "--reference FILE" in refuse("score", "--candidate", "c.txt", "--metrics", "bleu")
    written(GOOD)
    assert "it goes with --candidate" in refuse("score", "f.jsonl", "--reference", "r.txt")
    assert "found both" in refuse("score", "f.jsonl", *both)
    assert "a file of segments, or --candidate" in refuse("score")
    assert "only one of the files" in refuse("score", "--candidate", "-", "--reference", "-")


def test_one_system_alone_cannot_be_compared(refuse: Refuse) -> None:
    written(GOOD, {**GOOD, "id": "2"})
    assert "field 'system': found only the system 'free'" in refuse("compare", "f.jsonl")


def test_compared_systems_need_names_and_the_same_ids(refuse: Refuse) -> None:
    written(without("system"))
    assert refuse("compare", "f.jsonl") == "f.jsonl:1: field 'system': missing, expected the system's name"
    written(GOOD, {**GOOD, "system": "b"}, {**GOOD, "system": "b", "id": "2"})
    assert "system 'free' lacks 1 of 2 ids ('2')" in refuse("compare", "f.jsonl")


def test_by_system_needs_systems(refuse: Refuse) -> None:
    written(GOOD, {**without("system"), "id": "2"})
    assert refuse("score", "f.jsonl", "--by", "system").startswith("f.jsonl:2: field 'system': missing")


def test_constant_scores_cannot_be_judged(refuse: Refuse) -> None:
    written(*({**GOOD, "id": n, "human": {"meaning": n}} for n in range(5)))
    assert "all 5 values of bleu are the same" in refuse("judge", "f.jsonl", "--human", "meaning")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--human", "all", "--human", "meaning"], "expected no other beside it"),
        (["--fit", "f"], "expected --human with one of meaning, dissimilarity, overall"),
        (["--human", "meaning", "--human", "overall", "--fit", "f"], "expected one --human"),
        (["--human", "meaning", "--thresholds", "0,x"], "expected numbers with commas"),
        (["--human", "meaning", "--draws", "2"], "--draws has no effect here: it goes with --curve"),
    ],
)
def test_criteria_and_options_of_judge(refuse: Refuse, words: list[str], told: str) -> None:
    assert told in refuse("judge", str(data.path("outputs.jsonl")), "--bootstrap", "0", *words)


def test_constant_ratings_cannot_be_judged(refuse: Refuse) -> None:
    written(*({**GOOD, "id": n, "candidate": "a man " * n} for n in range(1, 6)))
    assert "all 5 values of meaning are the same" in refuse("judge", "f.jsonl", "--human", "meaning")


def test_what_was_not_rated_cannot_be_judged(refuse: Refuse) -> None:
    written(GOOD)
    said = refuse("judge", "f.jsonl", "--human", "fluency")
    assert "field 'human.fluency': no segment was rated on 'fluency' (criteria found: meaning)" in said
    assert "at least 3 are needed" in refuse("judge", "f.jsonl", "--human", "meaning")


def test_tables_of_scores(refuse: Refuse) -> None:
    def said(text: str, *options: str) -> str:
        Path("s.csv").write_text(text)
        return refuse("agree", "s.csv", *options)

    assert "a single metric has nothing to agree with" in said("system,bleu\na,1\nb,2\nc,3\n")
    assert "at least 3 are needed" in said("system,bleu,ter\na,1,2\nb,2,3\n")
    assert said("system,bleu,ter\na,1,x\n") == "s.csv:2: field 'ter': expected a finite number, found 'x'"
    assert said("system,bleu,ter\na,1,NaN\n").startswith("s.csv:2: field 'ter': expected a finite number")
    assert said("system,bleu\na,1\na,2\n") == "s.csv:3: field 'system': system 'a' stands twice"
    assert said("") == "s.csv: is empty, expected a header line"
    good = "system,bleu,ter\na,1,4\nb,2,3\nc,5,1\n"
    assert "expected METRIC=NUMBER" in said(good, "--best", "ter")
    assert "no metric 'x' in the table" in said(good, "--best", "x=1")
    assert "--threshold" in said(good, "--threshold", "-1")


def test_patterns(refuse: Refuse) -> None:
    written({"source": "a"})
    assert refuse("dimple", "f.jsonl") == "f.jsonl:1: field 'paraphrase': missing"
    written({"source": "a", "paraphrase": "b", "rank": 1, "labels": [2]})
    assert refuse("dimple", "f.jsonl").startswith("f.jsonl:1: field 'labels[0]': expected 0 or 1")
    assert "'-k'" in refuse("dimple", "f.jsonl", "-k", "0")


def test_clusters(refuse: Refuse) -> None:
    written({"id": "1", "texts": ["a", {"worker": "w"}]})
    assert (
        refuse("score", "--clusters", "f.jsonl")
        == "f.jsonl:1: field 'texts[1].text': missing, expected a string"
    )
    written({"id": "1", "texts": ["a"]})
    assert "no cluster holds two texts" in refuse("score", "--clusters", "f.jsonl")
    assert "SEGMENTS has no place beside it" in refuse("score", "f.jsonl", "--clusters", "f.jsonl")


def test_an_id_that_is_not_there(refuse: Refuse) -> None:
    written(GOOD, {**GOOD, "system": "b"})
    assert refuse("explain", "f.jsonl", "--id", "9") == "f.jsonl: no segment has the id '9'"
    assert "choose one by its name (free, b; --system)" in refuse("explain", "f.jsonl", "--id", "1")
    assert "of system 'c'" in refuse("explain", "f.jsonl", "--id", "1", "--system", "c")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--metrics", "rouge"], "unknown metric 'rouge', expected one of bleu, pinc"),
        (["--metrics", ""], "no metric named"),
        (["--metrics", "bleu,"], "no metric named"),
        (["--metrics", "bleu,bleu"], "metric 'bleu' is named twice"),
        (["--set", "colour=red"], "no metric named here has the setting 'colour'"),
        (["--set", "chrf.order=2"], "no metric named here has the setting 'chrf.order'"),
        (["--set", "smooth"], "--set smooth: expected KEY=VALUE"),
        (["--set", "=floor"], "--set =floor: expected KEY=VALUE"),
        (["--set", "smooth=wild"], "setting smooth=wild is unknown, expected one of exp, floor"),
        (["--set", "order=two"], "setting order: 'two' does not fit"),
        (["--set", "order=0"], "order=0, expected 1 to 16"),
        (["--set", "normalise=nfx"], "setting normalise=nfx is unknown"),
        (["--set", "lowercase=maybe"], "setting lowercase: 'maybe' does not fit"),
        (["--tokenize", "klingon"], "unknown tokeniser 'klingon', expected one of 13a"),
        (["--by", "colour"], "--by colour: expected system"),
        (["--format", "xml"], "unknown format 'xml', expected one of jsonl, csv, tsv"),
        (["--bootstrap", "-1"], "--bootstrap"),
        (["--bootstrap", "many"], "--bootstrap"),
        (["--seed", "x"], "--seed"),
        (["--colour"], "No such option: --colour"),
        (["another.jsonl"], "unexpected extra argument"),
        (["--segments", "absent/out.jsonl"], "absent/out.jsonl: its folder does not exist"),
        (["--scores", "absent/out.csv"], "absent/out.csv: its folder does not exist"),
        (["--segments", "."], "is a folder, expected a file to write"),
        (["--segments", "f.jsonl/below"], "cannot be written (not a directory)"),
    ],
)
def test_options(refuse: Refuse, options: list[str], expected: str) -> None:
    written(GOOD)
    assert expected in refuse("score", "f.jsonl", *options)


@pytest.mark.parametrize("command", ["compare", "judge", "agree"])
def test_errors_found_after_reading_name_the_file(refuse: Refuse, command: str) -> None:
    written(*({**GOOD, "id": n} for n in range(4)))
    Path("s.csv").write_text("system,bleu\na,1\nb,2\nc,3\n")
    arguments = {
        "compare": ["f.jsonl"],
        "judge": ["f.jsonl", "--human", "meaning"],
        "agree": ["s.csv"],
    }[command]
    assert refuse(command, *arguments).startswith(f"{arguments[0]}: ")


@pytest.mark.parametrize("option", ["--segments", "--by", "--source", "--reference", "--format"])
def test_options_that_clusters_cannot_honour(refuse: Refuse, option: str) -> None:
    written({"id": "1", "texts": ["a b", "a c"]})
    value = {"--by": "system", "--format": "csv"}.get(option, "out")
    assert option in refuse("score", "--clusters", "f.jsonl", option, value)


def test_no_output_of_several_is_left_behind(refuse: Refuse) -> None:
    written(GOOD)
    refuse("score", "f.jsonl", "--segments", "out.jsonl", "--scores", "absent/out.csv")


def test_one_object_and_lines_cannot_share_standard_output(refuse: Refuse) -> None:
    written(GOOD)
    refuse("score", "f.jsonl", "--json", "--segments", "-")


def test_a_setting_that_is_no_number(refuse: Refuse) -> None:
    written(GOOD)
    refuse("score", "f.jsonl", "--set", "smooth=floor", "--set", "smooth_value=nan")


def test_the_tour_into_a_folder_that_is_not_there(refuse: Refuse) -> None:
    assert refuse("tour", "--report", "absent/r.html") == "absent/r.html: its folder does not exist"


@pytest.mark.parametrize("command", ["paint", "Score", "scores"])
def test_unknown_command(refuse: Refuse, command: str) -> None:
    assert refuse(command).startswith(f"No such command '{command}'")


@pytest.mark.parametrize("command", COMMANDS)
def test_unknown_option_of_every_command(refuse: Refuse, command: str) -> None:
    assert refuse(command, "--colour").startswith("No such option: --colour")


@pytest.mark.parametrize(
    ("arguments", "raw", "expected"),
    [
        (["score", "absent.jsonl"], b"", "absent.jsonl: no such file"),
        (["score", "-"], b"", "<stdin>: is empty, expected JSON lines (one object a line)"),
        (["score", "-"], b'{"id": 1}\n', "<stdin>:1: field 'candidate': missing, expected a string"),
        (["score", "-"], b"\xff\xfe", "<stdin>:1: is UTF-16, save the file as UTF-8"),
        (["paint"], b"", "No such command 'paint' (see likewise --help)"),
    ],
)
def test_the_program_itself(tmp_path: Path, arguments: list[str], raw: bytes, expected: str) -> None:
    command = [sys.executable, "-m", "likewise", *arguments]
    done = subprocess.run(command, input=raw, capture_output=True, cwd=tmp_path, timeout=300)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode() == f"likewise: {expected}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("output", ["--segments", "--scores", "--report"])
def test_an_input_is_never_overwritten(refuse: Refuse, output: str) -> None:
    written(GOOD)
    Path("link.jsonl").symlink_to("f.jsonl")
    before = Path("f.jsonl").read_bytes()
    for target in ("f.jsonl", "./f.jsonl", "link.jsonl"):
        assert (
            refuse("score", "f.jsonl", output, target)
            == f"{target}: is an input too, and would be overwritten"
        )
    assert Path("f.jsonl").read_bytes() == before
    Path("link.jsonl").unlink()


def test_two_outputs_need_two_files(refuse: Refuse) -> None:
    written(GOOD)
    assert "is named for two outputs" in refuse("score", "f.jsonl", "--segments", "x", "--scores", "./x")


def test_plain_text_is_recognised(refuse: Refuse) -> None:
    Path("f.txt").write_text("a man cuts a tomato\n")
    assert "plain text --candidate" in refuse("score", "f.txt")


def test_near_misses_are_named(refuse: Refuse) -> None:
    written({"id": "1", "candidate": "a", "source": "b", "gold": "c"})
    assert "(found 'gold': is that it?)" in refuse("score", "f.jsonl")
    assert "did you mean bleu?" in refuse("score", "f.jsonl", "--metrics", "BLEU")
