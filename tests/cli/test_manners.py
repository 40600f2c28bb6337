"""How every command speaks: forms of tables, quiet and verbose, did you mean, completion, closed pipes."""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from likewise import data
from likewise.cli.main import COMMANDS, app, run
from likewise.cli.manners import FORMS, current
from likewise.cli.suggestion import nearest, suggested

Say = Callable[..., tuple[int, str, str]]
OUTPUTS, SCORES, PATTERNS = (data.path(name) for name in ("outputs.jsonl", "scores.csv", "patterns.jsonl"))


@pytest.fixture
def say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Say:
    """Run the program in an empty folder: exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    return lambda *words: (run([*words]), *capsys.readouterr())


def leaves() -> Iterator[tuple[str, Any]]:
    """Every command that does something, with its name."""
    program: Any = typer.main.get_command(app)
    for name in COMMANDS:
        one = program.get_command(None, name)
        if hasattr(one, "commands"):
            yield from ((f"{name} {sub}", found) for sub, found in one.commands.items())
        else:
            yield name, one


LEAVES = dict(leaves())


@pytest.mark.parametrize("name", LEAVES)
def test_every_command_has_the_shared_options_and_an_example(name: str) -> None:
    command = LEAVES[name]
    options = [option for param in command.params for option in param.opts]
    assert {"--quiet", "-q", "--verbose", "-v"} <= {*options}
    assert len(options) == len(set(options))
    assert "Example: " in (command.help or ""), "its help has no example"
    prints = {"print_table", "print_tables"} & {*inspect.unwrap(command.callback).__globals__}
    assert ("--show" in options) == bool(prints)
    if prints:
        assert "--json" in options


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "words",
    [
        ("score", OUTPUTS, "--by", "system"),
        ("compare", OUTPUTS, "--samples", "10", "-m", "bleu"),
        ("judge", OUTPUTS, "--human", "meaning", "--bootstrap", "0"),
        ("agree", SCORES),
        ("dimple", PATTERNS, "--bootstrap", "0"),
        ("diff", "He saw 3 cats.", "He saw 4 cats."),
        ("examples", "."),
        ("doctor",),
    ],
)
def test_show_gives_each_form(say: Say, words: tuple[str, ...], form: str) -> None:
    code, out, err = say(*words, "--show", form)
    assert code == 0, err
    if form == "json":
        assert isinstance(json.loads(out), dict)
    elif form == "markdown":
        assert "|---" in out
    elif form == "latex":
        assert r"\begin{tabular}" in out
        assert all(line[:1] in "\\%" or "&" in line for line in out.splitlines() if line), "text is a comment"
    elif form == "tsv":
        blocks = [block.split("\n") for block in out.strip("\n").split("\n\n")]
        assert all(len({line.count("\t") for line in block}) == 1 for block in blocks)
    else:
        # Signatures alone hold bars.
        assert not [
            line
            for line in out.splitlines()
            if "|" in line and "|likewise:" not in line and "|version:" not in line
        ]
        assert "│" not in out


def test_show_json_is_json(say: Say) -> None:
    _, shown, _ = say("agree", SCORES, "--show", "json")
    _, plain, _ = say("agree", SCORES, "--json")
    assert shown == plain


def test_forms_are_checked(say: Say) -> None:
    code, out, err = say("agree", SCORES, "--show", "latx")
    assert (code, out) == (2, "")
    assert err == (
        "likewise: --show latx: expected one of table, markdown, latex, tsv, json; did you mean latex?\n"
    )
    assert say("agree", SCORES, "--json", "--show", "tsv")[0] == 2
    assert say("negation", "resolve", "--show", "tsv")[0] == 2, "it prints no table"


def test_nothing_is_wrapped_where_no_terminal_is(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    _, out, _ = say("score", OUTPUTS, "--by", "system", "-m", "bleu,pinc,chrf,ter,wer", "--bootstrap", "10")
    assert len(out.splitlines()[1]) > 100
    assert [line.split()[0] for line in out.splitlines()[3:7]] == ["copycat", "swapper", "free", "broken"]
    _, out, _ = say("explain", OUTPUTS, "--id", "clip-07", "--system", "free")
    assert max(map(len, out.splitlines())) > 80


@pytest.mark.parametrize(
    "words", [("-h",), ("score", "-h"), ("negation", "-h"), ("negation", "resolve", "-h")]
)
def test_short_help(say: Say, words: tuple[str, ...]) -> None:
    code, out, _ = say(*words)
    assert code == 0
    assert "-h, --help" in out
    assert out == say(*words[:-1], "--help")[1]


def test_quiet_and_verbose(say: Say) -> None:
    words = ["score", OUTPUTS, "-m", "bleu", "--by", "system", "--scores", "table.csv"]
    assert say(*words)[2] == "likewise: wrote table.csv\n"
    assert say(*words, "-q")[2] == ""
    assert say("--quiet", *words)[2] == ""
    _, _, err = say(*words, "--verbose")
    assert err.startswith("likewise: wrote table.csv\nlikewise: took ")
    assert " s, version " in err
    assert say("-v", *words)[2].count("likewise: took ") == 1
    code, _, err = say("score", "absent.jsonl", "-v")
    assert code == 2
    assert "Traceback" in err
    assert "absent.jsonl: no such file" in err
    assert "Traceback" not in say("score", "absent.jsonl")[2]
    code, _, err = say("score", OUTPUTS, "-q", "-v")
    assert code == 2
    assert "--quiet and --verbose" in err


def test_quiet_keeps_what_may_make_a_number_wrong(say: Say) -> None:
    rows = [
        {"id": "1", "candidate": "", "references": ["a b"]},
        {"id": "2", "candidate": "a", "references": ["a"]},
    ]
    Path("f.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    _, _, err = say("score", "f.jsonl", "-m", "bleu", "--quiet")
    assert "1 candidate is empty" in err


def test_manners_last_for_one_command(say: Say) -> None:
    say("agree", SCORES, "--show", "tsv", "-q")
    say("agree", SCORES)
    assert (current().show, current().quiet) == ("table", False)


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (("scor",), "score"),
        (("jugde",), "judge"),
        (("negation", "reslve"), "resolve"),
        (("score", OUTPUTS, "--metrcs", "bleu"), "--metrics"),
        (("score", OUTPUTS, "--metrics", "belu"), "bleu"),
        (("score", OUTPUTS, "--tokenize", "whitespaces"), "whitespace"),
        (("score", OUTPUTS, "--set", "bleu.smooth=floo"), "floor"),
        (("diff", "a", "b", "--kinds", "negaton"), "negation"),
        (("diff", "a", "b", "--lang", "englsh"), "English"),
    ],
)
def test_did_you_mean(say: Say, words: tuple[str, ...], near: str) -> None:
    code, out, err = say(*words)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert re.search(rf"(?<![\w-]){near}\b", err.replace(f"'{words[-1]}'", ""))


def test_suggestions() -> None:
    assert nearest("Blue", ["bleu", "pinc"]) == "bleu"
    assert nearest("zebra", ["bleu", "pinc"]) is None
    assert suggested("--x: expected one of aaa, bbb") == "--x: expected one of aaa, bbb"
    assert suggested("expected one of krisp, best, found 'krips'").endswith("; did you mean krisp?")
    assert suggested("f.jsonl: no such file") == "f.jsonl: no such file"


def completed(words: str) -> list[str]:
    """What the shell offers after these words."""
    environment = {
        **os.environ, "_LIKEWISE_COMPLETE": "complete_bash", "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "likewise"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_the_shell_completes_commands_subcommands_and_options() -> None:
    assert completed("likewise sc") == ["score"]
    assert set(completed("likewise negation ")) == {"resolve", "train", "evaluate"}
    assert completed("likewise judge --hu") == ["--human", "--human-scores"]


class ClosedPipe:
    """A standard output whose reader has gone."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        raise BrokenPipeError(32, "Broken pipe")

    def flush(self) -> None:
        raise BrokenPipeError(32, "Broken pipe")

    def isatty(self) -> bool:
        return False


@pytest.mark.parametrize(
    "words",
    [
        ("score", OUTPUTS), ("compare", OUTPUTS, "--samples", "10"), ("agree", SCORES), ("dimple", PATTERNS),
        ("explain", OUTPUTS, "--id", "clip-07", "--system", "free"), ("metrics",),
        ("diff", "He saw 3 cats.", "He saw 4 cats."), ("doctor",),
        ("score", OUTPUTS, "--segments", "-"), ("score", OUTPUTS, "--json"),
        ("navigate", "map"), ("frames", "in.txt", "--json"), ("--help",),
    ],
)  # fmt: skip
def test_a_closed_pipe_is_no_error(say: Say, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    Path("in.txt").write_text("He saw a cat.\n", encoding="utf-8")
    monkeypatch.setattr("likewise.cli.main._silence", lambda: None)
    monkeypatch.setattr(sys, "stdout", ClosedPipe())
    assert run([*words]) == 0


def test_head_of_a_long_output(tmp_path: Path) -> None:
    lines = tmp_path / "rows.jsonl"
    row = {"candidate": "the dog barks at the man " * 9, "references": ["a dog barks"]}
    lines.write_text("".join(json.dumps({"id": str(n), **row}) + "\n" for n in range(3000)), encoding="utf-8")
    for arguments in (["--segments", "-", "-m", "bleu"],):
        process = subprocess.Popen(
            [sys.executable, "-m", "likewise", "score", str(lines), *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"{")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
        process.stderr.close()
