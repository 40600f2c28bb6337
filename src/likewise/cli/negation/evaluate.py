"""likewise negation evaluate: the scores of the *SEM 2012 task."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.command import InputError, Json, about, print_json, print_table
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

if TYPE_CHECKING:
    from likewise.negation import NegationScores, Resolver, Sentence

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
    method: MethodName = "best",
    parses: ParsesFile = None,
    threshold: Threshold = None,
    selector: SelectorFolder = None,
    encoder: Encoder = None,
    raw: Annotated[bool, typer.Option("--raw", help="Ignore the file's own lemmas, tags and trees.")] = False,
    json_out: Json = False,
) -> None:
    """Hold answers against annotated sentences: cues, scopes, scope tokens, events, whole negations.

    Example: likewise negation evaluate --gold dev.conll --gold-cues --method combined --parses dev.jsonl
    """
    from likewise.negation import conll, score

    if system is not None and parses is not None:
        raise InputError("--system brings its own answers: leave out --parses")
    sentences = conll.load(gold)
    methods: Counter[str] = Counter()
    seconds, encoded = None, False
    if system is None:
        resolver = open_resolver(model, method, parses, threshold, selector, encoder)
        begun = time.perf_counter()
        given = not raw and all(s.syntax for s in sentences)
        encoded = encoder_heard(resolver, method, encoder, given)
        with about(gold):
            answers = _answers(resolver, sentences, gold_cues, raw, method, methods)
        seconds = max(time.perf_counter() - begun, 1e-9)
    else:
        answers = conll.load(system)
    with about(system or gold):
        plain, marks = score(sentences, answers), score(sentences, answers, punctuation=True)
    if json_out:
        result = {**plain.as_dict(), "with_punctuation": marks.as_dict()}
        if seconds is not None:
            result |= {
                "methods": dict(sorted(methods.items())),
                "encoder": encoded,
                "sentences_per_second": len(sentences) / seconds,
            }
        print_json(result)
        return
    _print(plain, marks, methods)


def _answers(
    resolver: Resolver, sentences: list[Sentence], gold_cues: bool, raw: bool, method: str,
    methods: Counter[str],
) -> list[Sentence]:  # fmt: skip
    """The sentences with our negations; `methods` counts which method found each scope."""
    answers = []
    for sentence in sentences:
        cues = [one.cue for one in sentence.negations] if gold_cues else None
        answer = resolver.resolve(sentence, cues=cues, raw=raw, method=method)
        methods.update(str(one.method) for one in answer.resolved)
        answers.append(answer.sentence)
    return answers


def _print(plain: NegationScores, marks: NegationScores, methods: Counter[str]) -> None:
    rows = [
        [name, c.precision, c.recall, c.f1, marks[name].f1, c.tp, c.fp, c.fn]
        for name, c in plain.rows.items()
    ]
    heads = ["row", "precision", "recall", "F1", "F1 with marks", "right", "wrong", "missed"]
    told = "percent; marks of punctuation inside scopes count in one column only"
    if methods:
        told += f"; scopes found by {', '.join(f'{name} {n}' for name, n in sorted(methods.items()))}"
    print_table("Negation", heads, rows, told)
