"""The paper's Figures 3 and 5 made again, beside two peers and with the words changed.

Training is on all commands but the last ones, by the order of the file, and the last ones are the test: their
wording is newer than that of a random part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from likewise.draw import Estimate, Figure, ResultTable, Tabular
from likewise.errors import InputError
from likewise.io import SEED, Progress, part_of
from likewise.robot import (
    Answer,
    Command,
    Commander,
    ConfidenceBin,
    DeepReader,
    NearestCommand,
    PlainGrammar,
    Reader,
    Reading,
    RobotScores,
    RobotVocabulary,
    RobustReader,
    Word,
    answer_by,
    confidence_bins,
    evaluate_robot,
    perturb,
    perturbations,
)
from likewise.study.robot.deep_steps import deep_steps, rule_curve
from likewise.study.robot.printed import PRINTED, PRINTED_STEPS
from likewise.worlds.blocks import Board, Layouts

__all__ = ["RobotStudy", "StudyRow", "robot_study"]

_TIMES = ("seconds", "median_ms", "p95_ms")
Answerer = Callable[[str, Board], Answer]


@dataclass(frozen=True, slots=True)
class StudyRow:
    """A reader, with the planner or without, and how many of the test commands it reads."""

    reader: str
    planner: bool
    scores: RobotScores

    def as_dict(self) -> dict[str, Any]:
        """For programs, with what the paper prints; without times, since each command is read only once."""
        printed = PRINTED.get((self.reader, self.planner))
        beside = {} if printed is None else {"printed": printed._asdict()}
        scores = {name: value for name, value in self.scores.as_dict().items() if name not in _TIMES}
        return {"reader": self.reader, "planner": self.planner, **scores, **beside}


@dataclass(frozen=True, repr=False)
class RobotStudy(Tabular):
    """All rows, and what else was measured."""

    trained: int
    rows: tuple[StudyRow, ...]
    deep_steps: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """By deep reader, how far it comes with the commands, in percent."""
    confidence: tuple[ConfidenceBin, ...] = ()
    """Of the combined reader with the planner."""
    rule_curve: tuple[tuple[int, float, float], ...] = ()
    """So many of the deep reader's rules, and the share read right of training and of test commands."""
    perturbed: Mapping[str, RobotScores] = field(default_factory=dict)
    """The combined reader with the planner, by kind of change; of the commands that can be so changed."""

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        return {
            "trained": self.trained,
            "tested": self.rows[0].scores.n,
            "rows": [row.as_dict() for row in self.rows],
            "deep_steps": {
                name: {step: round(value, 2) for step, value in steps.items()}
                for name, steps in self.deep_steps.items()
            },
            "deep_steps_printed": {name: step._asdict() for name, step in PRINTED_STEPS.items()},
            "confidence": [one.as_dict() for one in self.confidence],
            "rule_curve": [
                {"rules": n, "training": round(one, 2), "test": round(other, 2)}
                for n, one, other in self.rule_curve
            ],
            "perturbed": {name: scores.as_dict() for name, scores in self.perturbed.items()},
        }

    def tables(self) -> Sequence[ResultTable]:
        """The readers, how far the deep one comes, its rules, confidence, and words changed."""
        tables = (self._readers(), self._steps(), self._curve(), self._confidence(), self._changed())
        return [table for table in tables if table.rows]

    def _readers(self) -> ResultTable:
        rows = []
        for row in map(StudyRow.as_dict, self.rows):
            printed = row.get("printed", {})
            beside = (
                " / ".join(f"{value:.1f}" for value in printed[part]) if printed else ""
                for part in ("dev", "evaluation")
            )
            rows.append((row["reader"], row["planner"], *_shares(row), *beside))
        tested = self.rows[0].scores.n if self.rows else 0
        title = f"Trained on {self.trained:,} commands, tested on the next {tested:,}"
        told = "exact match in percent, with 95 % intervals; of the paper P / R"
        return ResultTable(title, ("reader", "planner", "P", "R", "paper, dev", "paper, eval"), rows, told)

    def _steps(self) -> ResultTable:
        names = PRINTED_STEPS.items() if self.deep_steps else ()
        rows = [
            (step, *(Figure.of(steps[step], 1) for steps in self.deep_steps.values()), told.value, told.part)
            for step, told in names
        ]
        return ResultTable(
            "Deep reader, percent of commands", ("step", *self.deep_steps, "paper", "of"), rows
        )

    def _curve(self) -> ResultTable:
        rows = [(n, Figure.of(one, 1), Figure.of(other, 1)) for n, one, other in self.rule_curve]
        return ResultTable("Figure 3: deep reader by number of rules", ("rules", "training", "test"), rows)

    def _confidence(self) -> ResultTable:
        bins = map(ConfidenceBin.as_dict, self.confidence)
        rows = [(one["from"], one["n"], one["said"], _estimate(one, "right")) for one in bins]
        title = "How sure the combined reader is, and how often it is right"
        return ResultTable(title, ("from %", "commands", "said", "right"), rows)

    def _changed(self) -> ResultTable:
        figures = ((name, scores.as_dict()) for name, scores in self.perturbed.items())
        rows = [(name, one["n"], one["answered"], *_shares(one), one["right_moves"]) for name, one in figures]
        heads = ("changed", "commands", "answered", "P", "R", "right moves")
        told = "of the test commands, those that can be so changed"
        return ResultTable("Words changed, combined reader with planner", heads, rows, told)


def _shares(row: Mapping[str, Any]) -> tuple[Estimate, Estimate]:
    return _estimate(row, "precision"), _estimate(row, "recall")


def _estimate(row: Mapping[str, Any], name: str) -> Estimate:
    ends = row[f"{name}_ci"]
    return Estimate(row[name], (ends[0], ends[1]) if ends else None, 1)


class _Remembered:
    """A reader that reads each command once."""

    def __init__(self, reader: Reader) -> None:
        self.name, self._reader = reader.name, reader
        self.vocabulary: RobotVocabulary | None = getattr(reader, "vocabulary", None)
        self._read: dict[tuple[tuple[Word, ...], int], list[Reading]] = {}

    def read(self, words: tuple[Word, ...], *, most: int = 20) -> list[Reading]:
        key = words, most
        if key not in self._read:
            self._read[key] = self._reader.read(words, most=most)
        return self._read[key]


class _RememberedRobust(_Remembered):
    """The robust reader, which also tells how it hears the words."""

    def __init__(self, reader: RobustReader) -> None:
        super().__init__(reader)
        self.heard = reader.heard


def robot_study(
    commands: Sequence[Command],
    layouts: Layouts,
    *,
    test: int = 500,
    analyses: DeepReader | None = None,
    rules: bool = True,
    words_changed: bool = True,
    seed: int = SEED,
    progress: Progress | None = None,
) -> RobotStudy:
    """Train on all commands but the last `test`, and let every reader read those.

    `analyses` is a deep reader over analyses of a real parser, which gets rows of its own. `rules` asks for
    Figure 3 (of its training commands every fourth), `words_changed` for the commands with typing errors,
    synonyms and the like.
    """
    if not 0 < test < len(commands):
        raise InputError(f"expected fewer test commands than {len(commands)}, found {test}", field="test")
    training, held = commands[:-test], commands[-test:]
    commander = Commander.fit(training, layouts=layouts, seed=seed, progress=part_of(progress, 0, 0.5))
    tell = part_of(progress, 0.5, 0.75)
    readers = _readers(commander, training, analyses, seed)
    rows = []
    for k, (name, planner, answer) in enumerate(readers):
        tell(f"test commands, {name}", k / len(readers))
        rows.append(StudyRow(name, planner, evaluate_robot(answer, held, layouts)))
    tell("the deep reader, step by step", 1)
    deep = {"deep": commander.deep, "deep, given analyses": analyses}
    steps = {name: deep_steps(one, held, training, layouts) for name, one in deep.items() if one}
    (best,) = (one.scores for one in rows if one.reader == "combined" and one.planner)
    tell = part_of(progress, 0.75, 0.85)
    changed = dict(_words_changed(commander, held, layouts, seed, tell) if words_changed else ())
    curve = tuple(_curve(training[::4], held, layouts, part_of(progress, 0.85, 1)) if rules else ())
    return RobotStudy(len(training), tuple(rows), steps, tuple(confidence_bins(best.judged)), curve, changed)


def _words_changed(
    commander: Commander, held: Sequence[Command], layouts: Layouts, seed: int, tell: Progress
) -> Iterator[tuple[str, RobotScores]]:
    """By kind of change, the scores of the commands that can be changed so."""
    kinds = perturbations()
    for k, kind in enumerate(kinds):
        tell(f"words changed, {kind}", k / len(kinds))
        changed = [one for row in held if (one := perturb(row, kind, seed=seed)) is not None]
        if changed:
            yield kind, evaluate_robot(commander.answer, changed, layouts)


def _curve(
    training: Sequence[Command], held: Sequence[Command], layouts: Layouts, tell: Progress
) -> Iterator[tuple[int, float, float]]:
    total = DeepReader.rule_count()
    for point in rule_curve(training, held, layouts):
        tell(f"rules, {point[0]} of {total}", point[0] / total)
        yield point


def _readers(
    commander: Commander, training: Sequence[Command], analyses: DeepReader | None, seed: int
) -> list[tuple[str, bool, Answerer]]:
    """All rows of the table: a name, whether the planner is asked, and what answers."""
    assert commander.deep is not None
    deep, robust = _Remembered(commander.deep), _RememberedRobust(commander.robust)
    once = replace(commander, deep=deep, robust=robust)  # type: ignore[arg-type]
    plain = _Remembered(PlainGrammar.fit(training))
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
            rows.append(("deep, given analyses", planner, answer_by(real, planner=planner)))
            rows.append(("combined, given analyses, paper", planner, _by(joined, planner, "paper")))
            rows.append(("combined, given analyses", planner, _by(joined, planner, "best")))
    return rows


def _by(commander: Commander, planner: bool, mode: str) -> Answerer:
    return lambda text, board: commander.answer(text, board, planner=planner, mode=mode)
