"""Orders to the robot: what they mean on a board, and the board after them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from likewise.errors import InputError
from likewise.studio.robot.order_series import one_board
from likewise.studio.robot.service import RobotService, layout_text
from likewise.studio.web import Body, House, Reviewer, Studio, api_router, clean_text
from likewise.worlds.blocks import Board, execute, loads_layouts, loads_moves

__all__ = ["CHARACTERS", "line_of", "router", "understood"]

router = api_router("robot")
CHARACTERS = 500
"""Characters of an order."""
_LAYOUT = 20_000


class RobotQuestion(Body):
    """An order, and the board that it is about: a `scene` of the studio, or the text of a `layout`."""

    text: Annotated[str, Field(min_length=1, max_length=CHARACTERS)]
    scene: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    layout: Annotated[str, Field(min_length=1, max_length=_LAYOUT)] | None = None
    lang: Annotated[str, Field(min_length=2, max_length=20)] | None = None
    reader: Literal["combined", "deep", "robust"] = "combined"
    planner: bool = True
    most: Annotated[int, Field(ge=1, le=20)] = 20


def line_of(text: str) -> str:
    """The text of an order in one line."""
    line = " ".join(clean_text(text, "text").split())
    if not line:
        raise InputError("expected an order", field="text")
    if len(line) > CHARACTERS:
        raise InputError(f"expected at most {CHARACTERS} characters", field="text")
    return line


def understood(
    studio: Studio, text: str, board: Board, *, lang: str | None, reader: str, planner: bool, most: int = 20
) -> dict[str, Any]:
    """How an order is understood, as the process says it."""
    robot = studio.service(RobotService)
    settings: dict[str, Any] = {"reader": reader, "planner": planner, "most": most}
    return robot.ask(line_of(text), board, lang=robot.language(lang), **settings)


def _board(studio: Studio, body: RobotQuestion) -> Board:
    if body.layout is None:
        return studio.service(RobotService).board(scene=body.scene)
    if body.scene is not None:
        raise InputError("give a scene or a layout, not both", field="scene")
    return one_board(loads_layouts(body.layout))


@router.get("/robot/scenes")
def scenes(studio: House, person: Reviewer) -> dict[str, Any]:
    """The scenes of this studio with their layouts before and after, embedded orders, and languages."""
    robot = studio.service(RobotService)
    views = []
    for number in robot.layouts.numbers:
        scene = robot.layouts.scene(number)
        orders = {lang: robot.examples(number, lang) for lang in robot.languages}
        boards = {"before": layout_text(scene.before), "after": layout_text(scene.after)}
        views.append({"scene": number, **boards, "orders": orders})
    return {"scenes": views, "languages": robot.languages}


@router.post("/robot")
def order(studio: House, person: Reviewer, body: RobotQuestion) -> dict[str, Any]:
    """What an order means on a board: `rcl`, `move`, the `layout` after it, all `readings` with verdicts.

    Where the robot does not dare to act, `rcl`, `move` and `layout` are null, `reason` says why, and
    `suggestions` has up to three readings to choose from. The first question takes longer: the model is
    loaded, or learnt.
    """
    board = _board(studio, body)
    told = understood(
        studio, body.text, board, lang=body.lang, reader=body.reader, planner=body.planner, most=body.most
    )
    words = [{"text": text, "start": start, "end": end} for text, start, end in told["words"]]
    chosen, after, reason = told.pop("chosen"), None, told["reason"]
    if told["move"]:
        try:
            after = layout_text(execute(board, loads_moves(told["move"])))
        except InputError as error:
            reason = reason or error.message
    elif chosen is not None:
        reason = reason or chosen["verdict"]
    return {**told, "words": words, "layout": after, "reason": reason}
