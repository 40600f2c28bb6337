"""The parser: the most probable plans of a sentence under the classifiers of its grammar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.io import LEARNER_SEED
from likewise.navigate.grammar import Grammar, Rule, RuleNode
from likewise.navigate.krisp._kernels import beam, inside, span_scores
from likewise.navigate.krisp.charts import Chart
from likewise.navigate.krisp.features import Features
from likewise.navigate.krisp.responses import Reaches, answered
from likewise.navigate.krisp.training import Example, Floats, Settings, fit
from likewise.worlds import Plan

__all__ = ["Cover", "Krisp"]

BEAM = 10
"""How many meanings of a symbol and span are kept."""
MARGIN = 8.0
"""And how far below the best, in log probability."""
LONGEST = 64
"""A longer text is read in pieces of so many words; longer sentences are not learnt from."""


@dataclass(frozen=True, slots=True)
class Cover:
    """A rule of the best derivation and the words it covers, from `start` to `end - 1`."""

    rule: Rule
    start: int
    end: int


class Krisp:
    """Classifiers for the rules of a grammar, and the search for what they say together."""

    def __init__(self, grammar: Grammar, features: Features, weights: Floats, swaps: Floats) -> None:
        self.grammar, self.features, self.weights, self.swaps = grammar, features, weights, swaps
        self._chart = Chart(grammar)

    @classmethod
    def train(
        cls,
        examples: Sequence[Example],
        grammar: Grammar,
        *,
        seed: int = LEARNER_SEED,
        settings: Settings | None = None,
        reaches: Reaches | None = None,
        progress: Callable[[int, float], None] | None = None,
    ) -> Krisp:
        """Learn from sentences and their plans.

        With `reaches`, plans are then exchanged for better ones and learnt anew, `settings.rounds` times.
        `progress` hears the number of each pass, over all rounds, and its mean log probability.
        """
        settings = settings or Settings()
        parser = cls._fitted(examples, grammar, seed, settings, progress)
        for turn in range(1, settings.rounds + 1 if reaches is not None else 1):
            assert reaches is not None
            better = answered(examples, parser.parse, reaches, BEAM)
            tell = _later(progress, turn * settings.passes)
            parser = cls._fitted(better or examples, grammar, seed, settings, tell)
        return parser

    @classmethod
    def _fitted(
        cls,
        examples: Sequence[Example],
        grammar: Grammar,
        seed: int,
        settings: Settings,
        progress: Callable[[int, float], None] | None,
    ) -> Krisp:
        seen = [(words, plan) for words, plan in examples if 0 < len(words) <= LONGEST]
        if not seen:
            raise InputError(f"nothing to learn from: no sentence has words, at most {LONGEST}")
        features = Features.of((words for words, _ in seen), settings.least)
        return cls(grammar, features, *fit(seen, Chart(grammar), features, settings, seed, progress))

    def parse(self, words: Sequence[str], k: int = 1) -> list[tuple[Plan, float]]:
        """The k best plans with the log of their probability, best first; no words: the empty plan."""
        plans: list[tuple[Plan, float]] = [((), 0.0)]
        for _, piece in _pieces(words):
            more = [(p, s) for p, s, _ in islice(self._search(piece, max(k, BEAM)), max(k, 1))]
            both = [(one + two, x + y) for one, x in plans for two, y in more]
            plans = sorted(both, key=lambda pair: -pair[1])[: max(k, 1)]
        return plans

    def explain(self, words: Sequence[str]) -> tuple[Plan, list[Cover]]:
        """The best plan and which words each rule of its best derivation covers, parents first."""
        whole: Plan = ()
        covers: list[Cover] = []
        for start, piece in _pieces(words):
            plan, _, own = next(self._search(piece, BEAM))
            whole += plan
            covers += [Cover(c.rule, start + c.start, start + c.end) for c in own]
        return whole, covers

    def _search(self, words: Sequence[str], width: int) -> Iterator[tuple[Plan, float, list[Cover]]]:
        rows, count, length = self._chart.rows, len(self._chart.symbols), len(words)
        scores = span_scores(length, *self.features(words), self.weights)
        every = float(inside(length, rows, count, scores, self.swaps)[count - 1, 0, length])
        meanings, totals, _, links = beam(length, rows, count, scores, self.swaps, width, MARGIN)
        for rank in range(width):
            if meanings[count - 1, 0, length, rank] == 0:
                return
            covers: list[Cover] = []
            node = self._node(links, count - 1, 0, length, rank, covers)
            yield self.grammar.plan(node), float(totals[count - 1, 0, length, rank]) - every, covers

    def _node(self, links: Any, symbol: int, i: int, j: int, rank: int, covers: list[Cover]) -> RuleNode:
        """The derivation behind one entry of the beam."""
        row, split, swapped, a, b = (int(n) for n in links[symbol, i, j, rank])
        _, arity, first, second, classifier, _ = (int(n) for n in self._chart.rows[row])
        if classifier >= len(self.grammar.rules):  # the leading words of a rule, known from the rule itself
            return RuleNode(-1)
        if classifier >= 0:
            covers.append(Cover(self.grammar.rules[classifier], i, j))
        if arity == 0:
            return RuleNode(classifier)
        if arity == 1:
            child = self._node(links, first, i, j, a, covers)
            return child if classifier < 0 else RuleNode(classifier, (child,))
        spans = [(split, j), (i, split)] if swapped else [(i, split), (split, j)]
        children = (
            self._node(links, first, *spans[0], a, covers),
            self._node(links, second, *spans[1], b, covers),
        )
        return RuleNode(classifier, tuple(child for child in children if child.rule >= 0))

    def to_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """All that the parser knows, as arrays."""
        return {
            "rules": np.array([str(rule) for rule in self.grammar.rules]),
            "features": np.array(self.features.names, dtype=np.str_),
            "weights": self.weights,
            "swaps": self.swaps,
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> Krisp:
        """A parser from what `to_arrays` gave."""
        grammar = Grammar(tuple(Rule.read(str(text)) for text in arrays["rules"]))
        features = Features(str(name) for name in arrays["features"])
        return cls(grammar, features, np.asarray(arrays["weights"]), np.asarray(arrays["swaps"]))


def _pieces(words: Sequence[str]) -> Iterator[tuple[int, Sequence[str]]]:
    """Where each piece starts, and its words; a sentence of usual length is one piece."""
    for start in range(0, len(words), LONGEST):
        yield start, words[start : start + LONGEST]


def _later(progress: Callable[[int, float], None] | None, done: int) -> Callable[[int, float], None] | None:
    """The same listener, told of passes that come after others."""
    if progress is None:
        return None
    heard = progress
    return lambda number, fitted: heard(done + number, fitted)
