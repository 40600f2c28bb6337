"""A plain treebank grammar, to measure the robust reader by: rules and words by how often they were seen.

The grammar of Packard (2014, section 4) before its symbols are split and merged: a rule weighs its share of
the rules of its symbol, a leaf the share of its words, and words without a leaf go to the next one that has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log
from typing import Self

import numpy as np

from likewise.robot.command_tokens import Word, command_words
from likewise.robot.corpus import Command
from likewise.robot.readings import Reading
from likewise.robot.robust_reader.chart import FilledChart, RuleFactors
from likewise.robot.robust_reader.chart_grammar import ChartGrammar
from likewise.robot.robust_reader.command_arrays import CommandArrays, FeatureNames, command_arrays
from likewise.robot.robust_reader.leaf_lexicon import LeafLexicon
from likewise.robot.robust_reader.learnt_words import LearntWords
from likewise.robot.robust_reader.reference_ids import with_reference_ids
from likewise.robot.robust_reader.tree_forest import best_derivations
from likewise.robot.robust_reader.tree_grammar import TreeRule, derivation, leaf_symbol, rule_class, tree_of
from likewise.robot.robust_reader.word_forms import WordForms
from likewise.robot.vocabulary import RobotVocabulary
from likewise.text import HashedNames, hashes_of
from likewise.worlds.blocks import Rcl

__all__ = ["PlainGrammar"]

_UNSEEN = 0.5
"""What a word counts that was not seen with a meaning, or not without one."""


class PlainGrammar:
    """What `fit` counts; `read` gives the likeliest trees of a command."""

    name = "plain grammar"

    def __init__(self, words: LearntWords, rules: Mapping[TreeRule, int], empty: Mapping[str, int]) -> None:
        none = RobotVocabulary()
        self._words, self._empty = words, empty
        self._forms = WordForms(words.counts, words.kinds, none)
        self._lexicon = LeafLexicon(words.phrases, words.empty, none)
        self._grammar = ChartGrammar([*rules], rule_class)
        parents: Counter[str] = Counter()
        for rule, count in rules.items():
            parents[rule.parent] += count
        self._shares = np.array([rules[rule] / parents[rule.parent] for rule in self._grammar.rules])
        self._leaves: Counter[str] = Counter()
        for meanings in words.phrases.values():
            for meaning, count in meanings.items():
                self._leaves[leaf_symbol(*meaning)] += count
        self._names = FeatureNames(*(HashedNames(hashes_of(())) for _ in range(4)))

    @classmethod
    def fit(cls, commands: Sequence[Command]) -> Self:
        """Count the rules and words of commands with aligned trees."""
        typed = [(command_words(one.text), one.rcl) for one in commands if one.rcl is not None]
        derived = [(words, root) for words, tree in typed if (root := derivation(tree, len(words)))]
        rules = Counter(one.rule for _, root in derived for one in root.walk() if one.parts)
        empty: Counter[str] = Counter()
        for words, root in derived:
            spans = [one.leaf.span for one in root.walk() if one.leaf is not None and one.leaf.span]
            covered = {place for begin, end in spans for place in range(begin, end)}
            empty.update(word.text for place, word in enumerate(words) if place not in covered)
        return cls(LearntWords.of(derived), rules, empty)

    def read(self, words: tuple[Word, ...], *, most: int = 20) -> list[Reading]:
        """The likeliest trees, each once."""
        forms = [self._forms.form(word.text, place) for place, word in enumerate(words)]
        for all_empty in (False, True):
            command = command_arrays(forms, self._lexicon, self._grammar, self._names, all_empty=all_empty)
            if len(command.options):
                readings = self._readings(command, [word.text for word in words], most)
                if readings:
                    return readings[:most]
        return []

    def _readings(self, command: CommandArrays, words: Sequence[str], most: int) -> list[Reading]:
        factors = RuleFactors(
            self._shares, *(np.ones((command.size + 1, self._grammar.class_count)) for _ in range(3))
        )
        chart = FilledChart.fill(
            self._grammar, command.size, command.entries[:, :3], self._entries(command, words), factors
        )
        chances: dict[Rcl, Reading] = {}
        for score, root in best_derivations(chart, command.leaf_of, most):
            for tree, cost in with_reference_ids(tree_of(root)):
                chances.setdefault(tree.bare(), Reading(tree, score + cost, self.name))
        return sorted(chances.values(), key=lambda one: -one.score)

    def _entries(
        self, command: CommandArrays, words: Sequence[str]
    ) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """The logarithms of what leaves weigh, with the words that they take along."""
        options = np.array([self._option(command, words, number) for number in range(len(command.options))])
        total = sum(self._empty.values()) + _UNSEEN * (len(self._empty) + 1)
        steps = np.cumsum([0.0, *(log((self._empty.get(word, 0) + _UNSEEN) / total) for word in words)])
        begin, end, _, option, first, last = command.entries.T
        return np.asarray(options[option] + steps[first] - steps[begin] + steps[end] - steps[last])

    def _option(self, command: CommandArrays, words: Sequence[str], number: int) -> float:
        phrase, meaning = command.phrases[command.options[number, 0]], command.meanings[number]
        seen = self._words.phrases.get(tuple(words[phrase.begin : phrase.end]), {}).get(meaning, 0)
        return log((seen or _UNSEEN) / self._leaves[leaf_symbol(*meaning)])
