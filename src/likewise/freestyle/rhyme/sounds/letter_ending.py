"""The end of a word by its letters, for languages whose sounds are not known here."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from likewise.freestyle.rhyme.sounds.ending import Ending

__all__ = ["letter_endings"]

_VOWELS = "aeiouyæœøıаеёиоуыэюяіїєαεηιουω"
_GROUPS = re.compile(f"[{_VOWELS}]+")


@lru_cache(maxsize=65536)
def letter_endings(word: str) -> tuple[Ending, ...]:
    """One ending: from the last vowels on, a word that ends in a vowel from those before.

    Accents are dropped. A script without letters for vowels, as Chinese, has the last character for a sound.
    """
    letters = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    if not letters:
        return ()
    groups = list(_GROUPS.finditer(letters))
    if not groups:
        return (Ending(letters[-2:], letters[-1], letters[-1], "", "", letters[-2:-1], ""),)
    last = groups[-1]
    before = groups[-2] if len(groups) > 1 else None
    coda = letters[last.end() :]
    full = letters[(last if coda or before is None else before).start() :]
    rime = f"{last[0]} {coda}".rstrip()
    return (
        Ending(
            full,
            rime,
            last[0],
            coda,
            before[0] if before else "",
            letters[: last.start()][-1:],
            coda,
        ),
    )
