"""Bracketing inversion transduction grammars (Wu 1997): one nonterminal, rules of words into words.

A -> [A A] keeps the order of its children on both sides, A -> <A A> swaps it on the target side, and a
lexical rule A -> e/f writes a run of words on each side. One with an empty side (a *singleton*) deletes or
inserts. A *token* grammar has at most one word a side, a *segmental* one any number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.text import Ints

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
        same = self.source_lengths == self.target_lengths
        rows = [r for r in np.flatnonzero(same).tolist() if self.rule(r).kind == "copy"]
        result = np.zeros(len(self), np.bool_)
        result[rows] = True
        return result

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
            *_ragged([source for source, _ in order]),
            *_ragged([target for _, target in order]),
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
                raise InputError(f"rule {' '.join(rule.source)}/{' '.join(rule.target)} stands there twice")
            numbered[pair] = rule.probability
        return cls.of_rules(numbered, source, target, straight=straight, inverted=inverted)


def _ragged(runs: Sequence[tuple[int, ...]]) -> tuple[Ints, Ints]:
    """Runs of ids one after the other, and where each begins and ends."""
    sizes = np.fromiter((len(run) for run in runs), np.int64, len(runs))
    bounds = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
    ids = np.fromiter((i for run in runs for i in run), np.int32, int(bounds[-1]))
    return ids, bounds
