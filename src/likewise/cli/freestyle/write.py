"""likewise freestyle write: a verse by a rhyme scheme."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import Json, Seed, print_json
from likewise.cli.freestyle.options import (
    Clean,
    Lang,
    Model,
    Words,
    listed,
    numbered,
    open_model,
    word_range,
)

__all__ = ["write"]


def write(
    model: Model = None,
    scheme: Annotated[
        str, typer.Option("--scheme", metavar="AABB|ABAB|..", help="A letter a line.")
    ] = "AABB",
    first: Annotated[str | None, typer.Option("--first", metavar="LINE", help="The first line.")] = None,
    theme: Annotated[
        str | None, typer.Option("--theme", metavar="W,..", help="Words to take up where that can be done.")
    ] = None,
    lock: Annotated[
        list[str] | None,
        typer.Option("--lock", metavar="N=TEXT", help="Line N (from 1) is this; may be repeated."),
    ] = None,
    end: Annotated[
        list[str] | None, typer.Option("--end", metavar="N=WORD", help="Line N ends so; may be repeated.")
    ] = None,
    words: Words = None,
    clean: Clean = False,
    lang: Lang = None,
    seed: Seed = 12345,
    json_out: Json = False,
) -> None:
    """Write a verse by a rhyme scheme; another seed writes another one.

    Example: likewise freestyle write --scheme ABAB --first 'The night is long' --theme love,sea
    """
    from likewise.freestyle import write_verse

    locked, ends = numbered(lock, "--lock"), numbered(end, "--end")
    topics, length = listed(theme, "--theme"), word_range(words)
    freestyler = open_model(model, lang)
    verse = write_verse(
        freestyler, scheme=scheme, first=first, theme=topics, words=length, locked=locked, ends=ends,
        clean=clean, seed=seed,
    )  # fmt: skip
    if json_out:
        rows = [
            {
                "text": line.text,
                "label": line.label,
                "rhyme": None if line.response is None else line.response.rhyme,
                "given": line.response is None,
            }
            for line in verse
        ]
        print_json({"scheme": scheme, "lines": rows})
        return
    for line in verse:
        print(line.text)
