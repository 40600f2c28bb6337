"""What words can stand for: phrases with the leaves that they were learnt as, and those of the vocabulary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from likewise.robot.robust_reader.word_forms import UNKNOWN, WordForm
from likewise.robot.vocabulary import NO_MEANING, RobotVocabulary, WordMeaning

__all__ = ["LeafLexicon", "LeafPhrase", "Phrases"]

Phrases = Mapping[tuple[str, ...], Mapping[WordMeaning, int]]
_LEAST_OPEN = 3
"""An unknown word can be whatever so many single words of the commands are, at least."""


@dataclass(frozen=True, slots=True)
class LeafPhrase:
    """Words that can be a leaf, by what name they are known, and what the leaf can be."""

    begin: int
    end: int
    key: str
    meanings: tuple[WordMeaning, ...]


class LeafLexicon:
    """Phrases with the counts of what they stood for, words that stood for nothing, and a vocabulary."""

    def __init__(self, phrases: Phrases, empty: Iterable[str], vocabulary: RobotVocabulary) -> None:
        self.phrases, self.empty, self.vocabulary = phrases, frozenset(empty), vocabulary
        singles: Counter[WordMeaning] = Counter()
        self._usual: dict[WordMeaning, str] = {}
        for words, meanings in sorted(phrases.items(), key=lambda row: (-max(row[1].values()), row[0])):
            if len(words) == 1:
                singles.update(meanings)
            self._usual.setdefault(max(meanings, key=lambda one: (meanings[one], one)), "_".join(words))
        known = sorted(singles, key=lambda one: (-singles[one], one))
        self.open = tuple(one for one in known if singles[one] >= _LEAST_OPEN)
        self._longest: dict[str, int] = {}
        for words in [*phrases, *vocabulary.phrases]:
            self._longest[words[0]] = max(self._longest.get(words[0], 1), len(words))

    def phrases_of(self, forms: Sequence[WordForm]) -> Iterator[LeafPhrase]:
        """The phrases among the words of a command."""
        keys, words = [one.key for one in forms], [one.word for one in forms]
        for begin, form in enumerate(forms):
            if form.other or form.key == UNKNOWN:
                yield LeafPhrase(begin, begin + 1, form.key, form.other or self.open)
                longest = self._longest.get(words[begin], 1)
            else:
                longest = max(self._longest.get(keys[begin], 1), self._longest.get(words[begin], 1))
            first = begin + 1 + (form.other != () or form.key == UNKNOWN)
            for end in range(first, min(len(forms), begin + longest) + 1):
                one = self._phrase(begin, tuple(keys[begin:end]), tuple(words[begin:end]))
                if one.meanings:
                    yield one

    def may_be_empty(self, form: WordForm) -> bool:
        """Whether a word may stand for nothing."""
        return form.key in self.empty or form.kind in ("?", "x", "inside")

    def _phrase(self, begin: int, keys: tuple[str, ...], words: tuple[str, ...]) -> LeafPhrase:
        learnt = self.phrases.get(keys)
        given = [one for one in self.vocabulary.meanings(*words) if one.name != NO_MEANING]
        key = "_".join(keys)
        if learnt is None:
            key = next((self._usual[one] for one in given if one in self._usual), key)
        return LeafPhrase(begin, begin + len(keys), key, tuple(dict.fromkeys([*(learnt or ()), *given])))
