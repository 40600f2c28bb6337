"""A command as arrays: what its phrases can be, where that can stand in the chart, and all features."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from likewise.robot.robust_reader.chart_grammar import ChartGrammar
from likewise.robot.robust_reader.leaf_features import (
    WordContext,
    phrase_features,
    place_features,
    word_features,
)
from likewise.robot.robust_reader.leaf_lexicon import LeafLexicon, LeafPhrase
from likewise.robot.robust_reader.tree_grammar import leaf_symbol
from likewise.robot.robust_reader.word_forms import WordForm
from likewise.robot.vocabulary import WordMeaning
from likewise.text import HashedNames
from likewise.worlds.blocks import Rcl

__all__ = ["CommandArrays", "FeatureNames", "GrowingNames", "command_arrays"]

Ints = npt.NDArray[np.int64]
FeatureRows = tuple[Ints, Ints]
"""Where the features of each row start, and the features."""


class GrowingNames(dict[str, int]):
    """Numbers for names, given when they are first asked for."""

    def find(self, name: str) -> int:
        """The number of a name."""
        return self.setdefault(name, len(self))


Names = GrowingNames | HashedNames


@dataclass(frozen=True)
class FeatureNames:
    """The numbers of the features of phrases, words and places, and of phrases with what they mean."""

    leaf: Names
    word: Names
    place: Names
    pair: Names


@dataclass(frozen=True)
class CommandArrays:
    """Options: what a phrase can be. Entries: an option with the words that it takes along in the chart."""

    size: int
    phrases: tuple[LeafPhrase, ...]
    meanings: tuple[WordMeaning, ...]
    """What each option means."""
    options: Ints
    """Phrase, column of the symbol, pair (-1: not learnt)."""
    leaf: FeatureRows
    word: FeatureRows
    place: FeatureRows
    entries: Ints
    """Begin, end, symbol, option, begin and end of the phrase; in the order of width and begin."""

    def leaf_of(self, entry: int) -> Rcl:
        """What an entry puts into the tree."""
        option, first, last = self.entries[entry, 3:].tolist()
        meaning = self.meanings[option]
        return Rcl(meaning.name, meaning.value, (), (first, last))

    def renumbered(self, leaf: Ints, word: Ints, place: Ints) -> CommandArrays:
        """With other numbers for the features; those of -1 are left out."""
        rows = ((self.leaf, leaf), (self.word, word), (self.place, place))
        fresh = [_renumbered(old, numbers) for old, numbers in rows]
        return replace(self, leaf=fresh[0], word=fresh[1], place=fresh[2])


def command_arrays(
    forms: Sequence[WordForm],
    lexicon: LeafLexicon,
    grammar: ChartGrammar,
    names: FeatureNames,
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
                pair = names.pair.find(f"{phrase.key} {meaning.name} {meaning.value}")
                options.append((number, column, -1 if pair is None else pair))
                meanings.append(meaning)
    empty = [all_empty or lexicon.may_be_empty(one) for one in forms]
    size = len(forms)
    return CommandArrays(
        size,
        phrases,
        tuple(meanings),
        np.array(options, np.int64).reshape(-1, 3),
        _packed((phrase_features(context, one.begin, one.end, one.key) for one in phrases), names.leaf),
        _packed((word_features(context, place) for place in range(size)), names.word),
        _packed((place_features(context, place) for place in range(size + 1)), names.place),
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
    symbols = [grammar.symbols[symbol] for symbol in grammar.leaves]
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


def _packed(rows: Iterable[Sequence[str]], names: Names) -> FeatureRows:
    starts, feats, find = [0], list[int](), names.find
    for row in rows:
        feats += [number for number in map(find, row) if number is not None]
        starts.append(len(feats))
    return np.array(starts, np.int64), np.array(feats, np.int64)


def _renumbered(rows: FeatureRows, numbers: Ints) -> FeatureRows:
    starts, feats = rows
    fresh = numbers[feats]
    kept = fresh >= 0
    before = np.concatenate([[0], np.cumsum(kept)])
    return before[starts], fresh[kept]
