"""likewise freestyle evaluate: how well a model rhymes, flows, and stays clear of copies."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import (
    InputError,
    Json,
    Seed,
    about,
    note,
    print_json,
    print_tables,
    progress,
    staged,
)
from likewise.cli.freestyle.options import Lang, Model, open_model

__all__ = ["evaluate"]


def evaluate(
    challenges: Annotated[
        str, typer.Option("--challenges", metavar="FILE", help="Lines to respond to, one a line; verse too.")
    ],
    model: Model = None,
    dictionary: Annotated[
        str | None,
        typer.Option(
            "--dictionary", metavar="FILE", help="Pronunciations as the CMU dictionary writes them."
        ),
    ] = None,
    others: Annotated[
        str | None,
        typer.Option(
            "--others", metavar="FILE", help="Verse of other songs: perplexity is that of its model."
        ),
    ] = None,
    lang: Lang = None,
    seed: Seed = 12345,
    json_out: Json = False,
) -> None:
    """Respond to each challenge and measure the responses, beside random pairs.

    Example: likewise freestyle evaluate --model model --challenges challenges.txt --dictionary cmudict.dict
    """
    from likewise.freestyle import end_sounds, evaluate_freestyle, language_of, read_challenges

    if challenges == "-" == others:
        raise InputError("only one of the files can be standard input (-)")
    freestyler = open_model(model, lang)
    endings, named = end_sounds(freestyler.lang, dictionary)
    language = None
    if others is None:
        note("no --others: the perplexity is that of the model's own language model, and too low")
    else:
        with progress("reading", others) as advance:
            language = language_of(others, progress=advance)
    lines = read_challenges(challenges)
    with about(challenges), staged() as tell:
        result = evaluate_freestyle(
            freestyler, lines, endings=endings, pronunciations=named, lm=language, seed=seed, progress=tell
        )
    if json_out:
        print_json(result.as_dict())
        return
    print_tables(result)
