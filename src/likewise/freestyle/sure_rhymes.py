"""Rhymes to be sure of: words that rhyme have the same rhymes, and often the same last letters.

The scheme detector believes in a pair of end words because some stanzas have them where rhymes would be; much
of that is chance. But rhyme is an equivalence. Two words whose partners agree rhyme far more surely than two
of which one is a strong partner of the other, and some were never seen together at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from likewise.freestyle.rhyme_partners import RhymePartners
from likewise.text import Ints

__all__ = ["SureRhymes"]

_MOST = 20
"""So many of a word's surest rhymes are given."""
_LETTER, _LETTERS = 0.15, 2
"""What each of so many letters adds that two words share at the end."""
_FEW = 2.0
"""Partners in common at which agreement is worth half: two rare words have one soon, by chance."""
Values = npt.NDArray[np.float64]


@dataclass(frozen=True)
class SureRhymes:
    """Rhymes of a word by how far its partners are theirs."""

    partners: RhymePartners

    def of(self, word: str, least: float) -> Mapping[str, float]:
        """Words that rhyme with a word at least so surely (0 to 1.3), the surest first."""
        known = self.partners.partners_of(word)
        if not known:
            return {}
        agreement = self._agreement(word, known)
        near = np.flatnonzero(agreement >= max(least - _LETTER * _LETTERS, 1e-9)).tolist()
        words = self.partners.words
        surely = {
            words[i]: float(agreement[i]) + _alike(word, words[i]) for i in near if not _same(words[i], word)
        }
        best = sorted(surely, key=lambda other: (-surely[other], other))[:_MOST]
        return {other: surely[other] for other in best if surely[other] >= least}

    def _agreement(self, word: str, known: Mapping[str, float]) -> Values:
        """Cosine of the roots of two words' partners, for each known word; a word is a partner of itself."""
        places, starts, ends = self._places, self._lent[0][:-1], self._lent[0][1:]
        shares = {**known, word: max(known.values())}
        total = sum(shares.values())
        agreement, common = np.zeros((2, len(self.partners.words)))
        for other, strength in shares.items():
            if other in places:
                rows = slice(int(starts[places[other]]), int(ends[places[other]]))
                agreement[self._lent[1][rows]] += np.sqrt(strength / total) * self._lent[2][rows]
                common[self._lent[1][rows]] += 1.0
        return np.asarray(agreement * common / (common + _FEW))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {word: i for i, word in enumerate(self.partners.words)}

    @cached_property
    def _lent(self) -> tuple[Ints, Ints, Values]:
        """By partner: bounds, the words that have it, and the root of its share among theirs."""
        bounds, size = self.partners.bounds, len(self.partners.words)
        strengths = self.partners.strengths.astype(np.float64)
        owners = np.repeat(np.arange(size), np.diff(bounds))
        most = np.zeros(size)
        np.maximum.at(most, owners, strengths)
        total = most + np.bincount(owners, strengths, size)
        rows = np.flatnonzero(most)
        owners, others = np.append(owners, rows), np.append(self.partners.partners, rows)
        shares = np.sqrt(np.append(strengths, most[rows]) / total[owners])
        order = np.argsort(others, kind="stable")
        lent = np.cumsum([0, *np.bincount(others, minlength=size).tolist()])
        return lent, owners[order], shares[order]


def _same(other: str, word: str) -> bool:
    """Whether a word is another one, or ends with it behind a hyphen."""
    return other == word or other.endswith(f"-{word}")


def _alike(word: str, other: str) -> float:
    """What the letters are worth that two words share at the end."""
    same = 0
    for one, two in zip(reversed(word[-_LETTERS:]), reversed(other[-_LETTERS:]), strict=False):
        if one != two:
            break
        same += 1
    return _LETTER * same
