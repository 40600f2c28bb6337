"""likewise negation resolve: a filter, the negations of each line."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from likewise.cli.command import about, note, said_empty
from likewise.cli.negation.models import (
    Encoder,
    MethodName,
    Model,
    ParsesFile,
    SelectorFolder,
    Threshold,
    encoder_heard,
    open_resolver,
)
from likewise.io import read_lines
from likewise.negation import NOBODY

__all__ = ["resolve"]


def resolve(
    model: Model = None,
    method: MethodName = "best",
    parses: ParsesFile = None,
    threshold: Threshold = None,
    selector: SelectorFolder = None,
    encoder: Encoder = None,
    json_out: Annotated[bool, typer.Option("--json", help="Print one JSON object for each line.")] = False,
) -> None:
    """Find cues, scopes and events in standard input, a sentence a line.

    Example: echo 'She was unable to sleep.' | likewise negation resolve
    """
    resolver = open_resolver(model, method, parses, threshold, selector, encoder)
    encoder_heard(resolver, method, encoder)
    if sys.stdin is not None and sys.stdin.isatty():
        note("reading standard input: type a line, Ctrl-D ends")
    number = 0
    for number, line in read_lines("-"):
        with about("-", number):
            answer = resolver.resolve(line, method=method)
        if json_out:
            print(json.dumps(answer.as_dict(), ensure_ascii=False))
            continue
        print(answer.marked())
        for one in answer.resolved:
            if one.method == NOBODY:
                note(f"line {number}: no scope, {one.silent}")
    if not number:
        said_empty("-")
