"""The study of Packard (2012), rerun: many parsers, all metrics, and what the metrics say about each other.

A parser is a feature set trained with one regularisation value. All are trained in cross-validation to choose
the candidates closest to the gold analyses, and measured against these targets and against gold itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.deep import load_heads
from likewise.deep.selection import FEATURE_SETS, parse_templates, sigma_grid
from likewise.errors import InputError
from likewise.io import LEARNER_SEED, Source
from likewise.study.kept_parts import KeptParts, open_parts
from likewise.study.parsers.choices import ParserChoices, choose, store_of
from likewise.study.parsers.data import HEADS, StudyData, read_study
from likewise.study.parsers.findings import Findings, find
from likewise.study.parsers.measurements import Measurements, measure, metrics_of
from likewise.study.parsers.noise import Fewer, Noise, fewer, noise_of, parts_of, resampled, scores_of

__all__ = ["Against", "StudyCounts", "ParserStudy", "StudySettings", "parser_study"]

Array = npt.NDArray[Any]
Progress = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]

BASELINE = "pcfg"
_DRAWS = 15
"""Of fewer items."""


@dataclass(frozen=True)
class StudySettings:
    """How a study is made."""

    features: tuple[str, ...] = tuple(FEATURE_SETS)
    sigmas: tuple[float, float, int] = (0.001, 1000.0, 41)
    folds: int = 3
    items: int | None = None
    bootstrap: int = 200
    seed: int = LEARNER_SEED

    def grid(self) -> Array:
        """The regularisation values."""
        return sigma_grid(*self.sigmas)


@dataclass(frozen=True)
class StudyCounts:
    """What was used and what was not."""

    used: int
    candidates: int
    single: int
    without_gold: int
    broken_gold: int
    broken_candidates: int
    too_few: int
    unlike: int
    targets: float
    """Targets an item."""
    closeness: float
    """Mean similarity of the targets to gold."""
    exact: int
    """Items in which the gold derivation itself is a candidate."""
    complaints: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Against:
    """All parsers measured against one kind of reference."""

    found: Findings
    extended: Findings | None
    """The same over the sets that extend the baseline; none where these are all, or too few to rank."""
    noise: Noise | None
    fewer: list[Fewer]
    """What is found with fewer items."""
    chance: Array
    """The score of each metric for a candidate taken at random."""
    ceiling: Array
    """The score where each item's best candidate by that metric is taken."""


@dataclass(frozen=True)
class ParserStudy:
    """The whole study: `against["target"]` and `against["gold"]`."""

    settings: StudySettings
    sets: list[str]
    sigmas: Array
    metrics: list[str]
    counts: StudyCounts
    against: dict[str, Against]
    ties: Array
    """Sets by sigmas: the share of items with tied best candidates."""

    @property
    def parsers(self) -> int:
        """How many parsers were measured."""
        return len(self.sets) * len(self.sigmas)

    @property
    def baseline(self) -> int:
        """The number of the set that is looked at alone: `pcfg`, else the first."""
        return self.sets.index(BASELINE) if BASELINE in self.sets else 0

    @property
    def extending(self) -> list[str]:
        """The sets that have all templates of the baseline, itself among them."""
        least = set(parse_templates(self.sets[self.baseline]))
        return [name for name in self.sets if least <= set(parse_templates(name))]


def parser_study(
    data: Source,
    folder: Source,
    settings: StudySettings | None = None,
    *,
    gold: Sequence[Source] = (),
    heads: Source | None = None,
    processes: int = 2,
    progress: Progress | None = None,
) -> ParserStudy:
    """Make the study; costly parts are kept in the folder, so that it can be interrupted and gone on with.

    `heads` is a file with the head daughters of rules; `rules.hds` beside the data is taken where it is
    there. `progress(what, total)` gives a context whose value is told of so many steps more.
    """
    how = settings or StudySettings()
    shown: Progress = progress or (lambda what, total: nullcontext(lambda done: None))
    grid, parts = how.grid(), open_parts(folder, "against")
    read = read_study(data, gold, most=how.items)
    sets, table = _sets(how.features, read), _heads(data, heads)
    mark = [read.fingerprint, None if table is None else sorted(table.items())]
    measured = _measured(parts, read, table, mark, processes, shown)
    items, targets = measured.sound(read.items), measured.targets
    if len(items) < how.folds:
        raise InputError(f"only {len(items)} items can be used, expected at least one for each fold")
    with shown("features", len(items)) as step:
        store = store_of(parts, items, sets, mark, heads=table, processes=processes, progress=step)
    choices, shares = {}, targets.shares()
    with shown("parsers", len(sets) * len(grid) * how.folds) as step:
        for name in sets:
            choices[name] = choose(
                parts, store, name, shares, grid, how.folds, mark, workers=processes, progress=step
            )
    ties = np.array([chosen.ties for chosen in choices.values()])
    study = ParserStudy(how, sets, grid, metrics_of(read.meaning), _counts(read, measured), {}, ties)
    weights = resampled(len(items), how.bootstrap, how.seed)
    for kind, figures in (("target", measured.target), ("gold", measured.gold)):
        study.against[kind] = _against(study, choices, figures, targets.items, weights)
    return study


def _measured(
    parts: KeptParts,
    data: StudyData,
    heads: Mapping[str, int] | None,
    mark: Sequence[Any],
    processes: int,
    shown: Progress,
) -> Measurements:
    """All candidates under all metrics, from the parts where they are kept."""
    with shown("metrics", len(data.items)) as step:

        def make() -> dict[str, Array]:
            return measure(data, heads=heads, processes=processes, progress=step).arrays()

        return Measurements.of_arrays(parts.made(make, "metrics", *mark))


def _sets(names: Sequence[str], data: StudyData) -> list[str]:
    """The sets that the data allow; those that look at MRSs are left out where there are none."""
    asked = list(dict.fromkeys(names))
    left = [name for name in asked if data.meaning or not any(t.needs_mrs for t in parse_templates(name))]
    if not left:
        raise InputError("all these feature sets look at the MRS, which the analyses do not have")
    return left


def _heads(data: Source, heads: Source | None) -> dict[str, int] | None:
    if heads is not None:
        return load_heads(heads)
    place = Path(data)
    beside = (place if place.is_dir() else place.parent) / HEADS
    return load_heads(beside) if beside.is_file() else None


def _counts(data: StudyData, measured: Measurements) -> StudyCounts:
    targets = measured.targets
    used = len(targets.items) - 1
    broken_gold, broken, few, unlike = measured.faults.sum(axis=0).tolist()
    return StudyCounts(
        used, len(measured.similarity), data.single, data.without_gold, broken_gold, broken, few, unlike,
        float(targets.chosen.sum() / used), float(targets.best.mean()), int(targets.exact.sum()),
        measured.complaints,
    )  # fmt: skip


def _against(
    study: ParserStudy, choices: dict[str, ParserChoices], figures: Array, items: Array, weights: Array
) -> Against:
    (scores,) = scores_of(choices, figures, study.sigmas, study.metrics)
    found, near = find(scores), study.extending
    extended = find(scores.of_sets(near)) if 2 < len(near) < len(study.sets) else None
    again = scores_of(choices, figures, study.sigmas, study.metrics, weights) if len(weights) else []
    sizes = np.diff(items)[:, None]
    chance = (np.add.reduceat(figures, items[:-1]) / sizes).mean(axis=0)
    ceiling = np.maximum.reduceat(figures, items[:-1]).mean(axis=0)
    drawn = parts_of(len(items) - 1, _DRAWS if len(weights) else 0, study.settings.seed)
    less = [
        fewer(size, scores_of(choices, figures, study.sigmas, study.metrics, part))
        for size, part in drawn
        if len(part)
    ]
    return Against(found, extended, noise_of(found, again, study.baseline), less, chance, ceiling)
