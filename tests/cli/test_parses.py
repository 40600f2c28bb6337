"""likewise parses score: four formats, pairing, missing parses, reasons, complaints."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from likewise.cli.main import run
from likewise.metrics.parses import FORMATS, METRICS

Say = Callable[..., tuple[str, str]]

GOLD = """( (S (NP-SBJ (NNS Dogs))
     (VP (VBP bark))))

( (S (NP (NNS Cats)) (VP (VBP sleep))))
"""
FOUND = "(TOP (S (NP (NNS Dogs)) (VP (VBP bark))))\n()\n"

DERIVATION = '(root_strict (sb-hd_mc_c 0 2 (hdn_bnp_c 0 1 (dog_n1 0 1 ("dogs"))) (bark_v1 1 2 ("bark"))))'
MRS = """[ TOP: h0 INDEX: e2 [ e TENSE: pres ] RELS: < [ udef_q<0:4> LBL: h4 ARG0: x3 RSTR: h5 BODY: h6 ]
 [ _dog_n_1<0:4> LBL: h7 ARG0: x3 ] [ _bark_v_1<5:9> LBL: h1 ARG0: e2 ARG1: x3 ] >
 HCONS: < h0 qeq h1 h5 qeq h7 > ]""".replace("\n", "")


@pytest.fixture
def say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Say:
    """Run `parses score` on gold and system, given as text; gives what it said."""
    monkeypatch.chdir(tmp_path)

    def check(gold: str, system: str, *arguments: str, code: int = 0) -> tuple[str, str]:
        Path("gold").write_text(gold, encoding="utf-8")
        Path("system").write_text(system, encoding="utf-8")
        capsys.readouterr()
        found = run(["parses", "score", "--gold", "gold", "--system", "system", *arguments])
        out, err = capsys.readouterr()
        assert found == code, err
        return out, err

    return check


def item(identity: str, **fields: object) -> str:
    return json.dumps({"id": identity, "text": "Dogs bark.", **fields}) + "\n"


def test_penn_brackets(say: Say) -> None:
    out, err = say(GOLD, FOUND, "--json")
    found = json.loads(out)
    assert (found["n"], found["missing"]) == (2, 1)
    assert found["metrics"] == {**dict.fromkeys(FORMATS["ptb"], 50.0), "AXB": 0.0}
    assert err == "likewise: 1 of 2 sentences have no parse and score 0 (the best AXB)\n"
    assert "LP" in say(GOLD, FOUND)[0]
    assert json.loads(say(GOLD, FOUND, "--functions", "--json")[0])["metrics"]["LP"] == pytest.approx(100 / 3)


@pytest.mark.parametrize("system", [FOUND.replace("()", ""), FOUND.replace("()\n", "\n\n"), FOUND + "\n"])
def test_blank_lines_are_missing_parses_or_keep_apart(say: Say, system: str) -> None:
    assert json.loads(say(GOLD, system, "--json")[0])["missing"] == 1
    both = FOUND.split("\n")[0] + "\n\n(S (NP (NNS Cats)) (VP (VBP sleep)))\n\n"
    assert json.loads(say(GOLD, both, "--json")[0])["metrics"]["ETM"] == 100


def test_deep_analyses_give_all_fourteen(say: Say) -> None:
    gold = item("1", derivation=DERIVATION, mrs=MRS) + item("2", derivation=DERIVATION, mrs=MRS)
    tied = [
        {"derivation": DERIVATION, "mrs": MRS},
        {"derivation": DERIVATION.replace("dog_n1", "dog_n2"), "mrs": MRS},
    ]
    out, err = say(gold, item("2", parses=tied) + item("3", parses=tied), "--json")
    found = json.loads(out)
    assert list(found["metrics"]) == list(METRICS)
    assert (found["n"], found["missing"]) == (2, 1)
    # One of two ties has the gold lexeme: half, of which half is missing.
    assert (found["metrics"]["ETM"], found["metrics"]["LNM"], found["metrics"]["EMM"]) == (25, 37.5, 50)
    assert "1 sentences of the system are not in the gold file" in err
    scored = [{**tied[0], "score": 1.0}, {**tied[1], "score": 2.0}]
    assert json.loads(say(gold, item("1", parses=scored), "--json")[0])["metrics"]["ETM"] == 0
    only = json.loads(say(gold, gold, "--format", "mrs", "--json")[0])["metrics"]
    assert only == dict.fromkeys(FORMATS["mrs"], 100.0)


def test_plain_lines_of_derivations_and_mrs(say: Say) -> None:
    found = json.loads(say(f"{DERIVATION}\n{DERIVATION}\n", f"{DERIVATION}\n\n", "--json")[0])
    assert (found["missing"], list(found["metrics"])) == (1, list(FORMATS["derivation"]))
    found = json.loads(say(f"{MRS}\n", f"{MRS.replace('pres', 'past')}\n", "--json")[0])
    assert found["metrics"]["EMM"] == 0 < found["metrics"]["LED"] < 100
    found = json.loads(say(f"{MRS}\n", f"{MRS.replace('pres', 'past')}\n", "--no-properties", "--json")[0])
    assert found["metrics"]["EMM"] == found["metrics"]["LED"] == 100


def conllu(identity: str, relation: str = "nsubj") -> str:
    rows = [f"1\tDogs\t_\tNOUN\t_\t_\t2\t{relation}\t_\t_", "2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_"]
    return "\n".join([f"# sent_id = {identity}", *rows, "", ""])


def test_conllu_is_paired_by_id(say: Say) -> None:
    out, _ = say(conllu("a") + conllu("b"), conllu("c") + conllu("b", "obj"), "--json")
    found = json.loads(out)
    assert found["signature"].startswith("parses|format:conllu|punctuation:yes|likewise:")
    assert (found["n"], found["missing"]) == (2, 1)
    assert found["metrics"] == {"LSD": 25, "USD": 50, "POS": 50}


def test_heads_of_rules(say: Say) -> None:
    Path("rules.hds").write_text("sb-hd_mc_c 2 0\n", encoding="utf-8")
    out, _ = say(DERIVATION, DERIVATION, "--heads", "rules.hds", "--explain", "1", "--json")
    assert json.loads(out)["parses"][0]["scores"]["LSD"] == 100


def test_each_sentence_with_its_reasons(say: Say) -> None:
    wrong = FOUND.replace("()", "(S (NP (NNS Cats) (VBP sleep)))")
    say(GOLD, wrong, "--segments", "why.jsonl")
    first, second = map(json.loads, Path("why.jsonl").read_text(encoding="utf-8").splitlines())
    assert (first["id"], first["scores"]["ETM"], first["crossed"]) == ("1", 100, [])
    assert [row["label"] for row in second["brackets"]["missed"]] == ["NP", "VP"]
    out, _ = say(GOLD, wrong, "--explain", "2")
    assert "missed  [VP sleep]" in out
    assert say(GOLD, FOUND, "--explain", "2")[0] == "no parse: every metric is 0\n"
    assert "no sentence has this id" in say(GOLD, FOUND, "--explain", "9", code=2)[1]


def test_reasons_for_people(say: Say) -> None:
    other = DERIVATION.replace("dog_n1", "dog_n2").replace("sb-hd_mc_c", "hd-cmp_u_c")
    gold = item("1", derivation=DERIVATION, mrs=MRS)
    out, _ = say(gold, item("1", derivation=other, mrs=MRS.replace("ARG1", "ARG2")), "--explain", "1")
    for line in (
        "missed  dogs < bark  (sb-hd_mc_c)",
        "wrong  bark < dogs  (hd-cmp_u_c)",
        "missed  <5:9> ARG1 <0:4>",
        "word  dogs: entry dog_n1, found dog_n2",
    ):
        assert line in out.splitlines()


@pytest.mark.parametrize(
    ("gold", "system", "arguments", "said"),
    [
        (
            GOLD,
            FOUND + FOUND,
            (),
            "system: 4 parses, but 2 in gold; write () or a blank line for a missing one",
        ),
        (GOLD, FOUND, ("--format", "tree"), "--format tree: expected one of ptb, conllu, derivation, mrs"),
        (GOLD, FOUND, ("--metrics", "emm"), "EMM cannot be had from these files"),
        (GOLD, "(S (NP", (), "system:1: a bracket is opened here and never closed"),
        ("()\n()\n", FOUND, (), "gold: holds no parse"),
        ("dogs\n", FOUND, (), "gold:1: is in none of the formats"),
        (DERIVATION, "(root_strict (", (), "system:1: broken derivation"),
        (MRS, "[ TOP: ", (), "system:1: broken MRS"),
        (conllu("a"), conllu("b"), (), "system: no sentence has an id of gold"),
        (
            GOLD,
            FOUND,
            ("--skip-broken",),
            "goes with --format derivation or mrs, the format here is ptb",
        ),
    ],
)
def test_refused(say: Say, gold: str, system: str, arguments: tuple[str, ...], said: str) -> None:
    out, err = say(gold, system, *arguments, code=2)
    assert out == ""
    assert err.count("\n") == 1
    assert said in err


def test_a_broken_analysis_scores_nothing_and_is_named(say: Say) -> None:
    whole, bad = {"derivation": DERIVATION, "mrs": MRS}, {"derivation": DERIVATION, "mrs": "[ TOP: "}
    gold = "".join(item(name, **whole) for name in "1234")
    system = (
        item("1", **whole)
        + item("2", parses=[{**bad, "score": 2.0}, {**whole, "score": 1.0}])  # the second best is no way out
        + item("3", parses=[bad, whole])
        + item("9", **bad)  # not in the gold file
    )
    assert "field 'item 2': broken MRS" in say(gold, system, code=2)[1]
    out, err = say(gold, system, "--skip-broken", "--segments", "why.jsonl", "--json")
    found = json.loads(out)
    # Item 2 is broken, item 4 is missing, half of item 3 is right.
    assert (found["n"], found["missing"]) == (4, 2)
    assert found["metrics"] == {**dict.fromkeys(METRICS, 37.5), "AXB": 0.0}
    assert [row["file"] for row in found["broken"]] == ["system"] * 2
    assert [row["where"] for row in found["broken"]] == ["item 2", "item 3"]
    assert found["broken"][0]["message"].startswith("broken MRS")
    assert found["broken_gold"] == []
    assert "broken analyses of the system (scored 0), 2: item 2, item 3; the first, system item 2: " in err
    rows = [json.loads(line) for line in Path("why.jsonl").read_text(encoding="utf-8").splitlines()]
    assert ["triples" in row for row in rows] == [True, False, True, False]
    assert json.loads(say(gold, gold, "--json")[0]).keys() == found.keys() - {"broken", "broken_gold"}


def test_a_broken_gold_analysis_is_left_out(say: Say) -> None:
    gold = item("1", parses=[{"derivation": "(root"}, {"derivation": DERIVATION}]) + item("2", derivation="(")
    system = item("1", derivation=DERIVATION) + item("2", derivation=DERIVATION)
    out, err = say(gold, system, "--skip-broken", "--json")
    found = json.loads(out)
    assert (found["n"], found["metrics"]["ETM"]) == (1, 100)
    assert [row["where"] for row in found["broken_gold"]] == ["item 1", "item 2"]
    assert "broken analyses of gold, 2: item 1, item 2; the first, gold item 1: " in err
    lines = "\n".join(["(root", *[DERIVATION] * 2])
    # The first gold line cannot tell the format.
    skip = ("--skip-broken", "--format", "derivation", "--json")
    found = json.loads(say(lines, "\n".join([DERIVATION, *["(root"] * 2]), *skip)[0])
    assert (found["n"], found["missing"]) == (2, 2)
    where = [[row["where"] for row in found[key]] for key in ("broken", "broken_gold")]
    assert where == [["line 2", "line 3"], ["line 1"]]
    lines, many = (f"{one}\n" * 12 for one in (DERIVATION, "(root"))
    assert "line 10 and 2 more; the first, system line 1: " in say(lines, many, "--skip-broken")[1]


def test_gold_without_a_parse_is_left_out(say: Say) -> None:
    out, err = say("()\n" + GOLD.split("\n\n")[1], FOUND.replace("()", FOUND[:-4]), "--json")
    assert json.loads(out)["n"] == 1
    assert "1 gold sentences have no parse that can be read and were left out" in err


def test_other_words_are_told(say: Say) -> None:
    err = say(GOLD, FOUND.replace("Dogs", "Frogs"))[1]
    assert "1 of 2 sentences do not have the words of the gold sentence" in err
