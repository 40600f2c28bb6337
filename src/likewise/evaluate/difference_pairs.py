"""Pairs of which both a metric and people name the better: outputs for one segment, or systems."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.evaluate.ratings import rated
from likewise.metrics import Metric
from likewise.records import Segment

__all__ = ["LEVELS", "DifferencePairs", "PairedCandidates", "paired_candidates"]

Floats = npt.NDArray[np.float64]

LEVELS = {"system": "systems", "segment": "outputs for one segment"}
"""What lies how far apart: corpus scores of two systems, or scores of two outputs for one segment."""

FEWEST_SYSTEMS = 6
"""With fewer, the pairs of systems say nothing."""


@dataclass(frozen=True, slots=True)
class DifferencePairs:
    """For each pair how far the metric puts the first above the second, and people, and what they are of."""

    differences: Floats
    preferences: Floats
    clusters: Sequence[tuple[Hashable, Hashable]]


@dataclass(frozen=True)
class PairedCandidates:
    """The places of both candidates of each pair; at system level all places of both systems."""

    level: str
    groups: Sequence[tuple[Hashable, Sequence[npt.NDArray[np.int64]]]]
    """What a group is of, and its members: places of a system's segments, or of one output."""
    segments: Sequence[Segment]
    ratings: Floats
    """Nan where a segment has none."""

    @property
    def systems(self) -> int | None:
        """How many there are, at system level."""
        return sum(len(members) for _, members in self.groups) if self.level == "system" else None

    @property
    def segments_a_system(self) -> int | None:
        """The fewest behind a system's score, at system level."""
        if self.level != "system":
            return None
        return min(len(places) for _, members in self.groups for places in members)

    def pairs(self, metric: Metric, statistics: Floats) -> DifferencePairs:
        """The pairs under a metric, whose statistics of all segments are given; better is above."""
        sign = 1.0 if metric.higher_is_better else -1.0
        differences, preferences, clusters = [], [], list[tuple[Hashable, Hashable]]()
        if self.level == "segment":
            alone = sign * metric.score_segments(statistics)
        for name, members in self.groups:
            if self.level == "segment":
                places = np.concatenate(members)
                scores, ratings = alone[places], self.ratings[places]
                own: list[Hashable] = [name] * len(members)
            else:
                totals = np.stack([statistics[places].sum(axis=0) for places in members])
                scores = sign * metric.score_totals(totals)
                ratings = np.array([np.nanmean(self.ratings[places]) for places in members])
                own = [(name, number) for number in range(len(members))]
            first, second = np.triu_indices(len(members), 1)
            differences.append(scores[first] - scores[second])
            preferences.append(ratings[first] - ratings[second])
            clusters += combinations(own, 2)
        return DifferencePairs(np.concatenate(differences), np.concatenate(preferences), clusters)


def paired_candidates(segments: Sequence[Segment], human: str, level: str) -> PairedCandidates:
    """Who is compared with whom by the criterion; `InputError` where there are too few.

    Systems are compared where they answered the same segments, in the same language; their scores are of all
    segments, people's means of those that were rated.
    """
    if level not in LEVELS:
        raise InputError(f"there is no level '{level}', expected one of {', '.join(LEVELS)}")
    kept, values = rated(segments, human)
    marks = {id(one): value for one, value in zip(kept, values, strict=True)}
    ratings = np.array([marks.get(id(one), np.nan) for one in segments])
    found = _outputs(segments, ratings) if level == "segment" else _systems(segments, ratings)
    return PairedCandidates(level, found, segments, ratings)


Groups = list[tuple[Hashable, Sequence[npt.NDArray[np.int64]]]]


def _languages(segment: Segment) -> tuple[str | None, str | None]:
    return segment.source_lang, segment.lang


def _outputs(segments: Sequence[Segment], ratings: Floats) -> Groups:
    """Rated outputs for one segment, where it has two or more."""
    places: dict[Hashable, list[int]] = {}
    for place in np.flatnonzero(~np.isnan(ratings)).tolist():
        segment = segments[place]
        places.setdefault((*_languages(segment), segment.id), []).append(place)
    groups: Groups = [
        (name, [np.array([place]) for place in own]) for name, own in places.items() if len(own) > 1
    ]
    if not groups:
        raise InputError("no two rated outputs are for one segment (of one id)", field="id")
    return groups


def _systems(segments: Sequence[Segment], ratings: Floats) -> Groups:
    """Rated systems by test set: those that answered the same segments, in one language; two or more."""
    places: dict[Hashable, list[int]] = {}
    for place, segment in enumerate(segments):
        if segment.system is None:
            message = f"segment '{segment.id}' names no system, expected one to compare systems"
            raise InputError(message, field="system")
        places.setdefault((*_languages(segment), segment.system), []).append(place)
    tests: dict[Hashable, list[npt.NDArray[np.int64]]] = {}
    for own in places.values():
        if not np.isnan(ratings[own]).all():
            answered = frozenset(segments[place].id for place in own)
            tests.setdefault((_languages(segments[own[0]]), answered), []).append(np.array(own))
    groups: Groups = [(name, members) for name, members in tests.items() if len(members) > 1]
    count = sum(len(members) for _, members in groups)
    if count < FEWEST_SYSTEMS:
        raise InputError(
            f"found {count} rated systems that answered the same segments, expected {FEWEST_SYSTEMS} or more",
            field="system",
        )
    return groups
