"""Analyses from files and parsers behind one interface, and what is said of broken ones."""

from __future__ import annotations

import gc
import json
import os
import stat
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from likewise.deep import Ace, Analysis, Item, Skipped, WebService, read_items, read_profile, sound
from likewise.errors import InputError, MissingPartError

Dog = dict[str, str]


def written(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_three_shapes_of_json_lines(tmp_path: Path, dog: Dog) -> None:
    halves = {"derivation": dog["derivation"], "mrs": dog["mrs"]}
    path = written(
        tmp_path / "items.jsonl",
        {"id": 7, **dog},
        {"id": "n", "text": dog["text"], "parses": [halves, {**halves, "score": -2.5}]},
        {"chapter": "c", "sentence": 3, "text": "No parse .", "parses": []},
    )
    gold, listed, none = read_items(path)
    assert (gold.id, gold.text, len(gold.analyses)) == ("7", dog["text"], 1)
    assert [analysis.score for analysis in listed.analyses] == [None, -2.5]
    assert none == Item("c/3", "No parse .")
    analysis = gold.analyses[0]
    assert analysis.tree().label == "sb-hd_mc_c"
    assert [node.predicate for node in analysis.dependencies.nodes] == ["_the_q", "_dog_n_1", "_bark_v_1"]
    assert analysis.parsed_derivation.is_root()


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"id": 1}, "field 'text': missing"),
        ({"id": 1, "text": "a"}, "field 'derivation': missing: an analysis needs"),
        ({"text": "a", "mrs": "x"}, "field 'id': missing"),
        (
            {"id": 1, "text": "a", "parses": {}},
            "field 'parses': expected a list of analyses, found an object",
        ),
        ({"id": 1, "text": "a", "parses": [3]}, r"field 'parses\[0\]': expected an object"),
        ({"id": 1, "text": "a", "mrs": 3}, "field 'mrs': expected a string"),
        ({"id": 1, "text": "a", "parses": [{"mrs": "x", "score": "y"}]}, "score': expected a number"),
    ],
)
def test_bad_rows(tmp_path: Path, row: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(read_items(written(tmp_path / "bad.jsonl", row)))


def broken(dog: Dog) -> dict[str, tuple[str, str]]:
    mrs = dog["mrs"]
    return {
        "syntax": (mrs[:-40], "broken MRS, expected SimpleMRS"),
        "empty": ("[ TOP: h0 RELS: < > HCONS: < > ]", "broken MRS: it has no predicates"),
        "cycle": (mrs.replace("h5 qeq h7", "h5 qeq h4"), "cyclic handles: h4 > h4"),
        "circle": (
            mrs.replace("LBL: h7 ARG0: x3", "LBL: h7 ARG0: x3 ARG1: h4"), "cyclic handles: h4 > h7 > h4"
        ),
        "offsets": (mrs.replace("_dog_n_1<4:7>", "_dog_n_1"), "missing offsets: predicate _dog_n_1"),
        "negative": (mrs.replace("<4:7>", "<-1:-1>"), "missing offsets: predicate _dog_n_1"),
        "beyond": (mrs.replace("<8:14>", "<8:15>"), r"wrong offsets: _bark_v_1<8:15> ends after the text"),
    }  # fmt: skip


@pytest.mark.parametrize("what", ["syntax", "empty", "cycle", "circle", "offsets", "negative", "beyond"])
def test_each_fault_of_an_mrs_is_told_in_one_line(dog: Dog, what: str) -> None:
    mrs, message = broken(dog)[what]
    with pytest.raises(InputError, match=message) as caught:
        Analysis(dog["text"], dog["derivation"], mrs).check()
    assert "\n" not in str(caught.value)


def test_broken_analyses_are_refused_or_left_out_and_counted(dog: Dog) -> None:
    good = Analysis(**dog)
    bad = Analysis(dog["text"], dog["derivation"], broken(dog)["cycle"][0])
    items = [Item("a", good.text, (good, bad)), Item("b", good.text, (bad,)), Item("c", good.text)]
    with pytest.raises(InputError, match="item a, analysis 2': cyclic handles"):
        list(sound(items))
    skipped = Skipped()
    kept = list(sound(items, skipped))
    assert [(item.id, len(item.analyses)) for item in kept] == [("a", 1), ("c", 0)]
    assert (len(skipped.complaints), skipped.items) == (2, 1)
    with pytest.raises(InputError, match="without derivation and MRS"):
        Analysis("x").check()


def test_a_top_that_points_nowhere_is_passed_over(dog: Dog) -> None:
    analysis = Analysis(dog["text"], dog["derivation"], dog["mrs"].replace("h0 qeq h1", "h0 qeq h99"))
    analysis.check()
    assert len(analysis.dependencies.nodes) == 3


def test_a_profile(tmp_path: Path, dog: Dog) -> None:
    (tmp_path / "relations").write_text(
        "item:\n  i-id :integer :key\n  i-input :string\n\n"
        "parse:\n  parse-id :integer :key\n  i-id :integer :key\n\n"
        "result:\n  parse-id :integer :key\n  result-id :integer\n  derivation :string\n  mrs :string\n"
    )
    (tmp_path / "item").write_text(f"10@{dog['text']}\n20@Nothing .\n")
    (tmp_path / "parse").write_text("1@10\n2@20\n")
    (tmp_path / "result").write_text(f"1@1@{dog['derivation']}@\n1@0@{dog['derivation']}@{dog['mrs']}\n")
    first, second = read_items(tmp_path)
    assert (first.id, [bool(a.mrs) for a in first.analyses]) == ("10", [True, False])
    assert second == Item("20", "Nothing .")
    first.analyses[0].check()
    with pytest.raises(InputError, match="is no profile"):
        list(read_profile(tmp_path / "absent"))


ANSWERING = """#!{python}
import sys
if "-V" in sys.argv:
    print("ACE version 0.9.34")
    sys.exit()
if "broken.dat" in " ".join(sys.argv):
    sys.exit(1)
for line in sys.stdin:
    if "dog" in line:
        print({answer!r})
    print("NOTE: 1 readings\\n\\n", flush=True)
"""
"""A program that talks as ACE does, and knows one sentence."""


# PyDelphin leaves the pipes of a program that ended to the garbage collector.
@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning", "ignore:subprocess:ResourceWarning")
def test_ace_and_what_may_be_missing(tmp_path: Path, dog: Dog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LIKEWISE_GRAMMAR", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingPartError, match="the parser ACE is not installed"):
        list(Ace().analyse(["A dog."]))
    program = tmp_path / "ace"
    quoted = {name: dog[name].replace('"', '\\"') for name in ("derivation", "mrs")}
    answer = '(:readings . 1) (:results . (((:derivation . "{derivation}") (:mrs . "{mrs}"))))'.format(
        **quoted
    )
    program.write_text(ANSWERING.format(python=sys.executable, answer=answer))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    with pytest.raises(InputError, match="no grammar for ACE is named: set LIKEWISE_GRAMMAR"):
        list(Ace().analyse(["A dog."]))
    with pytest.raises(InputError, match="no such grammar image"):
        list(Ace(str(tmp_path / "none.dat")).analyse(["A dog."]))
    for name in ("good.dat", "broken.dat"):
        (tmp_path / name).touch()
    monkeypatch.setenv("LIKEWISE_GRAMMAR", str(tmp_path / "good.dat"))
    known, unknown, nothing = Ace().analyse([f" {dog['text']} ", "A cat.", ""])
    assert known == Item("1", dog["text"], (Analysis(**dog),))
    assert (unknown.analyses, nothing.analyses) == ((), ())
    with pytest.raises(InputError, match="cannot work with this grammar image"):
        list(Ace(str(tmp_path / "broken.dat")).analyse(["A dog."]))
    gc.collect()


def test_a_service_must_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LIKEWISE_DELPHIN_SERVER", raising=False)
    with pytest.raises(InputError, match="no DELPH-IN web service is named: set LIKEWISE_DELPHIN_SERVER"):
        list(WebService().analyse(["A dog."]))
    with pytest.raises(InputError, match="begins with http://"):
        WebService("ftp://x").address()


@pytest.fixture
def service(dog: Dog) -> Iterator[str]:
    """A service that knows one sentence and answers all else with an error."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            known = "dog" in self.path and self.path.startswith("/rest/parse?")
            self.send_response(200 if known else 500)
            self.end_headers()
            results = [{"result-id": 0, "derivation": dog["derivation"], "mrs": dog["mrs"]}]
            self.wfile.write(json.dumps({"readings": 1, "results": results}).encode())

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/rest"
    server.shutdown()
    server.server_close()


def test_a_service_answers(service: str, dog: Dog) -> None:
    [item] = WebService(service).analyse([dog["text"]])
    assert item.analyses == (Analysis(**dog),)
    with pytest.raises(InputError, match="gives no analyses"):
        list(WebService(service).analyse(["A cat."]))


def test_nothing_heavy_is_imported_with_the_room() -> None:
    import subprocess

    code = "import sys, likewise.deep; print('delphin' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ})
    assert done.stdout.strip() == "False"
