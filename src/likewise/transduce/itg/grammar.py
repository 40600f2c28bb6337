"""Bracketing inversion transduction grammars (Wu 1997): one nonterminal, rules of words into words.

A -> [A A] keeps the order of its children on both sides, A -> <A A> swaps it on the target side, and a
lexical rule A -> e/f writes a run of words on each side. One with an empty side (a *singleton*) deletes or
inserts. A *token* grammar has at most one word a side, a *segmental* one any number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.text import Ints
from likewise.transduce.itg.ragged import gathered, lexicographic_ranks, packed, same_runs

__all__ = ["LexicalRule", "TransductionGrammar"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LexicalRule:
    """A -> source/target with its probability; an empty side is an empty tuple."""

    source: tuple[str, ...]
    target: tuple[str, ...]
    probability: float

    @property
    def kind(self) -> str:
        """`delete`, `insert`, `copy` (reflexive: x/x), `token` or `segment`."""
        if not self.target:
            return "delete"
        if not self.source:
            return "insert"
        if self.source == self.target:
            return "copy"
        return "token" if len(self.source) == len(self.target) == 1 else "segment"


@dataclass(frozen=True)
class TransductionGrammar:
    """Rules as arrays: rule r writes `source_ids[source_bounds[r]:source_bounds[r + 1]]`, target likewise.

    Rules stand in the order of their source ids, then of their target ids, each pair of sides once. Where
    both sides are one language they share one vocabulary. `straight`, `inverted` and `probability` sum to one
    in a grammar that was learnt; nothing here asks for it.
    """

    source_vocabulary: Sequence[str]
    target_vocabulary: Sequence[str]
    straight: float
    inverted: float
    source_ids: Ints
    source_bounds: Ints
    target_ids: Ints
    target_bounds: Ints
    probability: Floats

    def __len__(self) -> int:
        return len(self.probability)

    @property
    def source_lengths(self) -> Ints:
        """Number of source words of each rule."""
        return np.diff(self.source_bounds)

    @property
    def target_lengths(self) -> Ints:
        """Number of target words of each rule."""
        return np.diff(self.target_bounds)

    @property
    def token(self) -> bool:
        """Whether no rule has more than one word a side."""
        longest = (int(lengths.max(initial=0)) for lengths in (self.source_lengths, self.target_lengths))
        return max(longest) <= 1

    @property
    def total(self) -> float:
        """The sum of all probabilities: one in a grammar that was learnt."""
        return self.straight + self.inverted + float(self.probability.sum())

    @cached_property
    def reflexive(self) -> npt.NDArray[np.bool_]:
        """For each rule whether it writes the same words on both sides (x/x)."""
        result = np.asarray(self.source_lengths == self.target_lengths)
        rows = np.flatnonzero(result)
        same = same_runs(
            self.source_ids,
            self.source_bounds[rows],
            self._targets_as_sources,
            self.target_bounds[rows],
            self.source_lengths[rows],
        )
        result[rows] = same
        return result

    @property
    def shared(self) -> bool:
        """Whether both sides have one vocabulary."""
        one, other = self.source_vocabulary, self.target_vocabulary
        return one is other or list(one) == list(other)

    @property
    def _targets_as_sources(self) -> Ints:
        """Target words by their source ids; -1 is a word that the source side does not know."""
        if self.shared:
            return self.target_ids
        numbers = {word: number for number, word in enumerate(self.source_vocabulary)}
        known = np.array([numbers.get(word, -1) for word in self.target_vocabulary], np.int32)
        return known[self.target_ids]

    def rule(self, row: int) -> LexicalRule:
        """One rule, spelt out."""
        source = self.source_ids[self.source_bounds[row] : self.source_bounds[row + 1]].tolist()
        target = self.target_ids[self.target_bounds[row] : self.target_bounds[row + 1]].tolist()
        return LexicalRule(
            tuple(self.source_vocabulary[i] for i in source),
            tuple(self.target_vocabulary[i] for i in target),
            float(self.probability[row]),
        )

    def __iter__(self) -> Iterator[LexicalRule]:
        return (self.rule(row) for row in range(len(self)))

    def best(self, count: int) -> list[LexicalRule]:
        """The most probable lexical rules, best first."""
        rows = np.argsort(-self.probability, kind="stable")[:count]
        return [self.rule(row) for row in rows.tolist()]

    def only(self, rows: Ints) -> TransductionGrammar:
        """The chosen lexical rules alone, given in their order, with the probabilities that they have."""
        return replace(
            self,
            source_ids=gathered(self.source_ids, self.source_bounds[rows], self.source_lengths[rows])[0],
            source_bounds=_ends(self.source_lengths[rows]),
            target_ids=gathered(self.target_ids, self.target_bounds[rows], self.target_lengths[rows])[0],
            target_bounds=_ends(self.target_lengths[rows]),
            probability=self.probability[rows],
        )

    def pruned(self, *, per_source: int | None = None, least: float = 0.0) -> TransductionGrammar:
        """The rules of at least the probability `least`, of each source side the `per_source` best.

        Of equal ones the first stay. Insertions have one source side, the empty one. Probabilities stay as
        they are: see `renormalised`.
        """
        if per_source is not None and per_source < 1:
            raise InputError(f"expected a number from 1, found {per_source}", field="per_source")
        rows = np.flatnonzero(self.probability >= least)
        if per_source is None:
            return self.only(rows)
        group = self._source_sides[rows]
        order = np.lexsort((-self.probability[rows], group))
        place = np.arange(len(rows)) - np.searchsorted(group, group)  # rows are in the order of their sides
        return self.only(np.sort(rows[order[place < per_source]]))

    @property
    def _source_sides(self) -> Ints:
        """A number for each rule, that of its source side; rules of one side stand together."""
        starts, sizes = self.source_bounds[:-1], self.source_lengths
        later = np.flatnonzero(sizes[1:] == sizes[:-1]) + 1
        new = np.ones(len(self), np.int64)
        new[later] = ~same_runs(
            self.source_ids, starts[later], self.source_ids, starts[later - 1], sizes[later]
        )
        return np.cumsum(new)

    def renormalised(self) -> TransductionGrammar:
        """All probabilities over their sum, so that they sum to one."""
        total = self.total
        if not total > 0.0:
            raise InputError("the probabilities of a grammar sum to 0: there is nothing to share out")
        return replace(
            self,
            straight=self.straight / total,
            inverted=self.inverted / total,
            probability=self.probability / total,
        )

    @classmethod
    def of_arrays(
        cls,
        source_vocabulary: Sequence[str],
        target_vocabulary: Sequence[str],
        straight: float,
        inverted: float,
        source_ids: Ints,
        source_bounds: Ints,
        target_ids: Ints,
        target_bounds: Ints,
        probability: Floats,
    ) -> TransductionGrammar:
        """The grammar of rules in any order, each pair of sides once."""
        if np.any((np.diff(source_bounds) == 0) & (np.diff(target_bounds) == 0)):
            raise InputError("a rule of a transduction grammar has words on at least one side")
        given = cls(
            source_vocabulary,
            target_vocabulary,
            straight,
            inverted,
            source_ids,
            source_bounds,
            target_ids,
            target_bounds,
            probability,
        )
        ranks = lexicographic_ranks((source_ids, source_bounds), (target_ids, target_bounds))
        order = np.argsort(ranks, kind="stable")
        twice = np.flatnonzero(np.diff(ranks[order]) == 0)
        if len(twice):
            raise _repeated(given.rule(int(order[twice[0]])))
        return given.only(order)

    @classmethod
    def of_rules(
        cls,
        rules: Mapping[tuple[tuple[int, ...], tuple[int, ...]], float],
        source_vocabulary: Sequence[str],
        target_vocabulary: Sequence[str],
        *,
        straight: float,
        inverted: float,
    ) -> TransductionGrammar:
        """The grammar of lexical rules given as ids: `{(source ids, target ids): probability}`."""
        if ((), ()) in rules:
            raise InputError("a rule of a transduction grammar has words on at least one side")
        order = sorted(rules)
        return cls(
            source_vocabulary,
            target_vocabulary,
            straight,
            inverted,
            *packed([source for source, _ in order]),
            *packed([target for _, target in order]),
            np.array([rules[pair] for pair in order], np.float64),
        )

    @classmethod
    def of_words(
        cls, rules: Iterable[LexicalRule], *, straight: float, inverted: float, shared: bool = True
    ) -> TransductionGrammar:
        """The grammar of rules that are spelt out; ids follow the sorted words, one list if `shared`."""
        rules = list(rules)
        source = sorted({word for rule in rules for word in rule.source})
        target = sorted({word for rule in rules for word in rule.target})
        if shared:
            source = target = sorted({*source, *target})
        first = {word: i for i, word in enumerate(source)}
        second = {word: i for i, word in enumerate(target)}
        numbered: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
        for rule in rules:
            pair = tuple(first[w] for w in rule.source), tuple(second[w] for w in rule.target)
            if pair in numbered:
                raise _repeated(rule)
            numbered[pair] = rule.probability
        return cls.of_rules(numbered, source, target, straight=straight, inverted=inverted)


def _ends(sizes: Ints) -> Ints:
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))


def _repeated(rule: LexicalRule) -> InputError:
    return InputError(f"rule {' '.join(rule.source)}/{' '.join(rule.target)} stands there twice")
