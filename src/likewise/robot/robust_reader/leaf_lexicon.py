"""What words can stand for: phrases with the leaves that they were learnt as, and those of the vocabulary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from likewise.robot.robust_reader.word_forms import UNKNOWN, WordForm
from likewise.robot.vocabulary import NO_MEANING, RobotVocabulary, WordMeaning

__all__ = ["LeafLexicon", "LeafPhrase"]

_LEAST_OPEN = 3
"""An unknown word can be what so many single words of the commands are, at least."""


@dataclass(frozen=True, slots=True)
class LeafPhrase:
    """Words that can be a leaf, by what name they are known, and what the leaf can be."""

    begin: int
    end: int
    key: str
    meanings: tuple[WordMeaning, ...]


class LeafLexicon:
    """Phrases with the counts of what they stood for, words that stood for nothing, and a vocabulary."""

    def __init__(
        self,
        phrases: Mapping[tuple[str, ...], Mapping[WordMeaning, int]],
        empty: Iterable[str],
        vocabulary: RobotVocabulary,
    ) -> None:
        self.phrases, self.empty, self.vocabulary = phrases, frozenset(empty), vocabulary
        singles: Counter[WordMeaning] = Counter()
        for words, meanings in phrases.items():
            if len(words) == 1:
                singles.update(meanings)
        known = sorted(singles, key=lambda one: (-singles[one], one))
        self.open = tuple(one for one in known if singles[one] >= _LEAST_OPEN)
        self._longest = max([vocabulary.longest, *map(len, phrases)], default=1)
        self._usual: dict[WordMeaning, str] = {}
        ordered = sorted(phrases.items(), key=lambda row: (-max(row[1].values()), row[0]))
        for words, meanings in ordered:
            self._usual.setdefault(max(meanings, key=lambda one: (meanings[one], one)), "_".join(words))

    def phrases_of(self, forms: Sequence[WordForm]) -> Iterator[LeafPhrase]:
        """The phrases among the words of a command."""
        for begin in range(len(forms)):
            for end in range(begin + 1, min(len(forms), begin + self._longest) + 1):
                one = self._phrase(forms, begin, end)
                if one.meanings:
                    yield one

    def may_be_empty(self, form: WordForm) -> bool:
        """Whether a word may stand for nothing."""
        return form.key in self.empty or form.kind in ("?", "x", "inside")

    def _phrase(self, forms: Sequence[WordForm], begin: int, end: int) -> LeafPhrase:
        keys = tuple(one.key for one in forms[begin:end])
        learnt = self.phrases.get(keys)
        given = self.vocabulary.meanings(*(one.word for one in forms[begin:end]))
        given = tuple(one for one in given if one.name != NO_MEANING)
        if end == begin + 1 and forms[begin].other:
            return LeafPhrase(begin, end, keys[0], tuple(dict.fromkeys(forms[begin].other)))
        if end == begin + 1 and keys[0] == UNKNOWN:
            return LeafPhrase(begin, end, UNKNOWN, self.open)
        key = "_".join(keys)
        if learnt is None:
            if not given:
                return LeafPhrase(begin, end, key, ())
            key = next((self._usual[one] for one in given if one in self._usual), key)
        return LeafPhrase(begin, end, key, tuple(dict.fromkeys([*(learnt or ()), *given])))
