"""likewise paraphrase harvest: ranked paraphrase patterns of terms."""

from __future__ import annotations

import os
from itertools import groupby
from typing import Annotated

import typer

from likewise.cli.command import InputError, Json, check_outputs, note, print_json, print_table, said
from likewise.cli.paraphrase.options import Model, open_model
from likewise.io import read_lines

__all__ = ["harvest"]


def harvest(
    model: Model = None,
    terms: Annotated[
        str | None,
        typer.Option(
            "--terms", metavar="FILE|TERM,..", help="A file with a term a line, or terms with commas."
        ),
    ] = None,
    k: Annotated[int, typer.Option("-k", min=1, help="Patterns of each term, at most.")] = 10,
    most: Annotated[
        int, typer.Option("--most", min=1, help="Without --terms: this many of the most frequent phrases.")
    ] = 50,
    target: Annotated[
        str | None, typer.Option("--out", help="Write the patterns (JSON lines) here; - is standard output.")
    ] = None,
    json_out: Json = False,
) -> None:
    """Rank what takes the place of a term in the model's phrase table: patterns for people to label.

    Example: likewise paraphrase harvest --model model --terms 'is cutting,a man' --out patterns.jsonl
    """
    from likewise.paraphrase import dump_harvest, harvest as gather

    if model is None:
        raise InputError("expected --model DIR, the folder of a model that likewise paraphrase train saved")
    chosen = None if terms is None else _terms(terms)
    check_outputs(target, inputs=[terms], json_out=json_out)
    paraphraser = open_model(model)
    patterns = gather(paraphraser, chosen, k, most=most)
    if not patterns:
        raise InputError("no paraphrase of these terms was learnt" if chosen else "holds no content phrases")
    line = paraphraser.tokenization.line
    have = {pattern.source for pattern in patterns}
    for term in chosen or []:
        if line(term) not in have:
            note(f"no paraphrase of '{term}' was learnt")
    if target is not None:
        dump_harvest(patterns, target)
        said(target)
    if json_out:
        counts = {"terms": len(have), "patterns": len(patterns)}
        print_json({**counts, **({"out": target} if target else {"found": [p.as_dict() for p in patterns]})})
    elif target is None:
        for source, rows in groupby(patterns, key=lambda pattern: pattern.source):
            table = [[p.rank, p.paraphrase, f"{p.score:.4f}", p.count] for p in rows]
            print_table(source, ["rank", "paraphrase", "score", "seen"], table)


def _terms(given: str) -> list[str]:
    """Terms out of a file, one a line, or out of the option itself."""
    # What looks like a file is one, so that a slip in its name is told.
    if given == "-" or os.path.isfile(given) or os.sep in given or given.endswith((".txt", ".gz")):
        terms = [text.strip() for _, text in read_lines(given)]
    else:
        terms = [part.strip() for part in given.split(",")]
    terms = [term for term in terms if term]
    if not terms:
        raise InputError(f"--terms {given}: expected a file with a term a line, or terms with commas")
    return terms
