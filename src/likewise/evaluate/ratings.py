"""Human scores of segments by criterion, judges' scores averaged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.io import ReadLog, near_column
from likewise.records import Segment

__all__ = ["by_judge", "criteria", "differing_scales", "rated", "refuse_unread"]

Floats = npt.NDArray[np.float64]

_TIMES = 3.0
_FEWEST_OF_A_SCALE = 10
_SHOWN = 6


def criteria(segments: Sequence[Segment]) -> list[str]:
    """The criteria that any segment was rated on, judges left off."""
    return list(dict.fromkeys(key.partition("@")[0] for s in segments for key in s.human))


def rated(segments: Sequence[Segment], criterion: str) -> tuple[list[Segment], Floats]:
    """The segments that have the criterion, with its value: as given, else the mean of its judges."""
    kept, values = [], []
    for segment in segments:
        value = _value(segment, criterion)
        if value is not None:
            kept.append(segment)
            values.append(value)
    if not kept:
        known = ", ".join(criteria(segments)) or "none"
        message = f"no segment was rated on '{criterion}' (criteria found: {known})"
        raise InputError(message, field=f"human.{criterion}")
    return kept, np.array(values)


def _value(segment: Segment, criterion: str) -> float | None:
    if criterion in segment.human:
        return segment.human[criterion]
    marks = [value for key, value in segment.human.items() if key.startswith(criterion + "@")]
    return sum(marks) / len(marks) if marks else None


def by_judge(segments: Sequence[Segment], criterion: str) -> dict[str, Floats]:
    """Each judge's scores in the order of the segments, NaN where that judge gave none."""
    prefix = criterion + "@"
    judges = dict.fromkeys(
        key.removeprefix(prefix) for s in segments for key in s.human if key.startswith(prefix)
    )
    return {judge: np.array([s.human.get(prefix + judge, np.nan) for s in segments]) for judge in judges}


def refuse_unread(names: Sequence[str], segments: Sequence[Segment], log: ReadLog) -> None:
    """Refuse a criterion that nothing was rated on, where a column that was not read may hold it."""
    for name in names:
        if name not in criteria(segments) and (near := near_column(f"human.{name}", log.unread)):
            raise InputError(f"no segment was rated on '{name}'{near}", field=f"human.{name}")


def differing_scales(judges: Mapping[str, Floats], criterion: str) -> list[str]:
    """A warning where judges rated on plainly different scales: a mean of 1 to 5 and 0 to 100 is neither.

    That is where both the span of the ratings and the largest of them differ by a factor of three or more,
    among those who gave ten ratings or more: a kind judge uses the upper end of a scale, and no other scale.
    """
    ranges = {name: _range(values) for name, values in judges.items()}
    known = sorted(
        (high - low, max(abs(low), abs(high)), name, f"{name} {low:g} to {high:g}")
        for name, (count, low, high) in ranges.items()
        if count >= _FEWEST_OF_A_SCALE and high > low
    )
    if not known:
        return []
    span, size = known[0][0], known[0][1]
    wider = [one for one in known if one[0] >= _TIMES * span and one[1] >= _TIMES * size]
    if not wider:
        return []
    shown = [one[3] for one in known]
    if len(shown) > _SHOWN:
        shown = [shown[0], *(one[3] for one in wider[1 - _SHOWN :])]
        shown.append(f"and {len(known) - len(shown)} more")
    return [
        f"'{criterion}': raters use different scales ({', '.join(shown)}); what mixes them, such as a mean, "
        "says nothing: bring them to one scale, or give each scale a criterion of its own"
    ]


def _range(values: Floats) -> tuple[int, float, float]:
    given = values[~np.isnan(values)]
    return (len(given), float(given.min()), float(given.max())) if len(given) else (0, 0.0, 0.0)
