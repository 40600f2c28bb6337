"""likewise negation evaluate: the scores of the *SEM 2012 task."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from likewise.cli import options
from likewise.cli.console import print_json, print_table
from likewise.cli.inputs import about
from likewise.cli.negation.models import Method, Model, open_resolver

__all__ = ["evaluate"]


def evaluate(
    gold: Annotated[
        str, typer.Option("--gold", metavar="CONLL", help="Annotated sentences, in the format of *SEM 2012.")
    ],
    model: Model = None,
    system: Annotated[
        str | None,
        typer.Option("--system", metavar="CONLL", help="Score these answers of another system instead."),
    ] = None,
    gold_cues: Annotated[
        bool, typer.Option("--gold-cues", help="Take the cues of the file; look for scopes and events only.")
    ] = False,
    method: Method = "best",
    raw: Annotated[bool, typer.Option("--raw", help="Ignore the file's own lemmas, tags and trees.")] = False,
    json_out: options.Json = False,
) -> None:
    """Hold answers against annotated sentences: cues, scopes, scope tokens, events, whole negations.

    Example: likewise negation evaluate --gold dev.conll --model resolver --gold-cues
    """
    from likewise.negation import conll, score

    sentences = conll.load(gold)
    begun = time.perf_counter()
    if system is None:
        resolver = open_resolver(model, method)
        begun = time.perf_counter()
        with about(gold):
            answers = [
                resolver.resolve(
                    sentence, raw=raw, method=method,
                    cues=[one.cue for one in sentence.negations] if gold_cues else None,
                )
                for sentence in sentences
            ]  # fmt: skip
    else:
        answers = conll.load(system)
    seconds = max(time.perf_counter() - begun, 1e-9)
    with about(system or gold):
        plain, marks = score(sentences, answers), score(sentences, answers, punctuation=True)
    if json_out:
        found = {**plain.as_dict(), "with_punctuation": marks.as_dict()}
        if system is None:
            found["sentences_per_second"] = len(sentences) / seconds
        print_json(found)
        return
    rows = [
        [name, c.precision, c.recall, c.f1, marks[name].f1, c.tp, c.fp, c.fn]
        for name, c in plain.rows.items()
    ]
    heads = ["row", "precision", "recall", "F1", "F1 with marks", "right", "wrong", "missed"]
    print_table(
        "Negation", heads, rows, "percent; marks of punctuation inside scopes count in one column only"
    )
