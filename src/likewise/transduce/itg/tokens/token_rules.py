"""The rules of a token grammar as rows: for each source word the target words that stand beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from likewise.text import Ints
from likewise.transduce.align import fit
from likewise.transduce.bitext import Bitext
from likewise.transduce.itg.grammar import Floats, TransductionGrammar

__all__ = ["TokenRules"]


@dataclass(frozen=True)
class TokenRules:
    """Row 0 has the insertions, row s + 1 the pairs of source word s: `targets[starts[r]:starts[r + 1]]`.

    `probability` goes with `targets`; `deletions` has a probability a source word, 0 where it never stands.
    """

    starts: Ints
    targets: Ints
    probability: Floats
    deletions: Floats
    straight: float
    inverted: float

    @classmethod
    def uniform(cls, bitext: Bitext, straight: float, inverted: float) -> TokenRules:
        """All rules of two words that stand in one pair, and of each word alone, equally likely."""
        from likewise.transduce.align._kernels import cooccurrences

        source, target = bitext.source, bitext.target
        starts, targets = cooccurrences(
            source.ids, source.bounds, target.ids, target.bounds, source.distinct, target.distinct
        )
        deletions = np.zeros(source.distinct)
        deletions[np.unique(source.ids)] = 1.0
        share = (1.0 - straight - inverted) / max(len(targets) + deletions.sum(), 1.0)
        return cls(starts, targets, np.full(len(targets), share), deletions * share, straight, inverted)

    @classmethod
    def of_ibm1(cls, bitext: Bitext, straight: float, inverted: float, rounds: int = 4) -> TokenRules:
        """The same rules as probable as IBM model 1 links them; NULL's links are insertions.

        It has no deletions: those of all words together are given as much as insertions are, by frequency.
        """
        even = cls.uniform(bitext, straight, inverted)
        lexicon = fit(bitext, model="ibm1", ibm1=rounds).lexicon
        links = lexicon.probabilities.astype(np.float64) * lexicon.totals[even.rows]
        alone = np.bincount(bitext.source.ids, minlength=bitext.source.distinct)
        alone = alone * (links[even.rows == 0].sum() / max(len(bitext.source.ids), 1))
        # A tenth stays even: what begins at 0 would stay there.
        share = 0.9 * (1.0 - straight - inverted) / max(links.sum() + alone.sum(), np.finfo(float).tiny)
        probability, deletions = 0.1 * even.probability + share * links, 0.1 * even.deletions + share * alone
        return replace(even, probability=probability, deletions=deletions)

    def __len__(self) -> int:
        return len(self.targets) + int(np.count_nonzero(self.deletions))

    @property
    def rows(self) -> Ints:
        """The row of each target."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))

    def floored(self, floor: float, bitext: Bitext) -> TokenRules:
        """Pairs below the floor go, words alone are lifted to it; all is scaled to sum to one again."""
        pair = self.rows > 0
        kept = np.where(pair & (self.probability < floor), 0.0, self.probability)
        kept[~pair] = np.maximum(kept[~pair], floor)
        deletions, alone = self.deletions.copy(), np.unique(bitext.source.ids)
        deletions[alone] = np.maximum(deletions[alone], floor)
        total = self.straight + self.inverted + kept.sum() + deletions.sum()
        return replace(
            self,
            probability=kept / total,
            deletions=deletions / total,
            straight=self.straight / total,
            inverted=self.inverted / total,
        )

    def grammar(self, bitext: Bitext) -> TransductionGrammar:
        """The rules that have a probability as a grammar over the words of the bitext."""
        alone = np.flatnonzero(self.deletions)
        kept = np.flatnonzero(self.probability)
        source = np.concatenate((alone, self.rows[kept] - 1))
        target = np.concatenate((np.full(len(alone), -1), self.targets[kept]))
        probability = np.concatenate((self.deletions[alone], self.probability[kept]))
        order = np.lexsort((target, source))
        source, target = source[order], target[order]
        words = bitext.source.vocabulary
        shared = bitext.source.pool is bitext.target.pool
        return TransductionGrammar(
            words,
            words if shared else bitext.target.vocabulary,
            self.straight,
            self.inverted,
            *_one_or_none(source),
            *_one_or_none(target),
            probability[order],
        )


def _one_or_none(words: Ints) -> tuple[Ints, Ints]:
    """Runs of one word each, or of none where it is -1: ids and bounds."""
    present = words >= 0
    return words[present].astype(np.int32), np.concatenate((np.zeros(1, np.int64), np.cumsum(present)))
