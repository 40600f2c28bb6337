"""A whole text followed sentence by sentence, with the way that led there.

`following.follow_route` finds where a route ends; here the likeliest way to there is kept, for people to see.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from likewise.errors import InputError
from likewise.navigate.followers import POSES, Follower, Following, joined
from likewise.navigate.word_splitters import sentences, words
from likewise.worlds import HEADINGS, Map, Pose

__all__ = ["WAYS", "check_start", "follow_text"]

WAYS = 10
"""Ways to follow a sentence that are looked at; chosen on training maps."""


def check_start(world: Map, start: Pose) -> None:
    """Refuse a start that is not on the map, or that looks nowhere."""
    if start.place not in world.items:
        raise InputError(f"{start.place} is not on map '{world.name}'", field="start")
    if start.heading not in HEADINGS:
        raise InputError(f"heading {start.heading}, expected 0, 90, 180 or 270", field="start")


def follow_text(
    follower: Follower, world: Map, start: Pose, text: str, *, k: int = WAYS, poses: int = POSES
) -> Following:
    """The likeliest way to follow a text of one sentence or more; of a route, to the likeliest place.

    `words` of the result are places in the words of all sentences, one after another. The reason is the first
    that the way gave; the path goes on after it as well as it can.
    """
    start = Pose(*start)
    check_start(world, start)
    parts = sentences(text, follower.lang)
    if not parts:
        raise InputError("expected an instruction, found no words", field="text")
    now: dict[Pose, _TextWay] = {start: _TextWay((), 0.0)}
    for part in parts:
        grown = [
            _TextWay((*way.done, further), way.score + further.score)
            for pose, way in now.items()
            for further in follower.follow(world, pose, part, k=k)
        ]
        now = _best(grown, poses)
    places = joined((pose.place, way.score) for pose, way in now.items())
    best = next(way for pose, way in now.items() if len(parts) == 1 or pose.place == places[0][0])
    return _told(follower, world, start, parts, best)


@dataclass(frozen=True, slots=True)
class _TextWay:
    """What was done for each sentence so far, and the score of all ways that end there."""

    done: tuple[Following, ...]
    score: float


def _told(follower: Follower, world: Map, start: Pose, parts: list[str], way: _TextWay) -> Following:
    """The sentences' ways as one; a follower that can say which words truly caused a step is asked to."""
    because = getattr(follower, "because", None)
    whole, said = Following((), (start,)), 0
    for part, done in zip(parts, way.done, strict=True):
        whole = _after(whole, because(world, part, done) if because else done, said)
        said += len(words(part, follower.lang))
    return replace(whole, score=way.score)


def _after(way: Following, further: Following, said: int) -> Following:
    causes = further.words or ((),) * len(further.plan)
    return Following(
        way.plan + further.plan,
        way.path + further.path[1:],
        way.score + further.score,
        way.reason or further.reason,
        way.words + tuple(tuple(said + word for word in step) for step in causes),
    )


def _best(ways: list[_TextWay], poses: int) -> dict[Pose, _TextWay]:
    """For each of the likeliest last poses its likeliest way, with the score of all ways that end there."""
    first: dict[Pose, _TextWay] = {}
    for way in sorted(ways, key=lambda way: -way.score):
        first.setdefault(way.done[-1].path[-1], way)
    ranked = joined((way.done[-1].path[-1], way.score) for way in ways)[:poses]
    return {pose: replace(first[pose], score=score) for pose, score in ranked}
