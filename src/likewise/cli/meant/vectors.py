"""likewise meant vectors: context vectors out of texts of one language."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from likewise.cli.command import Json, about, print_json, staged
from likewise.cli.model_notes import older_model, said_model
from likewise.io import check_model_place

__all__ = ["vectors"]


def vectors(
    files: Annotated[list[str], typer.Argument(metavar="TEXT..", help="Texts, one a line; .gz too.")],
    target: Annotated[str, typer.Option("--out", metavar="DIR", help="Folder that the vectors go to.")],
    lang: Annotated[str, typer.Option("--lang", help="Language of the texts.")] = "en",
    window: Annotated[int, typer.Option("--window", help="Words on each side that count as context.")] = 5,
    dimension: Annotated[
        int, typer.Option("--dimension", help="Numbers of a vector; 0 keeps all contexts apart.")
    ] = 300,
    least: Annotated[int, typer.Option("--least", help="How often a word must be seen.")] = 5,
    json_out: Json = False,
) -> None:
    """Learn which words are alike from the words around them, for meant, umeant and imeant.

    Example: likewise meant vectors news.txt.gz --out vectors
    """
    from likewise.io import read_lines
    from likewise.metrics.meant import ContextVectors

    check_model_place(target)
    started = time.perf_counter()
    with about(", ".join(files)), staged() as tell:
        texts = (text for path in files for _, text in read_lines(path))
        found = ContextVectors.fit(
            texts, progress=tell, lang=lang, window=window, dimension=dimension, least=least
        )
    older = older_model(target)
    found.save(target)
    seconds = time.perf_counter() - started
    said_model(target, older)
    if json_out:
        print_json({**found.settings, "words": len(found), "seconds": round(seconds, 3), "out": target})
        return
    print(f"{len(found):,} words from {found.settings['texts']:,} texts, in {seconds:.1f} s.")
    print(f"Compare words by them with: --set similarity=context:{target}")
