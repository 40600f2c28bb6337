"""May a judge take the place of a person: verdicts, judges that never look, metrics, commands."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas
import pytest

import likewise as lw
from likewise.cli.main import run
from likewise.data import copy_examples
from likewise.evaluate import ReplacementSettings, judge_replacement
from likewise.judging import alternative_annotator_test


@pytest.fixture(scope="module")
def ratings(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("examples")
    copy_examples(str(folder))
    return str(folder / "ratings.csv")


@pytest.fixture(scope="module")
def three_raters() -> list[lw.Segment]:
    """The outputs with a third rater, who says what one of the two says."""
    outputs = lw.data.outputs()[:120]
    rng = np.random.default_rng(1)
    return [
        replace(one, human={**one.human, "meaning@c": one.human[f"meaning@{rng.choice(['a', 'b'])}"]})
        for one in outputs
    ]


def test_a_rater_who_is_no_person(ratings: str) -> None:
    rows = list(lw.read_ratings(ratings))
    found = lw.alt_test(rows, "meaning", "model")
    judge = found.judges["model"]
    table = {
        name: [row.value for row in rows if (row.rater, row.criterion) == (name, "meaning")]
        for name in ("anna", "ben", "cleo", "model")
    }
    verdicts = table.pop("model")
    assert judge.test == alternative_annotator_test(table, verdicts)
    assert found.raters == ("anna", "ben", "cleo")
    assert judge.verdict.startswith("model: may take the place of a person, it holds against 3 of 3 people")
    assert all(rate < 0.5 for rate, _ in found.ignorant.values())


def test_where_one_that_never_looks_passes_too_there_is_no_verdict(ratings: str) -> None:
    found = lw.alt_test(list(lw.read_ratings(ratings)), "english", ["model"])
    assert found.judges["model"].test.passed
    assert found.ignorant["always yes"] == (1.0, pytest.approx(1.0))
    assert "no verdict" in found.judges["model"].verdict
    assert "so does one that never looks (always yes)" in found.judges["model"].verdict


def test_metrics_are_brought_to_the_scale(three_raters: list[lw.Segment]) -> None:
    judged = lw.judge(three_raters, "meaning", "bleu,pinc", bootstrap=50, replace=True, epsilon=0.1)
    found = judged.replacement
    assert found is not None
    assert list(found.judges) == ["bleu", "pinc"]
    bleu = found.judges["bleu"]
    assert bleu.scale == "quantile of the other items"
    assert bleu.test.epsilon == 0.1
    assert bleu.test.advantage > max(0.5, found.judges["pinc"].test.advantage)
    assert bleu.verdict.startswith("bleu: may not take the place of a person")
    assert "May it take the place of a person?" in judged.to_markdown()
    plain = lw.judge(three_raters, "meaning", "bleu", bootstrap=0, replace=True, mapping="none").replacement
    assert plain is not None
    assert plain.judges["bleu"].scale == "as it is"
    assert plain.judges["bleu"].test.advantage == 0


def test_two_raters_allow_no_verdict() -> None:
    judged = lw.judge(lw.data.outputs(), "meaning", "chrf", bootstrap=0, replace=True)
    assert judged.replacement is not None
    assert "no verdict" in judged.replacement.judges["chrf"].verdict
    assert "ask a third" in judged.replacement.judges["chrf"].verdict


def test_refusals(ratings: str, three_raters: list[lw.Segment]) -> None:
    rows = list(lw.read_ratings(ratings))
    with pytest.raises(lw.InputError, match="no rater of 'meaning' is called 'gpt'"):
        lw.alt_test(rows, "meaning", "gpt")
    with pytest.raises(lw.InputError, match="rated by anna alone"):
        lw.alt_test([row for row in rows if row.rater in {"anna", "model"}], "meaning", "model")
    alone = [replace(one, human={"meaning": one.human["meaning@a"]}) for one in three_raters]
    with pytest.raises(lw.InputError, match="no test of replacement: no rating names its rater"):
        lw.judge(alone, "meaning", "bleu", bootstrap=0, replace=True)
    for options in ({"epsilon": 0.1}, {"mapping": "none"}):
        with pytest.raises(lw.InputError, match="has no effect here: it goes with replace"):
            lw.judge(three_raters, "meaning", "bleu", **options)  # type: ignore[arg-type]
    with pytest.raises(lw.InputError, match="unknown mapping 'x'"):
        lw.judge(three_raters, "meaning", "bleu", replace=True, mapping="x")


def test_the_commands(ratings: str, capsys: pytest.CaptureFixture[str]) -> None:
    outputs = ratings.replace("ratings.csv", "outputs.jsonl")
    assert run(["raters", ratings, "--judge", "model", "--criterion", "meaning", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["criteria"]["meaning"]
    assert found["raters"] == 3
    test = found["replacement"]["judges"]["model"]
    assert test["passed"]
    assert test["winning_rate"] == 1
    assert len(test["duels"]) == 3
    command = ["judge", outputs, "--human", "meaning", "-m", "chrf", "--replace", "--bootstrap", "0"]
    assert run([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["replacement"]["judges"]["chrf"]["passed"] is False
    assert run([*command[:-3], "--epsilon", "0.1"]) == 2
    assert "--epsilon has no effect here: it goes with --replace" in capsys.readouterr().err
    assert run(["raters", ratings, "--judge", "x"]) == 2
    assert "no rater is called 'x'" in capsys.readouterr().err


def test_scores_that_look_like_ratings_are_not_mapped_without_a_word(
    three_raters: list[lw.Segment],
) -> None:
    kept = [one for one in three_raters if not any(v == 1 for k, v in one.human.items() if "meaning" in k)]
    marks = {"model": np.array([one.human["meaning@a"] for one in kept])}
    same = judge_replacement.tested_metrics(kept, "meaning", marks, ReplacementSettings(bootstrap=0))
    assert same.judges["model"].scale == "as it is"
    assert not any("looks like ratings" in text for text in same.warnings)
    marks["model"][0] = 1.0
    mapped = judge_replacement.tested_metrics(kept, "meaning", marks, ReplacementSettings(bootstrap=0))
    assert mapped.judges["model"].scale == "quantile of the other items"
    assert any(text.startswith("model: looks like ratings") for text in mapped.warnings)


def test_the_report_has_the_tables(three_raters: list[lw.Segment], tmp_path: Path) -> None:
    judged = lw.judge(three_raters, "meaning", "chrf", bootstrap=50, replace=True, pairs=True)
    lw.save_report(judged, tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    for title in ("Beside a person on", "The better of two systems", "May it take the place of a person?"):
        assert title in page
    assert "chrf: may not take the place of a person" in page
    assert "&amp;lt;" not in page


def test_a_file_a_frame_and_ratings_are_the_same_test(tmp_path: Path) -> None:
    copy_examples(str(tmp_path))
    path = tmp_path / "ratings.csv"
    wanted = lw.alt_test(lw.read_ratings(str(path)), "meaning", "model", bootstrap=50)
    assert wanted.scoring == "root mean square difference"
    for data in (path, pandas.read_csv(path), pandas.read_csv(path).to_dict("records")):
        assert lw.alt_test(data, "meaning", "model", bootstrap=50).as_dict() == wanted.as_dict()
