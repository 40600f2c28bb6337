"""The chart said slowly: every derivation of a few words, one by one, and sums over them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from likewise.robot.robust_reader.chart import FilledChart, RuleFactors
from likewise.robot.robust_reader.chart_grammar import ChartGrammar
from likewise.robot.robust_reader.tree_grammar import ROOT, TreeRule

Cell = tuple[int, int, int]


class Use(NamedTuple):
    """A rule at its place: begin, cut (-1: a rule with one part), end, number."""

    begin: int
    cut: int
    end: int
    rule: int


@dataclass(frozen=True)
class PlainDerivation:
    """A derivation: what it weighs, the leaves, rules and cells that it uses."""

    weight: float
    leaves: tuple[int, ...]
    uses: tuple[Use, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Sentence:
    """A grammar with what its rules weigh at each place, and the leaves of a few words."""

    grammar: ChartGrammar
    size: int
    entries: npt.NDArray[np.int64]
    logs: npt.NDArray[np.float64]
    factors: RuleFactors

    def chart(self) -> FilledChart:
        return FilledChart.fill(self.grammar, self.size, self.entries, self.logs, self.factors)

    def factor(self, use: Use) -> float:
        """What a rule weighs at its place."""
        kind, factors = self.grammar.rule_classes[use.rule], self.factors
        begin_or_cut = factors.split[use.cut, kind] if use.cut >= 0 else factors.begin[use.begin, kind]
        return float(factors.rules[use.rule] * begin_or_cut * factors.end[use.end, kind])

    def uses_of(self, cell: Cell) -> Iterator[tuple[Use, tuple[Cell, ...]]]:
        """The rules that can make a cell, with the cells that they make it of."""
        begin, end, symbol = cell
        for number, (left, right, parent, _) in enumerate(self.grammar.binary.tolist()):
            if parent == symbol:
                for cut in range(begin + 1, end):
                    yield Use(begin, cut, end, number), ((begin, cut, left), (cut, end, right))
        for number, (child, parent, _) in enumerate(self.grammar.unary.tolist(), len(self.grammar.binary)):
            if parent == symbol:
                yield Use(begin, -1, end, number), ((begin, end, child),)

    def derivations(self) -> list[PlainDerivation]:
        """All of them, the heaviest first."""

        @cache
        def of(cell: Cell) -> list[PlainDerivation]:
            found = [
                PlainDerivation(math.exp(self.logs[number]), (number,), (), (cell,))
                for number, entry in enumerate(self.entries.tolist())
                if tuple(entry) == cell
            ]
            for use, parts in self.uses_of(cell):
                wholes = [PlainDerivation(self.factor(use), (), (use,), (cell,))]
                for part in parts:
                    wholes = [_joined(whole, one) for whole in wholes for one in of(part)]
                found += wholes
            return found

        return sorted(of((0, self.size, self.grammar.root)), key=lambda one: -one.weight)


def _joined(one: PlainDerivation, other: PlainDerivation) -> PlainDerivation:
    return PlainDerivation(
        one.weight * other.weight,
        one.leaves + other.leaves,
        one.uses + other.uses,
        one.cells + other.cells,
    )


def shares(derivations: list[PlainDerivation], kind: str) -> defaultdict[object, float]:
    """How large a part of all derivations uses each cell (`cells`), rule at its place (`uses`) or leaf."""
    total = sum(one.weight for one in derivations)
    found: defaultdict[object, float] = defaultdict(float)
    for one in derivations:
        for part in getattr(one, kind):
            found[part] += one.weight / total
    return found


def random_sentence(seed: int, *, size: int | None = None) -> Sentence:
    """A small grammar without circles, and words that some of its symbols can stand for."""
    rng = np.random.default_rng(seed)
    size = int(rng.integers(1, 5)) if size is None else size
    names = ["a", "b", "C", "D", "E", ROOT]
    rules = [TreeRule(ROOT, "C", "D"), TreeRule("C", "a"), TreeRule("D", "C", "b"), TreeRule(ROOT, "E")]
    for _ in range(int(rng.integers(4, 12))):
        parent = names[rng.integers(2, 6)]
        rules.append(TreeRule(parent, names[rng.integers(0, 5)], names[rng.integers(0, 5)]))
    for _ in range(int(rng.integers(0, 3))):
        above = int(rng.integers(2, 6))
        rules.append(TreeRule(names[above], names[rng.integers(0, above)]))
    unique = list(dict.fromkeys(rules))
    grammar = ChartGrammar(unique, lambda rule: rule.parent if rule.right else "one part")
    rows = []
    for begin in range(size):
        for end in range(begin + 1, size + 1):
            for name in "abE":
                if name in grammar.symbols and rng.random() < (0.9 if end == begin + 1 else 0.2):
                    rows.append((begin, end, grammar.symbols[name]))
    rows.sort(key=lambda row: (row[1] - row[0], row))
    places = [rng.uniform(0.4, 2.0, (size + 1, grammar.class_count)) for _ in range(3)]
    factors = RuleFactors(rng.uniform(0.3, 2.0, len(grammar.rules)), *places)
    return Sentence(
        grammar, size, np.array(rows, np.int64).reshape(-1, 3), rng.normal(0.0, 1.0, len(rows)), factors
    )
