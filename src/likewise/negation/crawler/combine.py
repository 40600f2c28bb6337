"""The crawler together with another method for scopes (Packard et al. 2014, section 3.4).

Scopes are labels over places, the tokens that another method labels 0 or 1. The paper takes the crawler's
answer where its reading is probable enough. Here the other method has a say too: its answers come with log
probabilities, and each is raised by the trust in the readings that crawl to it. So the less sure the other
method is, the less trust the crawler needs. The weight was chosen on three folds of the training part, for
the ranker and for ranker and taggers together: the same for both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from likewise.negation.crawler.deep_reading import CrawledScope, crawled_scope
from likewise.negation.crawler.parses import ParsedSentence, spans_of
from likewise.negation.crawler.shipped_trust import LEAST
from likewise.negation.crawler.trust import Trust, TrustedScope, ranked
from likewise.negation.cue_view import CueView
from likewise.negation.reader import Reader
from likewise.negation.reasons import given_reasons
from likewise.negation.resolution import NOBODY, Method, ResolvedNegation
from likewise.negation.sentence import Negation

__all__ = ["FLOOR", "WEIGHT", "labels_at", "resolved_with_crawler", "weigh"]

WEIGHT = 5.0
"""What full trust adds to a log probability."""
FLOOR = -9.0
"""The log probability of an answer that the other method has not thought of."""

_BEHIND = {
    Method.CRAWLER_N: Method.RANKER,
    Method.CRAWLER_P: Method.RANKER,
    Method.COMBINED: Method.BEST,
}
"""The method that answers where the crawler does not."""
_LEAST = {Method.CRAWLER: LEAST, Method.CRAWLER_N: 0.0}
"""Trust from which the crawler's answer is taken where no threshold is given; the others weigh it."""

Labels = tuple[int, ...]


def resolved_with_crawler(
    view: CueView, reader: Reader, parsed: ParsedSentence, method: Method, trust: Trust,
    threshold: float | None = None,
) -> ResolvedNegation:  # fmt: skip
    """The scope of one cue by a method that asks the crawler first."""
    readings = parsed.readings
    cue = spans_of(readings[0], view.cue) if readings else []
    choices = ranked(readings, parsed.scores, cue, trust) if readings else []
    if not choices:
        problem = crawled_scope(readings[0], cue).problem if readings else parsed.problem
        return _without_crawler(view, reader, method, problem)
    least = _LEAST.get(method) if threshold is None else threshold
    if least is None:
        return _weighed(view, reader, choices, _BEHIND[method])
    best = choices[0]
    if best.probability >= least:
        return _by_crawler(view, reader, best)
    silent = f"the crawler's answer is trusted {best.probability:.2f}, less than {least:g}"
    return _without_crawler(view, reader, method, silent, best.probability)


def _without_crawler(
    view: CueView, reader: Reader, method: Method, silent: str, trust: float | None = None
) -> ResolvedNegation:
    """The answer of the method behind the crawler, if there is one."""
    if method is Method.CRAWLER:
        return ResolvedNegation(Negation(view.cue), NOBODY, trust, silent)
    return reader.resolved(view, _BEHIND[method], None, trust, silent)


def _by_crawler(view: CueView, reader: Reader, choice: TrustedScope) -> ResolvedNegation:
    negation = reader.negation(view, labels_at(choice.answer, view.places))
    pieces = {piece.token: piece.reason for piece in choice.answer.scope or ()}
    why = partial(given_reasons, view, negation.scope, pieces)
    return ResolvedNegation(negation, Method.CRAWLER, choice.probability, "", why)


def _weighed(
    view: CueView, reader: Reader, choices: Sequence[TrustedScope], other: Method
) -> ResolvedNegation:
    """The best answer of the crawler and another method; the crawler's where both give it."""
    chosen = weigh(reader.log_probabilities(view, other), choices, view.places)
    for choice in choices:
        if labels_at(choice.answer, view.places) == chosen:
            return _by_crawler(view, reader, choice)
    silent = f"the {other} answer outweighs the crawler's"
    return reader.resolved(view, other, chosen, choices[0].probability, silent)


def labels_at(answer: CrawledScope, places: Sequence[int]) -> Labels:
    """An answer as labels over places."""
    inside = set(answer.tokens)
    return tuple(int(place in inside) for place in places)


def weigh(
    answers: Mapping[Labels, float],
    choices: Sequence[TrustedScope],
    places: Sequence[int],
    weight: float = WEIGHT,
) -> Labels:
    """The best of the other method's answers and the crawler's; of equals the first wins."""
    trust: dict[Labels, float] = {}
    for choice in choices:
        labels = labels_at(choice.answer, places)
        trust[labels] = max(trust.get(labels, 0.0), choice.probability)
    value = {labels: max(FLOOR, log) for labels, log in answers.items()}
    pool = list(dict.fromkeys([*answers, *trust]))
    return max(pool, key=lambda labels: value.get(labels, FLOOR) + weight * trust.get(labels, 0.0))
