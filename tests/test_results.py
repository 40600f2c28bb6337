"""Every result shows itself alike: one line as repr, few printed, Markdown, LaTeX, TSV, HTML, pandas."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from pkgutil import iter_modules, walk_packages
from typing import Any, get_type_hints

import numpy as np
import pytest

import likewise
from likewise import data
from likewise.ask.answers.judgement import JudgedAnswers
from likewise.ask.evaluation import AskedQuestion, AskScores
from likewise.ask.gold_questions import GoldQuestion
from likewise.draw import PRINTED_LINES, Tabular
from likewise.evaluate import (
    HumanPoint,
    ParaphraseEvaluation,
    ParaphrasePoint,
    PositionBias,
    VerdictRun,
    agree,
    alt_test,
    compare,
    diff_runs,
    difference,
    dimple,
    hmeant,
    judge,
    pair_agreement,
    plan_ratings,
    rater_agreement,
    score,
)
from likewise.evaluate.annotator_agreement import DecisionAgreement, FrameAgreement, SpanAgreement
from likewise.evaluate.quality_gate import GateItem, GateResult, RuleResult
from likewise.evaluate.score_differences import ScoreDifferences
from likewise.frames.frame_scores import COUNTS, FrameScores
from likewise.freestyle.evaluation import FreestyleEvaluation
from likewise.freestyle.rhyme.scheme_scores import SchemeScores
from likewise.metrics.meaning import diff
from likewise.metrics.meant import RoleWeights, read_annotations
from likewise.metrics.meant.weight_search import WeightSearch
from likewise.metrics.parses import ParseScores
from likewise.navigate.evaluation import NavigationResult
from likewise.navigate.folds import Fold, Setting
from likewise.negation.scores import NegationScores
from likewise.robot.evaluation import RobotScores
from likewise.study.ask.study import AskStudy, StudyRun, study_settings
from likewise.study.meant.study import MeantStudy
from likewise.study.robot.study import RobotStudy, StudyRow

ROWS = data.outputs()
THREE_RATERS = [replace(one, human={**one.human, "meaning@c": one.human["meaning@a"]}) for one in ROWS]


def marked_frames() -> str:
    side = {
        "tokens": ["the", "dog", "bit", "him"],
        "frames": [{"predicate": [2, 3], "roles": [{"label": "ARG0", "span": [0, 2]}]}],
    }
    roles = [{"candidate": 0, "reference": 0, "verdict": "correct"}]
    links = [{"candidate": 0, "reference": 0, "roles": roles}]
    rows = [
        {"id": str(place), "system": "s", "annotator": name, "candidate": side, "reference": side,
         "alignments": links}
        for place in range(60)
        for name in ("ann", "bob")
    ]  # fmt: skip
    return "\n".join(map(json.dumps, rows))


def hmeant_of(text: str, folder: Path) -> Tabular:
    path = folder / "annotations.jsonl"
    path.write_text(text, encoding="utf-8")
    return hmeant(read_annotations(path), bootstrap=10)


FIGURES = {
    "n": 3, "translation_accuracy": None, "recall_at": {"1": 0.5, "5": 0.5, "10": 1.0, "20": 1.0},
    "top1": 0.1, "top1_u": 0.2, "mrr": 0.3, "named": {"top1_u": 0.5}, "errors": {"search": 2},
}  # fmt: skip
NAN = float("nan")
POINT = ParaphrasePoint("free", 44, 44.8, 50.0, 84.1, 90.0, 1.1, 0.0, intervals={"bleu": (40.0, 49.0)})
ASKED = AskedQuestion(GoldQuestion("1", "Who?", ("Li",)), None, JudgedAnswers(True, True, 1), 1, 1.0, "", 0.1)


@cache
def differences() -> ScoreDifferences:
    return ScoreDifferences.fit(ROWS, human="meaning", metrics="chrf", level="segment", samples=10)


EXAMPLES: dict[str, Callable[[Path], Tabular]] = {
    "Agreement": lambda _: agree(data.scores()),
    "AskScores": lambda _: AskScores((ASKED,)),
    "AskStudy": lambda _: AskStudy(
        "zh", tuple(StudyRun(name, how, FIGURES) for name, how in study_settings().items())
    ),
    "Comparisons": lambda _: compare(ROWS, "bleu,pinc", samples=10),
    "Dimple": lambda _: dimple(data.patterns(), samples=10),
    "FrameAgreement": lambda _: FrameAgreement(
        3,
        2,
        {"roles": SpanAgreement(0.5, (NAN, NAN), 3.0)},
        {"alignment": DecisionAgreement(3, 0.9, NAN, 0.7, (0.1, 0.9))},
    ),
    "FrameScores": lambda _: FrameScores(np.ones((2, len(COUNTS)), np.int64)),
    "FreestyleEvaluation": lambda _: FreestyleEvaluation(
        3,
        0,
        50.0,
        60.0,
        0.0,
        1.0,
        0.0,
        0.0,
        0.0,
        NAN,
        1.0,
        {"perfect_rhyme": 1.0},
        "rules",
        {"perfect_rhyme": (10.0, 90.0)},
    ),
    "GateResult": lambda _: GateResult(
        44,
        (RuleResult("bleu", False, "fell", tuple(GateItem(str(i), "lost", "a|b", "c") for i in range(99))),),
    ),
    "HmeantResult": lambda folder: hmeant_of(marked_frames(), folder),
    "JudgeReplacement": lambda _: alt_test(THREE_RATERS, "meaning", "c", bootstrap=10),
    "Judgement": lambda _: judge(ROWS, "meaning", "bleu,pinc,chrf,ter,negation", bootstrap=10),
    "MeaningDiff": lambda _: diff("The dog chased 3 cats.", "The cat chased 4 dogs."),
    "MeantStudy": lambda _: MeantStudy(
        "adequacy", 9, {"bleu": {"segment": {"tau": 0.5, "ci": (0.1, 0.9)}}}, {"bleu": "bleu|x"}
    ),
    "NavigationResult": lambda _: NavigationResult(
        tuple(
            Fold(f"map {n}", 9, 3, 4.5, 1.0, None, None, {"lexicon": 1.0, "parser": 2.0, "following": 3.0})
            for n in range(50)
        ),
        Setting(),
        6.0,
    ),
    "NegationScores": lambda _: NegationScores(),
    "DifferenceMeaning": lambda _: differences().tell("chrf", 1.0, "segment"),
    "PairAgreement": lambda _: pair_agreement(ROWS, "meaning", "bleu,chrf", samples=10),
    "ParaphraseEvaluation": lambda _: ParaphraseEvaluation((POINT,) * 60, HumanPoint(35.0, 85.0, None, 443)),
    "ParaphrasePoint": lambda _: POINT,
    "ParseScores": lambda _: ParseScores(2, 0, {"ETM": 50.0}, {"ETM": np.array([0.0, 100.0])}),
    "RaterAgreement": lambda _: rater_agreement(ROWS, bootstrap=10),
    "RatingPlan": lambda _: plan_ratings(ROWS, "meaning", 0.3, "bleu,chrf"),
    "RobotScores": lambda _: RobotScores(()),
    "RobotStudy": lambda _: RobotStudy(9, (StudyRow("combined", True, RobotScores(())),)),
    "RunChanges": lambda _: diff_runs(
        [s for s in ROWS if s.system == "free"], [s for s in ROWS if s.system == "broken"], "chrf", samples=10
    ),
    "SchemeScores": lambda _: SchemeScores(50.0, 60.0, 54.5, 10.0, 9, 20, {"f1": (40.0, 60.0)}),
    "Score": lambda _: score(ROWS, "bleu", bootstrap=10)["bleu"],
    "ScoreDifferences": lambda _: differences(),
    "Scores": lambda _: score(ROWS, "bleu,pinc,negation", by="system", bootstrap=10),
    "ToldDifferences": lambda _: difference("bleu", 1.3),
    "VerdictRun": lambda _: VerdictRun(
        "meaning",
        "m",
        "v.jsonl",
        9,
        5,
        4,
        1,
        4,
        100,
        10,
        0.5,
        0.75,
        whys={"why": 1},
        bias=PositionBias(3, 1, 1, 1, 0),
    ),
    "WeightSearch": lambda _: WeightSearch(RoleWeights.of({"agent": 1.0}), 50, 0.1, 0.2, 0.15),
}


@cache
def result_classes() -> dict[str, type]:
    """Every class of the package that shows itself as tables."""
    for module in walk_packages(likewise.__path__, "likewise."):
        if "migrations" not in module.name and not module.name.endswith("__main__"):
            import_module(module.name)
    found: dict[str, type] = {}
    waiting: list[type] = [Tabular]
    while waiting:
        for kind in waiting.pop().__subclasses__():
            waiting.append(kind)
            if kind.__module__.startswith("likewise."):
                found[kind.__name__] = kind
    return found


def test_there_is_an_example_of_every_result() -> None:
    assert set(result_classes()) == set(EXAMPLES)


def test_what_is_told_as_json_and_evaluates_is_a_result() -> None:
    """A class whose name says that it holds scores or a verdict shows itself, or is part of one that does."""
    parts = {"CriterionAgreement", "RuleResult"}
    named = ("Scores", "Result", "Evaluation", "Judgement", "Agreement", "Comparisons")
    kinds = {
        name: kind
        for module in list(sys.modules.values())
        if (getattr(module, "__name__", "") or "").startswith("likewise.")
        for name, kind in vars(module).items()
        if isinstance(kind, type) and name.endswith(named) and hasattr(kind, "as_dict")
    }
    plain = {name for name, kind in kinds.items() if not issubclass(kind, Tabular)}
    assert plain - parts == set()


def returned_kinds() -> dict[type, str]:
    """By what functions of public pages give, and methods of public classes, one that gives it."""
    rooms = [
        likewise,
        *(import_module(f"likewise.{m.name}") for m in iter_modules(likewise.__path__) if m.ispkg),
    ]
    found: dict[type, str] = {}
    for room in rooms:
        for name in getattr(room, "__all__", ()):
            one = getattr(room, name)
            calls = {name: one} if isfunction(one) else vars(one) if isinstance(one, type) else {}
            for call, function in calls.items():
                if isfunction(function) and not call.startswith("_"):
                    try:
                        kind = get_type_hints(function).get("return")
                    except NameError:  # a type that is named for type checkers alone
                        continue
                    if isinstance(kind, type) and kind.__module__.startswith("likewise."):
                        found[kind] = f"{room.__name__}.{name}"
    return found


def test_what_public_functions_give_and_tell_as_json_shows_itself() -> None:
    records = {"Answer", "Paraphrase", "Resolution", "Segment", "Tour", "VerdictPlan"}
    records |= {"LevelShares", "MetricCurve", "PositionBias"}  # parts of results
    told = {kind.__name__ for kind in returned_kinds() if hasattr(kind, "as_dict")}
    shown = {kind.__name__ for kind in returned_kinds() if issubclass(kind, Tabular)}
    assert told - shown == records
    assert shown >= {"Scores", "Comparisons", "Judgement", "GateResult", "RunChanges", "ParaphrasePoint"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_result_shows_itself(name: str, tmp_path: Path) -> None:
    result = EXAMPLES[name](tmp_path)
    assert type(result).__name__ == name
    line, printed = repr(result), str(result)
    assert line.startswith(f"<{name} ")
    assert line.endswith(">")
    assert len(line.splitlines()) == 1
    assert len(line) <= 160
    assert 1 <= len(printed.splitlines()) <= PRINTED_LINES < 40
    for number, table in enumerate(result.tables()):
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert table.text()
        assert table.markdown() in result.to_markdown()
        assert r"\toprule" in table.latex()
        assert table.latex() in result.to_latex()
        lines = table.tsv().split("\n")
        assert len(lines) == 1 + len(table.rows)
        assert len({line.count("\t") for line in lines}) == 1
        assert table.tsv() in result.to_tsv()
        pytest.importorskip("pandas", reason="needs pandas: uv sync --group test")
        frame = result.to_pandas(number)
        assert frame.shape == (len(table.rows), lines[0].count("\t") + 1)
        assert len(set(frame.columns)) == len(frame.columns)
    assert "<table" in result._repr_html_()


def test_numbers_are_in_full_for_programs_and_short_for_people() -> None:
    pytest.importorskip("pandas", reason="needs pandas: uv sync --group test")
    result: Any = judge(ROWS, "meaning", "bleu,chrf", bootstrap=10)
    frame = result.to_pandas()
    assert frame["Pearson"][0] == result.metrics["bleu"].pearson
    assert (frame["95 % interval low"][0], frame["95 % interval high"][0]) == result.metrics[
        "bleu"
    ].pearson_ci
    assert f"{result.metrics['bleu'].pearson:.3f}" in str(result)
    assert str(result.metrics["bleu"].pearson) not in str(result)


def test_judge_prints_under_forty_lines_with_all_that_it_has() -> None:
    result = judge(ROWS, "meaning", "bleu,pinc,chrf,ter,source-bleu,ibleu,negation", bootstrap=10, curve=True)
    printed = str(result)
    assert len(printed.splitlines()) < 40
    assert len(printed) < 5000
    assert "tables more: " in printed
