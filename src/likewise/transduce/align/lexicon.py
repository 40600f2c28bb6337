"""Word translation probabilities: what alignment learns, and what may be used without it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from likewise.text.vocabulary import Ints, Words
from likewise.transduce.bitext import Bitext

__all__ = ["Lexicon"]

FLOOR = 1e-12
"""The least probability that alignment works with; that of two words never seen together."""


@dataclass(frozen=True)
class Lexicon:
    """t(target word | source word), as sparse rows: 0 is NULL's, 1 + s that of source word s.

    Row r is `targets[starts[r]:starts[r + 1]]`, sorted, with `probabilities`; it was estimated from `totals[r]`
    links. `source` and `target` hold the vocabularies and no text.
    """

    source: Words
    target: Words
    starts: Ints
    targets: Ints
    probabilities: npt.NDArray[np.float32]
    totals: npt.NDArray[np.float32]

    @classmethod
    def uniform(cls, bitext: Bitext) -> Lexicon:
        """Every target word that stands in a pair with a source word is as likely as every other."""
        from likewise.transduce.align._kernels import cooccurrences

        source, target = bitext.source, bitext.target
        starts, targets = cooccurrences(
            *(source.ids, source.bounds, target.ids, target.bounds, source.distinct, target.distinct)
        )
        sizes = np.diff(starts)
        even = np.repeat(1.0 / np.maximum(sizes, 1), sizes).astype(np.float32)
        nothing = np.zeros(0, np.int64)
        totals = np.zeros(len(sizes), np.float32)
        return cls(source.select(nothing), target.select(nothing), starts, targets, even, totals)

    def estimated(self, counts: npt.NDArray[np.float64]) -> Lexicon:
        """The same entries with probabilities from counts; a row without counts stays as it is."""
        from likewise.transduce.align._kernels import estimate

        probabilities, totals = self.probabilities.copy(), self.totals.copy()
        estimate(self.starts, counts, probabilities, totals)
        return replace(self, probabilities=probabilities, totals=totals)

    def emissions(self, prior: float) -> npt.NDArray[np.float32]:
        """The probabilities as alignment uses them: none under a floor, and one more for unseen pairs.

        Each row is drawn to the frequencies of the target words, as if it had been seen `prior` times more and
        with those: a source word that was seen once must not claim every other word of that pair.
        """
        from likewise.transduce.align._kernels import smooth

        entries = (self.starts, self.targets, self.probabilities, self.totals)
        result: npt.NDArray[np.float32] = smooth(*entries, self.target.distinct, prior, FLOOR)
        return result
