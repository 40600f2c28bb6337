"""May a metric, or a model that judges, take the place of a person? On the ratings of several people.

The alternative annotator test (`likewise.judging.alternative_annotator`) of each judge, beside judges that
know nothing: one that always says the same, one that guesses as often as people say it. Where such a judge
passes too, the ratings cannot tell a good judge from a bad one, and the verdict says so.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.draw import Bounds, Figure, ResultTable, Tabular
from likewise.errors import InputError
from likewise.evaluate.rater_table import RaterTable, rater_tables
from likewise.io import ReadLog, ratings_of
from likewise.judging import MAPPINGS, AlternativeTest, alternative_annotator_test, on_human_scale
from likewise.records import Segment

__all__ = ["JudgeReplacement", "ReplacementSettings", "TestedJudge", "alt_test", "tested_metrics"]

Floats = npt.NDArray[np.float64]

AS_IT_IS = "as it is"
_GUESSES = 20
_FEW_CATEGORIES = 20


@dataclass(frozen=True)
class ReplacementSettings:
    """What is asked of every judge alike; `mapping` is how a metric comes to the people's scale."""

    epsilon: float = 0.15
    mapping: str = "quantile"
    bootstrap: int = 1000
    seed: int = 12345

    def __post_init__(self) -> None:
        if self.mapping not in (*MAPPINGS, "none"):
            known = ", ".join((*MAPPINGS, "none"))
            raise InputError(f"unknown mapping '{self.mapping}', expected one of {known}")
        if not 0 <= self.epsilon < 1:
            raise InputError(f"epsilon is {self.epsilon:g}, expected a number from 0 to 1")


@dataclass(frozen=True, slots=True)
class TestedJudge:
    """A judge, how its scores came to the people's scale, the test, and the verdict in a sentence."""

    name: str
    scale: str
    test: AlternativeTest
    verdict: str

    def as_dict(self) -> dict[str, Any]:
        """The figures as their JSON object."""
        row = asdict(self.test)
        row |= {"advantage_ci": list(self.test.advantage_ci), "left_out": list(self.test.left_out)}
        return {"scale": self.scale, "verdict": self.verdict, "passed": self.test.passed, **row}


@dataclass(frozen=True, repr=False)
class JudgeReplacement(Tabular):
    """Each judge against `raters` people on one criterion, the best first; `ignorant` judges know nothing."""

    human: str
    raters: tuple[str, ...]
    scoring: str
    judges: Mapping[str, TestedJudge]
    ignorant: Mapping[str, tuple[float, float]]
    """Winning rate and mean advantage of judges that know nothing."""
    warnings: Sequence[str] = ()

    def as_dict(self) -> dict[str, Any]:
        """The result as its JSON object."""
        return {
            "human": self.human,
            "raters": list(self.raters),
            "scoring": self.scoring,
            "judges": {name: judge.as_dict() for name, judge in self.judges.items()},
            "ignorant": {
                name: {"winning_rate": rate, "advantage": advantage}
                for name, (rate, advantage) in self.ignorant.items()
            },
        }

    def tables(self) -> Sequence[ResultTable]:
        """The judges with their verdicts, then each duel."""
        return [self._overview(), self._duels()]

    def _overview(self) -> ResultTable:
        rows: list[tuple[object, ...]] = [
            (name, Figure.of(j.test.winning_rate, 2), Figure.of(j.test.advantage),
             Bounds.of(j.test.advantage_ci), j.scale)
            for name, j in self.judges.items()
        ]  # fmt: skip
        rows += [
            (f"({name})", Figure.of(rate, 2), Figure.of(advantage), Bounds.of(None), "knows nothing")
            for name, (rate, advantage) in self.ignorant.items()
        ]
        columns = ("judge", "winning rate", "advantage", "95 % interval", "scores")
        test = next(iter(self.judges.values())).test
        told = [
            f"winning rate: of {len(test.duels)} people, those who are not better than the judge by epsilon, "
            f"{test.epsilon:g}; 0.5 is asked for",
            "advantage: share of items on which it is at least as near to the other people as a person is "
            f"({self.scoring})",
            *(judge.verdict for judge in self.judges.values()),
        ]
        title = f"May it take the place of a person? '{self.human}', {len(self.raters)} raters"
        return ResultTable(title, columns, rows, "\n".join(told))

    def _duels(self) -> ResultTable:
        rows = [
            (name, d.annotator, d.n, Figure.of(d.judge_advantage), Figure.of(d.human_advantage),
             Figure.chance(d.p_adjusted), d.won)
            for name, judge in self.judges.items()
            for d in judge.test.duels
        ]  # fmt: skip
        columns = ("judge", "person", "n", "judge at least as near", "person at least as near", "p", "won")
        told = "p: that the person is better by epsilon or more, adjusted by Benjamini and Yekutieli"
        return ResultTable(f"Judge against each person on '{self.human}'", columns, rows, told)


def alt_test(
    ratings: object,
    human: str,
    judges: str | Sequence[str],
    *,
    epsilon: float = 0.15,
    bootstrap: int = 1000,
    seed: int = 12345,
) -> JudgeReplacement:
    """May these `judges`, who are raters in the data themselves, take the place of one of the others?

    The alternative annotator test of Calderon, Reichart and Dror (2025) on the criterion `human`. `epsilon`
    is what a judge's lower price is worth: 0.2 where the people are experts, 0.15 where they are trained, 0.1
    for a crowd. A metric is tested by `judge(.., replace=True)`. `ratings` are as in `rater_agreement`.
    """
    asked = ReplacementSettings(epsilon, bootstrap=bootstrap, seed=seed)
    log = ReadLog()
    table = rater_tables(list(ratings_of(ratings, log=log)), [human])[human]
    found = tested_raters(table, [judges] if isinstance(judges, str) else judges, asked)
    return replace(found, warnings=(*log.warnings(), *found.warnings))


def tested_raters(table: RaterTable, judges: Sequence[str], asked: ReplacementSettings) -> JudgeReplacement:
    """The test of judges who are rows of the table, against the other rows."""
    names = list(dict.fromkeys(judges))
    for name in names:
        if name not in table.raters:
            told = f"no rater of '{table.criterion}' is called '{name}' (found: {', '.join(table.raters)})"
            raise InputError(told)
    people = [row for row, name in enumerate(table.raters) if name not in names]
    verdicts = {name: (table.values[table.raters.index(name)], AS_IT_IS) for name in names}
    own = RaterTable(
        table.criterion, tuple(table.raters[row] for row in people), table.items, table.values[people],
        table.labels,
    )  # fmt: skip
    return _tested(own, verdicts, asked)


def tested_metrics(
    segments: Sequence[Segment], human: str, scores: Mapping[str, Floats], asked: ReplacementSettings
) -> JudgeReplacement:
    """The test of metrics by their scores of the segments."""
    table = rater_tables(segments, [human])[human]
    place = {(segment.system, segment.id): at for at, segment in enumerate(segments)}
    at = [place[item] for item in table.items]
    groups: list[Hashable] = [segments[p].source or segments[p].id for p in at]
    verdicts = {
        name: _scaled(values[at], table, groups, asked) for name, values in scores.items()
    }  # fmt: skip
    told = [
        f"{name}: looks like ratings, some of which no person gave, and was mapped all the same "
        "(mapping none takes scores as they are)"
        for name, (_, scale) in verdicts.items()
        if scale != AS_IT_IS and _looks_like_ratings(scores[name][at], table)
    ]
    found = _tested(table, verdicts, asked)
    return replace(found, warnings=(*found.warnings, *told))


def _looks_like_ratings(values: Floats, table: RaterTable) -> bool:
    """Whole numbers near those that people gave."""
    given = table.values[~np.isnan(table.values)]
    whole = bool((values == np.round(values)).all() and (given == np.round(given)).all())
    near = bool(values.min() >= given.min() - 1 and values.max() <= given.max() + 1)
    return whole and near and len(np.unique(values)) > 2


def _scaled(
    values: Floats, table: RaterTable, groups: Sequence[Hashable], asked: ReplacementSettings
) -> tuple[Floats, str]:
    """Scores on the people's scale; those that are ratings already stay as they are."""
    given = np.unique(table.values[~np.isnan(table.values)])
    is_rating = len(given) <= _FEW_CATEGORIES and bool(np.isin(values, given).all())
    if asked.mapping == "none" or is_rating:
        return values, AS_IT_IS
    mapped = on_human_scale(values, table.values, asked.mapping, groups=groups, seed=asked.seed)
    return mapped, f"{asked.mapping} of the other items"


def _tested(
    table: RaterTable, verdicts: Mapping[str, tuple[Floats, str]], asked: ReplacementSettings
) -> JudgeReplacement:
    if len(table.raters) < 2:
        found = ", ".join(table.raters) or "nobody"
        raise InputError(
            f"'{table.criterion}' was rated by {found} alone: two people are needed, three for a verdict"
        )
    people = dict(zip(table.raters, table.values, strict=True))
    is_label = bool(table.labels)

    def test(values: Floats, bootstrap: int = 0) -> AlternativeTest:
        return alternative_annotator_test(
            people, values, labels=is_label, epsilon=asked.epsilon, bootstrap=bootstrap, seed=asked.seed
        )

    ignorant = {}
    for name, guesses in _ignorant(table, asked.seed).items():
        drawn = [test(values) for values in guesses]
        ignorant[name] = (
            float(np.mean([one.winning_rate for one in drawn])),
            float(np.mean([one.advantage for one in drawn])),
        )
    tests = {name: test(values, asked.bootstrap) for name, (values, _) in verdicts.items()}
    order = sorted(tests, key=lambda name: (-tests[name].advantage, name))
    judges = {
        name: TestedJudge(name, verdicts[name][1], tests[name], _verdict(name, tests[name], ignorant))
        for name in order
    }
    scoring = "the share that says the same" if is_label else "root mean square difference"
    left_out = dict.fromkeys(name for one in tests.values() for name in one.left_out)
    told = [f"rated too few items to be compared: {', '.join(left_out)}"] if left_out else []
    return JudgeReplacement(table.criterion, table.raters, scoring, judges, ignorant, told)


def _ignorant(table: RaterTable, seed: int) -> dict[str, list[Floats]]:
    """Verdicts of judges that never look: always the most frequent rating, always the mean, by chance."""
    given = table.values[~np.isnan(table.values)]
    values, counts = np.unique(given, return_counts=True)
    n = table.values.shape[1]
    most = float(values[counts.argmax()])
    judges = {f"always {table.category(most)}": [np.full(n, most)]}
    if not table.labels:
        mean = float(given.mean())
        judges[f"always the mean, {mean:.2f}"] = [np.full(n, mean)]
    rng = np.random.default_rng(seed)
    judges["guesses at the base rates"] = [rng.choice(given, size=n) for _ in range(_GUESSES)]
    return judges


def _verdict(name: str, test: AlternativeTest, ignorant: Mapping[str, tuple[float, float]]) -> str:
    won, met = sum(duel.won for duel in test.duels), len(test.duels)
    score = f"it holds against {won} of {met} people (winning rate {test.winning_rate:.2f})"
    passing = [other for other, (rate, _) in ignorant.items() if rate >= 0.5]
    if met < 3:
        why = "with two people the test only says whether it is nearer to one than the other is: ask a third"
        return f"{name}: no verdict, {score}; {why}"
    if not test.passed:
        return f"{name}: may not take the place of a person, {score}"
    if passing:
        why = "these ratings cannot tell a good judge from one that never looks"
        return f"{name}: no verdict, {score}, but so does one that never looks ({passing[0]}): {why}"
    return f"{name}: may take the place of a person, {score}"
