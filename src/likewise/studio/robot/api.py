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
    studio: Studio, text: str, board: Board, *, reader: str, planner: bool, most: int = 20
) -> dict[str, Any]:
    """How an order is understood, as the process says it."""
    return studio.service(RobotService).ask(line_of(text), board, reader=reader, planner=planner, most=most)


def _board(studio: Studio, body: RobotQuestion) -> Board:
    if body.layout is None:
        return studio.service(RobotService).board(scene=body.scene)
    if body.scene is not None:
        raise InputError("give a scene or a layout, not both", field="scene")
    return one_board(loads_layouts(body.layout))


@router.get("/robot/scenes")
def scenes(studio: House, person: Reviewer) -> dict[str, Any]:
    """The scenes of this studio: the layouts before and after, and orders that people gave for them."""
    robot = studio.service(RobotService)
    return {
        "scenes": [
            {
                "scene": number,
                "before": layout_text(robot.layouts.scene(number).before),
                "after": layout_text(robot.layouts.scene(number).after),
                "orders": robot.examples.get(number, []),
            }
            for number in robot.layouts.numbers
        ]
    }


@router.post("/robot")
def order(studio: House, person: Reviewer, body: RobotQuestion) -> dict[str, Any]:
    """What an order means on a board: `rcl`, `move`, the `layout` after it, all `readings` with verdicts.

    Where the robot does not dare to act, `rcl`, `move` and `layout` are null, `reason` says why, and
    `suggestions` has up to three readings to choose from. The first question takes longer: the model is
    loaded.
    """
    board = _board(studio, body)
    told = understood(studio, body.text, board, reader=body.reader, planner=body.planner, most=body.most)
    chosen = told.pop("chosen")
    move = "; ".join(chosen["moves"]) if chosen and chosen["moves"] else None
    after = None
    if chosen is not None and move is not None:
        try:
            after = layout_text(execute(board, loads_moves(move)))
        except InputError as error:
            told["reason"] = told["reason"] or error.message
    elif chosen is not None:
        told["reason"] = told["reason"] or chosen["reason"]
    words = [{"text": text, "start": start, "end": end} for text, start, end in told.pop("words")]
    return {"rcl": chosen and chosen["rcl"], "move": move, "layout": after, "words": words, **told}
