"""A chart parser whose every decision looks at the words around it (Finkel et al. 2008; Hall et al. 2014).

The probability of a derivation given the words is a product over its leaves and rules, normalised over all
derivations. A leaf weighs by its words and their neighbours, a word without a leaf by the same, a rule by what
it is and by the words at its ends and at its cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.robot.robust_reader.leaf_features import (
    WordContext,
    phrase_features,
    place_features,
    word_features,
)
from likewise.robot.robust_reader.leaf_lexicon import LeafLexicon, LeafPhrase
from likewise.robot.robust_reader.tree_grammar import ROOT, TreeRule, is_extra, leaf_symbol, rule_class
from likewise.robot.robust_reader.word_forms import WordForm
from likewise.robot.vocabulary import WordMeaning
from likewise.text import numbers_of

__all__ = ["ChartGrammar", "ChartNames", "CommandArrays", "Entry", "command_arrays"]

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Rows = tuple[Ints, Ints]
_EXTRA_PENALTY = -3.0


class ChartGrammar:
    """Rules as arrays for the kernels."""

    def __init__(self, rules: Sequence[TreeRule]) -> None:
        self.rules = list(rules)
        symbols = dict.fromkeys(s for rule in rules for s in (rule.left, rule.right, rule.parent) if s)
        self.symbols = {symbol: number for number, symbol in enumerate(symbols)}
        self.classes = {name: n for n, name in enumerate(dict.fromkeys(map(rule_class, rules)))}
        two = sorted((r for r in rules if r.right), key=lambda r: self.symbols[r.left])
        one = sorted((r for r in rules if not r.right), key=_tier)
        self.ordered = [*two, *one]
        self.numbers = {rule: n for n, rule in enumerate(self.ordered)}
        find = self.symbols
        self.binary = np.array(
            [[find[r.left], find[r.right], find[r.parent], self.classes[rule_class(r)]] for r in two],
            np.int64,
        ).reshape(-1, 4)
        self.unary = np.array(
            [[find[r.left], find[r.parent], self.classes[rule_class(r)]] for r in one], np.int64
        ).reshape(-1, 3)
        self.first = np.searchsorted(self.binary[:, 0], np.arange(len(symbols) + 1))
        self.root = find[ROOT]
        self.penalties = np.array([_EXTRA_PENALTY if is_extra(r) else 0.0 for r in self.ordered])
        parents = {rule.parent for rule in rules}
        leaves = [symbol for symbol in self.symbols if symbol not in parents]
        self.columns = {symbol: n for n, symbol in enumerate(leaves)}
        """The numbers of the symbols of leaves."""


_TIERS = {"TYPE": 0, "IND": 0, "COLOR": 0, "B": 1, "E": 2, "ACTION": 3, "EV": 4, "SEQ": 4}


def _tier(rule: TreeRule) -> int:
    return _TIERS.get(rule.left.split()[0], 3)


@dataclass(frozen=True)
class ChartNames:
    """The numbers of all features, and of phrases with what they mean."""

    leaf: Mapping[str, int]
    word: Mapping[str, int]
    place: Mapping[str, int]
    pair: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Entry:
    """A leaf in the chart: the option, and the words from begin to end that it takes with it."""

    begin: int
    end: int
    option: int


@dataclass(frozen=True)
class CommandArrays:
    """A command as arrays: what its phrases can be (options), where in the chart they can stand (entries)."""

    size: int
    phrases: tuple[LeafPhrase, ...]
    meanings: tuple[WordMeaning, ...]
    options: Ints
    """Phrase, column of the symbol, pair (-1: none)."""
    leaf: Rows
    word: Rows
    place: Rows
    entries: Ints
    """Begin, end, symbol, option, begin and end of the phrase; in the order of width and begin."""


def command_arrays(
    forms: Sequence[WordForm],
    lexicon: LeafLexicon,
    grammar: ChartGrammar,
    names: ChartNames,
    wanted: Iterable[LeafPhrase] = (),
    *,
    all_empty: bool = False,
) -> CommandArrays:
    """A command for the kernels; `wanted` are leaves that must be possible, for learning.

    `all_empty`: every word may stand for nothing.
    """
    context = WordContext(forms)
    phrases = _with_wanted(lexicon.phrases_of(forms), wanted)
    options, meanings = list[tuple[int, int, int]](), list[WordMeaning]()
    for number, phrase in enumerate(phrases):
        for meaning in phrase.meanings:
            column = grammar.columns.get(leaf_symbol(*meaning))
            if column is not None:
                pair = names.pair.get(f"{phrase.key} {meaning.name} {meaning.value}", -1)
                options.append((number, column, pair))
                meanings.append(meaning)
    empty = [all_empty or lexicon.may_be_empty(one) for one in forms]
    return CommandArrays(
        len(forms),
        phrases,
        tuple(meanings),
        np.array(options, np.int64).reshape(-1, 3),
        _packed((phrase_features(context, one.begin, one.end, one.key) for one in phrases), names.leaf),
        _packed((word_features(context, place) for place in range(len(forms))), names.word),
        _packed((place_features(context, place) for place in range(len(forms) + 1)), names.place),
        _entries(phrases, options, empty, grammar),
    )


def _with_wanted(phrases: Iterable[LeafPhrase], wanted: Iterable[LeafPhrase]) -> tuple[LeafPhrase, ...]:
    found = {(one.begin, one.end): one for one in phrases}
    for one in wanted:
        known = found.get((one.begin, one.end), one)
        meanings = tuple(dict.fromkeys([*known.meanings, *one.meanings]))
        found[one.begin, one.end] = LeafPhrase(one.begin, one.end, known.key, meanings)
    return tuple(found[key] for key in sorted(found))


def _entries(
    phrases: Sequence[LeafPhrase],
    options: Sequence[tuple[int, int, int]],
    empty: Sequence[bool],
    grammar: ChartGrammar,
) -> Ints:
    """Each option with the words without a leaf before it, and behind it where they end the command."""
    size = len(empty)
    tail = size
    while tail and empty[tail - 1]:
        tail -= 1
    symbols = {column: grammar.symbols[symbol] for symbol, column in grammar.columns.items()}
    rows = []
    for number, (phrase, column, _) in enumerate(options):
        first, last = phrases[phrase].begin, phrases[phrase].end
        ends = {last, size} if last >= tail else {last}
        begin = first
        while True:
            rows += [(begin, end, symbols[column], number, first, last) for end in ends]
            if begin == 0 or not empty[begin - 1]:
                break
            begin -= 1
    rows.sort(key=lambda row: (row[1] - row[0], row))
    return np.array(rows, np.int64).reshape(-1, 6)


def _packed(rows: Iterable[Sequence[str]], names: Mapping[str, int]) -> Rows:
    starts, feats = [0], list[int]()
    for row in rows:
        feats += numbers_of(row, names)
        starts.append(len(feats))
    return np.array(starts, np.int64), np.array(feats, np.int64)
