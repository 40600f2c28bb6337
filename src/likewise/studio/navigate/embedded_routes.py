"""The routes that come with the package, by language."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from likewise.data import NAVIGATION_LANGUAGES, navigation_folder
from likewise.text import name_of

if TYPE_CHECKING:
    from likewise.navigate import Corpus

__all__ = ["LANGUAGES", "embedded_routes"]

LANGUAGES = {code: name_of(code) for code in NAVIGATION_LANGUAGES}
"""The languages of the embedded corpus: code and name."""


@cache
def embedded_routes(lang: str) -> Corpus:
    """The embedded routes in one of `LANGUAGES`."""
    from likewise.navigate import read_corpus

    return read_corpus(navigation_folder(), lang=lang)
