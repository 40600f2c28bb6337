"""Robot: an order in plain words, how it is understood, the arm at work, a series of orders, undo."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from fastapi import Request, Response

from likewise.errors import InputError, LikewiseError
from likewise.studio.robot.api import CHARACTERS, line_of, understood
from likewise.studio.robot.order_series import MOST_ORDERS, OrderSeries, uploaded_board
from likewise.studio.robot.service import READERS, RobotService
from likewise.studio.robot.shown_answer import move_words, shown
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
from likewise.worlds.blocks import ArmStep, board_words, draw_board, loads_rcl, plan

__all__ = ["router"]

router = page_router()
_DEFAULTS = {"scene": "", "seed": "", "text": "", "layout": "", "orders": "", "rcl": "", "act": "order",
             "reader": "combined", "planner": "", "names": "",
             "lang": ""}  # fmt: skip
_SPEECH = {"permissions-policy": "camera=(), microphone=(self), geolocation=(), payment=()"}
"""People may speak to this page; what they say is understood on their own device."""
_TRIES = 4


def _first(studio: Studio, given: Mapping[str, str]) -> OrderSeries:
    """The board that an address names."""
    robot = studio.service(RobotService)
    if given["seed"]:
        return OrderSeries.begin(robot.board(seed=whole_number(given, "seed")))
    return OrderSeries.begin(robot.board(scene=whole_number(given, "scene") if given["scene"] else None))


def _context(
    studio: Studio, given: Mapping[str, str], series: OrderSeries, *, answer: dict[str, Any] | None = None,
    steps: tuple[ArmStep, ...] = (), fault: dict[str, Any] | None = None, said: str = "", other: bool = False,
) -> dict[str, Any]:  # fmt: skip
    robot = studio.service(RobotService)
    layout, orders = series.dumps()
    before = series.undo().board if steps else series.board
    marks = answer["marks"] if answer else {}
    scene = given["scene"] if given["scene"].isdigit() else ""
    lang = given["lang"] if given["lang"] in robot.languages else robot.language(None)
    return {
        "given": {**given, "scene": scene, "lang": lang},
        "languages": list(robot.languages.items()),
        "layout": layout,
        "orders": orders,
        "done": [(one.text, "; ".join(map(str, one.moves))) for one in series.orders],
        "full": len(series.orders) >= MOST_ORDERS,
        "drawing": draw_board(
            before, steps=[step.board for step in steps], shown=len(steps), marks=marks, names=True
        ),
        "in_words": board_words(series.board),
        "steps": [step.text for step in steps],
        "answer": answer,
        "fault": fault,
        "said": said,
        "other": other,
        "scenes": [(str(number), f"Scene {number}") for number in robot.layouts.numbers],
        "readers": [(one, one) for one in READERS],
        "tries": robot.examples(int(scene), lang)[:_TRIES] if scene and not series.orders else [],
        "embedded": robot.folder is None,
        "characters": CHARACTERS,
        "seed": secrets.randbelow(1_000_000),
    }  # fmt: skip


def _ordered(studio: Studio, given: dict[str, str], series: OrderSeries) -> dict[str, Any]:
    """What comes of an order: the arm moves, or the page says why it does not."""
    told = understood(
        studio,
        given["text"],
        series.board,
        lang=given["lang"] or None,
        reader=given["reader"],
        planner=given["planner"] != "no",
    )
    answer, chosen = shown(told, series.board), told["chosen"]
    if chosen is None or not chosen["move"]:
        answer["reason"] = told["reason"] or (chosen or {}).get("verdict") or "it means nothing to the robot"
        return {"series": series, "answer": answer}
    return {"answer": answer, **_carried_out(given, series, chosen["rcl"], answer)}


def _chosen(given: dict[str, str], series: OrderSeries) -> dict[str, Any]:
    """One of the readings that the page offered."""
    return _carried_out(given, series, given["rcl"])


def _carried_out(
    given: dict[str, str], series: OrderSeries, rcl: str, answer: dict[str, Any] | None = None
) -> dict[str, Any]:
    verdict = plan(loads_rcl(rcl), series.board)
    if not verdict:
        raise InputError(verdict.reason, field="order")
    try:
        after = series.add(given["text"], verdict.moves)
    except InputError as error:
        if answer is None:
            raise
        answer["reason"] = error.message
        return {"series": series}
    said = "; ".join(move_words(move, series.board) for move in verdict.moves)
    given["text"] = ""
    return {"series": after, "steps": after.last_steps(), "said": said}


def _done(studio: Studio, given: dict[str, str], series: OrderSeries) -> dict[str, Any]:
    """What the form asks for: an order, one of the readings that were offered, or the last order back."""
    if given["act"] == "undo":
        if not series.orders:
            raise InputError("there is no order to take back", field="undo")
        given["text"] = given["text"].strip() or series.orders[-1].text
        return {"series": series.undo(), "said": f"taken back: {series.orders[-1].text}"}
    if len(series.orders) >= MOST_ORDERS:
        raise InputError(f"{MOST_ORDERS} orders were given on this board: begin anew", field="orders")
    if given["reader"] not in READERS:
        raise InputError(f"expected one of {', '.join(READERS)}", field="reader")
    line_of(given["text"])
    return _chosen(given, series) if given["rcl"] else _ordered(studio, given, series)


@router.get("/robot")
def ask(request: Request, studio: House, person: Reviewer) -> Response:
    """A board, and the form."""
    given = _DEFAULTS | {
        name: request.query_params.get(name, "")[:CHARACTERS] for name in ("scene", "seed", "text", "lang")
    }
    fault, status = None, 200
    try:
        series = _first(studio, given)
    except LikewiseError as error:
        fault, status = complaint_of(error)
        given |= {"scene": "", "seed": ""}
        series = _first(studio, given)
    if not given["scene"] and not given["seed"]:
        given["scene"] = str(studio.service(RobotService).layouts.numbers[0])
    context = _context(studio, given, series, fault=fault, other=fault is not None)
    return render(request, "robot/page.html", status, headers=_SPEECH, **context)


@router.post("/robot")
def order(request: Request, studio: House, person: Reviewer, fields: Fields) -> Response:
    """The board after an order; with scripts it comes alone, without them as the whole page again."""
    given = _DEFAULTS | {name: value for name, value in fields.items() if name in _DEFAULTS}
    status = 200
    outcome: dict[str, Any] = {}
    try:
        outcome["series"] = OrderSeries.loads(given["layout"], given["orders"])
        outcome |= _done(studio, given, outcome["series"])
    except LikewiseError as error:
        outcome["fault"], status = complaint_of(error)
        outcome.setdefault("series", _first(studio, _DEFAULTS))
    context = _context(studio, given, **outcome)
    template = "robot/desk.html" if "hx-request" in request.headers else "robot/page.html"
    return render(request, template, status, headers=_SPEECH, **context)


@router.post("/robot/board")
def bring(request: Request, studio: House, person: Reviewer, fields: Fields) -> Response:
    """A board of one's own; where the file is broken the board that was there stays."""
    given = _DEFAULTS | {name: value for name, value in fields.items() if name in _DEFAULTS}
    fault, status = None, 200
    try:
        series = OrderSeries.begin(uploaded_board(fields.file, given["scene"]))
        given["text"] = ""
    except LikewiseError as error:
        fault, status = complaint_of(error)
        try:
            series = OrderSeries.loads(given["layout"], given["orders"])
        except LikewiseError:
            series = _first(studio, _DEFAULTS)
    given["scene"] = ""
    context = _context(studio, given, series, fault=fault, other=fault is not None)
    return render(request, "robot/page.html", status, headers=_SPEECH, **context)
