"""likewise negation resolve: a filter, the negations of each line."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from likewise.cli.command import about, note
from likewise.cli.negation.models import (
    Encoder,
    Method,
    Model,
    ParsesFile,
    SelectorFolder,
    Threshold,
    encoder_heard,
    open_deeply,
)
from likewise.io.lines import read_lines

__all__ = ["resolve"]


def resolve(
    model: Model = None,
    method: Method = "best",
    parses: ParsesFile = None,
    threshold: Threshold = None,
    selector: SelectorFolder = None,
    encoder: Encoder = None,
    json_out: Annotated[bool, typer.Option("--json", help="Print one JSON object for each line.")] = False,
) -> None:
    """Find cues, scopes and events in standard input, a sentence a line.

    Example: echo 'She was unable to sleep.' | likewise negation resolve
    """
    from likewise.negation import marked
    from likewise.negation.deeply import resolve_deeply

    resolver = open_deeply(model, method, parses, threshold, selector, encoder)
    encoder_heard(resolver.resolver, method, encoder)
    if sys.stdin is not None and sys.stdin.isatty():
        note("reading standard input: type a line, Ctrl-D ends")
    for number, line in read_lines("-"):
        with about("-", number):
            answer = resolve_deeply(resolver, line, method)
        print(json.dumps(answer, ensure_ascii=False) if json_out else marked(answer))
        if not json_out:
            for one in answer["negations"]:
                if one["method"] == "none":
                    note(f"line {number}: no scope, {one['silent']}")
