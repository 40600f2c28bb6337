"""The paper's Figures 3 and 5 made again, beside two peers and with the words changed.

Training is on all commands but the last ones, by the order of the file, and the last ones are the test: their
wording is newer than that of a random part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from likewise.errors import InputError
from likewise.io import SEED, Progress, part_of
from likewise.robot import (
    Answer,
    Command,
    Commander,
    DeepReader,
    NearestCommand,
    PlainGrammar,
    Reader,
    Reading,
    RobotScores,
    Word,
    answer_by,
    command_words,
    evaluate_robot,
    perturb,
    perturbations,
)
from likewise.study.robot.printed import PRINTED
from likewise.worlds.blocks import Board, Layouts, is_coherent

__all__ = ["RobotStudy", "StudyRow", "robot_study"]

Answerer = Callable[[str, Board], Answer]


@dataclass(frozen=True, slots=True)
class StudyRow:
    """A reader, with the planner or without, and how many of the test commands it reads."""

    reader: str
    planner: bool
    scores: RobotScores

    def as_dict(self) -> dict[str, Any]:
        """For programs, with what the paper prints."""
        printed = PRINTED.get((self.reader, self.planner))
        beside = {} if printed is None else {"printed": printed._asdict()}
        return {"reader": self.reader, "planner": self.planner, **self.scores.as_dict(), **beside}


@dataclass(frozen=True)
class RobotStudy:
    """All rows, and what else was measured."""

    trained: int
    rows: tuple[StudyRow, ...]
    diagnostics: Mapping[str, float] = field(default_factory=dict)
    rule_curve: tuple[tuple[int, float, float], ...] = ()
    """So many of the deep reader's rules, and the share read right of training and of test commands."""
    perturbed: Mapping[str, RobotScores] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        return {
            "trained": self.trained,
            "tested": self.rows[0].scores.n,
            "rows": [row.as_dict() for row in self.rows],
            "diagnostics": {name: round(value, 2) for name, value in self.diagnostics.items()},
            "rule_curve": [
                {"rules": n, "training": round(one, 2), "test": round(other, 2)}
                for n, one, other in self.rule_curve
            ],
            "perturbed": {name: scores.as_dict() for name, scores in self.perturbed.items()},
        }


class _Remembered:
    """A reader that reads each command once."""

    def __init__(self, reader: Reader) -> None:
        self.name, self._reader = reader.name, reader
        self._read: dict[tuple[tuple[Word, ...], int], list[Reading]] = {}

    def read(self, words: tuple[Word, ...], *, most: int = 20) -> list[Reading]:
        key = words, most
        if key not in self._read:
            self._read[key] = self._reader.read(words, most=most)
        return self._read[key]


def robot_study(
    commands: Sequence[Command],
    layouts: Layouts,
    *,
    test: int = 500,
    analyses: Reader | None = None,
    rules: bool = True,
    words_changed: bool = True,
    seed: int = SEED,
    progress: Progress | None = None,
) -> RobotStudy:
    """Train on all commands but the last `test`, and let every reader read those.

    `analyses` is a deep reader over analyses of a real parser, which gets rows of its own. `rules` asks for
    Figure 3, `words_changed` for the commands with typing errors, synonyms and the like.
    """
    if not 0 < test < len(commands):
        raise InputError(f"expected fewer test commands than {len(commands)}, found {test}", field="test")
    training, held = commands[:-test], commands[-test:]
    commander = Commander.fit(training, layouts=layouts, seed=seed, progress=part_of(progress, 0, 0.4))
    tell = part_of(progress, 0.4, 0.75)
    readers = _readers(commander, training, analyses, seed)
    rows = []
    for k, (name, planner, answer) in enumerate(readers):
        tell(name, k / len(readers))
        rows.append(StudyRow(name, planner, evaluate_robot(answer, held, layouts)))
    tell = part_of(progress, 0.75, 0.85, "words changed")
    perturbed = {}
    for k, kind in enumerate(perturbations() if words_changed else ()):
        tell("", k / len(perturbations()))
        changed = [one for one in (perturb(row, kind, seed=seed) for row in held) if one is not None]
        if changed:
            perturbed[kind] = evaluate_robot(commander.answer, changed, layouts)
    curve = _rule_curve(training, held, layouts, part_of(progress, 0.85, 1, "rules")) if rules else ()
    found = _diagnostics(commander.deep, held, layouts)
    return RobotStudy(len(training), tuple(rows), found, curve, perturbed)


def _readers(
    commander: Commander, training: Sequence[Command], analyses: Reader | None, seed: int
) -> list[tuple[str, bool, Answerer]]:
    """All rows of the table: a name, whether the planner is asked, and what answers."""
    assert commander.deep is not None
    deep, robust = _Remembered(commander.deep), _Remembered(commander.robust)
    once = replace(commander, deep=deep, robust=robust)  # type: ignore[arg-type]
    plain = _Remembered(PlainGrammar.fit(training, seed=seed))
    nearest = _Remembered(NearestCommand(training))
    rows: list[tuple[str, bool, Answerer]] = []
    for planner in (False, True):
        rows += [
            (reader.name, planner, answer_by(reader, planner=planner))
            for reader in (nearest, plain, deep, robust)
        ]
        rows.append(("combined, paper", planner, _by(once, planner, "paper")))
        rows.append(("combined", planner, _by(once, planner, "best")))
        if analyses is not None:
            real = _Remembered(analyses)
            joined = replace(once, deep=real)  # type: ignore[arg-type]
            rows.append((f"{real.name}, given analyses", planner, answer_by(real, planner=planner)))
            rows.append(("combined, given analyses, paper", planner, _by(joined, planner, "paper")))
            rows.append(("combined, given analyses", planner, _by(joined, planner, "best")))
    return rows


def _by(commander: Commander, planner: bool, mode: str) -> Answerer:
    return lambda text, board: commander.answer(text, board, planner=planner, mode=mode)


def _diagnostics(deep: DeepReader | None, held: Sequence[Command], layouts: Layouts) -> dict[str, float]:
    """How far the deep reader comes with each command, in percent."""
    if deep is None:
        return {}
    steps = {"read at all": 0, "first reading fits the board": 0, "first reading right": 0}
    for one in held:
        readings = deep.read(command_words(one.text))
        if not readings or one.rcl is None:
            continue
        first = readings[0].rcl.bare()
        steps["read at all"] += 1
        steps["first reading fits the board"] += is_coherent(first, layouts.scene(one.scene).before)
        steps["first reading right"] += first == one.rcl.bare()
    return {name: 100 * count / len(held) for name, count in steps.items()}


def _rule_curve(
    training: Sequence[Command], held: Sequence[Command], layouts: Layouts, tell: Progress
) -> tuple[tuple[int, float, float], ...]:
    """Figure 3: with the first n rules alone, how many commands are read right."""
    total = DeepReader.rule_count()
    counts = sorted({round(total * k / 12) for k in range(1, 13)})
    some = training[:: max(1, len(training) // 250)]
    curve = []
    for k, n in enumerate(counts):
        tell("", k / len(counts))
        answer = answer_by(DeepReader(rules=n))
        curve.append((n, *(evaluate_robot(answer, part, layouts).recall for part in (some, held[:250]))))
    return tuple(curve)  # type: ignore[arg-type]
