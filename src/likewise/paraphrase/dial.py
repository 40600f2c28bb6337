"""The novelty dial: which candidate to choose when so much is to be new.

A candidate's worth is its expected gain in corpus BLEU to first order, from the support of its n-grams: an
n-gram of order n that is matched with probability p adds (p / r - 1) / (4 c), where r is the precision of
that order and c the number of such n-grams in a sentence (after Tromble et al. 2008). The dial adds a price
or a reward on PINC. Its strength for a wanted novelty is found on clusters that the model did not learn from,
so that `novelty=0.6` gives a mean PINC of about 60.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.paraphrase.columns import ALL_GRAMS, ALL_MATCHED, ALL_MATCHED_SOURCE, CONTENT, KEPT, NEW

__all__ = ["STRENGTHS", "Dial", "Taste", "calibrate", "choose"]

Array = npt.NDArray[Any]

STRENGTHS = np.round(np.concatenate((np.linspace(-2.0, -0.6, 8), np.linspace(-0.5, 2.0, 51))), 3)
"""Rewards on PINC that are tried when the dial is calibrated."""
PRECISIONS = np.array([0.96, 0.95, 0.71, 0.58])
"""Below these, an n-gram costs more than it brings. Chosen on development clusters: higher than the
precisions that outputs reach, since support is surest where it is high."""
EASED = np.array([0.0, 0.15, 0.1, 0.15])
"""How far they fall as the reward on PINC rises to 1: novel wordings match less, and must not get short."""
NUMBERS = np.array([8.0, 7.0, 6.0, 5.0])
"""n-grams of order 1 to 4 in a sentence of eight words."""
AIM = -0.006
"""Added to the wanted novelty: a model of all clusters comes out a little newer than those of three folds."""


@dataclass(frozen=True)
class Taste:
    """What else counts beside novelty, the same at every setting of the dial.

    `source`: how far the source counts as one of the references; `content`: reward on supported content
    (idf-weighted words); `kept`: reward on the source's own content words; `model`: weight of the phrase
    model's score and of its mean over words; `least`, `most`: output length over source length; `slack`: how
    much less likely a word of the output may be than a word of the source, in log probability (candidates
    outside these are taken only for want of others); `floor`: least PINC of a sentence, reached gradually
    from novelty 0 on.
    """

    source: float = 0.27
    content: float = 0.08
    kept: float = 0.04
    model: float = 0.0025
    least: float = 0.7
    most: float = 1.5
    slack: float = 1.0
    floor: float = 0.22


def worth(values: Array, scores: Array, strength: float, taste: Taste) -> Array:
    """What each candidate (a row of `candidate_values`, with its score) is worth, its novelty apart."""
    counts = values[:, ALL_GRAMS]
    least = PRECISIONS - EASED * min(max(strength, 0.0), 1.0)
    without = ((values[:, ALL_MATCHED] / least - counts) / NUMBERS).sum(axis=1) / 4
    with_source = ((values[:, ALL_MATCHED_SOURCE] / (least + 0.05) - counts) / NUMBERS).sum(axis=1) / 4
    result: Array = (1 - taste.source) * without + taste.source * with_source
    result += taste.content * values[:, CONTENT] / 10 + taste.kept * values[:, KEPT] / 10
    result += taste.model * scores * (1 + 10 / np.maximum(1.0, counts[:, 0]))
    return result


def choose(
    values: Array, scores: Array, doubtful: Array, strength: float, floor: float, taste: Taste
) -> Array:
    """The candidates in order of preference; `doubtful` ones (0 or 1) only for want of others."""
    total = worth(values, scores, strength, taste) + strength * values[:, NEW]
    total -= 30.0 * doubtful
    total -= 10.0 * (values[:, NEW] < floor)
    # The price of a missed floor falls with PINC, so that the most novel one is taken if none reaches it.
    total -= 5.0 * np.maximum(0.0, floor - values[:, NEW])
    return np.argsort(-total, kind="stable")


@dataclass(frozen=True)
class Dial:
    """Mean PINC (0..1) that each strength gave on held-out clusters, strengths rising."""

    strengths: Array
    reached: Array

    def strength(self, novelty: float) -> float:
        """The strength for a wanted novelty; beyond what was reached, the weakest or strongest."""
        return float(np.interp(novelty + AIM, self.reached, self.strengths))

    @staticmethod
    def floor(novelty: float, taste: Taste) -> float:
        """The least PINC of a sentence at a novelty."""
        return min(taste.floor, novelty / 2)


def calibrate(pools: Sequence[tuple[Array, Array, Array]], taste: Taste) -> Dial:
    """The dial from the candidates of held-out sources: values, scores, doubts.

    Without any, wanted novelty is spread evenly over the strengths.
    """
    if not pools:
        return Dial(STRENGTHS.copy(), np.linspace(0.0, 1.0, len(STRENGTHS)))
    reached = []
    for strength in STRENGTHS:
        floor = taste.floor if strength > -0.5 else 0.0
        chosen = [v[choose(v, s, d, float(strength), floor, taste)[0], NEW] for v, s, d in pools]
        reached.append(float(np.mean(chosen)))
    # More reward never gives less novelty; ties are spread so that the curve can be read backwards.
    rising = np.maximum.accumulate(np.array(reached)) + 1e-9 * np.arange(len(reached))
    return Dial(STRENGTHS.copy(), rising)
