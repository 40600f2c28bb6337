"""What is the robot to do? Somebody's order, carried out by people on the board that it was written for.

People say which block goes where, or that it cannot be done, or that the order is unclear. Where the item
knows the board after, they agree with the one who wrote the order, or they do not: `understood`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from likewise.collect.tasks.boards import as_board, block_place, check_board, square_words
from likewise.collect.tasks.kit import (
    Field,
    InputError,
    Option,
    Task,
    check_about,
    clean,
    require_words,
    stimulus_values,
    whole,
)
from likewise.worlds.blocks import SIZE, Board, Move, Position, move_between

__all__ = ["CARRIED_OUT", "GRIPPER", "VERDICTS", "RobotUnderstandingTask", "answered_move", "is_as_intended"]

CARRIED_OUT, GRIPPER = "carried-out", "gripper"
VERDICTS = (
    Option(CARRIED_OUT, "It can be done: I have chosen the block and where it goes"),
    Option("impossible", "It cannot be done on this board"),
    Option("unclear", "I do not know what is meant"),
)
_SCENES = 1_000_000


class RobotUnderstandingTask(Task):
    """Stimulus: a board `before` (see `boards`) and a `text`; `after`, which people never see; `scene`.

    Answer: `verdict` (carried-out, impossible, unclear), and where it is carried out `block`, the place of a
    block such as `3,4,0`, and `to`, a square such as `0,7` or `gripper`; `comment`. It has no settings of its
    own; `problems` is 5.
    """

    name = "robot-understanding"
    title = "What is the robot to do?"
    pay = (1, 2)
    exports = ("segments", "orders")
    problems: ClassVar[int] = 5
    guidance = (
        "You are the robot. You stand at the bottom of the picture, and somebody gives you the order above "
        "it.",
        "Choose the block that is meant, then where it goes: on the picture, or from the lists. A block that "
        "is only to be picked up stays in the gripper.",
        "Where the order could mean several things on this board, or nothing, say that you do not know what "
        "is meant. Where it is clear and asks for what is not there, say that it cannot be done.",
    )

    def check_stimulus(self, stimulus: Any, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """An order and its board; the board after, where it is known, must be one move away."""
        values = stimulus_values(stimulus, "before", "after", "text", "scene")
        checked: dict[str, Any] = {"before": check_board(values.get("before"), "before")}
        if not checked["before"]["blocks"]:
            raise InputError("expected a board with blocks", field="before")
        if values.get("after") is not None:
            checked["after"] = check_board(values["after"], "after")
            if _intended(checked) is None:
                message = "expected the board after one block was moved, taken or dropped"
                raise InputError(message, field="after")
        checked["text"] = clean(values.get("text"), "text", 1000)
        require_words(checked["text"], "text")
        if values.get("scene") is not None:
            checked["scene"] = whole(values["scene"], "scene", 1, _SCENES)
        return checked | check_about(values)

    def ratings(self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, float]:
        """1 where what was done is what was intended, 0 where not; nothing where that is not known."""
        known = is_as_intended(stimulus, answer)
        return {} if known is None else {"understood": float(known)}

    def decisions(
        self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]
    ) -> dict[str, dict[str, float]]:
        """For each verdict, each block and each place whether it was the one that was chosen."""
        board = as_board(stimulus["before"])
        options = {
            "verdict": [one.value for one in VERDICTS],
            "block": [one.value for one in _blocks(board)],
            "to": [one.value for one in _places(board)],
        }
        return {
            name: {value: float(answer.get(name) == value) for value in values}
            for name, values in options.items()
        }

    def _fields(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[Field, ...]:
        board = as_board(stimulus["before"])
        return (
            Field("verdict", "choice", "The order", options=VERDICTS),
            Field("block", "pick", "Which block?", required=False, options=_blocks(board)),
            Field("to", "pick", "Where to?", required=False, options=_places(board)),
        )

    def _together(
        self, values: dict[str, Any], stimulus: Mapping[str, Any], settings: Mapping[str, Any]
    ) -> dict[str, Any]:
        if values["verdict"] != CARRIED_OUT:
            return {name: value for name, value in values.items() if name not in ("block", "to")}
        for name, message in (("block", "choose the block"), ("to", "choose where the block goes")):
            if name not in values:
                raise InputError(f"{message}, or say that it cannot be done or is unclear", field=name)
        board = as_board(stimulus["before"])
        start = _place(values["block"])
        if start == board.arm and values["to"] == GRIPPER:
            raise InputError("it is in the gripper already: choose another place", field="to")
        if start != board.arm and values["to"] == f"{start[0]},{start[1]}":
            raise InputError("it is there already: choose another place", field="to")
        return values

    def _view(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        return {"kind": "boards", "before": stimulus["before"], "instruction": stimulus["text"], "pick": True}


def answered_move(stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> Move | None:
    """What a checked answer makes the arm do; None where it does nothing."""
    if answer["verdict"] != CARRIED_OUT:
        return None
    board = as_board(stimulus["before"])
    start = _place(answer["block"])
    if answer["to"] == GRIPPER:
        return Move("take", start)
    x, y = (int(part) for part in answer["to"].split(","))
    if start == board.arm and (x, y) == start[:2]:
        return Move("drop")
    return Move("move", start, (x, y, _landing(board, x, y)))


def is_as_intended(stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> bool | None:
    """Whether an answer does what the one who wrote the order meant; None where that is not known."""
    intended = _intended(stimulus)
    return None if intended is None else answered_move(stimulus, answer) == intended


def _intended(stimulus: Mapping[str, Any]) -> Move | None:
    if "after" not in stimulus:
        return None
    return move_between(as_board(stimulus["before"]), as_board(stimulus["after"]))


def _blocks(board: Board) -> tuple[Option, ...]:
    """All blocks, that in the gripper first, then from the robot on."""
    order = sorted((at for at, _ in board), key=lambda at: (at != board.arm, at[0], -at[1], -at[2]))
    return tuple(Option(",".join(map(str, at)), block_place(board, at)) for at in order)


def _places(board: Board) -> tuple[Option, ...]:
    """The gripper and all squares, each with what is on top of it."""
    squares = [(x, y) for x in range(SIZE) for y in reversed(range(SIZE))]
    return (
        Option(GRIPPER, "it stays in the gripper"),
        *(Option(f"{x},{y}", square_words(x, y) + _top(board, x, y)) for x, y in squares),
    )


def _top(board: Board, x: int, y: int) -> str:
    height = _landing(board, x, y)
    block = board.blocks.get((x, y, height - 1))
    return f", on the {block.color} {block.shape}" if block else ""


def _landing(board: Board, x: int, y: int) -> int:
    """Where a block comes to rest; the one in the gripper is in nobody's way."""
    taken = [z for z in board.column(x, y) if (x, y, z) != board.arm]
    return next((z for z in range(SIZE) if z not in taken), SIZE - 1)


def _place(text: str) -> Position:
    x, y, z = (int(part) for part in text.split(","))
    return x, y, z
