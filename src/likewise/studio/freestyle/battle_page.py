"""Battle: a line against a line, with the machine or with someone beside you; a point for a line that rhymes.

The studio keeps no game: the page carries its lines along and sends them with the next one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from fastapi import Request, Response

from likewise.errors import InputError, LikewiseError
from likewise.freestyle import line_words
from likewise.studio.freestyle.api import LINE, line_of, responses_to
from likewise.studio.freestyle.coloured_verse import coloured_responses, end_apart
from likewise.studio.freestyle.rated_responses import CAMPAIGN, CRITERIA, LEVELS, rate_response
from likewise.studio.freestyle.service import FreestyleService
from likewise.studio.web import Fields, House, Reviewer, Studio, complaint_of, load_json, page_router, render

__all__ = ["router"]

router = page_router()
_MOST_TURNS = 60
_NBEST = 3
_DEFAULTS = {"line": "", "turns": "[]", "players": "machine", "name_1": "", "name_2": "", "model": "",
             "clean": "", "end": "", "act": "say"}  # fmt: skip
_NAMES = {"machine": ("You", "Machine"), "two": ("Player 1", "Player 2")}


@dataclass(frozen=True, slots=True)
class BattleLine:
    """A line of a battle: whose it is (0 or 1), and whether it rhymes with the other's line before it."""

    player: int
    text: str
    rhymes: bool = False


def _turns(text: str) -> list[BattleLine]:
    """The lines so far, as the page sent them along."""
    try:
        rows = load_json(text.encode())
        turns = [
            BattleLine(int(row["player"]), line_of(row["text"], "turns"), bool(row["rhymes"])) for row in rows
        ]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InputError("expected the lines of a battle", field="turns") from None
    if len(turns) > _MOST_TURNS or any(turn.player not in (0, 1) for turn in turns):
        raise InputError(f"expected at most {_MOST_TURNS} lines of two players", field="turns")
    return turns


def _sent(turns: list[BattleLine]) -> str:
    return json.dumps([{"player": t.player, "text": t.text, "rhymes": t.rhymes} for t in turns])


def _asked(given: Mapping[str, str]) -> dict[str, Any]:
    """What the page wishes of a response."""
    end = given["end"].strip() or None
    return {"nbest": _NBEST, "model": given["model"] or None, "clean": given["clean"] == "yes", "end": end}


def _played(studio: Studio, given: Mapping[str, str], turns: list[BattleLine]) -> dict[str, Any]:
    """The lines after a move, and the responses that the model thought of."""
    two = given["players"] == "two"
    if given["act"] == "suggest":
        if not turns:
            raise InputError("there is no line yet to answer", field="line")
        return {"turns": turns, "found": responses_to(studio, turns[-1].text, **_asked(given))}
    if len(turns) + 2 > _MOST_TURNS:
        raise InputError(f"this battle has {_MOST_TURNS} lines, begin another", field="line")
    player = 1 - turns[-1].player if turns and two else 0
    turns = [*turns, BattleLine(player, line_of(given["line"], "line"))]
    found = None
    if not two:
        found = responses_to(studio, turns[-1].text, **_asked(given))
        turns += [BattleLine(1, one["text"]) for one in found["responses"][:1]]
    return {"turns": _judged(studio, turns, given), "found": found}


def _judged(studio: Studio, turns: list[BattleLine], given: Mapping[str, str]) -> list[BattleLine]:
    """The last lines with what the referee says: the detector, which is the same for people and machine."""
    service = studio.service(FreestyleService)
    first = max(len(turns) - 2, 1)
    pairs = [(turns[place - 1].text, turns[place].text) for place in range(first, len(turns))]
    said = service.rhymes(pairs, service.shelf.find(given["model"] or None).lang) if pairs else []
    return [*turns[:first], *(replace(t, rhymes=r) for t, r in zip(turns[first:], said, strict=True))]


def _view(studio: Studio, given: Mapping[str, str], turns: list[BattleLine], found: Any) -> dict[str, Any]:
    players = "two" if given["players"] == "two" else "machine"
    usual = _NAMES[players]
    typed = (given["name_1"].strip()[:30], given["name_2"].strip()[:30])
    names = [typed[k] or usual[k] for k in (0, 1)] if players == "two" else list(usual)
    shelf = studio.service(FreestyleService).shelf
    rows = [
        {**end_apart(turn.text), "text": turn.text, "player": turn.player, "rhymes": turn.rhymes,
         "rhymed": place + 1 < len(turns) and turns[place + 1].rhymes}
        for place, turn in enumerate(turns)
    ]  # fmt: skip
    chosen = shelf.find(given["model"] or None)
    responses = [] if found is None else coloured_responses(found["challenge"], found["responses"])
    return {
        "given": given, "rows": rows, "sent": _sent(turns), "names": names, "players": players,
        "score": [sum(t.rhymes for t in turns if t.player == k) for k in (0, 1)],
        "whose": (1 - turns[-1].player if turns else 0) if players == "two" else 0,
        "responses": responses, "answered": found is not None, "suggested": given["act"] == "suggest",
        "wordless": found is not None and not line_words(found["challenge"]),
        "chance": any(not one.get("known", True) for one in responses),
        "wished": bool(given["end"].strip()) or given["clean"] == "yes",
        "models": [(model.name, model.title) for model in shelf.models], "chosen": chosen,
        "criteria": CRITERIA, "levels": LEVELS, "line_length": LINE,
    }  # fmt: skip


@router.get("/freestyle/battle")
def ask(request: Request, studio: House, person: Reviewer, model: str = "") -> Response:
    """A battle that has not begun."""
    view = _view(studio, _DEFAULTS | {"model": model}, [], None)
    return render(request, "freestyle/battle.html", fault=None, **view)


@router.post("/freestyle/battle")
def move(request: Request, studio: House, person: Reviewer, fields: Fields) -> Response:
    """A line is said, or one is suggested, or all begins anew."""
    given = _DEFAULTS | fields
    turns: list[BattleLine] = []
    fault, status, found = None, 200, None
    try:
        turns = [] if given["act"] == "new" else _turns(given["turns"])
        if given["act"] != "new":
            played = _played(studio, given, turns)
            turns, found = played["turns"], played["found"]
        if given["act"] == "say":
            given["line"] = ""
    except LikewiseError as error:
        fault, status = complaint_of(error)
        if fault["field"] == "model":
            given["model"] = ""
    template = "freestyle/moves.html" if "hx-request" in request.headers else "freestyle/battle.html"
    return render(request, template, status, fault=fault, **_view(studio, given, turns, found))


@router.post("/freestyle/rate")
def rate(request: Request, studio: House, person: Reviewer, fields: Fields) -> Response:
    """Keep what someone thinks of a response; without scripts a page says so."""
    fault, status = None, 200
    try:
        model = studio.service(FreestyleService).shelf.find(fields.get("model") or None)
        challenge, response = (line_of(fields.get(name, ""), name) for name in ("challenge", "response"))
        marks = {name: fields.get(name, "") for name in CRITERIA}
        rate_response(studio, person, challenge, response, model.name, model.lang, marks)
    except LikewiseError as error:
        fault, status = complaint_of(error)
    template = "freestyle/rated.html" if "hx-request" in request.headers else "freestyle/rated_page.html"
    return render(request, template, status, fault=fault, campaign=CAMPAIGN)
