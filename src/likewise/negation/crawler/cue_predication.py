"""The predication that stands for a negation cue, found by the cue's characters (Figure 2, line 1).

A negation of its own wins (`neg`, `_no_q`, `_never_a_1`, ..), then the negative prefix, then the
word that holds the affix or is the cue.

Beyond the paper, from the training part of the corpus: the noun `_nothing_n_1` is read as the quantifier
that the cue is elsewhere; "and not" denies its second conjunct, of what both share; of "without" only the
complement is followed, and of the answer "No" nothing, since the annotators leave out the rest.
"""

from __future__ import annotations

import re

from likewise.negation.crawler.graph import Graph
from likewise.negation.crawler.predication_crawl import Cue

__all__ = ["find_cue"]

Span = tuple[int, int]

_OVERT = re.compile(
    r"^neg$|^_(no|not|and\+not|but\+not|nor|never|neither|none|nothing|nobody|nowhere|without|hardly|scarcely)(\+[^_]*)?_"
)
_PREFIX = re.compile(r"^_[a-z]+-_a_(rvrs|neg)$|_a_rvrs$")
_NEGATOR = re.compile(
    r"no|not|n't|never|nothing|nobody|none|nor|neither|nowhere|no one|without|no more|no longer"
)
# "not" as a conjunction or a word of degree: right too seldom on the training part to be believed.
_DOUBTFUL = re.compile(r"^_not_c$|^_not_x_deg$")
_NOTHING = frozenset[str]()
_ROLES = [
    (re.compile(r"^_without_p"), frozenset({"ARG2"})),
    (re.compile(r"^_no_a_|^_on\+the\+contrary_"), _NOTHING),
]
_SECOND = frozenset({"R-HNDL", "R-INDEX"})
_NEGATIVE_NOUN = re.compile(r"^_(nothing|nobody|none|no\+one)_n")


def find_cue(graph: Graph, words: list[Span], spans: list[Span], cue: str) -> Cue | None:
    """The cue's predication among those on the words that hold the cue's characters.

    `spans` are the characters of each predication, trimmed; `words` those of the words that hold the cue;
    `cue` is what the cue says. A negator that the reading takes for another word ("no." for number) is not
    found.
    """
    inside = [at for at, span in enumerate(spans) if any(a <= span[0] and span[1] <= b for a, b in words)]
    worst = 1 if _NEGATOR.fullmatch(cue.lower()) else 2
    ranked = sorted((rank, at) for at in inside if (rank := _rank(graph, at)) <= worst)
    return _read(graph, ranked[0][1]) if ranked else None


def _rank(graph: Graph, at: int) -> int:
    """How well a predication stands for a cue; 3 not at all."""
    predicate = graph.eps[at].predicate
    if _DOUBTFUL.search(predicate):
        return 3
    if _OVERT.search(predicate):
        return 0
    if _PREFIX.search(predicate):
        return 1
    return 3 if graph.is_quantifier(at) or not predicate.startswith("_") else 2


def _read(graph: Graph, at: int) -> Cue:
    predicate = graph.eps[at].predicate
    for pattern, roles in _ROLES:
        if pattern.search(predicate):
            return Cue(at, functor=False, roles=roles)
    if graph.is_coordination(at):
        return Cue(at, functor=True, roles=_SECOND)
    return Cue(at, functor=graph.is_quantifier(at) or bool(_NEGATIVE_NOUN.search(predicate)))
