"""A stern copy of a language model, for the search alone: backing off costs more than its probability.

Where a sequence of words was never seen, a back-off model falls back on how frequent a word is, and a search
that may choose any words finds these places: "of the of gold". People judge unseen neighbours far more
harshly. What the copy gives is no probability any more, so texts are judged by the model itself.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from likewise.transduce import LanguageModel

__all__ = ["stern"]

_SPECIAL = 3
"""Ids below are the unknown word and the ends of a sentence (see `LanguageModel`)."""
_SHARES = (1.0, 0.8)
"""What part of the price is paid after one word and after two; contexts of three words are seldom seen."""


def stern(lm: LanguageModel, price: float, content: float = 0.0) -> LanguageModel:
    """The language model with dear back-off and cheaper rare words; with two zeros the model itself.

    Back-off weights are lower by `price`, in natural logs: in full where two neighbours were never seen,
    four fifths of it where three were not. Of the log-probability of a word after others, that of the word
    alone is taken off, times `content`: 1 would be their pointwise mutual information. The mean word of a
    text costs what it did before.
    """
    if not price and not content:
        return lm
    extra = content * _rarity(lm)
    levels = [
        replace(level, logprob=(level.logprob + extra[level.words]).astype(np.float32)) for level in lm.levels
    ]
    for place, share in enumerate(_SHARES[: lm.order - 1]):
        # What no n-gram continues says nothing about what may follow.
        continued = np.zeros(len(levels[place]), np.bool_)
        continued[levels[place + 1].prefix] = True
        backoff = levels[place].backoff - np.float32(price * share) * continued
        levels[place] = replace(levels[place], backoff=backoff.astype(np.float32))
    return replace(lm, levels=tuple(levels))


def _rarity(lm: LanguageModel) -> npt.NDArray[np.float64]:
    """How much less probable each word is than the mean one of a text, in natural logs; by id."""
    single = lm.levels[0]
    alone = np.zeros(len(lm.vocabulary))
    alone[single.words] = single.logprob
    chance = np.exp(alone)
    chance[:_SPECIAL] = 0.0
    mean = float((chance * alone).sum() / max(chance.sum(), 1e-300))
    return np.where(np.arange(len(alone)) < _SPECIAL, 0.0, mean - alone)
