"""likewise navigate evaluate: leave one map out."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import Json, Seed, about, print_json, print_tables, staged
from likewise.cli.navigate.inputs import Data, Grammar, Lang, Method, Parser, corpus_of

__all__ = ["evaluate"]


def evaluate(
    data: Data = None,
    sentences: Annotated[
        str | None,
        typer.Option("--sentences", metavar="FILE", help="Other single sentences for the same maps."),
    ] = None,
    paragraphs: Annotated[
        str | None, typer.Option("--paragraphs", metavar="FILE", help="Other whole routes for the same maps.")
    ] = None,
    method: Method = "sgoll",
    parser: Parser = "best",
    grammar: Grammar = "original",
    lang: Lang = "en",
    processes: Annotated[
        int, typer.Option("--processes", min=1, max=64, help="Maps worked on at a time.")
    ] = 2,
    seed: Seed = 0,
    json_out: Json = False,
) -> None:
    """Learn on all maps but one, follow the instructions of that one; each map in turn.

    Example: likewise navigate evaluate --data sail --parser krisp --grammar expanded
    """
    from likewise.navigate import Setting, evaluate as leave_one_out

    Setting(method, parser, grammar, lang, seed).check()
    corpus = corpus_of(data, lang, sentences=sentences, routes=paragraphs)
    with about(sentences or data), staged() as tell:
        result = leave_one_out(
            corpus, method=method, parser=parser, grammar=grammar, lang=lang, seed=seed,
            progress=tell, processes=processes,
        )  # fmt: skip
    if json_out:
        print_json(result.as_dict())
        return
    print_tables(result)
