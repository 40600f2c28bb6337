"""Ratings of responses by people, a row a system and a criterion: good, and at least acceptable.

What is read are segments of a campaign of the task `rate` with the scale `labels` (`source` the challenge,
`candidate` the response), as `likewise collect export --kind segments` writes them.
"""

from __future__ import annotations

from collections.abc import Iterable

from likewise.errors import InputError
from likewise.evaluate.ratings import criteria
from likewise.judging import LevelShares, level_shares
from likewise.records import Segment

__all__ = ["response_levels"]


def response_levels(
    segments: Iterable[Segment], *, bootstrap: int = 1000, seed: int = 12345
) -> dict[str, dict[str, LevelShares]]:
    """Shares of judgements by system (an empty name where there is none) and criterion, all judges pooled."""
    by_system: dict[str, list[Segment]] = {}
    for segment in segments:
        by_system.setdefault(segment.system or "", []).append(segment)
    if not criteria([one for group in by_system.values() for one in group]):
        raise InputError("no segment was rated, expected ratings such as 'fluency@judge'", field="human")
    return {
        system: {
            criterion: _shares(group, criterion, bootstrap, seed) for criterion in sorted(criteria(group))
        }
        for system, group in by_system.items()
        if criteria(group)
    }


def _shares(segments: list[Segment], criterion: str, bootstrap: int, seed: int) -> LevelShares:
    judged = [
        (value, segment.id)
        for segment in segments
        for name, value in segment.human.items()
        if name.partition("@")[0] == criterion
    ]
    try:
        return level_shares(
            [value for value, _ in judged], [challenge for _, challenge in judged],
            bootstrap=bootstrap, seed=seed,
        )  # fmt: skip
    except InputError as error:
        raise InputError(error.message, field=f"human.{criterion}") from None
