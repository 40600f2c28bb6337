"""likewise robot do: a command on a board, or a line at a time, each on the board that the last one left."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.cli.command import InputError, Json, check_outputs, note, said
from likewise.cli.robot.options import (
    LayoutsFile,
    Mode,
    Model,
    NoPlanner,
    Reader,
    layouts_of,
    open_commander,
    reading_settings,
)
from likewise.io import read_lines, write_text

if TYPE_CHECKING:
    from likewise.robot import Answer, Commander
    from likewise.worlds.blocks import Board

__all__ = ["do"]

_OTHERS = 4


def do(
    command: Annotated[
        str | None,
        typer.Argument(metavar="[COMMAND]", help="The command; without it, lines of standard input."),
    ] = None,
    model: Model = None,
    layouts: LayoutsFile = None,
    scene: Annotated[int, typer.Option("--scene", min=1, help="The scene whose first board is used.")] = 1,
    no_planner: NoPlanner = False,
    reader: Reader = "combined",
    mode: Mode = "best",
    lang: Annotated[
        str | None, typer.Option("--lang", help="Without --model: en (the default), es or zh.")
    ] = None,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="FILE", help="Draw the board and the move here.")
    ] = None,
    json_out: Json = False,
) -> None:
    """Read a command on a board: what it means, which block goes where, or why the robot does not act.

    Example: likewise robot do --scene 1 'Put the red cube on the blue one.'
    """
    how = reading_settings(reader, no_planner, mode)
    if command is None and svg is not None:
        raise InputError("--svg draws one command: give it as an argument")
    check_outputs(svg, inputs=[layouts], json_out=json_out)
    board = layouts_of(layouts).scene(scene).before
    commander = open_commander(model, lang, reader=reader)
    if command is None:
        _lines(commander, board, how, json_out)
        return
    answer = commander.answer(command, board, **how)
    if svg is not None:
        with write_text(svg) as stream:
            stream.write(_drawing(board, answer))
        said(svg)
    if svg != "-":
        print(_shown(answer, json_out))


def _lines(commander: Commander, board: Board, how: dict[str, Any], json_out: bool) -> None:
    """Each line is a command on the board that the one before has left."""
    if sys.stdin.isatty():
        note("reading standard input: type a command, Ctrl-D ends")
    for _, line in read_lines("-"):
        answer = commander.answer(line, board, **how)
        print(_shown(answer, json_out), flush=True)
        board = _after(board, answer) or board


def _after(board: Board, answer: Answer) -> Board | None:
    """The board when the command is carried out; None where nothing is done."""
    from likewise.errors import LikewiseError
    from likewise.worlds.blocks import execute

    if answer.chosen is None or not answer.chosen.verdict.moves:
        return None
    try:
        return execute(board, answer.chosen.verdict.moves)
    except LikewiseError as error:
        note(f"cannot be carried out: {error}")
        return None


def _drawing(board: Board, answer: Answer) -> str:
    from likewise.worlds.blocks import draw_board

    moves = answer.chosen.verdict.moves if answer.chosen else ()
    places = [at for move in moves for at in (move.start, move.end) if at is not None]
    marks = {"move": places} if places else None
    return draw_board(board, marks=marks, title=answer.text, names=True, standalone=True)


def _shown(answer: Answer, json_out: bool) -> str:
    if json_out:
        return json.dumps(answer.as_dict(), ensure_ascii=False)
    chosen = answer.chosen
    if chosen is None:
        rows = [f"nothing is done: {answer.reason}"]
    else:
        row = answer.as_dict()
        rows = [
            chosen.sentence,
            f"move: {row['move'] or '(the board was not looked at)'}",
            f"{100 * answer.confidence:.0f} % sure",
            row["rcl"],
        ]
    rows += [f"note: {one}" for one in (chosen.reading.notes if chosen else ())]
    rows += [f"  perhaps: {one.sentence}" for one in answer.suggestions]
    others = [one for one in answer.readings if one is not chosen and one not in answer.suggestions]
    for one in others[:_OTHERS]:
        verdict = "fits too" if one.verdict else one.verdict.reason
        rows.append(f"  not: {one.sentence} ({verdict})")
    return "\n".join(rows)
