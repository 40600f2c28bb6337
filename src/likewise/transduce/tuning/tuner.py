"""The loop of tuning: decode, gather candidates, choose weights, again; the best round wins."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.io import LEARNER_SEED
from likewise.transduce.decode import FEATURE_NAMES, Decoder, Search, named_weights, weight_vector
from likewise.transduce.tuning.lines import searched
from likewise.transduce.tuning.pools import Objective, Pools
from likewise.transduce.tuning.ranking import ranked

__all__ = ["METHODS", "Round", "Tuned", "tune"]

Array = npt.NDArray[Any]

METHODS: Mapping[str, Callable[[Pools, Array, Array, np.random.Generator], Array]] = {
    "lines": searched,
    "ranking": ranked,
}
"""Ways from candidates to weights: line searches (MERT), pairwise ranking (PRO)."""


@dataclass(frozen=True)
class Round:
    """The weights of a round, the corpus score of what the decoder says with them, candidates so far."""

    weights: Mapping[str, float]
    score: float
    candidates: int


@dataclass(frozen=True)
class Tuned:
    """The best weights found, their score on the tuning set, and all rounds."""

    weights: Mapping[str, float]
    score: float
    history: tuple[Round, ...]


def tune(
    decoder: Decoder,
    sources: Sequence[Sequence[str]],
    objective: Objective,
    *,
    method: str = "lines",
    names: Collection[str] | None = None,
    rounds: int = 8,
    k: int = 100,
    seed: int = LEARNER_SEED,
    workers: int | None = None,
    progress: Callable[[Round], None] | None = None,
) -> Tuned:
    """Weights with which the decoder's outputs for the sources reach a higher corpus score.

    Each round decodes all sources, adds the `k` best outputs to the candidates gathered so far, and chooses
    new weights on all of them by `method`. Only the weights of `names` change (all unless given), and of
    those only the ones whose features differ between candidates. The weights returned are those of the round
    whose first outputs scored highest; as the first round is that of the decoder's own weights, the score
    never falls on these sources. `progress` is called with each round.
    """
    free, choose = _checked(sources, method, names, rounds)
    rng = np.random.default_rng(seed)
    weights, pools, history = weight_vector(decoder.weights), Pools(objective), list[Round]()
    for number in range(rounds + 1):
        searches = list(decoder.many(sources, k if number < rounds else 1, weights, workers))
        score, new = _measured(decoder, searches, pools, objective)
        history.append(Round(named_weights(weights), score, len(pools.seen)))
        if progress is not None:
            progress(history[-1])
        if number == rounds or not new:
            break
        moving = free & pools.varying
        if moving.any():
            weights = choose(pools, weights, moving, rng)
    best = max(history, key=lambda one: one.score)
    return Tuned(best.weights, best.score, tuple(history))


def _checked(
    sources: Sequence[Sequence[str]], method: str, names: Collection[str] | None, rounds: int
) -> tuple[Array, Callable[[Pools, Array, Array, np.random.Generator], Array]]:
    if method not in METHODS:
        raise InputError(f"unknown way to tune '{method}', expected one of: {', '.join(METHODS)}")
    if not len(sources):
        raise InputError("nothing to tune on: no sources")
    if rounds < 1:
        raise InputError(f"rounds must be at least 1, not {rounds}")
    unknown = set(names or ()) - set(FEATURE_NAMES)
    if unknown:
        raise InputError(f"unknown feature '{min(unknown)}', expected some of {', '.join(FEATURE_NAMES)}")
    free = np.array([names is None or name in names for name in FEATURE_NAMES])
    if not free.any():
        raise InputError("no feature whose weight may change")
    return free, METHODS[method]


def _measured(
    decoder: Decoder, searches: Sequence[Search], pools: Pools, objective: Objective
) -> tuple[float, int]:
    """The corpus score of the first outputs, and how many candidates were new to the pools."""
    first = [decoder.text(search, 0) for search in searches]
    score = objective.score(objective.measure(range(len(first)), first))
    return score, pools.add(_candidates(decoder, searches))


def _candidates(decoder: Decoder, searches: Sequence[Search]) -> Iterator[tuple[int, tuple[str, ...], Array]]:
    for sentence, search in enumerate(searches):
        for k in range(len(search)):
            yield sentence, decoder.text(search, k), search.features[k]
