"""Following route instructions on a map, and counting right paths for the lexicon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Query
from pydantic import Field

from likewise.errors import InputError
from likewise.studio.navigate.service import NavigateService
from likewise.studio.web import Body, House, Reviewer, Studio, api_router, clean_text
from likewise.worlds import HEADINGS, Map, Pose

__all__ = ["CHARACTERS", "MOVES", "checked_start", "followed", "learnt", "line_of", "router"]

router = api_router("navigate")
CHARACTERS = 1000
MOVES = 400

Number = Annotated[int, Field(ge=-100_000, le=100_000)]
PoseOf = Annotated[list[Number], Field(min_length=3, max_length=3)]
Text = Annotated[str, Field(min_length=1, max_length=CHARACTERS)]
Lang = Annotated[str, Field(min_length=2, max_length=20)]


class RouteQuestion(Body):
    """An instruction, and the pose `[x, y, heading]` to start from; heading 0 is up, 90 right."""

    map: Annotated[str, Field(min_length=1, max_length=200)]
    start: PoseOf
    text: Text
    lang: Lang | None = None


class RouteExample(Body):
    """An instruction with its right path, a pose for each move and the start; `key`: counts once."""

    map: Annotated[str, Field(min_length=1, max_length=200)]
    path: Annotated[list[PoseOf], Field(min_length=1, max_length=MOVES + 1)]
    text: Text
    lang: Lang | None = None
    key: Annotated[str, Field(min_length=8, max_length=64)] | None = None


def line_of(text: str) -> str:
    """The text of an instruction in one line."""
    return " ".join(clean_text(text, "text").split())


def checked_start(world: Map, x: int, y: int, heading: int) -> Pose:
    """A pose on the map with a known heading."""
    if heading not in HEADINGS:
        raise InputError("expected a heading of 0, 90, 180 or 270", field="start")
    if (x, y) not in world.items:
        raise InputError(f"there is no place {x},{y} on map '{world.name}'", field="start")
    return Pose(x, y, heading)


def followed(studio: Studio, name: str, start: Sequence[int], text: str, lang: str | None) -> dict[str, Any]:
    """The walk that an instruction leads to."""
    guides = studio.service(NavigateService)
    world, spoken = guides.world(name), guides.language(lang)
    pose = checked_start(world, *start)
    walk = guides.follow(world.name, pose, line_of(text), spoken)
    return {"map": world.name, "start": pose, "text": line_of(text), "lang": spoken, **walk}


def learnt(
    studio: Studio, name: str, path: Sequence[Pose], text: str, lang: str | None, key: str | None = None
) -> dict[str, Any]:
    """Count an instruction with its right path."""
    guides = studio.service(NavigateService)
    world, spoken = guides.world(name), guides.language(lang)
    checked_start(world, *path[0])
    try:
        world.check_path(path)
    except InputError as error:
        raise InputError(error.message, field="path") from None
    return {"lang": spoken, **guides.learn(world.name, path, line_of(text), spoken, key)}


@router.get("/navigate/maps")
def maps(studio: House, person: Reviewer) -> dict[str, Any]:
    """The maps and the languages of this studio."""
    guides = studio.service(NavigateService)
    views = [
        {
            "name": world.name,
            "places": [{"x": x, "y": y, "item": world.items[x, y]} for x, y in world.places],
            "corridors": [
                {"from": one, "to": other, "floor": look.floor, "wall": look.wall}
                for (one, other), look in world.corridors.items()
            ],
        }
        for world in guides.maps.values()
    ]
    return {"maps": views, "languages": guides.languages}


@router.post("/navigate")
def follow(studio: House, person: Reviewer, body: RouteQuestion) -> dict[str, Any]:
    """Follow an instruction: the plan, the words behind each of its steps, the path, and why it ends early.

    The first question in a language takes longer: the follower is loaded, or learnt.
    """
    return followed(studio, body.map, body.start, body.text, body.lang)


@router.post("/navigate/examples", status_code=201)
def learn(studio: House, person: Reviewer, body: RouteExample) -> dict[str, Any]:
    """Count an instruction with its right path; gives what its words mean then, and before."""
    path = [Pose(*pose) for pose in body.path]
    return learnt(studio, body.map, path, body.text, body.lang, body.key)


@router.get("/navigate/words")
def words(
    studio: House,
    person: Reviewer,
    text: Annotated[str, Query(min_length=1, max_length=CHARACTERS)],
    lang: Annotated[str | None, Query(min_length=2, max_length=20)] = None,
) -> dict[str, Any]:
    """What the words of a text mean by now: meanings with scores and counts, best first."""
    guides = studio.service(NavigateService)
    spoken = guides.language(lang)
    return {"lang": spoken, **guides.words(line_of(text), spoken)}
