"""likewise parses study: its results, its files, remarks and complaints."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from likewise.cli.main import run
from likewise.metrics.parses import FORMATS

Say = Callable[..., tuple[str, str]]

NAMES = ["cat", "dog", "cow", "owl", "fox", "hen", "bee", "ant"]
SMALL = ("--features", "rules,pcfg,heads", "--sigmas", "0.1:10:3", "--folds", "2", "--bootstrap", "5")


def derivation(noun: str, shape: str) -> str:
    words = f'(the_1 0 1 ("the")) ({noun}_n1 1 2 ("{noun}"))'
    if shape == "flat":
        return f'(root (sb_c 0 3 {words} (runs_v1 2 3 ("runs"))))'
    return f'(root (sb-hd_mc_c 0 3 (sp-hd_n_c 0 2 {words}) (runs_v1 2 3 ("runs"))))'


@pytest.fixture
def say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Say:
    """Run `parses study` on a small treebank without MRSs; gives what it said."""
    monkeypatch.chdir(tmp_path)
    rows: list[dict[str, Any]] = []
    for noun in NAMES:
        parses = [{"derivation": derivation(noun, shape)} for shape in ("flat", "deep")]
        rows.append({"id": noun, "text": f"The {noun} runs.", "parses": parses})
    rows[2]["parses"].append({"derivation": "(broken"})
    rows.append(
        {"id": "lone", "text": "The gnu runs.", "parses": [{"derivation": derivation("gnu", "flat")}]}
    )
    Path("bank").mkdir()
    Path("bank/nbest.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    gold = ({"id": n, "text": f"The {n} runs.", "derivation": derivation(n, "deep")} for n in NAMES[:-1])
    Path("bank/gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in gold))

    def check(*arguments: str, code: int = 0) -> tuple[str, str]:
        capsys.readouterr()
        found = run(["parses", "study", *arguments])
        out, err = capsys.readouterr()
        assert found == code, err
        return out, err

    return check


def test_results_and_remarks(say: Say) -> None:
    out, err = say("--data", "bank", "--out", "out", *SMALL, "--json")
    found = json.loads(out)
    assert (found["parsers"], found["folds"], found["out"]) == (9, 2, "out")
    assert found["items"] == {
        "used": 7, "single": 1, "without_gold": 1, "broken_gold": 0, "too_few": 0, "unlike": 0,
    }  # fmt: skip
    assert set(found["best"]) == set(FORMATS["derivation"])
    assert found["best"]["LP"]["score"] == 100
    assert {"spearman_mean", "clusters", "against", "paper"} <= set(found)
    remarks = err.splitlines()
    assert "1 candidates and 0 gold analyses cannot be read" in remarks[0]
    assert "item cow, analysis 3: broken derivation" in remarks[0]
    assert remarks[1] == "likewise: 1 items have no gold analysis and were left out"
    small = (
        "ith 3 feature sets (fewer than 5) and 7 items (fewer than 300) correlations and clusters mean little"
    )
    assert remarks[-2] == f"likewise: w{small}"
    assert remarks[-1] == "likewise: wrote out/report.html"
    assert f"W{small}." in Path("out/report.html").read_text()
    kept = {key: value for key, value in found.items() if key != "out"}
    assert json.loads(Path("out/study.json").read_text()) == kept
    shown, again = say("--data", "bank/nbest.jsonl", "--gold", "bank/gold.jsonl", "--out", "out", *SMALL)
    assert "9 parsers, 7 items" in shown
    assert re.search(r"^likewise: replaced the results in out \(made 20.* UTC\)$", again, re.MULTILINE)
    assert "0.859" in shown


def test_sets_without_their_mrs_are_left_out(say: Say) -> None:
    _, err = say("--data", "bank", "--out", "out", *SMALL[2:], "--features", "rules,semantics,predicates")
    assert "2 feature sets look at the MRS" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--sigmas", "1:2"), "--sigmas 1:2: expected LOW:HIGH:COUNT, for example 0.001:1000:41"),
        (("--sigmas", "2:1:5"), "a grid needs 0 < lowest <= highest and at least one value"),
        (("--features", "rules,nonsense"), "template 'nonsense': unknown 'nonsense'"),
        (("--features", "rules,nonsense"), "; or a set: pcfg, rules, "),
        (("--features", ","), "--features: expected some of pcfg, rules"),
        (("--folds", "1"), "Invalid value for '--folds'"),
        (("--gold", "absent"), "absent: no such file"),
        (("--heads", "bank/gold.jsonl"), "bank/gold.jsonl:1: expected: rule"),
        (("--items", "1"), "Invalid value for '--items'"),
    ],
)
def test_complaints_come_before_work_and_in_one_line(
    say: Say, arguments: tuple[str, ...], message: str
) -> None:
    out, err = say("--data", "bank", "--out", "out", *arguments, code=2)
    assert out == ""
    assert message in err
    assert err.count("\n") == 1
    assert not Path("out").exists()


def test_an_existing_folder_of_something_else_is_left_alone(say: Say) -> None:
    before = sorted(Path("bank").iterdir())
    _, err = say("--data", "bank", "--out", "bank", code=2)
    assert "holds no study" in err
    assert sorted(Path("bank").iterdir()) == before
