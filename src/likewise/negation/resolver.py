"""The whole answer: cues, scopes and events of sentences, from given trees or from words alone.

`fit` learns two readers. One is for the trees of the file's own column. The other learns from the trees of
our own parser too, as they come out for sentences that the parser has not learnt from, so that it knows the
parser's faults. Text without trees, and trees that shall be ignored, go to the second. The parser may learn
from other trees of the same sentences than the first reader. At the end features that hardly say anything
are dropped, which makes a model small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from likewise.errors import InputError
from likewise.negation.conll import Negation, Part, Sentence
from likewise.negation.cues import CueFinder
from likewise.negation.events import EventTagger
from likewise.negation.nets import ScopeNet
from likewise.negation.ranker import Ranker, pool_of
from likewise.negation.scopes import Labels, ScopeTagger, labels_of, parts_in
from likewise.negation.views import View
from likewise.trees import LONGEST, ConstituentTree, EncodedParser, Parser, TaggedTree, flat_tree, read_tree

__all__ = ["METHODS", "Reader", "Resolver"]

FOLDS = 4

QUIET = 0.02
"""Features of the taggers that weigh less are dropped."""

FURTHER = 0.5
"""How much the scope of a further sentence counts. Those of the corpus count twice, with two trees each; 0.5
and 1 gave nearly the same."""

METHODS = ("best", "ranker", "tagger")
"""How a scope is found: ranker and taggers together, or either alone."""

Progress = Callable[[float], None]
Read = tuple[Sentence, ConstituentTree]


@dataclass(frozen=True)
class Reader:
    """Scopes and events for one kind of trees: taggers, and the ranker of what the tree suggests."""

    scopes: ScopeTagger
    events: EventTagger
    ranker: Ranker

    @staticmethod
    def fit(reads: Sequence[Read], others: Sequence[Read] = (), more: Sequence[Read] = ()) -> Reader:
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

    def scope(self, view: View, method: str = "best") -> Labels:
        """The labels of the scope by the named method."""
        if method == "ranker":
            return self.ranker.best(pool_of(view))
        return self.scopes.tag(view) if method == "tagger" else self.ranker.best(pool_of(view, self.scopes))

    def negation(self, view: View, method: str = "best") -> Negation:
        """The cue of the view with its scope and event."""
        scope = self.scope(view, method)
        event = self.events.tag(view, scope)
        return Negation(view.cue, parts_in(view, scope), parts_in(view, event, marks=False))


def _seen(reads: Sequence[Read]) -> tuple[list[View], list[Labels], list[Labels]]:
    """Of every negation its view and the labels of its scope and event."""
    pairs = [(View(s, n.cue, tree), n) for s, tree in reads for n in s.negations]
    scopes = [labels_of(view, negation.scope) for view, negation in pairs]
    events = [labels_of(view, negation.event) for view, negation in pairs]
    return [view for view, _ in pairs], scopes, events


def _ranker(reads: Sequence[Read], more: Sequence[Read]) -> Ranker:
    views, scopes, _ = _seen(reads)
    further, told, _ = _seen(more)
    pools = [pool_of(view) for view in [*views, *further]]
    return Ranker.fit(pools, [*scopes, *told], [1.0] * len(views) + [FURTHER] * len(further))


@dataclass(frozen=True)
class Resolver:
    """Finds what is denied; `given` is missing where the training text had no trees."""

    cues: CueFinder
    raw: Reader
    parser: Parser | None = None
    given: Reader | None = None
    lent: EncodedParser | None = None
    """A better parser, for sentences that it reads; no part of what is saved."""

    @staticmethod
    def fit(
        sentences: Sequence[Sentence], *, trees: Sequence[Sentence] | None = None,
        more: Sequence[Sentence] = (), seed: int = 0, progress: Progress | None = None,
    ) -> Resolver:  # fmt: skip
        """Learn from sentences with negations; with trees where they have them.

        `trees` are the same sentences with other trees, for the parser to learn from. `more` are sentences
        of other texts, words alone: cues and the reader of raw text learn from them too.
        """
        tell = progress or (lambda share: None)
        if trees is not None and [len(s.words) for s in trees] != [len(s.words) for s in sentences]:
            raise InputError("the sentences with other trees are not the same sentences")
        cues = CueFinder.fit([*sentences, *more])
        tell(0.1)
        if not any(s.syntax and s.tags for s in sentences):
            flat, further = ([_flat(s) for s in part if s.negations] for part in (sentences, more))
            return Resolver(cues, Reader.fit(flat, more=further))
        # Treebanks write brackets in their own way (-LRB-); the words are those of the text.
        pairs = zip(sentences, sentences if trees is None else trees, strict=True)
        taught = [replace(other, words=s.words, negations=s.negations) for s, other in pairs]
        parser = Parser.fit(_tagged(taught), seed=seed)
        tell(0.25)
        reads = _jackknifed(taught, seed, lambda share: tell(0.25 + 0.45 * share))
        further = [_parsed(parser, s) for s in more if s.negations]
        raw = Reader.fit([*reads, *_with_trees(taught)], more=further)
        tell(0.85)
        given = Reader.fit(_with_trees(sentences), reads if trees is None else _with_trees(taught))
        tell(1.0)
        return Resolver(cues, raw, parser, given)

    def encoded(self, method: str = "best", given: bool = False) -> bool:
        """Whether the encoder takes part in a method: by its nets, or by its trees where none are given."""
        nets = bool(self.raw.scopes.nets) and method in ("best", "tagger", "combined")
        return nets or (self.lent is not None and not given)

    def resolve(
        self, sentence: Sentence, *, cues: Iterable[tuple[Part, ...]] | None = None, raw: bool = False,
        method: str = "best",
    ) -> Sentence:  # fmt: skip
        """The sentence with its negations; with `cues` only scopes and events are looked for."""
        if method not in METHODS:
            raise InputError(f"unknown method '{method}', expected one of {', '.join(METHODS)}")
        found = self.cues.find(sentence) if cues is None else list(cues)
        if not found:
            return sentence.with_negations(())
        reader, (read, tree) = self.read(sentence, raw)
        return sentence.with_negations(reader.negation(View(read, cue, tree), method) for cue in found)

    def source(self, sentence: Sentence, raw: bool = False) -> str:
        """Which way the answer comes: given trees, trees of our own parser, or words alone."""
        if self.given is not None and sentence.syntax and not raw:
            return "given trees"
        parsed = self.parser is not None and len(sentence.words) <= LONGEST
        return "own trees" if parsed else "words"

    def read(self, sentence: Sentence, raw: bool = False) -> tuple[Reader, Read]:
        """The reader that is right for the sentence, and the sentence with its tags and tree."""
        source = self.source(sentence, raw)
        if source == "given trees" and self.given is not None:
            return self.given, (_complete(sentence), read_tree(sentence.syntax))
        if self.lent is not None and self.lent.reads(sentence.words):
            return self.raw, _parsed(self.lent, sentence.bare())
        if self.parser is not None:
            return self.raw, _parsed(self.parser, sentence.bare())
        return self.raw, _flat(sentence)


def _tagged(sentences: Sequence[Sentence]) -> list[TaggedTree]:
    """What a parser learns from: the sentences that have trees."""
    return [TaggedTree(s.words, s.tags, read_tree(s.syntax)) for s in sentences if s.syntax]


def _parsed(parser: Parser | EncodedParser, sentence: Sentence) -> Read:
    """The sentence with tags and tree of a parser, and its negations."""
    _, tags, tree = parser.read(sentence.words)
    return sentence.bare().tagged(tags).with_negations(sentence.negations), tree


def _with_trees(sentences: Sequence[Sentence]) -> list[Read]:
    return [(s, read_tree(s.syntax)) for s in sentences if s.negations]


def _complete(sentence: Sentence) -> Sentence:
    lemmas = sentence.lemmas or tuple(word.lower() for word in sentence.words)
    tags = sentence.tags or ("X",) * len(sentence.words)
    return Sentence(
        sentence.words, lemmas, tags, sentence.syntax, sentence.negations, sentence.chapter, sentence.number
    )


def _flat(sentence: Sentence) -> Read:
    """A sentence whose tags and tree say nothing."""
    bare = sentence.bare().with_negations(sentence.negations)
    return _complete(bare), flat_tree(len(sentence.words))


def _jackknifed(sentences: Sequence[Sentence], seed: int, tell: Progress) -> list[Read]:
    """Negated sentences read by parsers that have not seen them; every part of the text in one piece."""
    reads: list[Read] = []
    size = -(-len(sentences) // FOLDS)
    for fold in range(FOLDS):
        first, last = fold * size, (fold + 1) * size
        if not sentences[first:last]:
            continue
        # A single sentence has no others: its parser has seen it.
        others = [*sentences[:first], *sentences[last:]] or sentences
        parser = Parser.fit(_tagged(others), passes=4, seed=seed)
        reads += [_parsed(parser, sentence) for sentence in sentences[first:last] if sentence.negations]
        tell((fold + 1) / FOLDS)
    return reads
