"""Why this score: the evidence of each metric for one segment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from likewise.errors import InputError
from likewise.evaluate.metric_choice import USUAL, fields_of
from likewise.evaluate.scorable import scorable
from likewise.evaluate.scorer import score_each
from likewise.io import segments_of
from likewise.metrics import Metric, NegationAgreement, resolve
from likewise.metrics.negation import polarity
from likewise.records import Segment

__all__ = ["explain", "find_segment", "worst_segments"]


def explain(
    segment: Segment | Mapping[str, Any],
    metrics: Iterable[str | Metric] | str | None = None,
    *,
    settings: Mapping[str, Any] | None = None,
    among: object = (),
    columns: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The segment with, for each metric, its score and what it rests on (n-grams, lengths, parts).

    A segment, or a row of your own data as a mapping, and `among` as `score` takes them.
    Without `metrics` these are bleu and pinc, as far as the segment has what they need: references for bleu,
    a source for pinc. `among` are the segments that it was scored with; `identify` tells it from these.
    Under `negation` stands what the candidate and its reference (or source) deny, and where they differ,
    whatever the metrics: overlap hardly notices a lost "not". A segment that is not English or has nothing to
    be held against has no such part.
    """
    segment = _one(segment, columns)
    among = segments_of(among, columns=columns)
    chosen = resolve(USUAL if metrics is None else metrics, settings)
    if metrics is None:
        # Where none can be had, all stay, and the first says what it misses.
        there = fields_of(segment)
        chosen = [metric for metric in chosen if set(metric.needs()) <= {*there}] or chosen
    evidence = {metric.name: metric.explain_among(segment, among) for metric in chosen}
    denied = polarity(segment, next((m for m in chosen if isinstance(m, NegationAgreement)), None))
    return {**segment.as_dict(), "metrics": evidence, **({"negation": denied} if denied else {})}


def _one(segment: Any, columns: Mapping[str, Any] | None) -> Segment:
    """The segment of a row: a mapping, a tuple with names, a row of a frame."""
    kind = type(segment).__name__
    if not isinstance(segment, Mapping):
        # Of what else has `to_dict`, frames among them, only a row of a frame has one dimension.
        if hasattr(segment, "_asdict"):
            segment = segment._asdict()
        elif getattr(segment, "ndim", 0) == 1 and hasattr(segment, "to_dict"):
            segment = segment.to_dict()
    if isinstance(segment, Mapping):
        one, *others = islice(segments_of([segment], columns=columns), 2)
        if others:
            raise InputError("expected one segment, found columns of several: hand over a row of them")
        return one
    if not isinstance(getattr(segment, "candidate", None), str):
        raise InputError(f"expected one segment, or a row as a mapping, found {kind}")
    return segment  # type: ignore[no-any-return]


def find_segment(segments: Iterable[Segment], identity: str, system: str | None = None) -> Segment:
    """The segment with this id, of this system where several have the id; `InputError` if it is not one."""
    same = [s for s in segments if s.id == identity and system in {None, s.system}]
    if not same:
        of = f" of system '{system}'" if system else ""
        raise InputError(f"no segment has the id '{identity}'{of}")
    if len(same) > 1:
        systems = ", ".join(str(s.system) for s in same)
        message = (
            f"{len(same)} systems have the id '{identity}': choose one by its name ({systems}; --system)"
        )
        raise InputError(message)
    return same[0]


def worst_segments(
    segments: Iterable[Segment],
    metric: str | Metric,
    count: int,
    *,
    settings: Mapping[str, Any] | None = None,
) -> list[Segment]:
    """The segments with the worst scores by a metric, the worst first; equal ones in their own order."""
    (chosen,) = resolve([metric], settings)
    everything, _ = scorable(list(segments), [chosen])
    scores = score_each(everything, [chosen])[chosen.name].segments
    assert scores is not None
    losses = -scores if chosen.higher_is_better else scores
    order = sorted(range(len(everything)), key=lambda place: -losses[place])
    return [everything[place] for place in order[:count]]
