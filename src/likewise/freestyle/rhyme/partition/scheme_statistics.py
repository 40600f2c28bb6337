"""What is known of rhyme in a kind of verse: how alike rhymes are, which rimes go together, which schemes.

All of it is learnt from verse without labels: expected counts of the schemes that are likely so far, against
the likeness of lines drawn at random, as in the EM of Reddy & Knight (2011).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from likewise.freestyle.rhyme.partition.rime_odds import rime_odds
from likewise.freestyle.rhyme.partition.stanza_schemes import StanzaSchemes

__all__ = ["POEM", "SONG", "FirstGuess", "SchemeStatistics", "chain_odds", "start_statistics"]

RIMES = 512
"""So many rimes, the commonest, may learn what else they rhyme with."""

_SMOOTH = 60.0


@dataclass(frozen=True)
class FirstGuess:
    """What is thought of a kind of verse before any was read: rounded figures, set by hand."""

    levels: tuple[float, ...]
    """Log odds by level of likeness, in the order of `_kernels`."""
    letters: tuple[float, ...]
    """More for each last letter that is shared."""
    same_word: tuple[float, ...]
    gaps: tuple[float, ...]
    """Probabilities of a new class, and of a class heard 1, 2, .. lines before."""
    alone: float
    """The share of classes that have one line."""


POEM = FirstGuess(
    (-6.2, -2.8, -3.9, -2.8, -2.8, -2.3, -2.1, -1.6, -1.4, -1.0, 0.7, 1.1, 2.3, 1.8),
    (0.0, 0.7, 2.1, 3.0),
    (0.0, 0.0, 0.0),
    (0.5, 0.22, 0.15, 0.06, 0.03, 0.015, 0.01, 0.008, 0.007),
    0.1,
)
"""Rhymes sound alike from a vowel to the end; couplets and alternation are common."""
SONG = FirstGuess(
    (-3.0, -0.8, -0.8, 1.5, 0.0, 1.6, 1.2, 2.5, 1.8, 3.5, 1.0, 3.3, 3.3, 3.7),
    (0.0, 0.4, 1.0, 1.5),
    (2.8, 4.7, 5.5),
    (0.45, 0.43, 0.07, 0.02, 0.01, 0.005, 0.005, 0.005, 0.005),
    0.3,
)
"""As in rap: vowels alone rhyme, the stressed ones before all, and runs of lines share a class."""


@dataclass
class SchemeStatistics:
    """Expected counts: categories of linked lines, pairs of rimes, gaps after gaps, whole schemes."""

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

    @cached_property
    def odds(self) -> tuple[Any, Any, Any]:
        """Log odds by category and by two rimes, and the chain; ask when all is counted."""
        by_category = np.log(self.categories / self.categories.sum()) - np.log(
            self.chance / self.chance.sum()
        )
        by_rimes = rime_odds(self.rime_counts, self.frequency, self.rimes)
        return by_category, by_rimes, chain_odds(self.chain)

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
        """The same shares, worth at most so many linked lines."""
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
        """Ready to count a text: its commonest rimes get the ranks that are left."""
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


def start_statistics(chance: Any, guess: FirstGuess, links: float) -> SchemeStatistics:
    """A first guess, worth so many linked lines."""
    odds = np.append(np.add.outer(guess.levels, guess.letters).ravel(), guess.same_word)
    linked = chance / chance.sum() * np.exp(odds)
    chain = np.zeros((10, 10, 10, 9)) + links / 1000 * np.array(guess.gaps)
    return SchemeStatistics(
        links * linked / linked.sum(),
        chance,
        np.zeros((1, 1)),
        chain,
        0.5 * links * np.array([guess.alone, 1 - guess.alone]),
        ("",),
        np.zeros(1),
    )


def _log_shares(counts: Any) -> Any:
    return np.log(counts / counts.sum())


def chain_odds(counts: Any) -> Any:
    """Log probabilities of gaps after three, two, one and no gaps, each smoothed by the next."""
    shares = counts.sum((0, 1, 2)) / counts.sum()
    for order in (counts.sum((0, 1)), counts.sum(0), counts):
        shares = (order + _SMOOTH * shares) / (order.sum(-1, keepdims=True) + _SMOOTH)
    return np.log(shares)
