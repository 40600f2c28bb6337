"""likewise navigate follow: one instruction, or a line at a time, carried out on a map."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.cli.command import InputError, Json, check_outputs, note, said
from likewise.cli.navigate.inputs import Data, follower_of, map_of, pose_of
from likewise.io import read_lines, write_text

if TYPE_CHECKING:
    from likewise.navigate import Follower, Following
    from likewise.worlds import Map, Pose

__all__ = ["follow"]


def follow(
    world: Annotated[
        str, typer.Option("--map", metavar="MAP", help="A map: its name in the data, or its file.")
    ],
    start: Annotated[
        str,
        typer.Option("--start", metavar="X,Y,HEADING", help="Place and heading: 0 up, 90 right, 180, 270."),
    ],
    text: Annotated[
        str | None,
        typer.Argument(metavar="[TEXT]", help="The instruction; without it, lines of standard input."),
    ] = None,
    model: Annotated[
        str | None, typer.Option("--model", metavar="DIR", help="Folder of a model that train has saved.")
    ] = None,
    data: Data = None,
    lang: Annotated[
        str | None, typer.Option("--lang", help="Without --model: language of the small one.")
    ] = None,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="FILE", help="Draw the map and the walk here.")
    ] = None,
    json_out: Json = False,
) -> None:
    """Follow an instruction on a map: the plan it was read as, the walk, and what could not be followed.

    Example: likewise navigate follow --map Museum --start 0,3,0 'Walk one block and turn right.'
    """
    from likewise.navigate import check_start, follow_text

    if text is not None and not text.strip():
        raise InputError("expected an instruction, found no words")
    if text is None and svg is not None:
        raise InputError("--svg draws one walk: give the instruction as an argument")
    check_outputs(svg, inputs=[world], json_out=json_out)
    place, pose = map_of(world, data), pose_of(start)
    check_start(place, pose)
    follower = follower_of(model, lang)
    if text is None:
        _lines(follower, place, pose, json_out)
        return
    way = follow_text(follower, place, pose, text)
    if svg is not None:
        _draw(place, way, text, svg)
        said(svg)
    if svg != "-":
        print(_shown(way, _tokens(follower, text), json_out))


def _lines(follower: Follower, world: Map, start: Pose, json_out: bool) -> None:
    """Each line is an instruction of its own, from the same start."""
    from likewise.navigate import Following, follow_text

    if sys.stdin.isatty():
        note("reading standard input: type an instruction, Ctrl-D ends")
    for _, line in read_lines("-"):
        tokens = _tokens(follower, line)
        if tokens:
            way = follow_text(follower, world, start, line)
        else:
            way = Following((), (start,), reason="there are no words to follow")
        print(_shown(way, tokens, json_out), flush=True)


def _tokens(follower: Follower, text: str) -> list[str]:
    """The words of all sentences, which the numbers in `words` count."""
    from likewise.navigate import sentences, words

    return [word for part in sentences(text, follower.lang) for word in words(part, follower.lang)]


def _draw(world: Map, way: Following, text: str, path: str) -> None:
    from likewise.worlds import draw_map

    with write_text(path) as out:
        out.write(draw_map(world, path=way.path, walker=way.path[-1], title=text, standalone=True))


def _shown(way: Following, tokens: list[str], json_out: bool) -> str:
    from likewise.worlds import dumps

    if json_out:
        row: dict[str, Any] = {
            "plan": dumps(way.plan),
            "path": [list(pose) for pose in way.path],
            "tokens": tokens,
            "words": [list(step) for step in way.words],
        }
        if way.reason is not None:
            row["reason"] = way.reason
        return json.dumps(row, ensure_ascii=False)
    x, y, heading = way.path[-1]
    causes = [" ".join(tokens[k] for k in step) for step in way.words]
    rows = [f"{step!s:40} {cause}".rstrip() for step, cause in zip(way.plan, causes, strict=True)]
    walk = " ".join(f"{p.x},{p.y},{p.heading}" for p in way.path)
    reason = [f"not followed: {way.reason}"] if way.reason else []
    return "\n".join([*(rows or ["NULL"]), f"walk: {walk}", *reason, f"ends at {x},{y}, heading {heading}"])
