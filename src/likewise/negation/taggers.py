"""Taggers of the words that a cue denies (its scope), and of what did not happen (the event in it).

The scope is tagged by a committee of linear-chain models over the features of `likewise.negation.cue_view`;
members differ in how hard they are held back. The answers of all are pooled and each is weighed by its mean
log probability. Nets over the optional encoder form a second committee; where there are some, the mean log
probabilities of both are added. `training/negation_nets.py` makes the nets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.io import fine_rows
from likewise.negation.cue_view import CueView, scope_features
from likewise.negation.cues import remainder
from likewise.negation.sentence import Part
from likewise.text import Encoder, HashedNames, installed_encoder, numbers_of
from likewise.text.crf import CRF, FeatureChain, LabelChain
from likewise.trees import CLAUSES

__all__ = ["EventTagger", "Labels", "ScopeNet", "ScopeTagger", "labels_of", "nets_of", "parts_in"]

MEMBERS = ((4.0, 4.0, 1), (10.0, 10.0, 2))
"""Of each member: L2 of single labels, L2 of pairs, how often a feature must be seen."""

FAR = 31
"""Words farther from the cue than this are all as far for a net."""

_DOUBT = frozenset({
    "if", "whether", "unless", "could", "would", "should", "may", "might", "must", "can", "shall", "will",
    "perhaps", "let", "suppose", "hope",
})  # fmt: skip
"""Words of questions, conditions and wishes, which have a scope and no event."""

Floats = npt.NDArray[Any]
Labels = tuple[int, ...]


@dataclass(frozen=True)
class ScopeTagger:
    """The committee that tags scopes."""

    members: tuple[CRF, ...]
    nets: tuple[ScopeNet, ...] = ()

    @staticmethod
    def fit(
        views: Sequence[CueView],
        gold: Sequence[Labels],
        weights: Sequence[float] | None = None,
        steps: int = 90,
    ) -> ScopeTagger:
        """Learn from views and the labels of their places, each counted by its weight."""
        rows = [scope_features(view) for view in views]
        return ScopeTagger(
            tuple(
                CRF.fit(rows, gold, 2, weights=weights, l2=l2, edge_l2=pair, minimum=seen, steps=steps)
                for l2, pair, seen in MEMBERS
            )
        )

    def packed(self, place: str) -> dict[str, Floats]:
        """Arrays for a file, under names that begin with the place; nets are not among them."""
        numbered = (member.packed(f"{place}.{number}") for number, member in enumerate(self.members))
        return {name: array for arrays in numbered for name, array in arrays.items()}

    @staticmethod
    def unpacked(place: str, arrays: Mapping[str, Floats]) -> ScopeTagger:
        """The committee that `packed` made arrays of."""
        places = [f"{place}.{number}" for number in range(10)]
        return ScopeTagger(tuple(CRF.unpacked(one, arrays) for one in places if f"{one}.names" in arrays))

    def answers(self, view: CueView, k: int = 8, extra: Sequence[Labels] = ()) -> dict[Labels, float]:
        """The best answers of all members (and any others handed in) with their mean log probability."""
        members = [self._member_chain(view, member) for member in self.members]
        chains = self._net_chains(view) if view.features else []
        pool = dict.fromkeys(labels for member in members for labels, _ in member.best(k))
        pool |= dict.fromkeys(labels for chain in chains for labels in chain.best(k))
        many = list(pool | dict.fromkeys(extra))
        means = _means([member.log_probabilities(many) for member in members])
        if chains:
            seen = _means([chain.log_probabilities(many) for chain in chains])
            means = [a + b for a, b in zip(means, seen, strict=True)]
        return dict(sorted(zip(many, means, strict=True), key=lambda pair: -pair[1]))

    def _member_chain(self, view: CueView, member: CRF) -> FeatureChain:
        """The view as a member sees it, looked up once."""
        if id(member) not in view.heard:
            view.heard[id(member)] = member.chain(view.features)
        chain: FeatureChain = view.heard[id(member)]
        return chain

    def _net_chains(self, view: CueView) -> list[LabelChain]:
        """What the nets say; each is asked once about a view, for asking is dear, and all at once.

        A sentence that is too long for the encoder is left to the other members.
        """
        if self.nets and not self.nets[0].encoder.reads(view.sentence.words):
            return []
        fresh = [net for net in self.nets if id(net) not in view.heard]
        heard = _pool().map(lambda net: net.chain(view, view.features), fresh)
        view.heard |= {id(net): chain for net, chain in zip(fresh, heard, strict=True)}
        return [view.heard[id(net)] for net in self.nets]

    def tag(self, view: CueView) -> Labels:
        """The best answer."""
        return next(iter(self.answers(view, 4)))


@cache
def _pool() -> ThreadPoolExecutor:
    """Threads for the nets: nearly all of their time goes into products of matrices, beside each other."""
    return ThreadPoolExecutor(2)


def _means(columns: Sequence[Sequence[float]]) -> list[float]:
    return [sum(values) / len(values) for values in zip(*columns, strict=True)]


@dataclass(frozen=True)
class ScopeNet:
    """An adapted encoder with the small layers above it; `features` is empty in a net without trees.

    The pieces of the cue get a vector added before the first layer, so the encoder knows what to look at. A
    word is the weighted mean of all layers at its first piece, with a vector for its distance from the cue
    and, in nets that learnt from trees, one for its features there.
    """

    encoder: Encoder
    weights: Mapping[str, Floats]
    features: Mapping[str, int]

    def chain(self, view: CueView, row: Sequence[Sequence[str]]) -> LabelChain:
        """What the net says of the places of a view; `row` has the names of their features."""
        ids, firsts = self.encoder.numbers(view.sentence.words)
        mixed = self.encoder.mixed(ids, self.weights["mix"], self._marks(view, firsts, len(ids)))
        far = [FAR + 1 + max(-FAR, min(FAR, token - view.anchor)) for token in view.places]
        parts = [mixed[[firsts[token] for token in view.places]], self.weights["far"][far]]
        if self.features:
            parts.append(np.stack([self._bag(names) for names in row]))
        fits = np.concatenate(parts, 1) @ self.weights["out"].T + self.weights["bias"]
        return LabelChain(fits, self.weights["steps"])

    def _marks(self, view: CueView, firsts: Sequence[int], size: int) -> Floats:
        """The vector of a cue (the second kind: of a word that holds one) on each of its pieces."""
        marks = np.zeros((size, self.weights["cue"].shape[1]), np.float32)
        ends = [*firsts[1:], size - 1]
        for part in view.cue:
            marks[firsts[part.token] : ends[part.token]] = self.weights["cue"][2 if view.affixal else 1]
        return marks

    def _bag(self, names: Sequence[str]) -> Floats:
        """The sum of the vectors of the features; words themselves are the encoder's business."""
        known = numbers_of((name for name in names if not name.startswith("w=")), self.features)
        table = self.weights["bag"]
        return table[known].sum(0) if known else np.zeros(table.shape[1], np.float32)


def nets_of(arrays: Mapping[str, Floats], kind: str) -> tuple[ScopeNet, ...]:
    """The nets of one kind (`text`, `trees`) in a file of arrays; needs the encoder."""
    nets = []
    for number in range(int(arrays[f"{kind}.count"])):
        own = fine_rows(arrays, f"{kind}.{number}.")
        features = HashedNames(arrays[f"{kind}.features"]) if "bag" in own else {}
        nets.append(ScopeNet(installed_encoder().adapted(own), own, features))
    return tuple(nets)


@dataclass(frozen=True)
class EventTagger:
    """One linear-chain model over the places of the view: where the sentence says that something was not."""

    model: CRF

    @staticmethod
    def fit(views: Sequence[CueView], scopes: Sequence[Labels], gold: Sequence[Labels]) -> EventTagger:
        """Learn from views, their scopes and the labels of the events."""
        rows = [event_features(view, scope) for view, scope in zip(views, scopes, strict=True)]
        return EventTagger(CRF.fit(rows, gold, 2, l2=1.0, edge_l2=1.0, minimum=2, steps=80))

    @staticmethod
    def unpacked(place: str, arrays: Mapping[str, Floats]) -> EventTagger:
        """The tagger whose model's arrays stand under names that begin with the place."""
        return EventTagger(CRF.unpacked(place, arrays))

    def tag(self, view: CueView, scope: Labels) -> Labels:
        """The labels of the event, always inside the scope."""
        labels = self.model.best(event_features(view, scope))[0][0]
        return tuple(a & b for a, b in zip(labels, scope, strict=True))


def event_features(view: CueView, scope: Labels) -> list[list[str]]:
    """Names of the features at each place."""
    words, tags = view.lowered, view.sentence.tags
    inside = [token for token, label in zip(view.places, scope, strict=True) if label]
    doubt = next((words[t] for t in inside if words[t] in _DOUBT), "")
    question = "?" in words[view.anchor :]
    mood = f"{doubt} {question}"
    heads = [t for t in inside if tags[t].startswith("V")]
    rows = []
    for token, label in zip(view.places, scope, strict=True):
        if not label:
            rows.append(["@bias", "out"])
            continue
        side = "l" if token < view.anchor else "r" if token > view.anchor else "c"
        far = min(abs(token - view.anchor), 6)
        verbs = sum(t < token for t in heads)
        later = min(sum(t > token for t in heads), 3)
        up, k = _path(view, token)
        tag, kind = tags[token], view.kind
        rows.append([
            "@bias", "in", f"w={words[token]}", f"t={tag}", f"@st={side} {tag}", f"skt={side} {kind} {tag}",
            f"mood={mood}", f"mt={mood} {tag}", f"kd={kind} {side}{far}", f"dt={side}{far} {tag}",
            f"q={question}", f"@doubt={doubt} {tag}", f"v={tag} {min(verbs, 3)} {later}",
            f"up={side} {up} {tag}",
            f"kup={kind} {up} {tag}", f"k={side} {k} {tag}", f"-1={words[token - 1] if token else ''}",
            f"t-1={tags[token - 1] if token else ''} {tag}",
            f"+1={words[token + 1] if token + 1 < len(words) else ''}",
            f"t+1={tags[token + 1] if token + 1 < len(tags) else ''} {tag}",
        ])  # fmt: skip
    return rows


def _path(view: CueView, token: int) -> tuple[str, str]:
    tree = view.tree
    ups, node = [], tree.homes[token]
    while node not in view.rank:
        ups.append(tree.labels[node])
        node = tree.parents[node]
    k = view.rank[node]
    clauses = sum(label in CLAUSES for label in ups)
    path = f"{'^'.join(ups[:4])}>{tree.labels[node]}"
    return path, f"{min(k, 5)} {min(view.clauses_below[k], 3)} {clauses}"


def labels_of(view: CueView, parts: Sequence[Part]) -> Labels:
    """The labels of the view's places that stand for a scope or an event."""
    inside = {part.token for part in parts}
    return tuple(int(token in inside) for token in view.places)


def parts_in(view: CueView, labels: Sequence[int], marks: bool = True) -> tuple[Part, ...]:
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


def _text(view: CueView, token: int) -> str:
    word = view.sentence.words[token]
    return remainder(word, view.cue[0].text) if view.affixal and token == view.anchor else word
