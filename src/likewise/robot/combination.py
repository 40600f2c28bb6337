"""Which of the candidates is meant, and how sure that is: two small models over what speaks for each.

A conditional logit model orders the candidates of one command; a logistic one says how likely its first
choice is right. Both are learnt from readings of commands that the robust reader had not seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from likewise.robot.candidates import FEATURES

__all__ = ["CONFIDENCE", "Choice", "Combination"]

Floats = npt.NDArray[np.float64]
CONFIDENCE = (
    "log odds",
    "left out",
    "unknown left out",
    "both",
    "unknown words",
    "unsure words",
    "mended words",
    "bias",
)
_PRIOR, _SMALL = 0.02, 0.05
"""Strength of the pull of all weights towards 0, and towards small ones in the model of confidence."""
_DIGITS = 6
"""Weights are as they come back from the disk."""
_UNSURE = 3.0
"""Where it makes no difference any more how little sure it is which words were typed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidates of a command that may be chosen, in numbers, and which of them is right (-1: none)."""

    features: Floats
    right: int
    unknown: float
    """Share of words that are unknown."""
    unsure: float = 0.0
    mended: float = 0.0
    """How little sure it is which words were typed, and the share of those with wrong letters or blanks."""


@dataclass(frozen=True, slots=True)
class Combination:
    """Weights of the features of candidates and of the signs of confidence."""

    order: Floats
    confidence: Floats

    @classmethod
    def start(cls) -> Self:
        """Plain weights, for where there is nothing to learn from."""
        plain = {"robust behind its best": -1.0, "deep behind its best": -0.5, "both": 2.0}
        plain |= {"left out": -1.0, "unknown left out": -0.5, "can be done": 1.0}
        return cls(
            np.array([plain.get(name, 0.0) for name in FEATURES]),
            np.array([1.0, -1, -1, 0.5, -2, -0.5, 0, 0]),
        )

    @classmethod
    def fit(cls, choices: Sequence[Choice]) -> Self:
        """Learn both from choices whose right answer is known."""
        start = cls.start()
        known = [one for one in choices if one.right >= 0 and len(one.features) > 1]
        if len(known) < 20:
            return start
        order = _minimum(lambda w: _order_loss(w, known), np.zeros(len(FEATURES))).round(_DIGITS)
        fresh = cls(order, start.confidence)
        told = [one for one in choices if len(one.features)]
        signs = np.array([fresh.signs(one) for one in told])
        right = np.array([float(int(np.argmax(fresh.scores(one.features))) == one.right) for one in told])
        if len(told) < 20 or right.min() == right.max():
            return fresh
        confidence = _minimum(lambda w: _logistic_loss(w, signs, right), start.confidence)
        return cls(order, confidence.round(_DIGITS))

    def scores(self, features: Floats) -> Floats:
        """A score a candidate, the higher the better."""
        return np.asarray(features @ self.order)

    def probabilities(self, features: Floats) -> Floats:
        """How the candidates share what is certain."""
        scores = self.scores(features)
        shares = np.exp(scores - scores.max()) if len(scores) else scores
        return np.asarray(shares / shares.sum()) if len(scores) else shares

    def signs(self, choice: Choice) -> Floats:
        """What tells how sure the first choice is, as numbers."""
        shares = self.probabilities(choice.features)
        best = int(np.argmax(shares))
        share = float(np.clip(shares[best], 1e-4, 1 - 1e-4))
        row = choice.features[best]
        own = [row[FEATURES.index(name)] for name in ("left out", "unknown left out", "both")]
        words = (choice.unknown, min(choice.unsure, _UNSURE), choice.mended)
        return np.array([np.log(share / (1 - share)), *own, *words, 1.0])

    def sure(self, choice: Choice) -> float:
        """The chance that the first choice is right."""
        return float(1 / (1 + np.exp(-np.clip(self.signs(choice) @ self.confidence, -30, 30))))

    def as_dict(self) -> dict[str, Any]:
        """Weights by name, for the card of the model."""
        return {
            "order": dict(zip(FEATURES, self.order.round(_DIGITS).tolist(), strict=True)),
            "confidence": dict(zip(CONFIDENCE, self.confidence.round(_DIGITS).tolist(), strict=True)),
        }

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Self:
        """From what `as_dict` gave."""
        return cls(
            np.array([float(row["order"][name]) for name in FEATURES]),
            np.array([float(row["confidence"][name]) for name in CONFIDENCE]),
        )


def _minimum(loss: Any, start: Floats) -> Floats:
    from scipy.optimize import minimize

    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B").x, np.float64)


def _order_loss(weights: Floats, choices: Sequence[Choice]) -> tuple[float, Floats]:
    loss, slope = _PRIOR * float(weights @ weights) * len(choices) / 100, _PRIOR * weights * len(choices) / 50
    for one in choices:
        scores = one.features @ weights
        scores -= scores.max()
        shares = np.exp(scores)
        shares /= shares.sum()
        loss -= float(np.log(max(shares[one.right], 1e-300)))
        slope += shares @ one.features - one.features[one.right]
    return loss, slope


def _logistic_loss(weights: Floats, signs: Floats, right: Floats) -> tuple[float, Floats]:
    chance = 1 / (1 + np.exp(-np.clip(signs @ weights, -30, 30)))
    inner = np.clip(chance, 1e-12, 1 - 1e-12)
    loss = -float((right * np.log(inner) + (1 - right) * np.log(1 - inner)).sum())
    away = weights - Combination.start().confidence
    return loss + _SMALL * float(away @ away), signs.T @ (chance - right) + 2 * _SMALL * away
