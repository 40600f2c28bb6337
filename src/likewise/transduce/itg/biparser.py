"""Pairs of texts under a transduction grammar: probability, best biparses, expected links."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from likewise.errors import InputError
from likewise.transduce.decode.parallel import in_order
from likewise.transduce.itg.beam.agenda import beam_inside_log, beam_posteriors, beam_tree, check_beam
from likewise.transduce.itg.biparse.exact import best_tree, inside_log, posteriors_of
from likewise.transduce.itg.biparse.kbest import best_trees
from likewise.transduce.itg.biparse.lexical_cells import LexicalCells
from likewise.transduce.itg.biparse.rule_lookup import RuleLookup
from likewise.transduce.itg.biparse.tree import BiparseTree
from likewise.transduce.itg.grammar import Floats, TransductionGrammar

__all__ = ["Biparser", "WordPosteriors"]

Words = Sequence[str]


@dataclass(frozen=True)
class WordPosteriors:
    """What all biparses of a pair say together, each weighted by its probability.

    `links[i, j]` is how probable it is that one rule writes source word i and target word j, `deleted` and
    `inserted` that a rule without words on the other side does; `straight` and `inverted` are the expected
    numbers of structural rules.
    """

    log_probability: float
    links: Floats
    deleted: Floats
    inserted: Floats
    straight: float
    inverted: float


@dataclass(frozen=True)
class Biparser:
    """Biparses pairs of texts, given as words, by a grammar.

    Exact, in time of the cube of both lengths; or, with a `beam`, keeping so many cells of each number of
    words. All logs are natural; a pair that the grammar does not write has probability 0: a log of -inf, and
    no tree.
    """

    grammar: TransductionGrammar
    beam: int | None = None

    def __post_init__(self) -> None:
        if self.beam is not None:
            check_beam(self.beam)

    @cached_property
    def _lookup(self) -> RuleLookup:
        return RuleLookup(self.grammar)

    @property
    def _structural(self) -> tuple[float, float]:
        return self.grammar.straight, self.grammar.inverted

    def cells(self, source: Words, target: Words) -> LexicalCells:
        """Where the rules of the grammar fit into a pair of texts."""
        return self._lookup.cells(source, target)

    def inside(self, source: Words, target: Words) -> float:
        """The log of the sum of the probabilities of all biparses."""
        cells = self.cells(source, target)
        if self.beam is None:
            return inside_log(cells, *self._structural)
        return beam_inside_log(cells, *self._structural, self.beam)

    def viterbi(self, source: Words, target: Words) -> BiparseTree | None:
        """The most probable biparse."""
        cells = self.cells(source, target)
        if self.beam is None:
            return best_tree(cells, *self._structural)
        return beam_tree(cells, *self._structural, self.beam)

    def kbest(self, source: Words, target: Words, k: int) -> list[BiparseTree]:
        """The k most probable biparses, all different, the best first; fewer where there are no more."""
        if self.beam is not None:
            raise InputError("the k best biparses are found without a beam")
        return best_trees(self.cells(source, target), *self._structural, k)

    def posteriors(self, source: Words, target: Words) -> WordPosteriors:
        """How probable each link is, summed over all biparses."""
        cells = self.cells(source, target)
        if self.beam is None:
            expected = posteriors_of(cells, *self._structural)
        else:
            expected = beam_posteriors(cells, *self._structural, self.beam)
        links = np.zeros((cells.width, cells.height))
        deleted, inserted = np.zeros(cells.width), np.zeros(cells.height)
        places = (column.tolist() for column in cells.arrays[:4])
        for first, last, left, right, share in zip(*places, expected.lexical.tolist(), strict=True):
            if first == last:
                inserted[left:right] += share
            elif left == right:
                deleted[first:last] += share
            else:
                links[first:last, left:right] += share
        return WordPosteriors(
            expected.log_probability, links, deleted, inserted, expected.straight, expected.inverted
        )

    def inside_all(self, pairs: Iterable[tuple[Words, Words]], *, workers: int | None = None) -> list[float]:
        """`inside` of many pairs, on all cores."""
        return list(in_order(lambda pair: self.inside(*pair), self._ready(pairs), workers))

    def viterbi_all(
        self, pairs: Iterable[tuple[Words, Words]], *, workers: int | None = None
    ) -> list[BiparseTree | None]:
        """`viterbi` of many pairs, on all cores."""
        return list(in_order(lambda pair: self.viterbi(*pair), self._ready(pairs), workers))

    def _ready(self, pairs: Iterable[tuple[Words, Words]]) -> Iterable[tuple[Words, Words]]:
        """The pairs, once the rules can be found: threads share what is built here."""
        _ = self._lookup
        return pairs
