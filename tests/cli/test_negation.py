"""likewise negation: a filter, training, scores."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from likewise.cli.main import run
from likewise.negation import Negation, Part, Resolver, Sentence, conll
from likewise.negation.samples import embedded_sentences
from parts import needs_encoder


def test_resolve_is_a_filter(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    text = b"He did not answer.\n\nShe sings.\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
    assert run(["negation", "resolve", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 3
    one = rows[0]["negations"][0]
    assert (one["cue"], one["scope"], one["event"]) == ([2], [0, 1, 3], [3])
    assert rows[0]["method"] == "own trees"
    assert one["method"] == "best"
    assert len(one["reasons"]) == 3
    assert [row["method"] for row in rows[1:]] == ["no cue", "no cue"]


def test_an_empty_input_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b""), encoding="utf-8"))
    assert run(["negation", "resolve"]) == 0
    assert capsys.readouterr() == ("", "likewise: <stdin>: nothing to read\n")


def test_train_and_evaluate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = tmp_path / "gold.conll"
    conll.dump(embedded_sentences()[:60], gold)
    model = str(tmp_path / "model")
    assert run(["negation", "train", "--data", str(gold), "--out", model, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sentences"] == 60
    other = tmp_path / "other.conll"
    conll.dump(embedded_sentences()[60:80], other)
    trained = ["negation", "train", "--data", str(gold), "--out", model, "--more", str(other), "--json"]
    assert run([*trained, "--more", str(other)]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["sentences"] == 100
    assert "replaced" in err
    assert run([*trained, "--more", str(tmp_path / "absent.conll")]) == 2
    assert "absent.conll" in capsys.readouterr().err
    asked = ["negation", "evaluate", "--gold", str(gold)]
    assert run([*asked, "--model", model, "--gold-cues", "--raw", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["cues"]["f1"] == 100.0
    assert found["scopes"]["f1"] > 90
    assert found["sentences_per_second"] > 0
    assert run([*asked, "--system", str(gold)]) == 0
    assert "100.00" in capsys.readouterr().out


def test_bad_input_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = tmp_path / "gold.conll"
    conll.dump(embedded_sentences()[:2], gold)
    assert run(["negation", "evaluate", "--gold", str(gold), "--method", "x"]) == 2
    expected = "--method x: expected one of best, ranker, tagger, crawler, crawler-n, crawler-p, combined"
    assert expected in capsys.readouterr().err
    assert run(["negation", "evaluate", "--gold", str(tmp_path / "none")]) == 2
    assert run(["negation", "evaluate", "--gold", str(gold), "--model", str(tmp_path)]) == 2
    assert run(["negation", "train", "--data", str(gold), "--out", str(tmp_path)]) == 2


DIDNT = "He did not go ."
TREE = (
    '(root_strict (sb-hd_mc_c 0 4 (he 0 1 ("he")) (hd-cmp_u_c 1 4 (did1_pos 1 2 ("did")) '
    '(aj-hd_scp_c 2 4 (not 2 3 ("not")) (go_v1 3 4 ("go."))))))'
)
MRS = (
    "[ TOP: h1 INDEX: e2 RELS: < [ pron<0:2> LBL: h3 ARG0: x4 ] [ neg<7:10> LBL: h5 ARG0: e6 ARG1: h7 ] "
    "[ _go_v_1<11:15> LBL: h8 ARG0: e2 ARG1: x4 ] > HCONS: < h1 qeq h5 h7 qeq h8 > ]"
)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("negation") / "model"
    Resolver.fit(embedded_sentences()[:60]).save(folder)
    return str(folder)


class Asked:
    """`negation resolve --json` over one line with parses; its one answer."""

    def __init__(
        self,
        model: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        self.model, self.file = model, tmp_path / "parses.jsonl"
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def run(self, line: str, *options: str) -> int:
        stdin = io.TextIOWrapper(io.BytesIO(f"{line}\n".encode()), encoding="utf-8")
        self.monkeypatch.setattr(sys, "stdin", stdin)
        return run(["negation", "resolve", "--model", self.model, "--parses", str(self.file), *options])

    def answer(
        self, line: str, parses: list[dict[str, Any]], method: str = "crawler", text: str = ""
    ) -> dict[str, Any]:
        self.file.write_text(json.dumps({"id": "1", "text": text or line, "parses": parses}) + "\n")
        assert self.run(line, "--method", method, "--json") == 0
        found: dict[str, Any] = json.loads(self.capsys.readouterr().out)
        return found

    def only(self, line: str, parses: list[dict[str, Any]], method: str = "crawler") -> dict[str, Any]:
        (one,) = self.answer(line, parses, method)["negations"]
        assert isinstance(one, dict)
        return one


@pytest.fixture
def asked(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Asked:
    return Asked(model, tmp_path, monkeypatch, capsys)


def parse(mrs: str = MRS, tree: str = TREE) -> dict[str, Any]:
    return {"mrs": mrs, "derivation": tree, "score": -20.0}


def test_the_crawler_answers_with_its_reasons(asked: Asked) -> None:
    one = asked.only(DIDNT, [parse()])
    assert (one["method"], one["scope"], one["event"]) == ("crawler", [0, 1, 3], [3])
    assert one["reasons"] == ["ARG1 of _go_v_1", "auxiliary of 'go.'", "ARG1 of neg"]
    assert 0.2 < one["trust"] <= 1
    assert asked.only(DIDNT, [parse()], "combined")["scope"] == [0, 1, 3]


@pytest.mark.parametrize(
    ("name", "mrs", "tree", "silent"),
    [
        ("broken MRS", "[ TOP: h1", TREE, "broken MRS, expected SimpleMRS"),
        ("broken derivation", MRS, "(root_strict (he", "broken derivation"),
        ("cyclic handles", MRS.replace("h7 qeq h8", "h7 qeq h5"), TREE, "cyclic handles: h5 > h5"),
        ("missing offsets", MRS.replace("neg<7:10>", "neg"), TREE, "missing offsets: predicate neg"),
        ("wrong offsets", MRS.replace("<11:15>", "<11:99>"), TREE, "wrong offsets: _go_v_1<11:99>"),
        ("no derivation", MRS, "", "the reading has no derivation"),
        ("another word", MRS.replace("neg<", "_note_n_1<"), TREE, "no predication stands on the cue"),
    ],
)
def test_what_is_wrong_with_a_reading_is_said(
    name: str, mrs: str, tree: str, silent: str, asked: Asked
) -> None:
    one = asked.only(DIDNT, [parse(mrs, tree)])
    assert (one["method"], one["scope"], one["reasons"]) == ("none", [], [])
    assert silent in one["silent"]
    behind = asked.only(DIDNT, [parse(mrs, tree)], "crawler-p")
    assert behind["method"] == "ranker"
    assert behind["silent"] == one["silent"]


def test_overlapping_tokens(asked: Asked) -> None:
    over = MRS.replace("pron<0:2>", "pron<0:6>").replace("neg<7:10>", "neg<7:12>")
    one = asked.only(DIDNT, [parse(over), parse()])
    assert (one["method"], one["scope"]) == ("crawler", [0, 1, 3])
    alone = asked.only(DIDNT, [parse(over)])
    assert (alone["method"], alone["silent"]) == ("none", "no predication stands on the cue")
    crossing = TREE.replace("did1_pos 1 2", "did1_pos 1 3").replace("(not 2 3", "(not 1 3")
    assert asked.only(DIDNT, [parse(tree=crossing)])["scope"] == [0, 1, 3]


def test_a_sentence_of_two_hundred_words(asked: Asked) -> None:
    size = 200
    line = " ".join(["Not", *["tick"] * size])
    eps = (
        f"[ _tick_v_1<{4 + 5 * i}:{8 + 5 * i}> LBL: h{3 + i} ARG0: e{3 + i} ARG1: h{4 + i} ]"
        for i in range(size)
    )
    mrs = f"[ TOP: h1 INDEX: e2 RELS: < [ neg<0:3> LBL: h2 ARG0: e1 ARG1: h3 ] {' '.join(eps)} > HCONS: < > ]"
    tree = f'(tick_v1 {size} {size + 1} ("tick"))'
    for i in reversed(range(1, size)):
        tree = f'(hd-cmp_u_c {i} {size + 1} (tick_v1 {i} {i + 1} ("tick")) {tree})'
    tree = f'(root_strict (aj-hd_scp_c 0 {size + 1} (not 0 1 ("not")) {tree}))'
    asked.file.write_text(json.dumps({"id": "1", "text": line, "parses": [parse(mrs, tree)]}) + "\n")
    assert asked.run(line, "--method", "crawler", "--threshold", "0", "--json") == 0
    (one,) = json.loads(asked.capsys.readouterr().out)["negations"]
    assert one["scope"] == list(range(1, size + 1))


def test_no_cue_and_no_parse(asked: Asked) -> None:
    assert asked.answer("He went .", [parse()], text=DIDNT) == {
        "tokens": ["He", "went", "."], "negations": [], "method": "no cue",
    }  # fmt: skip
    (one,) = asked.answer("She did not go .", [parse()], text=DIDNT)["negations"]
    assert "the sentence was not parsed" in one["silent"]
    assert asked.only(DIDNT, [])["silent"] == "the parser found no reading"
    assert asked.run("She did not go .", "--method", "crawler") == 0
    assert "line 1: no scope, the sentence was not parsed" in asked.capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "options", "said"),
    [
        ('{"text": 3}', ("--method", "crawler"), "parses.jsonl:1: "),
        ("{", ("--method", "combined"), "parses.jsonl:1: "),
        ("", ("--method", "crawler-p", "--threshold", "2"), "--threshold 2: expected a number from 0 to 1"),
        ("", ("--threshold", "0.5"), "--threshold goes with --method crawler or crawler-p"),
        ("", ("--method", "crawler", "--selector", "nowhere"), "nowhere"),
    ],
)
def test_files_that_cannot_be_read_are_one_line(
    content: str, options: tuple[str, ...], said: str, asked: Asked
) -> None:
    asked.file.write_text(content)
    assert asked.run(DIDNT, *options) == 2
    error = asked.capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1


def test_the_crawler_needs_parses(model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = tmp_path / "gold.conll"
    conll.dump(embedded_sentences()[:2], gold)
    asked = ["negation", "evaluate", "--gold", str(gold), "--model", model]
    assert run([*asked, "--method", "combined"]) == 2
    assert (
        "--method combined needs deep analyses of the sentences: add --parses FILE" in capsys.readouterr().err
    )
    assert run([*asked, "--selector", "x"]) == 2
    assert run([*asked, "--system", str(gold), "--parses", str(gold)]) == 2
    assert run(["negation", "resolve", "--method", "crawler"]) == 2


def test_evaluate_with_parses(model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scope = (Part(0, "He"), Part(1, "did"), Part(3, "go"))
    sentence = Sentence(tuple(DIDNT.split()), chapter="a", number="7").with_negations(
        [Negation((Part(2, "not"),), scope)]
    )
    gold, parses = tmp_path / "gold.conll", tmp_path / "parses.jsonl"
    conll.dump([sentence], gold)
    parses.write_text(json.dumps({"chapter": "a", "sentence": 7, "text": DIDNT, "parses": [parse()]}) + "\n")
    asked = ["negation", "evaluate", "--gold", str(gold), "--model", model, "--gold-cues"]
    assert run([*asked, "--method", "crawler", "--parses", str(parses), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["scopes"]["f1"] == found["tokens"]["f1"] == 100.0
    assert found["methods"] == {"crawler": 1}
    assert run([*asked, "--method", "crawler", "--parses", str(parses), "--threshold", "1"]) == 0
    assert "scopes found by none 1" in " ".join(capsys.readouterr().out.split())


def test_options_that_the_method_does_not_use_are_noted(asked: Asked) -> None:
    asked.file.write_text(json.dumps({"id": "1", "text": DIDNT, "parses": [parse()]}) + "\n")
    read = "crawler, crawler-n, crawler-p and combined read it"
    for method in ("best", "ranker", "tagger"):
        assert asked.run(DIDNT, "--method", method) == 0
        assert asked.capsys.readouterr().err == (
            f"likewise: --parses is not used by --method {method}; {read}\n"
        )
    assert asked.run(DIDNT, "--selector", "nowhere") == 0
    assert "--parses and --selector are not used by --method best" in asked.capsys.readouterr().err
    assert asked.run(DIDNT, "--method", "combined") == 0
    assert "not used" not in asked.capsys.readouterr().err


@needs_encoder
def test_the_encoder_is_told_where_it_takes_part(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = tmp_path / "gold.conll"
    asked = ["negation", "evaluate", "--gold", str(gold), "--json"]
    for trees, method, heard in (
        (False, "ranker", True),  # by the trees that it draws
        (True, "ranker", False),
        (True, "tagger", True),
    ):
        sentences = embedded_sentences()[:2]
        if trees:
            sentences = [replace(s, syntax=("(S*", *["*"] * (len(s.words) - 2), "*)")) for s in sentences]
        conll.dump(sentences, gold)
        assert run([*asked, "--encoder", "--method", method]) == 0
        out, err = capsys.readouterr()
        assert json.loads(out)["encoder"] is heard
        said = "likewise: --encoder takes no part in --method ranker with given trees\n"
        assert err == ("" if heard else said)
