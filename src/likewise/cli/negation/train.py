"""likewise negation train: a resolver out of annotated sentences."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from likewise.cli import options
from likewise.cli.console import print_json, staged
from likewise.cli.inputs import about
from likewise.cli.replacing import older_model, said_model
from likewise.io.models import check_model_place, fingerprint

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
    seed: options.Seed = 0,
    json_out: options.Json = False,
) -> None:
    """Learn to find negations from annotated sentences; their trees, where there are any, teach a parser too.

    Example: likewise negation train --data train.conll.gz --out resolver
    """
    from likewise.negation import Resolver, conll, save_resolver

    check_model_place(target)
    begun = time.perf_counter()
    sentences = conll.load(data)
    others = conll.load(trees) if trees else None
    with about(data), staged() as tell:
        resolver = Resolver.fit(
            sentences, trees=others, seed=seed,
            progress=lambda share: tell("learning", share) if tell else None,
        )  # fmt: skip
    older = older_model(target)
    save_resolver(resolver, target, data=fingerprint([s.words, s.syntax] for s in sentences), seed=seed)
    seconds = time.perf_counter() - begun
    cues = sum(len(sentence.negations) for sentence in sentences)
    said_model(target, older)
    if json_out:
        print_json({"sentences": len(sentences), "cues": cues, "seconds": seconds, "out": target})
    else:
        print(f"learnt from {cues:,} negations in {len(sentences):,} sentences, in {seconds:.1f} s.")
