"""A grammar as the rows that the chart kernels read, for all plans or for one plan alone.

Sequences branch to the right: in `X -> *X , *X` the first X is single. Words that lead a rule before a comma,
as in `S -> Turn ( LEFT ) , *Action`, take a span of their own, with a classifier of their own. A symbol
that only ever becomes words beside another, such as a direction, may cover no words: people leave it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.navigate.grammar import Grammar, Rule, RuleNode

__all__ = ["Chart", "Rows"]

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _ChartRow:
    symbol: str
    children: tuple[str, ...]
    classifier: int
    empty: bool = False


class Chart:
    """The rows of a grammar, and of single plans."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        led = [number for number, rule in enumerate(grammar.rules) if _leads(rule)]
        self.leads = {number: len(grammar.rules) + k for k, number in enumerate(led)}
        self._lists = {rule.symbol for rule in grammar.rules if rule.repeats}
        self._words = _optional(grammar)
        rows = self._normal()
        self.symbols = _ordered(rows, grammar.start, self._words)
        place = {symbol: k for k, symbol in enumerate(self.symbols)}
        rows.sort(key=lambda row: place[row.symbol])
        self.rows = _array(
            [(place[row.symbol], [place[c] for c in row.children], row.classifier, row.empty) for row in rows]
        )

    @property
    def classifiers(self) -> int:
        """How many classifiers there are: one for each rule, one more for each that leads with words."""
        return len(self.grammar.rules) + len(self.leads)

    def _normal(self) -> list[_ChartRow]:
        """Each rule as a row of named symbols; `X'` is an X that is no sequence."""
        rows = [_ChartRow(symbol, (f"{symbol}'",), -1) for symbol in sorted(self._lists)]
        for number, rule in enumerate(self.grammar.rules):
            if rule.repeats:
                rows.append(_ChartRow(rule.symbol, (f"{rule.symbol}'", rule.symbol), number))
                continue
            symbol = f"{rule.symbol}'" if rule.symbol in self._lists else rule.symbol
            children = rule.symbols
            if number in self.leads:
                children = (f"#{number}", *children)
                rows.append(_ChartRow(f"#{number}", (), self.leads[number]))
            rows.append(_ChartRow(symbol, children, number, rule.symbol in self._words))
        return rows

    def tree_rows(self, tree: RuleNode) -> Rows:
        """The parse of one plan as rows of its own: each node is a symbol with one rule."""
        rows: list[tuple[int, list[int], int, bool]] = []

        def add(node: RuleNode) -> int:
            children = [add(child) for child in node.children]
            if node.rule in self.leads:
                rows.append((len(rows), [], self.leads[node.rule], False))
                children = [len(rows) - 1, *children]
            empty = self.grammar.rules[node.rule].symbol in self._words
            rows.append((len(rows), children, node.rule, empty))
            return len(rows) - 1

        add(tree)
        return _array(rows)


def _optional(grammar: Grammar) -> set[str]:
    """Symbols that only ever become words, and that never stand alone in a rule."""
    alone = {rule.symbols[0] for rule in grammar.rules if len(rule.symbols) == 1} | {grammar.start}
    return {
        symbol
        for symbol, own in grammar.numbers.items()
        if symbol not in alone and not any(grammar.rules[number].symbols for number in own)
    }


def _leads(rule: Rule) -> bool:
    """Whether a rule begins with an action of words alone that others follow."""
    return len(rule.symbols) == 1 and rule.becomes[-2:-1] == (",",)


def _array(rows: Sequence[tuple[int, Sequence[int], int, bool]]) -> Rows:
    table = np.zeros((len(rows), 6), np.int64)
    for k, (symbol, children, classifier, empty) in enumerate(rows):
        if len(children) > 2:
            raise ValueError("a rule with more than two symbols on its right-hand side")
        table[k] = (symbol, len(children), *[*children, 0, 0][:2], classifier, empty)
    return table


def _ordered(rows: Sequence[_ChartRow], start: str, words: set[str]) -> list[str]:
    """The symbols, each after those that can cover the same span below it; the start symbol last."""
    below: dict[str, list[str]] = {row.symbol: [] for row in rows}
    for row in rows:
        for k, child in enumerate(row.children):
            if all(other in words for other in (*row.children[:k], *row.children[k + 1 :])):
                below[row.symbol].append(child)
    done: list[str] = []

    def visit(symbol: str) -> None:
        if symbol not in done:
            for child in below[symbol]:
                visit(child)
            done.append(symbol)

    for symbol in sorted(below, key=lambda s: s == start):
        visit(symbol)
    return done
