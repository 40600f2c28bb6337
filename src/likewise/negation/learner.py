"""What a resolver has learnt, and how it learns it from annotated sentences.

Two readers are learnt. One is for the trees of the file's own column. The other learns from the trees of
our own parser too, as they come out for sentences that the parser has not learnt from, so that it knows the
parser's faults. Text without trees, and trees that shall be ignored, go to the second. The parser may learn
from other trees of the same sentences than the first reader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy.typing as npt

from likewise.errors import InputError
from likewise.io import Progress, part_of, unheard
from likewise.negation.cues import CueFinder
from likewise.negation.reader import Reader, ReadSentence, flat_read, parsed_read
from likewise.negation.sentence import Sentence
from likewise.trees import EncodedParser, Parser, TaggedTree, read_tree

__all__ = ["ResolverParts", "learn"]

FOLDS = 4
STAGE = "learning"


@dataclass(frozen=True)
class ResolverParts:
    """What finds cues, scopes and events; `given` is missing where the training text had no trees."""

    cues: CueFinder
    raw: Reader
    parser: Parser | None = None
    given: Reader | None = None
    lent: EncodedParser | None = None
    """A better parser, for sentences that it reads; no part of what is saved."""

    def packed(self) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
        """Names for a JSON file, and arrays; equal parts give equal ones."""
        names: dict[str, Any] = {"cues": {}, "parser": None}
        names["cues"], arrays = self.cues.packed("cues")
        arrays |= self.raw.packed("raw")
        if self.given:
            arrays |= self.given.packed("given")
        if self.parser:
            names["parser"], parser = self.parser.packed("parser")
            arrays |= parser
        return names, arrays

    @staticmethod
    def unpacked(names: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> ResolverParts:
        """The parts that `packed` made names and arrays of."""
        return ResolverParts(
            CueFinder.unpacked("cues", names["cues"], arrays),
            Reader.unpacked("raw", arrays),
            Parser.unpacked("parser", names["parser"], arrays) if names["parser"] else None,
            Reader.unpacked("given", arrays) if "given.0.names" in arrays else None,
        )


def learn(
    sentences: Sequence[Sentence], trees: Sequence[Sentence] | None, more: Sequence[Sentence], seed: int,
    progress: Progress | None,
) -> ResolverParts:  # fmt: skip
    """The parts of a resolver; see `Resolver.fit`."""
    tell = progress or unheard
    if trees is not None and [len(s.words) for s in trees] != [len(s.words) for s in sentences]:
        raise InputError("the sentences with other trees are not the same sentences")
    cues = CueFinder.fit([*sentences, *more])
    tell(STAGE, 0.1)
    if not any(s.syntax and s.tags for s in sentences):
        flat, further = ([flat_read(s) for s in part if s.negations] for part in (sentences, more))
        words_alone = Reader.fit(flat, more=further)
        tell(STAGE, 1.0)
        return ResolverParts(cues, words_alone)
    # Treebanks write brackets in their own way (-LRB-); the words are those of the text.
    pairs = zip(sentences, sentences if trees is None else trees, strict=True)
    taught = [replace(other, words=s.words, negations=s.negations) for s, other in pairs]
    parser = Parser.fit(_tagged(taught), seed=seed)
    tell(STAGE, 0.25)
    reads = _jackknifed(taught, seed, part_of(progress, 0.25, 0.7))
    further = [parsed_read(parser, s) for s in more if s.negations]
    raw = Reader.fit([*reads, *_with_trees(taught)], more=further)
    tell(STAGE, 0.85)
    given = Reader.fit(_with_trees(sentences), reads if trees is None else _with_trees(taught))
    tell(STAGE, 1.0)
    return ResolverParts(cues, raw, parser, given)


def _jackknifed(sentences: Sequence[Sentence], seed: int, tell: Progress) -> list[ReadSentence]:
    """Negated sentences read by parsers that have not seen them; every part of the text in one piece."""
    reads: list[ReadSentence] = []
    size = -(-len(sentences) // FOLDS)
    for fold in range(FOLDS):
        first, last = fold * size, (fold + 1) * size
        if not sentences[first:last]:
            continue
        # A single sentence has no others: its parser has seen it.
        others = [*sentences[:first], *sentences[last:]] or sentences
        parser = Parser.fit(_tagged(others), passes=4, seed=seed)
        reads += [parsed_read(parser, sentence) for sentence in sentences[first:last] if sentence.negations]
        tell(STAGE, (fold + 1) / FOLDS)
    return reads


def _tagged(sentences: Sequence[Sentence]) -> list[TaggedTree]:
    """What a parser learns from: the sentences that have trees."""
    return [TaggedTree(s.words, s.tags, read_tree(s.syntax)) for s in sentences if s.syntax]


def _with_trees(sentences: Sequence[Sentence]) -> list[ReadSentence]:
    return [(s, read_tree(s.syntax)) for s in sentences if s.negations]
