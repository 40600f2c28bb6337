"""Log odds that two different rimes go together in a kind of verse, from how often they were linked.

"love" and "prove" share their consonants only, yet poets rhyme them; rap rhymes vowels whatever follows. A
pair of rimes is held against what its kind of likeness makes expect, and shrunk to what its two vowels make
expect.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

__all__ = ["rime_odds"]

_SHRINK = 2.0
_SAME_VOWEL, _SAME_CODA, _NEITHER = range(3)


def rime_odds(counts: Any, frequency: Any, rimes: Sequence[str]) -> Any:
    """The log odds by two ranks; zero for rank 0, which stands for rimes that are too rare."""
    size = len(rimes)
    odds = np.zeros_like(counts)
    if size < 2:
        return odds
    linked, often = counts[:size, :size], frequency[:size]
    kind, vowels = _kinds(rimes)
    by_chance = np.outer(often, often)
    np.fill_diagonal(by_chance, 0.0)
    by_chance[0] = by_chance[:, 0] = 0.0
    groups = int(vowels.max()) + 1
    answer = np.zeros((size, size))
    for one in (_SAME_VOWEL, _SAME_CODA, _NEITHER):
        here = (kind == one) & (by_chance > 0)
        if not here.any():
            continue
        seen = np.where(here, linked, 0.0)
        expected = np.where(here, by_chance, 0.0) * (seen.sum() / by_chance[here].sum())
        keys = vowels[:, None] * groups + vowels[None, :]
        seen_vowels = np.bincount(keys.ravel(), seen.ravel(), groups * groups)
        expected_vowels = np.bincount(keys.ravel(), expected.ravel(), groups * groups)
        ratio = ((seen_vowels + _SHRINK) / (expected_vowels + _SHRINK))[keys]
        own = np.log(ratio) + np.log((seen + _SHRINK) / (expected * ratio + _SHRINK))
        answer = np.where(here, own, answer)
    odds[:size, :size] = answer
    return odds


def _kinds(rimes: Sequence[str]) -> tuple[Any, Any]:
    """For each two rimes what they share, and for each rime the number of its vowel."""
    parts = [rime.partition(" ") for rime in rimes]
    names = {name: number for number, name in enumerate(dict.fromkeys(part[0] for part in parts))}
    ends = {name: number for number, name in enumerate(dict.fromkeys(["", *(part[2] for part in parts)]))}
    vowels = np.array([names[part[0]] for part in parts])
    codas = np.array([ends[part[2]] for part in parts])
    kind = np.full((len(rimes), len(rimes)), _NEITHER)
    kind[(codas[:, None] == codas[None, :]) & (codas[:, None] > 0)] = _SAME_CODA
    kind[vowels[:, None] == vowels[None, :]] = _SAME_VOWEL
    return kind, vowels
