"""Annotated sentences that come with the package, to try things on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from likewise.data import path as data_path
from likewise.io import read_rows
from likewise.negation.sentence import Negation, Part, Sentence

__all__ = ["embedded_sentences"]


def embedded_sentences() -> list[Sentence]:
    """163 sentences with negations and 30 without, words only, written for this project."""
    sentences = []
    for one in read_rows(data_path("negation.jsonl")):
        row = one.values
        negations = tuple(_negation(each) for each in row["negations"])
        words = tuple(row["words"])
        sentences.append(Sentence(words, negations=negations, chapter="embedded", number=row["id"]))
    return sentences


def _negation(row: Mapping[str, Any]) -> Negation:
    cue, scope, event = (tuple(Part(i, text) for i, text in row[name]) for name in ("cue", "scope", "event"))
    return Negation(cue, scope, event)
