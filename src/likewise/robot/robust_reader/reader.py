"""The robust reader: learns from commands with trees, and answers nearly all (Packard 2014, section 4)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Self

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.io import SEED, ModelFiles, Progress, dumps_arrays, part_of
from likewise.robot.command_tokens import Word, command_words
from likewise.robot.corpus import Command
from likewise.robot.heard_words import HeardWords
from likewise.robot.readings import Reading
from likewise.robot.robust_reader.chart_grammar import ChartGrammar
from likewise.robot.robust_reader.chart_trainer import ChartTrainer, GoldParts, gold_parts
from likewise.robot.robust_reader.chart_weights import ChartWeights
from likewise.robot.robust_reader.command_arrays import (
    CommandArrays,
    FeatureNames,
    GrowingNames,
    command_arrays,
)
from likewise.robot.robust_reader.learnt_words import (
    DerivedCommand,
    LearntWords,
    gold_phrases,
    masked_forms,
)
from likewise.robot.robust_reader.reference_ids import with_reference_ids
from likewise.robot.robust_reader.tree_forest import best_derivations
from likewise.robot.robust_reader.tree_grammar import (
    Derivation,
    TreeRule,
    derivation,
    rule_class,
    rule_closure,
    tree_of,
)
from likewise.robot.robust_reader.word_forms import WordForm
from likewise.robot.robust_reader.word_sequences import WordSequences
from likewise.robot.robust_reader.wordings import Wordings
from likewise.robot.vocabulary import RobotVocabulary, WordMeaning
from likewise.text import HashedNames, hashes_of
from likewise.worlds.blocks import Rcl

__all__ = ["RobustReader"]

Ints = npt.NDArray[np.int64]
_EPOCHS, _VERSIONS = 6, 3
"""Rounds of learning, and in how many versions of its words each command is learnt."""
_LEAST_SEEN = 4
"""A feature is learnt that is seen so often in all versions."""
_WORDS, _ARRAYS = "robust.json", "robust.npz"
_NAMES = ("leaf", "word", "place", "pair")


class RobustReader:
    """What `fit` learns; `read` gives the likeliest trees of a command."""

    name = "robust"

    def __init__(
        self,
        words: LearntWords,
        rules: Sequence[TreeRule],
        names: FeatureNames,
        weights: ChartWeights,
        vocabulary: RobotVocabulary | None = None,
    ) -> None:
        self.vocabulary = vocabulary
        """Words of one's own."""
        self._words, self._rules, self._names, self._weights = words, tuple(rules), names, weights
        self._forms, self._lexicon = words.forms_and_lexicon(vocabulary)
        self._wordings = Wordings(self._forms, WordSequences(words.triples))
        self._grammar = ChartGrammar(self._rules, rule_class)

    @classmethod
    def fit(
        cls,
        commands: Sequence[Command],
        *,
        seed: int = SEED,
        vocabulary: RobotVocabulary | None = None,
        progress: Progress | None = None,
    ) -> Self:
        """Learn from commands with aligned trees, in any language; `vocabulary` has words of one's own."""
        known = [(command_words(one.text), one.rcl) for one in commands if one.rcl is not None]
        derived = [
            (words, root) for words, tree in known if (root := derivation(tree, len(words))) is not None
        ]
        if not derived:
            raise InputError("no command has a tree whose leaves stand for words of their own")
        words = LearntWords.of(derived)
        rules = rule_closure(one.rule for _, root in derived for one in root.walk() if one.parts)
        grammar = ChartGrammar(rules, rule_class)
        names, prepared = _prepared(derived, words, vocabulary, grammar, seed)
        counts = [len(one) for one in (names.leaf, names.pair, names.word, names.place)]
        trainer = ChartTrainer(grammar, ChartWeights.zeros(grammar, *counts))
        trainer.learn(prepared, epochs=_EPOCHS, seed=seed, progress=part_of(progress, 0.2, 1.0))
        return cls(words, rules, names, trainer.weights.rounded(), vocabulary)

    def read(self, words: tuple[Word, ...], *, most: int = 20) -> list[Reading]:
        """The likeliest trees, each once; its chance is the sum over the ways to come to it."""
        chances: dict[Rcl, float] = {}
        best: dict[Rcl, tuple[float, Rcl, tuple[str, ...]]] = {}
        for wording in self._wordings.of(words):
            for score, root in self._derivations(wording.forms, 2 * most):
                for tree, cost in with_reference_ids(tree_of(root)):
                    chance = score + cost + wording.log_chance
                    placed = _placed(tree, wording.forms)
                    bare = placed.bare()
                    chances[bare] = float(np.logaddexp(chances.get(bare, -np.inf), chance))
                    if bare not in best or chance > best[bare][0]:
                        best[bare] = (chance, placed, wording.notes)
        ordered = sorted(chances, key=lambda bare: -chances[bare])[:most]
        return [Reading(best[bare][1], chances[bare], self.name, best[bare][2]) for bare in ordered]

    def heard(self, words: tuple[Word, ...]) -> HeardWords:
        """The words of a command as they are likeliest meant."""
        return self._wordings.heard(words)

    def _derivations(self, forms: Sequence[WordForm], most: int) -> list[tuple[float, Derivation]]:
        """The best derivations; where there is none, every word may stand for nothing."""
        for all_empty in (False, True):
            command = command_arrays(forms, self._lexicon, self._grammar, self._names, all_empty=all_empty)
            if len(command.options):
                chart = self._weights.filled(self._grammar, command)
                if best := best_derivations(chart, command.leaf_of, most):
                    return best
        return []

    def saved_files(self) -> Mapping[str, bytes]:
        """What was learnt, for the folder of a model."""
        row = {
            **self._words.as_dict(),
            "rules": [[one.parent, one.left, one.right] for one in self._rules],
            "vocabulary": None
            if self.vocabulary is None
            else [[text, *one] for text, one in self.vocabulary.rows()],
        }
        arrays = {f"{name}.names": hashes_of(getattr(self._names, name)) for name in _NAMES}
        return {
            _WORDS: json.dumps(row, ensure_ascii=False).encode("utf-8"),
            _ARRAYS: dumps_arrays({**arrays, **self._weights.arrays()}, pressed=True),
        }

    @classmethod
    def restored(cls, files: ModelFiles) -> Self:
        """From the folder of a model."""
        row, arrays = files.json(_WORDS), files.arrays(_ARRAYS)
        given = row["vocabulary"]
        vocabulary = (
            None if given is None else RobotVocabulary((text, WordMeaning(*one)) for text, *one in given)
        )
        names = FeatureNames(*(HashedNames(arrays[f"{name}.names"]) for name in _NAMES))
        rules = [TreeRule(*one) for one in row["rules"]]
        return cls(LearntWords.from_dict(row), rules, names, ChartWeights.of(arrays), vocabulary)


def _prepared(
    derived: Sequence[DerivedCommand], words: LearntWords, vocabulary: RobotVocabulary | None,
    grammar: ChartGrammar, seed: int,
) -> tuple[FeatureNames, list[list[tuple[CommandArrays, GoldParts]]]]:  # fmt: skip
    """The commands as arrays, each in versions with words masked; and the features that are frequent."""
    forms, lexicon = words.forms_and_lexicon(vocabulary)
    rng = np.random.default_rng(seed)
    names = FeatureNames(*(GrowingNames() for _ in _NAMES))
    rows = []
    for typed, root in derived:
        versions = [[forms.form(word.text, place) for place, word in enumerate(typed)]]
        versions += [masked_forms(forms, typed, root, rng) for _ in range(_VERSIONS - 1)]
        rows.append(
            [
                (command_arrays(one, lexicon, grammar, names, gold_phrases(one, root)), root)
                for one in versions
            ]
        )
    commands = [command for row in rows for command, _ in row]
    kept, numbers = list[HashedNames](), list[Ints]()
    for name in _NAMES[:3]:
        known, fresh = _frequent(getattr(names, name), [getattr(one, name)[1] for one in commands])
        kept.append(known)
        numbers.append(fresh)
    prepared = [
        [(short := one.renumbered(*numbers), gold_parts(root, short, grammar)) for one, root in row]
        for row in rows
    ]
    leaf, word, place = kept
    return FeatureNames(leaf, word, place, HashedNames(hashes_of(names.pair))), prepared


def _frequent(names: GrowingNames, rows: Sequence[Ints]) -> tuple[HashedNames, Ints]:
    """The names of features that are seen often enough, and the new numbers of all (-1: left out)."""
    counts = np.bincount(np.concatenate(rows), minlength=len(names))
    often = np.flatnonzero(counts >= _LEAST_SEEN)
    numbers = np.full(len(names), -1, np.int64)
    numbers[often] = np.arange(len(often))
    return HashedNames(hashes_of(names)[often]), numbers


def _placed(tree: Rcl, forms: Sequence[WordForm]) -> Rcl:
    """The tree with the places of the words that were typed."""
    span = None
    if tree.span is not None:
        last = forms[tree.span[1] - 1]
        span = (forms[tree.span[0]].place, last.place + last.width)
    return Rcl(tree.name, tree.value, tuple(_placed(one, forms) for one in tree.children), span)
