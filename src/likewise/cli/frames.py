"""likewise frames: words, dependencies and semantic roles, who did what to whom."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.command import InputError, check_outputs, note, out, progress, said, said_empty
from likewise.io import Advance, read_lines, write_text

if TYPE_CHECKING:
    from rich.text import Text

    from likewise.frames import FramedSentence

__all__ = ["frames"]

BATCH = 128
DRAWN = 200
"""Texts of one drawing."""

Told = tuple["FramedSentence", list[str]]


def frames(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Texts, one a line (default: standard input).")
    ] = "-",
    lang: Annotated[str, typer.Option("--lang", help="Language of the texts: en or zh.")] = "en",
    model: Annotated[
        str | None,
        typer.Option("--model", help="auto (encoder where that is installed), small or encoder."),
    ] = None,
    format: Annotated[
        str,
        typer.Option(
            "--format",
            help="text; or frames from a file: auto, conllu-plus, conll-2009, role-lines or json-lines.",
        ),
    ] = "text",
    draw: Annotated[bool, typer.Option("--draw", help="Draw arcs and roles, as in a terminal.")] = False,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="OUT", help="Write a drawing to this file instead.")
    ] = None,
    json_out: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each text, in a terminal too.")
    ] = False,
) -> None:
    """Find who did what to whom in texts, one a line: drawn in a terminal, JSON lines otherwise.

    Example: likewise frames texts.txt --draw
    Or of one text: echo 'The dog bit the man.' | likewise frames
    """
    if draw + json_out + (svg is not None) > 1:
        raise InputError("--draw, --json and --svg exclude each other")
    if model is not None and format != "text":
        raise InputError("--model reads texts: leave it out with frames from a file (--format)")
    check_outputs(svg, inputs=[file])
    drawn = draw or (sys.stdout.isatty() and not json_out)
    if file == "-" and sys.stdin is not None and sys.stdin.isatty():
        note("reading standard input: type a line, Ctrl-D ends")
    if drawn and svg is None:
        _show(_told(file, lang, model, format, None))
        return
    with progress("frames", file) as advance:
        told = _told(file, lang, model, format, advance)
        if svg is not None:
            _write_svg(svg, told)
            return
        from likewise.frames import frames_as_dict

        for sentence, flags in told:
            print(json.dumps({**frames_as_dict(sentence), "flags": flags}, ensure_ascii=False))


def _told(file: str, lang: str, model: str | None, format: str, advance: Advance | None) -> Iterator[Told]:
    """Each text read, with its flags; what is doubtful is also said beside the result."""
    from likewise.frames import frame_parser, read_frames, text_flags

    if format != "text":
        for sentence in read_frames(file, format=format, lang=lang, progress=advance):
            yield sentence, text_flags(" ".join(sentence.tokens), sentence)
        return
    parser = frame_parser(lang, model or "auto")
    typed = file == "-" and sys.stdin is not None and sys.stdin.isatty()
    lines, number = read_lines(file, progress=advance), 0
    while batch := list(islice(lines, 1 if typed else BATCH)):
        sentences = parser.parse([line for _, line in batch])
        for (number, line), sentence in zip(batch, sentences, strict=True):
            flags = text_flags(line, sentence)
            if "other script" in flags:
                note(f"line {number}: most letters are of another script, what was read is a guess")
            yield sentence, flags
    if not number:
        said_empty(file)


def _show(told: Iterator[Told]) -> None:
    from likewise.frames import sketch_frames

    console = out()
    for number, (sentence, flags) in enumerate(told):
        if number:
            print()
        if not sentence.tokens:
            print("(empty)")
            continue
        sketch = sketch_frames(sentence, width=console.width)
        console.print(_coloured(sketch), soft_wrap=True)
        if "no predicate" in flags:
            print("(no predicate)")


def _coloured(sketch: str) -> Text:
    from rich.text import Text

    text = Text(sketch)
    text.highlight_regex(r"[─▶│┌└├┤┬┴┼┐┘╶╵╷╴]", "dim")
    text.highlight_regex(r"● \S+", "bold")
    for pattern, style in (
        ("ARG0", "cyan"),
        ("ARG1", "yellow"),
        ("ARG[2-5A]", "green"),
        (r"ARGM", "magenta"),
    ):
        text.highlight_regex(rf"(?<=[┌╶] )(?:[RC]-)?{pattern}\S*", style)
    return text


def _write_svg(path: str, told: Iterator[Told]) -> None:
    from likewise.frames import draw_frames

    sentences = [sentence for sentence, _ in islice(told, DRAWN + 1)]
    if len(sentences) > DRAWN:
        raise InputError(f"a drawing has room for {DRAWN} texts: give fewer, or leave out --svg")
    with write_text(path) as stream:
        stream.write(draw_frames(*sentences, standalone=True) + "\n")
    said(path)
