"""The follower that everyone has: learnt from the embedded routes when it is first needed, and kept.

It is kept in the user's cache folder (`LIKEWISE_CACHE` names another), under a name that changes with the
data and with the version. Where nothing can be written it is learnt each time.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from likewise.data import navigation_folder
from likewise.errors import LikewiseError
from likewise.io import fingerprint
from likewise.navigate.corpus import Corpus, read_corpus
from likewise.navigate.grounded import Grounded
from likewise.text import code_of
from likewise.version import __version__

__all__ = ["SMALL", "cache_folder", "embedded", "embedded_corpus", "kept_at"]

SMALL: dict[str, Any] = {"nets": 2}
"""Settings that differ from those of a large corpus: it should be there in seconds."""
LEARNING = 3
"""Goes up when learning changes, so that what was kept before is not taken for new."""


@cache
def embedded_corpus(lang: str = "en") -> Corpus:
    """The embedded maps and the instructions in one language."""
    return read_corpus(navigation_folder(), lang=lang)


@cache
def embedded(lang: str = "en") -> Grounded:
    """A follower learnt from the embedded instructions: good for trying things out, and for nothing else."""
    place = kept_at(lang)
    with suppress(LikewiseError):
        return Grounded.load(place)
    model = Grounded.fit(embedded_corpus(lang), lang=lang, **SMALL)
    with suppress(LikewiseError, OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        model.save(place)
    return model


def kept_at(lang: str) -> Path:
    """The folder of the kept follower for a language."""
    rows = ([s.id, s.text, [list(p) for p in s.path]] for s in embedded_corpus(lang).sentences)
    return cache_folder() / f"follower-{code_of(lang)}-{__version__}-{LEARNING}-{fingerprint(rows)}"


def cache_folder() -> Path:
    """Where what can be learnt again is kept."""
    named = os.environ.get("LIKEWISE_CACHE")
    return Path(named) if named else user_cache_path("likewise", appauthor=False)
