"""The crawler together with another method for scopes (Packard et al. 2014, section 3.4).

Scopes are labels over places, the tokens that another method labels 0 or 1. The paper takes the crawler's
answer where its reading is probable enough. Here the other method has a say too: its answers come with log
probabilities, and each is raised by the trust in the readings that crawl to it. So the less sure the other
method is, the less trust the crawler needs. The weight was chosen on three folds of the training part, for
the ranker and for ranker and taggers together: the same for both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from likewise.negation.crawler.resolve import Answer
from likewise.negation.crawler.trust import Choice

__all__ = ["FLOOR", "WEIGHT", "labels_of", "weigh"]

WEIGHT = 5.0
"""What full trust adds to a log probability."""
FLOOR = -9.0
"""The log probability of an answer that the other method has not thought of."""

Labels = tuple[int, ...]


def labels_of(answer: Answer, places: Sequence[int]) -> Labels:
    """An answer as labels over places."""
    inside = set(answer.tokens)
    return tuple(int(place in inside) for place in places)


def weigh(
    answers: Mapping[Labels, float], choices: Sequence[Choice], places: Sequence[int], weight: float = WEIGHT
) -> Labels:
    """The best of the other method's answers and the crawler's; of equals the first wins."""
    trust: dict[Labels, float] = {}
    for choice in choices:
        labels = labels_of(choice.answer, places)
        trust[labels] = max(trust.get(labels, 0.0), choice.probability)
    value = {labels: max(FLOOR, log) for labels, log in answers.items()}
    pool = list(dict.fromkeys([*answers, *trust]))
    return max(pool, key=lambda labels: value.get(labels, FLOOR) + weight * trust.get(labels, 0.0))
