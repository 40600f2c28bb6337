"""What is known of rhyme in a kind of verse: which likeness rhymes have, which rimes go together, which schemes.

All of it is learnt from verse without labels: expected counts of the schemes that are likely so far, against
the likeness of lines drawn at random, as in the EM of Reddy & Knight (2011).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from likewise.freestyle.rhyme.partition.stanza_schemes import StanzaSchemes

__all__ = ["SchemeStatistics", "chain_odds", "start_statistics"]

RIMES = 512
"""So many rimes, the commonest, may learn what else they rhyme with."""

# Log odds of a first guess by level of likeness, from nothing to the full sound; the last is consonance.
_FIRST = np.log([0.002, 0.06, 0.10, 0.25, 0.35, 2.0, 3.0, 10.0, 6.0, 0.06])
_FIRST_LETTERS = np.log([1.0, 2.0, 8.0, 20.0])
_FIRST_GAPS = np.array([0.5, 0.22, 0.15, 0.06, 0.03, 0.015, 0.01, 0.008, 0.007])


@dataclass
class SchemeStatistics:
    """Expected counts: of categories of linked lines, of pairs of rimes, of gaps after gaps, of whole schemes."""

    categories: Any
    """By category, of lines that are neighbours in a class."""
    chance: Any
    """By category, of lines drawn at random."""
    rime_counts: Any
    """By two ranks of rimes, of linked lines whose rimes differ."""
    chain: Any
    """Gaps after three gaps."""
    classes: Any
    """Classes of one line, and of several."""
    rimes: tuple[str, ...]
    """The names of the rimes by rank; rank 0 stands for all others."""
    frequency: Any
    """How often each of them ends a line."""
    repertory: dict[bytes, float] = field(default_factory=dict)
    """Whole schemes as bytes of gaps."""

    def category_odds(self) -> Any:
        """Log odds of a category among linked lines against chance."""
        return np.log(self.categories / self.categories.sum()) - np.log(self.chance / self.chance.sum())

    def add(self, answer: StanzaSchemes, pairs: Any, least: float, longest: int) -> None:
        """Count the likely schemes of a stanza."""
        from likewise.freestyle.rhyme.partition._kernels import add_expected

        add_expected(
            answer.schemes, answer.weights, pairs, self.categories, self.rime_counts, self.chain, self.classes
        )
        if answer.schemes.shape[1] <= longest:
            for scheme, weight in answer.remembered(least).items():
                self.repertory[scheme] = self.repertory.get(scheme, 0.0) + weight

    def scaled(self, links: float) -> SchemeStatistics:
        """The same shares, worth so many linked lines at most."""
        by = min(links / self.categories.sum(), 1.0)
        return replace(
            self,
            categories=self.categories * by,
            rime_counts=self.rime_counts * by,
            chain=self.chain * by,
            classes=self.classes * by,
            frequency=self.frequency * by,
            repertory={scheme: weight * by for scheme, weight in self.repertory.items()},
        )

    def over(self, counts: Counter[str], most: int = RIMES) -> SchemeStatistics:
        """Ready to count a text: its commonest rimes get the ranks that are left, and their frequency is added."""
        new = sorted(counts.keys() - set(self.rimes), key=lambda rime: (-counts[rime], rime))
        rimes = (*self.rimes, *new[: max(most - len(self.rimes), 0)])
        frequency = np.zeros(len(rimes))
        frequency[: len(self.frequency)] = self.frequency
        frequency[1:] += [counts[rime] for rime in rimes[1:]]
        room = len(rimes) - len(self.rimes)
        wider = np.pad(self.rime_counts, (0, room))
        return replace(self, rimes=rimes, frequency=frequency, rime_counts=wider)

    def copied(self) -> SchemeStatistics:
        """A copy to count into."""
        return replace(
            self,
            categories=self.categories.copy(),
            rime_counts=self.rime_counts.copy(),
            chain=self.chain.copy(),
            classes=self.classes.copy(),
            repertory=dict(self.repertory),
        )


def start_statistics(chance: Any) -> SchemeStatistics:
    """The first guess: likeness of sound and letters speak for rhyme, couplets and alternation are common."""
    from likewise.freestyle.rhyme.partition._kernels import CATEGORIES, SAME_WORD

    odds = np.zeros(CATEGORIES)
    odds[:SAME_WORD] = (_FIRST[:, None] + _FIRST_LETTERS).ravel()
    linked = chance / chance.sum() * np.exp(odds)
    return SchemeStatistics(
        50 * linked / linked.sum(),
        chance,
        np.zeros((1, 1)),
        np.zeros((10, 10, 10, 9)),
        np.array([2.0, 18.0]),
        ("",),
        np.zeros(1),
    )


def chain_odds(counts: Any) -> Any:
    """Log probabilities of gaps after three, two, one and no gaps, each smoothed by the next."""
    guess = counts.sum((0, 1, 2)) + 20 * _FIRST_GAPS
    shares = guess / guess.sum()
    for order in (counts.sum((0, 1)), counts.sum(0), counts):
        shares = (order + 5 * shares) / (order.sum(-1, keepdims=True) + 5)
    return np.log(shares)
