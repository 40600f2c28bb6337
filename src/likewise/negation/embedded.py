"""The small resolver that everyone has: learnt at first use from sentences written for this project."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from likewise import data
from likewise.io.jsonl import read_rows
from likewise.negation.conll import Negation, Part, Sentence
from likewise.negation.resolver import Resolver

__all__ = ["embedded", "embedded_sentences"]


def embedded_sentences() -> list[Sentence]:
    """163 sentences with negations and 30 without, words only."""
    found = []
    for one in read_rows(data.path("negation.jsonl")):
        row = one.values
        negations = tuple(_negation(each) for each in row["negations"])
        found.append(Sentence(tuple(row["words"]), negations=negations, chapter="embedded", number=row["id"]))
    return found


def _negation(row: Mapping[str, Any]) -> Negation:
    cue, scope, event = (tuple(Part(i, text) for i, text in row[name]) for name in ("cue", "scope", "event"))
    return Negation(cue, scope, event)


@cache
def embedded() -> Resolver:
    """A resolver for trying things out; train one on real text for anything else."""
    return Resolver.fit(embedded_sentences())
