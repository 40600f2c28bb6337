"""Navigate: give an instruction, watch the walk, see which words caused what, and teach the lexicon."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import Request, Response

from likewise.draw import SERIES_COUNT
from likewise.errors import InputError, LikewiseError
from likewise.studio.navigate.api import CHARACTERS, MOVES, checked_start, followed, learnt, line_of
from likewise.studio.navigate.embedded_routes import LANGUAGES, embedded_routes
from likewise.studio.navigate.service import NavigateService
from likewise.studio.web import (
    Fields,
    House,
    Reviewer,
    Studio,
    complaint_of,
    page_router,
    render,
    whole_number,
)
from likewise.worlds import HEADINGS, Map, Pose, draw_map, moves_of

__all__ = ["marked", "router"]

router = page_router()
_HEADINGS = (("0", "up", "↑"), ("90", "right", "→"), ("180", "down", "↓"), ("270", "left", "←"))
_DEFAULTS = {"map": "", "lang": "", "place": "", "heading": "0", "text": ""}
_TRIES = 4


def marked(text: str, words: Sequence[str], plan: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The text in pieces, words with the numbers of the plan's steps that they caused and a colour.

    A word that cannot be found in the text as it was written is shown as it was read.
    """
    causes: dict[int, list[int]] = {}
    for number, step in enumerate(plan):
        for word in step["words"]:
            causes.setdefault(word, []).append(number)
    plain, at = text.lower().replace("’", "'"), 0
    pieces: list[dict[str, Any]] = []
    for number, word in enumerate(words):
        place = plain.find(word, at) if len(plain) == len(text) else -1
        if place > at:
            pieces.append({"text": text[at:place], "steps": None})
        steps = causes.get(number, [])
        colour = steps[0] % SERIES_COUNT + 1 if steps else None
        shown = word + " " if place < 0 else text[place : place + len(word)]
        pieces.append({"text": shown, "steps": steps, "colour": colour})
        at = at if place < 0 else place + len(word)
    if len(plain) == len(text) and at < len(text):
        pieces.append({"text": text[at:], "steps": None})
    return pieces


def _place_of(world: Map, given: Mapping[str, str]) -> Pose:
    """The start that a form names, the map's first place where it names none."""
    if not given["place"]:
        return Pose(*world.places[0], 0)
    x, comma, y = given["place"].partition(",")
    numbers = {"x": x, "y": y, "heading": given["heading"]}
    if not comma:
        raise InputError("expected a place such as 3,4", field="start")
    return checked_start(world, *(whole_number(numbers, name) for name in ("x", "y", "heading")))


def _tries(world: Map, lang: str) -> list[dict[str, str]]:
    """Some instructions of the embedded corpus for this map, to begin with."""
    known = (
        [one for one in embedded_routes(lang).sentences if one.map == world.name] if lang in LANGUAGES else []
    )
    usable = [
        one
        for one in known
        if len(one.path) > 2 and one.path[0].heading in HEADINGS and one.path[0].place in world.items
    ]
    return [
        {
            "map": world.name,
            "lang": lang,
            "place": f"{one.path[0].x},{one.path[0].y}",
            "heading": str(one.path[0].heading),
            "text": one.text,
        }
        for one in usable[:: max(1, len(usable) // _TRIES)][:_TRIES]
    ]


def _context(studio: Studio, given: Mapping[str, str]) -> dict[str, Any]:
    """What the form offers; what it names and what is not there is passed over."""
    guides = studio.service(NavigateService)
    world = guides.maps.get(given["map"]) or next(iter(guides.maps.values()))
    lang = given["lang"] if given["lang"] in guides.languages else next(iter(guides.languages))
    try:
        start = _place_of(world, given)
    except InputError:
        start = Pose(*world.places[0], 0)
    places = [(f"{x},{y}", f"{x},{y}" + (f" {item}" if item else "")) for (x, y), item in _sorted(world)]
    return {
        "maps": [(name, name) for name in guides.maps],
        "languages": list(guides.languages.items()),
        "places": places,
        "headings": _HEADINGS,
        "given": {**given, "map": world.name, "lang": lang, "text": given["text"][:CHARACTERS]},
        "start": start,
        "still": draw_map(world, walker=start),
        "tries": _tries(world, lang),
        "embedded": guides.folder is None,
        "characters": CHARACTERS,
    }


def _sorted(world: Map) -> list[tuple[tuple[int, int], str]]:
    return [(place, world.items[place]) for place in world.places]


def _walk(studio: Studio, given: Mapping[str, str]) -> dict[str, Any]:
    """The walk, or that the follower is still learning, or what is wrong."""
    nothing: dict[str, Any] = {"found": None, "waiting": False, "fault": None, "status": 200}
    try:
        guides = studio.service(NavigateService)
        world, lang = guides.world(given["map"]), guides.language(given["lang"] or None)
        start = _place_of(world, given)
        _check_text(given["text"])
        if not guides.warm(lang):
            return {**nothing, "waiting": True}
        walk = followed(studio, world.name, start, given["text"], lang)
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return {**nothing, "fault": fault, "status": status}
    path = [Pose(*pose) for pose in walk["path"]]
    steps = [
        {**step, "colour": number % SERIES_COUNT + 1 if step["words"] else None}
        for number, step in enumerate(walk["plan"])
    ]
    shown = {
        **walk,
        "plan": steps,
        "pieces": marked(walk["text"], walk["words"], walk["plan"]),
        "moves": moves_of(path),
        "place": f"{start.x},{start.y}",
        "heading": start.heading,
        "drawing": draw_map(world, path=path, steps=True),
        "key": secrets.token_urlsafe(12),
        "most": MOVES,
    }
    return {**nothing, "found": shown}


def _check_text(text: str) -> None:
    if not line_of(text):
        raise InputError("expected an instruction", field="text")
    if len(text) > CHARACTERS:
        raise InputError(f"expected at most {CHARACTERS} characters", field="text")


def _counted(studio: Studio, given: Mapping[str, str]) -> dict[str, Any]:
    """The lexicon with one more example, or what is wrong with the example."""
    try:
        world = studio.service(NavigateService).world(given["map"])
        start = _place_of(world, given)
        _check_text(given["text"])
        moves = given["right" if given["verdict"] == "right" else "moves"].upper().replace(",", " ").split()
        if len(moves) > MOVES:
            raise InputError(f"expected at most {MOVES} moves", field="moves")
        try:
            path = world.walk(start, moves)
        except InputError as error:
            raise InputError(error.message, field="moves") from None
        key = given["key"] if 8 <= len(given["key"]) <= 64 else None
        counted = learnt(studio, world.name, path, given["text"], given["lang"] or None, key)
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return {"counted": None, "fault": fault, "status": status}
    return {"counted": {**counted, "moves": moves}, "fault": None, "status": 200}


@router.get("/navigate")
def ask(request: Request, studio: House, person: Reviewer) -> Response:
    """The form, filled with what the address names."""
    given = _DEFAULTS | {name: request.query_params.get(name, "")[:CHARACTERS] for name in _DEFAULTS}
    given["heading"] = given["heading"] or "0"
    empty: dict[str, Any] = {"found": None, "waiting": False, "fault": None, "counted": None}
    return render(request, "navigate/page.html", **empty, **_context(studio, given))


@router.post("/navigate")
def walk(request: Request, studio: House, person: Reviewer, fields: Fields) -> Response:
    """The walk; with scripts it comes alone, without them as the whole page again."""
    given = _DEFAULTS | fields
    walked = _walk(studio, given)
    status = walked.pop("status")
    if walked["waiting"] and request.headers.get("hx-trigger") == "waiting":
        return Response(status_code=204)  # asked by itself, and there is nothing new
    template = "navigate/walk.html" if "hx-request" in request.headers else "navigate/page.html"
    return render(request, template, status, counted=None, **walked, **_context(studio, given))


@router.post("/navigate/example")
def teach(request: Request, studio: House, person: Reviewer, fields: Fields) -> Response:
    """The lexicon after an example."""
    given = _DEFAULTS | {"verdict": "", "right": "", "moves": "", "key": ""} | fields
    counted = _counted(studio, given)
    status = counted.pop("status")
    if "hx-request" in request.headers:
        # The form stays where it cannot be counted, so that it can be put right.
        aside = {"hx-retarget": "#verdict-fault", "hx-reswap": "innerHTML"} if counted["fault"] else {}
        return render(request, "navigate/teaching.html", status, headers=aside, **counted)
    rest: dict[str, Any] = {"found": None, "waiting": False}
    return render(request, "navigate/page.html", status, **rest, **counted, **_context(studio, given))
