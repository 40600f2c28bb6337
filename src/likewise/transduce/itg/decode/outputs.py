"""Outputs of a transduction grammar with the rules that they were made by."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from likewise.transduce.itg.decode.challenge import ResponseSearch
from likewise.transduce.itg.decode.features import GRAMMAR_FEATURES
from likewise.transduce.itg.decode.records import COPIED, NO_ROW

__all__ = ["GrammarOutput", "RuleStep", "spelt"]

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class RuleStep:
    """One lexical rule of a derivation: words `start:end` of the source (none: an insertion) became `target`.

    `kind` is that of the rule, or `unknown` for a source word that no rule knows, copied or left out; `row`
    is the rule's place in the grammar, None for rules of the search only and unknown words.
    """

    start: int
    end: int
    source: tuple[str, ...]
    target: tuple[str, ...]
    kind: str
    probability: float | None
    row: int | None


@dataclass(frozen=True)
class GrammarOutput:
    """One output with its score, features by name, and derivation in the order of the target words."""

    words: tuple[str, ...]
    score: float
    features: Mapping[str, float]
    derivation: tuple[RuleStep, ...]


def spelt(
    search: ResponseSearch, chosen: Sequence[int], score: float, inverted: int, items: Array
) -> GrammarOutput:
    """The output of lexical items (numbers, in the order of the target), with so many inverted joins."""
    steps = tuple(step for number in chosen for step in _steps(search, number, items))
    words = tuple(word for step in steps for word in step.target)
    features = _features(search, words, steps, inverted)
    return GrammarOutput(words, score, features, steps)


def _features(
    search: ResponseSearch, words: tuple[str, ...], steps: Sequence[RuleStep], inverted: int
) -> dict[str, float]:
    index, kinds = search.index, Counter(step.kind for step in steps)
    rules = [math.log(step.probability) for step in steps if step.probability is not None]
    straight = max(0, len(steps) - 1) - inverted
    if straight:
        rules.append(straight * math.log(index.grammar.straight))
    if inverted:
        rules.append(inverted * math.log(index.grammar.inverted))
    copied = sum(step.kind == "unknown" and bool(step.target) for step in steps)
    values = (
        math.fsum(rules), index.lm.score(words), len(words), kinds["delete"] + kinds["insert"], kinds["copy"],
        copied, kinds["unknown"] - copied, search.constraints.end_bonus(words),
    )  # fmt: skip
    return dict(zip(GRAMMAR_FEATURES, map(float, values), strict=True))


def _steps(search: ResponseSearch, number: int, items: Array) -> Iterator[RuleStep]:
    """The rules of a lexical item: insertions before it, its own, insertions behind it."""
    item = items[number]
    begin, end, row, base = (int(item[name]) for name in ("begin", "end", "row", "base"))
    if base < 0:
        if row != NO_ROW:
            yield _step(search, begin, end, row)
    elif int(item["side"]) == 0:
        yield _step(search, begin, begin, row)
        yield from _steps(search, base, items)
    else:
        yield from _steps(search, base, items)
        yield _step(search, end, end, row)


def _step(search: ResponseSearch, begin: int, end: int, row: int) -> RuleStep:
    index, source = search.index, search.words[begin:end]
    if row < 0:
        return RuleStep(begin, end, source, source if row == COPIED else (), "unknown", None, None)
    if row >= len(index.grammar):
        rule = search.placed_rules[row - len(index.grammar)][2]
        return RuleStep(begin, end, source, rule.target, rule.kind, rule.probability, None)
    rule = index.grammar.rule(row)
    return RuleStep(begin, end, source, rule.target, rule.kind, rule.probability, row)
