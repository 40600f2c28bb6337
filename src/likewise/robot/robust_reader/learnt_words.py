"""What commands with their derivations say of words: how often each is there, and what phrases stood for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from likewise.robot.command_tokens import Word
from likewise.robot.robust_reader.leaf_lexicon import LeafLexicon, LeafPhrase, Phrases
from likewise.robot.robust_reader.tree_grammar import Derivation
from likewise.robot.robust_reader.word_forms import UNKNOWN, WordForm, WordForms
from likewise.robot.robust_reader.word_sequences import sequence_name, triples_of
from likewise.robot.vocabulary import RobotVocabulary, WordMeaning, robot_vocabulary

__all__ = ["DerivedCommand", "LearntWords", "gold_phrases", "masked_forms"]

DerivedCommand = tuple[tuple[Word, ...], Derivation]
_ENGLISH = 0.5
"""The English vocabulary is of use where it has that share of the words of the commands."""
_MASKED, _AS_ANOTHER = 0.05, 0.5
"""How often a frequent word is taken for unknown, and how often then as one that the vocabulary may have."""


@dataclass(frozen=True)
class LearntWords:
    """Words with their counts and what each mostly is, phrases, and words that can stand for nothing."""

    counts: Mapping[str, int]
    kinds: Mapping[str, str]
    phrases: Phrases
    empty: tuple[str, ...]
    triples: Mapping[tuple[str, str, str], int]
    """How often words follow each other."""

    @classmethod
    def of(cls, commands: Sequence[DerivedCommand]) -> Self:
        """Counted over the leaves of derivations."""
        kinds: dict[str, Counter[str]] = {}
        phrases: dict[tuple[str, ...], Counter[WordMeaning]] = {}
        for words, root in commands:
            row = ["x"] * len(words)
            for begin, end, meaning in _leaves(root):
                phrase = tuple(word.text for word in words[begin:end])
                phrases.setdefault(phrase, Counter())[meaning] += 1
                row[begin:end] = [meaning.name if end == begin + 1 else "inside"] * (end - begin)
            for word, kind in zip(words, row, strict=True):
                kinds.setdefault(word.text, Counter())[kind] += 1
        mostly = {word: max(row, key=lambda kind: (row[kind], kind)) for word, row in kinds.items()}
        return cls(
            {word: row.total() for word, row in kinds.items()},
            mostly,
            phrases,
            tuple(word for word, row in kinds.items() if row["x"]),
            triples_of(
                [sequence_name(word.text, mostly[word.text]) for word in words] for words, _ in commands
            ),
        )

    def forms_and_lexicon(self, vocabulary: RobotVocabulary | None) -> tuple[WordForms, LeafLexicon]:
        """With the words of one's own, and the English ones where the commands are English."""
        known = robot_vocabulary() if self._is_english() else RobotVocabulary()
        both = known | vocabulary if vocabulary is not None else known
        return WordForms(self.counts, self.kinds, both), LeafLexicon(self.phrases, self.empty, both)

    def _is_english(self) -> bool:
        table = robot_vocabulary().words
        there = sum(count for word, count in self.counts.items() if word in table)
        return there >= _ENGLISH * sum(count for word, count in self.counts.items() if word.isalpha())

    def as_dict(self) -> dict[str, Any]:
        """For the disk."""
        return {
            "counts": dict(self.counts),
            "kinds": dict(self.kinds),
            "phrases": [
                [" ".join(words), [[*meaning, count] for meaning, count in row.items()]]
                for words, row in self.phrases.items()
            ],
            "empty": list(self.empty),
            "triples": [[*names, count] for names, count in self.triples.items()],
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """From what `as_dict` gave."""
        phrases = {
            tuple(text.split()): {WordMeaning(name, value): int(count) for name, value, count in meanings}
            for text, meanings in row["phrases"]
        }
        triples = {(first, second, word): int(count) for first, second, word, count in row["triples"]}
        return cls(row["counts"], row["kinds"], phrases, tuple(row["empty"]), triples)


def masked_forms(
    forms: WordForms, words: Sequence[Word], root: Derivation, rng: np.random.Generator
) -> list[WordForm]:
    """The words of a command as if some were not known, rare ones more often; so unknown ones are learnt."""
    phrases = {place for begin, end, _ in _leaves(root) if end > begin + 1 for place in range(begin, end)}
    row = []
    for place, word in enumerate(words):
        form = forms.form(word.text, place)
        hide, way = rng.random(2)
        chance = _MASKED + 1 / (1 + forms.counts[word.text])
        if hide < chance and place not in phrases and word.text.isalpha():
            form = WordForm(word.text, UNKNOWN, "?", place)
            other = forms.form(word.text, place, masked=True)
            if way < _AS_ANOTHER and not other.other:
                form = other
        row.append(form)
    return row


def gold_phrases(forms: Sequence[WordForm], root: Derivation) -> Iterator[LeafPhrase]:
    """The leaves of a derivation as phrases."""
    for begin, end, meaning in _leaves(root):
        yield LeafPhrase(begin, end, "_".join(form.key for form in forms[begin:end]), (meaning,))


def _leaves(root: Derivation) -> Iterator[tuple[int, int, WordMeaning]]:
    for one in root.walk():
        if one.leaf is not None and one.leaf.span is not None:
            yield *one.leaf.span, WordMeaning(one.leaf.name, one.leaf.value)
