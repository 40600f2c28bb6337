"""Which words a cue denies: a committee of taggers, its best answers, and the marks and pieces around them.

Each member is a linear-chain model over the features of `likewise.negation.features`; members differ in how
hard they are held back. The answers of all are pooled and each is weighed by its mean log probability. Nets
over the optional encoder (`likewise.negation.nets`) form a second committee; where there are some, the mean
log probabilities of both are added.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

from likewise.negation.affixes import remainder
from likewise.negation.conll import Part
from likewise.negation.features import scope_features
from likewise.negation.nets import ScopeNet
from likewise.negation.views import View
from likewise.text.crf import CRF, LabelChain

__all__ = ["ScopeTagger", "labels_of", "parts_in"]

MEMBERS = ((4.0, 4.0, 1), (10.0, 10.0, 2))
"""Of each member: L2 of single labels, L2 of pairs, how often a feature must be seen."""

Labels = tuple[int, ...]


@dataclass(frozen=True)
class ScopeTagger:
    """The committee."""

    members: tuple[CRF, ...]
    nets: tuple[ScopeNet, ...] = ()

    @staticmethod
    def fit(
        views: Sequence[View], gold: Sequence[Labels], weights: Sequence[float] | None = None, steps: int = 90
    ) -> ScopeTagger:
        """Learn from views and the labels of their places, each counted by its weight."""
        rows = [scope_features(view) for view in views]
        return ScopeTagger(
            tuple(
                CRF.fit(rows, gold, 2, weights=weights, l2=l2, edge_l2=pair, minimum=seen, steps=steps)
                for l2, pair, seen in MEMBERS
            )
        )

    def answers(self, view: View, k: int = 8, extra: Sequence[Labels] = ()) -> dict[Labels, float]:
        """The best answers of all members (and any others handed in) with their mean log probability."""
        row = scope_features(view)
        chains = self._chains(view, row) if row else []
        pool = dict.fromkeys(labels for member in self.members for labels, _ in member.best(row, k))
        pool |= dict.fromkeys(labels for chain in chains for labels in chain.best(k))
        many = list(pool | dict.fromkeys(extra))
        found = _means([member.log_probabilities(row, many) for member in self.members])
        if chains:
            seen = _means([chain.log_probabilities(many) for chain in chains])
            found = [a + b for a, b in zip(found, seen, strict=True)]
        return dict(sorted(zip(many, found, strict=True), key=lambda pair: -pair[1]))

    def _chains(self, view: View, row: Sequence[Sequence[str]]) -> list[LabelChain]:
        """What the nets say; each is asked once about a view, for asking is dear, and all at once.

        A sentence that is too long for the encoder is left to the other members.
        """
        if self.nets and not self.nets[0].encoder.reads(view.sentence.words):
            return []
        fresh = [net for net in self.nets if id(net) not in view.heard]
        for net, chain in zip(fresh, _pool().map(lambda net: net.chain(view, row), fresh), strict=True):
            view.heard[id(net)] = chain
        return [view.heard[id(net)] for net in self.nets]

    def tag(self, view: View) -> Labels:
        """The best answer."""
        return next(iter(self.answers(view, 4)))


@cache
def _pool() -> ThreadPoolExecutor:
    """Threads for the nets: nearly all of their time goes into products of matrices, beside each other."""
    return ThreadPoolExecutor(2)


def _means(columns: Sequence[Sequence[float]]) -> list[float]:
    return [sum(values) / len(values) for values in zip(*columns, strict=True)]


def labels_of(view: View, parts: Sequence[Part]) -> Labels:
    """The labels of the view's places that stand for a scope or an event."""
    inside = {part.token for part in parts}
    return tuple(int(token in inside) for token in view.places)


def parts_in(view: View, labels: Sequence[int], marks: bool = True) -> tuple[Part, ...]:
    """The words labelled, with the marks between two of them; an affixal cue leaves the rest of its word."""
    chosen = [token for token, label in zip(view.places, labels, strict=True) if label]
    tokens = set(chosen)
    own = {part.token for part in view.cue}
    if marks:
        following = dict(zip(view.places, view.places[1:], strict=False))
        for token in chosen:
            if (after := following.get(token)) in tokens:
                tokens.update(t for t in range(token + 1, after or 0) if t not in own)
    return tuple(Part(token, _text(view, token)) for token in sorted(tokens))


def _text(view: View, token: int) -> str:
    word = view.sentence.words[token]
    return remainder(word, view.cue[0].text) if view.affixal and token == view.anchor else word
