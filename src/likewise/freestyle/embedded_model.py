"""The freestyler that everyone has: learnt from the embedded poems when it is first needed, and kept.

It is kept in the user's cache folder (`LIKEWISE_CACHE` names another), under a name that changes with the
verse and with the version. Where nothing can be written it is learnt each time.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from likewise.data import VERSE_LANGUAGES, verse
from likewise.errors import InputError, LikewiseError
from likewise.freestyle.model import Freestyler
from likewise.freestyle.verse import Verse, read_verses
from likewise.io import Progress, Source, fingerprint
from likewise.text import code_of
from likewise.version import __version__

__all__ = ["SMALL", "embedded", "embedded_verses", "kept_at", "open_freestyler"]

SMALL: dict[str, Any] = {"rhyming": "all"}
"""Settings that differ from those of a large corpus: all lines that rhyme, as there are few."""
_LEARNING = 2
"""Goes up when learning changes, so that what was kept before is not taken for new."""
_OPEN: dict[str, Freestyler] = {}


@cache
def embedded_verses(lang: str = "en") -> tuple[Verse, ...]:
    """The embedded poems in one language."""
    code = code_of(lang)
    if code not in VERSE_LANGUAGES:
        known = ", ".join(VERSE_LANGUAGES)
        raise InputError(f"there is no embedded verse in '{lang}', only in {known}", field="lang")
    return tuple(read_verses(verse(code)))


def embedded(lang: str = "en", *, progress: Progress | None = None) -> Freestyler:
    """A freestyler learnt from the embedded poems: good for trying things out, and for nothing else."""
    code = code_of(lang)
    if code not in _OPEN:
        _OPEN[code] = _kept_or_learnt(code, progress)
    return _OPEN[code]


def _kept_or_learnt(lang: str, progress: Progress | None) -> Freestyler:
    place = kept_at(lang)
    with suppress(LikewiseError):
        return Freestyler.load(place)
    model = Freestyler.fit(embedded_verses(lang), lang=lang, progress=progress, **SMALL)
    with suppress(LikewiseError, OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        model.save(place)
    return model


def kept_at(lang: str) -> Path:
    """The folder of the kept freestyler for a language."""
    name = fingerprint([verse.song, list(verse.lines)] for verse in embedded_verses(lang))
    return _cache_folder() / f"freestyle-{code_of(lang)}-{__version__}-{_LEARNING}-{name}"


def _cache_folder() -> Path:
    named = os.environ.get("LIKEWISE_CACHE")
    return Path(named) if named else user_cache_path("likewise", appauthor=False)


def open_freestyler(
    folder: Source | None = None, lang: str = "en", *, progress: Progress | None = None
) -> Freestyler:
    """The freestyler of a folder; without one, that of the embedded poems of a language."""
    return embedded(lang, progress=progress) if folder is None else Freestyler.load(folder)
