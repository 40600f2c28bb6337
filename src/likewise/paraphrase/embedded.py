"""The small paraphraser that everyone has: learnt from the embedded corpus, in seconds, when it is needed."""

from __future__ import annotations

from functools import cache
from typing import Any

from likewise import data
from likewise.paraphrase.model import Paraphraser
from likewise.paraphrase.precompile import precompiled

__all__ = ["SMALL", "embedded"]

SMALL: dict[str, Any] = {"held_out": 120, "candidates": 40}
"""Settings that make training on so few texts a matter of seconds."""


@cache
def embedded() -> Paraphraser:
    """A paraphraser learnt from the embedded clusters: good for trying things out, and for nothing else."""
    with precompiled():
        return Paraphraser.fit(data.clusters(), **SMALL)
