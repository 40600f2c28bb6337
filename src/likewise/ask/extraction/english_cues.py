"""English words that tell what a name or a number is, by kind (`likewise/data/ask/english_cues.tsv`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from likewise.data import path as data_path

__all__ = ["english_cues"]


@cache
def _table() -> dict[str, frozenset[str]]:
    table = dict[str, frozenset[str]]()
    for line in Path(data_path("ask/english_cues.tsv")).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            kind, words = line.split("\t")
            table[kind] = frozenset(word.replace("_", " ") for word in words.split())
    return table


def english_cues(kind: str) -> frozenset[str]:
    """The words of a kind, in small letters."""
    return _table()[kind]
