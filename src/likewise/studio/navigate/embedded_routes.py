"""The routes that come with the package, by language."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from likewise.data import navigation_folder

if TYPE_CHECKING:
    from likewise.navigate.corpus import Corpus

__all__ = ["LANGUAGES", "embedded_routes"]

LANGUAGES = {"en": "English", "zh": "Chinese"}
"""The languages of the embedded corpus."""


@cache
def embedded_routes(lang: str) -> Corpus:
    """The embedded routes in one of `LANGUAGES`."""
    from likewise.navigate.corpus import read_corpus

    return read_corpus(navigation_folder(), lang=lang)
