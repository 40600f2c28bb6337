"""Two runs over the same items, such as the outputs of two versions: paired by id, and held to be a pair."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Unpack

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.evaluate.own_data import OwnData, taken
from likewise.evaluate.scorable import scored_by_all
from likewise.metrics import Batch, Metric
from likewise.records import Segment

__all__ = ["RunPair", "pair_runs"]

Floats = npt.NDArray[np.float64]

_SHOWN = 3


@dataclass(frozen=True)
class RunPair:
    """The segments of both runs in one order: item i is `baseline[i]` and `candidate[i]`."""

    baseline: tuple[Segment, ...]
    candidate: tuple[Segment, ...]
    warnings: tuple[str, ...] = ()
    left_out: int = 0
    """Items for which some metric has no score of one run or both."""

    def __len__(self) -> int:
        return len(self.baseline)

    def statistics(self, metric: Metric) -> tuple[Floats, Floats]:
        """The metric's statistics of both runs, taken in one batch so that the texts are read once."""
        whole = metric.statistics(Batch([*self.baseline, *self.candidate]))
        return whole[: len(self)], whole[len(self) :]

    def scorable(self, metrics: Sequence[Metric]) -> RunPair:
        """The items for which all metrics have a score of both runs; the others are told."""
        kept, lacking = scored_by_all([*self.baseline, *self.candidate], metrics)
        if not lacking:
            return self
        both = [one and other for one, other in zip(kept[: len(self)], kept[len(self) :], strict=True)]
        told = f"{sum(both)} of {len(both)} items are compared: those with a score in both runs"
        return RunPair(
            tuple(compress(self.baseline, both)), tuple(compress(self.candidate, both)),
            (*self.warnings, *lacking, told), self.left_out + both.count(False),
        )  # fmt: skip

    def changed(self) -> list[int]:
        """The places of the items whose text differs between the runs."""
        both = zip(self.baseline, self.candidate, strict=True)
        return [place for place, (old, new) in enumerate(both) if old.candidate != new.candidate]


def pair_runs(
    baseline: object, candidate: object, require: Collection[str] = (), **own: Unpack[OwnData]
) -> RunPair:
    """Pair the items of two runs by id, in the order of the baseline.

    A run is segments, or data as `score` takes them; with `references`, `sources` or `ids` as lists it is a
    list of texts. Each is of one system. Both must have the same ids with the same sources, references and
    languages: a difference between scores that were taken against other texts says nothing about the outputs.
    """
    warnings: list[str] = []
    old = _by_id(baseline, "baseline", require, own, warnings)
    new = _by_id(candidate, "candidate", require, own, warnings)
    for lacking, having, name, other in (
        (new, old, "candidate", "baseline"),
        (old, new, "baseline", "candidate"),
    ):
        missing = [identity for identity in having if identity not in lacking]
        if missing:
            shown = ", ".join(f"'{identity}'" for identity in missing[:_SHOWN])
            more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
            message = f"lacks {shown}{more}, which the {other} has; both need the same ids"
            raise InputError(message, file=name, field="id")
    pairs = [(old[identity], new[identity]) for identity in old]
    for one, two in pairs:
        _same_task(one, two)
    return RunPair(tuple(one for one, _ in pairs), tuple(two for _, two in pairs), tuple(warnings))


def _by_id(
    data: object, run: str, require: Collection[str], own: OwnData, warnings: list[str]
) -> Mapping[str, Segment]:
    if {"references", "sources", "ids"} & own.keys():
        data, own = None, {**own, "candidates": data}
    try:
        segments, log = taken(data, own, require, function="pair_runs")
        by_id = _grouped(segments, run)
    except InputError as error:
        error.file = error.file or run
        raise
    warnings += [f"{run}: {told}" for told in log.warnings()]
    return by_id


def _grouped(segments: Iterable[Segment], run: str) -> Mapping[str, Segment]:
    by_id: dict[str, Segment] = {}
    systems: dict[str | None, None] = {}
    for segment in segments:
        systems[segment.system] = None
        if len(systems) > 1:
            named = " and ".join(f"'{name}'" for name in systems)
            message = f"holds the systems {named}, expected one: choose it (--system NAME)"
            raise InputError(message, file=run, field="system")
        if segment.id in by_id:
            raise InputError(f"the id '{segment.id}' stands twice", file=run, field="id")
        by_id[segment.id] = segment
    if not by_id:
        raise InputError("has no segment", file=run)
    return by_id


def _same_task(one: Segment, two: Segment) -> None:
    for field in ("source", "references", "lang", "source_lang"):
        if getattr(one, field) != getattr(two, field):
            message = (
                f"item '{one.id}' has another value in the candidate than in the baseline; scores would "
            )
            raise InputError(message + "not be comparable", field=field)
