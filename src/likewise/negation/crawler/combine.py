"""The crawler together with another method for scopes (Packard et al. 2014, section 3.4).

Scopes are labels over places, the tokens that another method labels 0 or 1. `fall_back` is the paper's way:
the crawler's answer where it is trusted enough (Crawler_P; from 0 on it is Crawler_N), else the other's.
`weigh` goes further: where the other method gives log probabilities, the crawler's answers are weighed among
its own. Both settings were chosen on the training part, in three folds, with our taggers as the other method.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from likewise.negation.crawler.resolve import Answer
from likewise.negation.crawler.trust import Choice

__all__ = ["LEAST", "WEIGHT", "fall_back", "labels_of", "weigh"]

LEAST = 0.95
"""Trust from which the crawler is preferred to the tagger."""
WEIGHT = 6.0
"""What full trust adds to a log probability."""

Labels = tuple[int, ...]


def labels_of(answer: Answer, places: Sequence[int]) -> Labels:
    """An answer as labels over places."""
    inside = set(answer.tokens)
    return tuple(int(place in inside) for place in places)


def fall_back(choice: Choice, places: Sequence[int], other: Labels, least: float = LEAST) -> Labels:
    """The crawler's answer if it has one and it is trusted at least so much, else the other."""
    handled = choice.answer.scope is not None and choice.probability >= least
    return labels_of(choice.answer, places) if handled else other


def weigh(
    answers: Mapping[Labels, float], choices: Sequence[Choice], places: Sequence[int], weight: float = WEIGHT
) -> Labels:
    """The best of answers with log probabilities, each raised by the trust in the readings that give it too.

    The crawler's own answers should be among them; one that is not cannot win. Of equals the first wins.
    """
    trust: dict[Labels, float] = {}
    for choice in choices:
        labels = labels_of(choice.answer, places)
        trust[labels] = max(trust.get(labels, 0.0), choice.probability)
    return max(answers, key=lambda labels: answers[labels] + weight * trust.get(labels, 0.0))
