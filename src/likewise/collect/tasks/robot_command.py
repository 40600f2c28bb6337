"""Tell the robot: a board before and after one move, for which people write the order (Dukes 2013).

So the Robot Commands Treebank was made, as a game. The more blocks look like the one that moves, the higher
the level of an item and its points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from likewise.collect.tasks.boards import as_board, check_board
from likewise.collect.tasks.kit import (
    ExampleAnswer,
    Field,
    InputError,
    Task,
    check_about,
    flag,
    language_field,
    require_words,
    stimulus_values,
    whole,
)
from likewise.worlds.blocks import Board, Move, move_between

__all__ = ["RobotCommandTask", "level_of"]

_HIGHEST = 5
_POINTS = 10
_SCENES = 1_000_000


class RobotCommandTask(Task):
    """Stimulus: boards `before` and `after` (see `boards`), one move apart; `scene`, its number in a file.

    Answer: `text`, `language`, `comment`. Settings: `characters` (200), `ask_language` (as for
    `DescribeTask`); `problems` is 5.
    """

    name = "robot-command"
    title = "Tell the robot"
    pay = (2, 4)
    exports = ("clusters", "huggingface", "orders")
    problems: ClassVar[int] = 5
    own_settings: ClassVar[tuple[str, ...]] = ("characters", "ask_language")
    guidance = (
        "A robot arm has changed one thing on the board: it moved a block, picked one up, or put down the "
        "one that it held. The first picture shows the board before, the second the board after.",
        "Write the order that you would give the robot to make it do exactly that, in your own words.",
        "The robot stands at the bottom of the picture and looks at the board as you do: left is left. It "
        "knows no numbers of rows and columns. Say enough that it takes the right block and puts it in the "
        "right place, even where several blocks look alike.",
    )
    examples = (
        ExampleAnswer(True, "Put the yellow pyramid on top of the red tower in the far corner."),
        ExampleAnswer(True, "pick up the blue cube that is closest to you"),
        ExampleAnswer(False, "Move it there.", "does not say what, or where"),
        ExampleAnswer(False, "Move the red cube to (3, 5).", "the robot knows no such numbers"),
        ExampleAnswer(False, "The red cube is in the corner.", "tells what there is, and not what to do"),
    )

    def check_stimulus(self, stimulus: Any, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """Two boards that differ by one thing that the arm can do."""
        values = stimulus_values(stimulus, "before", "after", "scene")
        before, after = (check_board(values.get(name), name) for name in ("before", "after"))
        if move_between(as_board(before), as_board(after)) is None:
            raise InputError("expected the board after one block was moved, taken or dropped", field="after")
        checked: dict[str, Any] = {"before": before, "after": after}
        if values.get("scene") is not None:
            checked["scene"] = whole(values["scene"], "scene", 1, _SCENES)
        return checked | check_about(values)

    def texts(self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
        """The order: those for one scene mean the same."""
        return [answer["text"]]

    def _settings(self, values: dict[str, Any]) -> dict[str, Any]:
        return {
            "characters": whole(values.get("characters", 200), "characters", 1, 1000),
            "ask_language": flag(values.get("ask_language", True), "ask_language"),
        }

    def _fields(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[Field, ...]:
        text = Field("text", "text", "Your order", max=settings["characters"], dir_auto=True)
        return (language_field(), text) if settings["ask_language"] else (text,)

    def _together(
        self, values: dict[str, Any], stimulus: Mapping[str, Any], settings: Mapping[str, Any]
    ) -> dict[str, Any]:
        require_words(values["text"], "text")
        return values

    def _view(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        before, after = as_board(stimulus["before"]), as_board(stimulus["after"])
        move = move_between(before, after)
        level = 1 if move is None else level_of(before, move)
        boards = {name: stimulus[name] for name in ("before", "after")}
        return {"kind": "boards", **boards, "level": level, "points": _POINTS * level}


def level_of(before: Board, move: Move) -> int:
    """How many blocks look like the one that is moved, itself included, up to five."""
    moved = before.blocks.get(move.start or before.arm)
    return min(_HIGHEST, sum(block == moved for _, block in before)) if move.kind != "drop" else 1
