"""The study on a few embedded commands: rows beside the paper's, steps of the deep reader, Figure 3."""

from __future__ import annotations

import pytest

from likewise.errors import InputError
from likewise.robot import DeepReader, embedded_commands, embedded_layouts, perturbations
from likewise.study.robot import PRINTED, PRINTED_STEPS, RobotStudy, draw_rule_curve, robot_study
from likewise.study.robot.deep_steps import deep_steps, rule_curve

COMMANDS = embedded_commands()[:72]
LAYOUTS = embedded_layouts()


@pytest.fixture(scope="module")
def study() -> RobotStudy:
    stages: list[tuple[str, float]] = []
    found = robot_study(COMMANDS, LAYOUTS, test=12, progress=lambda what, share: stages.append((what, share)))
    assert [share for _, share in stages] == sorted(share for _, share in stages)
    assert all(0 <= share <= 1 for _, share in stages)
    return found


def test_rows_are_those_of_figure_5_and_the_peers(study: RobotStudy) -> None:
    keys = {(row.reader, row.planner) for row in study.rows}
    assert keys >= {*PRINTED}
    assert keys >= {("nearest", True), ("robust", True), ("combined", False), ("combined", True)}
    assert len(keys) == len(study.rows)
    assert {row.scores.n for row in study.rows} == {12}
    always = [row for row in study.rows if row.reader in ("nearest", "combined, paper") and not row.planner]
    assert all(row.scores.answered == 12 for row in always)


def test_printed_figures_stand_beside(study: RobotStudy) -> None:
    rows = {(row["reader"], row["planner"]): row for row in study.as_dict()["rows"]}
    assert rows["deep", True]["printed"] == {"dev": (95.4, 92.2), "evaluation": (96.1, 82.4)}
    assert "printed" not in rows["combined", True]
    assert "median_ms" not in rows["deep", True]


def test_what_else_is_measured(study: RobotStudy) -> None:
    row = study.as_dict()
    assert (row["trained"], row["tested"]) == (60, 12)
    assert {*row["deep_steps"]["deep"]} == {*PRINTED_STEPS}
    assert all(0 <= value <= 100 for value in row["deep_steps"]["deep"].values())
    assert sum(one["n"] for one in row["confidence"]) <= 12
    assert {*row["perturbed"]} <= {*perturbations()}
    assert row["perturbed"]["typing errors"]["n"] == 12


def test_figure_3(study: RobotStudy) -> None:
    numbers = [n for n, _, _ in study.rule_curve]
    assert numbers[-1] == DeepReader.rule_count()
    assert numbers == sorted(set(numbers))
    first, last = study.rule_curve[0], study.rule_curve[-1]
    assert first[2] < last[2]
    drawn = draw_rule_curve(study)
    assert drawn.startswith("<svg")
    assert "Commands read right by number of rules" in drawn


def test_steps_of_the_deep_reader_only_get_fewer() -> None:
    few = DeepReader(rules=DeepReader.rule_count() // 4)
    steps = deep_steps(few, COMMANDS[:20], COMMANDS[20:30], LAYOUTS)
    assert 100 >= steps["has an analysis"] >= steps["first analysis can be converted"] > 0
    assert steps["not answered, training"] > 0
    every = dict.fromkeys(rule_curve([], COMMANDS[:2], LAYOUTS))
    assert {known for _, known, _ in every} == {0.0}  # nothing was read of no commands


def test_a_test_part_that_is_too_large_is_refused() -> None:
    with pytest.raises(InputError, match="fewer test commands than 72, found 72"):
        robot_study(COMMANDS, LAYOUTS, test=72)


def test_parts_that_are_not_asked_for_are_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    from likewise.study.robot import study as module

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(module, "rule_curve", never)
    monkeypatch.setattr(module, "perturb", never)
    found = robot_study(COMMANDS[:36], LAYOUTS, test=6, rules=False, words_changed=False)
    assert (found.rule_curve, found.perturbed) == ((), {})
