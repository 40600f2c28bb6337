"""The robust reader: learns from any pairs of command and tree, and always has something to say (Packard 2014, section 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Self

import numpy as np

from likewise.errors import InputError
from likewise.io import SEED, Progress, part_of
from likewise.robot.command_words import Word, command_words
from likewise.robot.corpus import Command
from likewise.robot.readings import Reading
from likewise.robot.robust_reader.chart_model import ChartGrammar, ChartNames, command_arrays
from likewise.robot.robust_reader.chart_trainer import gold_parts, train_chart
from likewise.robot.robust_reader.chart_weights import ChartWeights
from likewise.robot.robust_reader.leaf_features import (
    WordContext,
    phrase_features,
    place_features,
    word_features,
)
from likewise.robot.robust_reader.leaf_lexicon import LeafLexicon, LeafPhrase
from likewise.robot.robust_reader.reference_ids import with_reference_ids
from likewise.robot.robust_reader.tree_forest import best_derivations
from likewise.robot.robust_reader.tree_grammar import Derivation, derivation, rule_closure, tree_of
from likewise.robot.robust_reader.word_forms import UNKNOWN, WordForm, WordForms
from likewise.robot.vocabulary import RobotVocabulary, WordMeaning, robot_vocabulary
from likewise.worlds.blocks import Rcl

__all__ = ["RobustReader"]

EPOCHS = 8
_VERSIONS = 3


class RobustReader:
    """What `fit` learns; `read` gives the likeliest trees of a command."""

    name = "robust"

    def __init__(
        self, forms: WordForms, lexicon: LeafLexicon, names: ChartNames, weights: ChartWeights,
        vocabulary: RobotVocabulary | None = None,
    ) -> None:  # fmt: skip
        self._forms, self._lexicon, self._names, self._weights = forms, lexicon, names, weights
        self.vocabulary = vocabulary

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
        given = robot_vocabulary() | vocabulary if vocabulary else robot_vocabulary()
        forms, lexicon = _lexicon(derived, given)
        grammar = ChartGrammar(
            rule_closure(one.rule for _, root in derived for one in root.walk() if one.parts)
        )
        rng = np.random.default_rng(seed)
        rows = [
            (_masked(forms, words, root, version, rng), root)
            for words, root in derived
            for version in range(_VERSIONS)
        ]
        names = _names([row for row, _ in rows], [root for _, root in rows], lexicon)
        prepared = []
        for row, root in rows:
            wanted = _wanted(row, root)
            command = command_arrays(row, lexicon, grammar, names, wanted)
            prepared.append((command, gold_parts(root, command, grammar)))
        grouped = [prepared[k : k + _VERSIONS] for k in range(0, len(prepared), _VERSIONS)]
        weights = ChartWeights.empty(
            grammar, len(names.leaf), len(names.pair), len(names.word), len(names.place)
        )
        train_chart(weights, grouped, epochs=EPOCHS, seed=seed, progress=part_of(progress, 0.1, 1.0))
        return cls(forms, lexicon, names, weights, vocabulary)

    def read(self, words: tuple[Word, ...], *, most: int = 20) -> list[Reading]:
        """The likeliest trees, each once; its chance is the sum over the ways to come to it."""
        chances: dict[Rcl, float] = {}
        first: dict[Rcl, tuple[float, Rcl, tuple[str, ...]]] = {}
        for wording in self._forms.wordings(words):
            for score, root in self._derivations(wording.forms, 2 * most):
                for tree, cost in with_reference_ids(tree_of(root)):
                    chance = score + cost + wording.log_chance
                    placed = _placed(tree, wording.forms)
                    bare = placed.bare()
                    chances[bare] = float(np.logaddexp(chances.get(bare, -np.inf), chance))
                    if bare not in first or chance > first[bare][0]:
                        first[bare] = (chance, placed, wording.notes)
        ordered = sorted(chances, key=lambda bare: -chances[bare])[:most]
        return [Reading(first[bare][1], chances[bare], self.name, first[bare][2]) for bare in ordered]

    def _derivations(self, forms: Sequence[WordForm], most: int) -> list[tuple[float, Derivation]]:
        for all_empty in (False, True):
            command = command_arrays(
                forms, self._lexicon, self._weights.grammar, self._names, all_empty=all_empty
            )
            if len(command.options) and (found := best_derivations(self._weights, command, most)):
                return found
        return []


def _placed(tree: Rcl, forms: Sequence[WordForm]) -> Rcl:
    """The tree with the places of the words that were typed."""
    span = None
    if tree.span is not None:
        span = (forms[tree.span[0]].place, forms[tree.span[1] - 1].place + 1)
    return Rcl(tree.name, tree.value, tuple(_placed(one, forms) for one in tree.children), span)


def _lexicon(
    derived: Sequence[tuple[tuple[Word, ...], Derivation]], vocabulary: RobotVocabulary
) -> tuple[WordForms, LeafLexicon]:
    counts: Counter[str] = Counter()
    kinds: dict[str, Counter[str]] = {}
    phrases: dict[tuple[str, ...], Counter[WordMeaning]] = {}
    for words, root in derived:
        row = ["x"] * len(words)
        for one in root.walk():
            if one.leaf is not None and one.leaf.span is not None:
                begin, end = one.leaf.span
                phrase = tuple(word.text for word in words[begin:end])
                phrases.setdefault(phrase, Counter())[WordMeaning(one.leaf.name, one.leaf.value)] += 1
                row[begin:end] = [one.leaf.name if end == begin + 1 else "inside"] * (end - begin)
        for word, kind in zip(words, row, strict=True):
            counts[word.text] += 1
            kinds.setdefault(word.text, Counter())[kind] += 1
    empty = [word for word, row in kinds.items() if row["x"]]
    usual = {word: max(row, key=lambda kind: (row[kind], kind)) for word, row in kinds.items()}
    return WordForms(counts, usual, vocabulary), LeafLexicon(phrases, empty, vocabulary)


def _masked(
    forms: WordForms, words: tuple[Word, ...], root: Derivation, version: int, rng: np.random.Generator
) -> list[WordForm]:
    """The words as they would be read if some were not known: rare ones more often."""
    inside = {
        place
        for one in root.walk()
        if one.leaf is not None and one.leaf.span is not None and one.leaf.span[1] > one.leaf.span[0] + 1
        for place in range(*one.leaf.span)
    }
    row = []
    for place, word in enumerate(words):
        form = forms.form(word.text, place)
        draw, kind = rng.random(), rng.random()
        if (
            version
            and place not in inside
            and word.text.isalpha()
            and draw < 0.05 + 1.0 / (1.0 + forms.counts[word.text])
        ):
            if kind < 0.5:
                form = forms.form(word.text, place, masked=True)
                if form.other:
                    form = WordForm(word.text, form.key, form.kind, place)
            else:
                form = WordForm(word.text, UNKNOWN, "?", place)
        row.append(form)
    return row


def _wanted(forms: Sequence[WordForm], root: Derivation) -> Iterator[LeafPhrase]:
    for one in root.walk():
        if one.leaf is not None and one.leaf.span is not None:
            begin, end = one.leaf.span
            key = "_".join(form.key for form in forms[begin:end])
            yield LeafPhrase(begin, end, key, (WordMeaning(one.leaf.name, one.leaf.value),))


def _names(
    rows: Sequence[Sequence[WordForm]], roots: Sequence[Derivation], lexicon: LeafLexicon
) -> ChartNames:
    """The features that occur more than once."""
    leaf, word, place, pair = (Counter[str]() for _ in range(4))
    for forms, root in zip(rows, roots, strict=True):
        context = WordContext(forms)
        for phrase in lexicon.phrases_of(forms):
            leaf.update(phrase_features(context, phrase.begin, phrase.end, phrase.key))
            pair.update(f"{phrase.key} {one.name} {one.value}" for one in phrase.meanings)
        for at in range(len(forms)):
            word.update(word_features(context, at))
        for at in range(len(forms) + 1):
            place.update(place_features(context, at))
    return ChartNames(
        *(_kept(counts, least) for counts, least in ((leaf, 4), (word, 4), (place, 4), (pair, 1)))
    )


def _kept(counts: Mapping[str, int], least: int) -> dict[str, int]:
    kept = [name for name, count in counts.items() if count >= least]
    return {name: number for number, name in enumerate(kept)}
