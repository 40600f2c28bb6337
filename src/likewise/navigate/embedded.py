"""The follower that everyone has: learnt from the embedded routes, in seconds, when it is needed."""

from __future__ import annotations

from functools import cache
from typing import Any

from likewise.data import navigation_folder
from likewise.navigate.corpus import Corpus, read_corpus
from likewise.navigate.follower import Grounded

__all__ = ["SMALL", "embedded", "embedded_corpus"]

SMALL: dict[str, Any] = {"nets": 2}
"""Settings that differ from those of a large corpus: it should be there in seconds."""


@cache
def embedded_corpus(lang: str = "en") -> Corpus:
    """The embedded maps and the instructions in one language."""
    return read_corpus(navigation_folder(), lang=lang)


@cache
def embedded(lang: str = "en") -> Grounded:
    """A follower learnt from the embedded instructions: good for trying things out, and for nothing else."""
    return Grounded.train(embedded_corpus(lang), lang=lang, **SMALL)
