"""The chart of a command: sums over all derivations, inside and outside of each part (Baker 1979)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from likewise.robot.robust_reader import _kernels
from likewise.robot.robust_reader.chart_grammar import ChartGrammar

__all__ = ["ExpectedRules", "FilledChart", "RuleFactors"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class RuleFactors:
    """What each rule weighs, and each class of rules at each place, as factors."""

    rules: Floats
    split: Floats
    begin: Floats
    end: Floats
    """These three have a row a place and a column a class."""

    @classmethod
    def plain(cls, rules: Floats, size: int) -> Self:
        """Factors of a grammar that does not look at places, for a command of so many words."""
        ones = np.ones((size + 1, 1))
        return cls(rules, ones, ones, ones)


@dataclass(frozen=True)
class ExpectedRules:
    """How often each rule is expected, and each class of rules at each place, over all derivations."""

    rules: Floats
    split: Floats
    begin: Floats
    end: Floats


@dataclass(frozen=True)
class FilledChart:
    """`inside[begin, end, symbol]`: what all derivations of a symbol over some words weigh together."""

    grammar: ChartGrammar
    entries: Ints
    """Begin, end and symbol of each leaf, in the order of width, then of begin."""
    values: Floats
    """What each leaf weighs, scaled."""
    factors: RuleFactors
    inside: Floats
    active: npt.NDArray[np.int32]
    sizes: Ints
    log_total: float
    """The logarithm of what all derivations of the command weigh; minus infinity if there is none."""

    @classmethod
    def fill(
        cls, grammar: ChartGrammar, size: int, entries: Ints, logs: Floats, factors: RuleFactors
    ) -> Self:
        """From the logarithms of the leaves' weights; these are scaled so that no number gets too large."""
        widths = entries[:, 1] - entries[:, 0]
        shift = float(np.max(logs / widths)) if len(logs) else 0.0
        values = np.exp(logs - shift * widths)
        shape = (size + 1, size + 1, len(grammar.names))
        chart, active = np.zeros(shape), np.empty(shape, np.int32)
        sizes = np.zeros(shape[:2], np.int64)
        _kernels.inside(
            size, entries, values, grammar.binary, grammar.first, grammar.unary, factors.rules, factors.split,
            factors.begin, factors.end, chart, active, sizes,
        )  # fmt: skip
        total = float(chart[0, size, grammar.root])
        log_total = float(np.log(total) + shift * size) if 0 < total < np.inf else -np.inf
        return cls(grammar, entries, values, factors, chart, active, sizes, log_total)

    @property
    def size(self) -> int:
        """The number of words."""
        return len(self.inside) - 1

    def __bool__(self) -> bool:
        return self.log_total > -np.inf

    def outside(self) -> tuple[Floats, ExpectedRules]:
        """What stands around each part, so that inside times outside is its share; and what is expected."""
        grammar, factors = self.grammar, self.factors
        out = np.zeros_like(self.inside)
        out[0, self.size, grammar.root] = 1.0 / self.inside[0, self.size, grammar.root]
        expected = ExpectedRules(
            *(np.zeros(one.shape) for one in (factors.rules, factors.split, factors.begin, factors.end))
        )
        _kernels.outside(
            self.size, grammar.binary, grammar.first, grammar.unary, factors.rules, factors.split,
            factors.begin, factors.end, self.inside, self.active, self.sizes, out, expected.rules,
            expected.split, expected.begin, expected.end,
        )  # fmt: skip
        return out, expected
