"""Scopes and events for one kind of trees: taggers, and the ranker of what the tree suggests, together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.negation.cue_view import CueView
from likewise.negation.ranker import SHARE, Ranker, pool_of
from likewise.negation.reasons import reasons_of
from likewise.negation.resolution import Method, ResolvedNegation
from likewise.negation.sentence import Negation, Sentence
from likewise.negation.taggers import EventTagger, Labels, ScopeNet, ScopeTagger, labels_of, parts_in
from likewise.trees import ConstituentTree, EncodedParser, Parser, flat_tree, read_tree

__all__ = ["ReadSentence", "Reader", "flat_read", "given_read", "parsed_read"]

QUIET = 0.02
"""Features of the taggers that weigh less are dropped, which makes a model small."""

FURTHER = 0.5
"""How much the scope of a further sentence counts. Those of the corpus count twice, with two trees each; 0.5
and 1 gave nearly the same."""

ReadSentence = tuple[Sentence, ConstituentTree]
"""A sentence that has lemmas and tags, and its tree."""

Arrays = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class Reader:
    """What finds scope and event of a cue in a sentence with its tree."""

    scopes: ScopeTagger
    events: EventTagger
    ranker: Ranker

    @staticmethod
    def fit(
        reads: Sequence[ReadSentence], others: Sequence[ReadSentence] = (), more: Sequence[ReadSentence] = ()
    ) -> Reader:
        """Learn from sentences with their trees and negations.

        The ranker learns from their other trees too. Of `more` only the scopes are learnt (nobody may have
        annotated events there), and each counts for `FURTHER`.
        """
        views, scopes, events = _seen(reads)
        if not views:
            raise InputError("holds no negation to learn from")
        further, told, _ = _seen(more)
        weights = [1.0] * len(views) + [FURTHER] * len(further)
        tagger = ScopeTagger.fit([*views, *further], [*scopes, *told], weights)
        return Reader(
            ScopeTagger(tuple(member.pruned(QUIET) for member in tagger.members)),
            EventTagger(EventTagger.fit(views, scopes, events).model.pruned(QUIET)),
            _ranker([*reads, *others], more),
        )

    def with_nets(self, nets: tuple[ScopeNet, ...]) -> Reader:
        """The same reader with nets beside its taggers."""
        return replace(self, scopes=replace(self.scopes, nets=nets))

    def scope(self, view: CueView, method: Method = Method.BEST) -> Labels:
        """The labels of the scope by one of the methods that need no analyses."""
        if method is Method.RANKER:
            return self.ranker.best(pool_of(view))
        if method is Method.TAGGER:
            return self.scopes.tag(view)
        return self.ranker.best(pool_of(view, self.scopes))

    def log_probabilities(self, view: CueView, method: Method) -> dict[Labels, float]:
        """The candidates of the ranker, or of ranker and taggers together."""
        both = method is Method.BEST
        pool = pool_of(view, self.scopes if both else None)
        scores = np.array(pool.priors) + (SHARE if both else 1.0) * self.ranker.scores(pool)
        scores -= scores.max()
        scores -= np.log(np.exp(scores).sum())
        return dict(zip(pool.candidates, scores.tolist(), strict=True))

    def negation(self, view: CueView, labels: Labels) -> Negation:
        """The cue of the view with its scope, and the event in it."""
        event = self.events.tag(view, labels)
        return Negation(view.cue, parts_in(view, labels), parts_in(view, event, marks=False))

    def resolved(
        self, view: CueView, method: Method, labels: Labels | None = None, trust: float | None = None,
        silent: str = "",
    ) -> ResolvedNegation:  # fmt: skip
        """The answer of a method, whose scope may be known already; the rest is about the crawler."""
        labels = self.scope(view, method) if labels is None else labels
        negation = self.negation(view, labels)
        why = partial(reasons_of, view, self.scopes, labels, negation.scope, method)
        return ResolvedNegation(negation, method, trust, silent, why)

    def packed(self, place: str) -> Arrays:
        """Arrays for a file, under names that begin with the place; what the encoder lends is not in it."""
        events, ranker = self.events.model.packed(f"{place}.events"), self.ranker.packed(f"{place}.ranker")
        return {**self.scopes.packed(place), **events, **ranker}

    @staticmethod
    def unpacked(place: str, arrays: Mapping[str, npt.NDArray[Any]]) -> Reader:
        """The reader that `packed` made arrays of."""
        scopes, events = ScopeTagger.unpacked(place, arrays), EventTagger.unpacked(f"{place}.events", arrays)
        return Reader(scopes, events, Ranker.unpacked(f"{place}.ranker", arrays))


def _seen(reads: Sequence[ReadSentence]) -> tuple[list[CueView], list[Labels], list[Labels]]:
    """Of every negation its view and the labels of its scope and event."""
    pairs = [(CueView(s, n.cue, tree), n) for s, tree in reads for n in s.negations]
    scopes = [labels_of(view, negation.scope) for view, negation in pairs]
    events = [labels_of(view, negation.event) for view, negation in pairs]
    return [view for view, _ in pairs], scopes, events


def _ranker(reads: Sequence[ReadSentence], more: Sequence[ReadSentence]) -> Ranker:
    views, scopes, _ = _seen(reads)
    further, told, _ = _seen(more)
    pools = [pool_of(view) for view in [*views, *further]]
    return Ranker.fit(pools, [*scopes, *told], [1.0] * len(views) + [FURTHER] * len(further))


def parsed_read(parser: Parser | EncodedParser, sentence: Sentence) -> ReadSentence:
    """The sentence with tags and tree of a parser, whatever it had."""
    _, tags, tree = parser.read(sentence.words)
    return sentence.bare().tagged(tags).with_negations(sentence.negations), tree


def given_read(sentence: Sentence) -> ReadSentence:
    """The sentence with its own tree, and with tags and lemmas that say nothing where it has none."""
    return _complete(sentence), read_tree(sentence.syntax)


def flat_read(sentence: Sentence) -> ReadSentence:
    """A sentence whose tags and tree say nothing."""
    bare = sentence.bare().with_negations(sentence.negations)
    return _complete(bare), flat_tree(len(sentence.words))


def _complete(sentence: Sentence) -> Sentence:
    lemmas = sentence.lemmas or tuple(word.lower() for word in sentence.words)
    return replace(sentence, lemmas=lemmas, tags=sentence.tags or ("X",) * len(sentence.words))
