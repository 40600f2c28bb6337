"""How far an answer of the crawler can be trusted, and which reading to take it from.

Packard et al. (2014, section 3.4) ask the parser: the probability of its first reading among all. Here that
is one sign among others (see `likewise.negation.crawler.trust_signs`). A logistic regression, learnt from
sentences whose scopes are known, says how probable it is that an answer is exactly right. The paper names
preferring readings that crawl well as future work. Without a model, the first reading that handles the cue
is taken, with its probability.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from likewise.errors import InputError
from likewise.negation.crawler.deep_reading import CrawledScope, DeepReading, Span, crawled_scope
from likewise.negation.crawler.trust_signs import probabilities, signs_of

__all__ = ["TrustedScope", "TrustExample", "Trust", "choose", "example", "ranked"]


@dataclass(frozen=True, slots=True)
class TrustedScope:
    """The answer taken, the reading it is from (-1 where none has one), and how probably it is right."""

    answer: CrawledScope
    reading: int
    probability: float


@dataclass(frozen=True, slots=True)
class TrustExample:
    """The signs of each answer that the readings of one sentence give to one cue, and whether it is right."""

    signs: tuple[Mapping[str, float], ...]
    right: tuple[bool, ...]


@dataclass(frozen=True)
class Trust:
    """A weight for each sign."""

    weights: Mapping[str, float]

    @classmethod
    def fit(cls, examples: Sequence[TrustExample], penalty: float = 5.0) -> Trust:
        """Learn the weights; each sentence counts once, however many readings it has."""
        from scipy.optimize import minimize

        names = sorted({name for one in examples for signs in one.signs for name in signs})
        rows = [(signs, ok, 1 / len(one.signs)) for one in examples for signs, ok in _pairs(one)]
        if len({ok for _, ok, _ in rows}) < 2:
            raise InputError("right and wrong answers of the crawler are both needed to learn trust from")
        table = np.array([[signs.get(name, 0.0) for name in names] for signs, _, _ in rows])
        right = np.array([float(ok) for _, ok, _ in rows])
        shares = np.array([share for _, _, share in rows])

        def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
            margins = table @ weights
            costs = np.logaddexp(0.0, margins) - right * margins
            wrong = shares * (np.exp(-np.logaddexp(0.0, -margins)) - right)
            value = float(shares @ costs) + penalty / 2 * float(weights @ weights)
            return value, table.T @ wrong + penalty * weights

        weights = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B").x
        return cls({name: float(weight) for name, weight in zip(names, weights, strict=True)})

    def probability(self, signs: Mapping[str, float]) -> float:
        """How probable it is that an answer with these signs is right."""
        margin = sum(self.weights.get(name, 0.0) * value for name, value in signs.items())
        return 1 / (1 + math.exp(-margin)) if margin > -700 else 0.0


def _pairs(one: TrustExample) -> list[tuple[Mapping[str, float], bool]]:
    return list(zip(one.signs, one.right, strict=True))


def ranked(
    readings: Sequence[DeepReading], scores: Sequence[float], cue: Sequence[Span], trust: Trust | None = None
) -> list[TrustedScope]:
    """The answers of the readings of a text to a cue, most trusted first; `scores` are log-probabilities.

    Without a model the readings keep their order. Readings that do not handle the cue are left out.
    """
    if len(scores) != len(readings):
        raise InputError(f"{len(scores)} scores for {len(readings)} readings")
    answers = [crawled_scope(reading, cue) for reading in readings]
    given = [at for at, answer in enumerate(answers) if answer.scope is not None]
    if trust is None:
        shares = probabilities(scores)
        return [TrustedScope(answers[at], at, shares[at]) for at in given]
    signs = [signs_of(readings, scores, answers, at, cue) for at in given]
    choices = [
        TrustedScope(answers[at], at, trust.probability(one)) for at, one in zip(given, signs, strict=True)
    ]
    return sorted(choices, key=lambda choice: -choice.probability)


def choose(
    readings: Sequence[DeepReading], scores: Sequence[float], cue: Sequence[Span], trust: Trust | None = None
) -> TrustedScope:
    """The first of `ranked`; where no reading answers, why the best reading does not."""
    choices = ranked(readings, scores, cue, trust)
    if choices:
        return choices[0]
    nothing = (
        crawled_scope(readings[0], cue)
        if readings
        else CrawledScope(None, problem="the sentence has no reading")
    )
    return TrustedScope(nothing, -1, 0.0)


def example(
    readings: Sequence[DeepReading], scores: Sequence[float], cue: Sequence[Span], scope: set[int]
) -> TrustExample | None:
    """What to learn from a cue whose scope is known, as token numbers; None where no reading answers."""
    answers = [crawled_scope(reading, cue) for reading in readings]
    given = [at for at, answer in enumerate(answers) if answer.scope is not None]
    if not given:
        return None
    tokens = readings[0].tokens
    wanted = _words(tokens, scope)
    return TrustExample(
        tuple(signs_of(readings, scores, answers, at, cue) for at in given),
        tuple(_words(tokens, set(answers[at].tokens)) == wanted for at in given),
    )


def _words(tokens: Sequence[str], chosen: set[int]) -> set[int]:
    """The chosen tokens that are not punctuation, over which annotators differ."""
    return {at for at in chosen if any(c.isalnum() for c in tokens[at])}
