"""likewise negation train: a resolver out of annotated sentences."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from likewise.cli.command import Json, Seed, about, print_json, staged
from likewise.cli.model_notes import older_model, said_model
from likewise.io import check_model_place

__all__ = ["train"]


def train(
    data: Annotated[
        str, typer.Option("--data", metavar="CONLL", help="Sentences in the format of *SEM 2012, .gz too.")
    ],
    target: Annotated[str, typer.Option("--out", metavar="DIR", help="Folder that the model goes to.")],
    trees: Annotated[
        str | None,
        typer.Option("--trees", metavar="CONLL", help="The same sentences with other trees, for the parser."),
    ] = None,
    more: Annotated[
        list[str] | None,
        typer.Option("--more", metavar="CONLL", help="Sentences of other texts, without their trees."),
    ] = None,
    seed: Seed = 0,
    json_out: Json = False,
) -> None:
    """Learn to find negations from annotated sentences; their trees, where there are any, teach a parser too.

    Example: likewise negation train --data train.conll.gz --out resolver
    """
    from likewise.negation import Resolver, conll

    check_model_place(target)
    begun = time.perf_counter()
    sentences = conll.load(data)
    others = conll.load(trees) if trees else None
    further = [sentence for path in more or () for sentence in conll.load(path)]
    with about(data), staged() as tell:
        resolver = Resolver.fit(sentences, trees=others, more=further, seed=seed, progress=tell)
    older = older_model(target)
    resolver.save(target)
    seconds = time.perf_counter() - begun
    read = [*sentences, *further]
    cues = sum(len(sentence.negations) for sentence in read)
    said_model(target, older)
    if json_out:
        print_json({"sentences": len(read), "cues": cues, "seconds": seconds, "out": target})
    else:
        print(f"learnt from {cues:,} negations in {len(read):,} sentences, in {seconds:.1f} s.")
