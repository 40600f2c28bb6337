"""The small paraphraser that everyone has: learnt from the embedded corpus, in seconds, when it is needed."""

from __future__ import annotations

from functools import cache
from typing import Any

from likewise import data
from likewise.io import Source
from likewise.paraphrase.model import Paraphraser
from likewise.paraphrase.precompile import precompiled

__all__ = ["SMALL", "embedded", "open_paraphraser"]

SMALL: dict[str, Any] = {"held_out": 120, "candidates": 40}
"""Settings that make training on so few texts a matter of seconds."""


@cache
def embedded() -> Paraphraser:
    """A paraphraser learnt from the embedded clusters: good for trying things out, and for nothing else."""
    with precompiled():
        return Paraphraser.fit(data.clusters(), **SMALL)


def open_paraphraser(folder: Source | None = None) -> Paraphraser:
    """The paraphraser of a folder; without one, the small one of the embedded corpus."""
    return embedded() if folder is None else Paraphraser.load(folder)
