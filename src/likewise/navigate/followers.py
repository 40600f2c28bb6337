"""What every follower gives back, and how whole routes are followed sentence by sentence.

Across sentences several poses are carried along, each with its probability: where one reading of an early
sentence turns out a dead end, another is still there. (Chen and Mooney 2011 carry one.)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from likewise.worlds import HEADINGS, UNKNOWN, Map, Place, Plan, Pose

__all__ = ["Follower", "Following", "best_pose", "follow_route", "joined", "starts"]

POSES = 8
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Following:
    """One way to follow an instruction.

    `words[i]` are the numbers of the words that caused step i of the plan; `score` is a log-probability;
    `reason` says in one clause what could not be followed, and the path is then the best part of it.
    """

    plan: Plan
    path: tuple[Pose, ...]
    score: float = 0.0
    reason: str | None = None
    words: tuple[tuple[int, ...], ...] = ()


class Follower(Protocol):
    """Follows an instruction on a map."""

    lang: str

    def follow(self, world: Map, start: Pose, text: str, *, k: int = 1) -> list[Following]:
        """The k best ways, best first; never empty. The start's heading is known."""
        ...


def starts(pose: Pose) -> list[Pose]:
    """The poses that a start may mean: all four headings where it is unknown."""
    return [pose.facing(h) for h in HEADINGS] if pose.heading == UNKNOWN else [pose]


def joined(scored: Iterable[tuple[T, float]]) -> list[tuple[T, float]]:
    """Equal things once, their probabilities added, best first (the earliest of equals)."""
    logs: dict[T, list[float]] = {}
    for thing, score in scored:
        logs.setdefault(thing, []).append(score)
    summed = [
        (thing, max(them) + math.log(sum(math.exp(one - max(them)) for one in them)))
        for thing, them in logs.items()
    ]
    return sorted(summed, key=lambda pair: -pair[1])


def best_pose(ways: Sequence[Following]) -> Pose:
    """Where the follower most likely ends: ways that end in the same pose count together."""
    return joined((way.path[-1], way.score) for way in ways)[0][0]


def follow_route(
    follow: Callable[[Pose, str], Sequence[Following]],
    start: Pose,
    texts: Sequence[str],
    *,
    poses: int = POSES,
) -> Place:
    """The place where a route most likely ends; `follow` gives the ways from a pose for one sentence."""
    now: list[tuple[Pose, float]] = [(start, 0.0)]
    for text in texts:
        now = joined((way.path[-1], score + way.score) for pose, score in now for way in follow(pose, text))[
            :poses
        ]
    return joined((pose.place, score) for pose, score in now)[0][0]
