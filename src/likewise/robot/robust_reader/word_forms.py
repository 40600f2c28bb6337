"""How the words of a command are taken: as themselves, as a known word for the same, or as one misspelt.

A word that was learnt stands for itself. One that is only in the vocabulary stands for the most frequent
learnt word with the same meanings, so that everything learnt about `red` holds for `crimson`. A sign that was
not learnt means nothing. Any other word is unknown, and only its place speaks for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from likewise.robot.spelling import SpellingCorrector
from likewise.robot.vocabulary import NO_MEANING, RobotVocabulary, WordMeaning

__all__ = ["NOTHING", "UNKNOWN", "WordForm", "WordForms"]

UNKNOWN, NOTHING = "<unknown>", "<nothing>"


@dataclass(frozen=True, slots=True)
class WordForm:
    """A word as it is read: `place` is its number among those typed."""

    word: str
    key: str
    kind: str
    place: int
    other: tuple[WordMeaning, ...] = ()
    """What the vocabulary says of it where no learnt word has just that meaning."""
    width: int = 1
    """How many typed words it is."""


class WordForms:
    """The words that were learnt, with their counts and the kind of leaf that each mostly is."""

    def __init__(
        self, counts: Mapping[str, int], kinds: Mapping[str, str], vocabulary: RobotVocabulary
    ) -> None:
        self.counts, self.kinds, self.vocabulary = counts, kinds, vocabulary
        known = dict.fromkeys(vocabulary.words, 0.5)
        self.corrector = SpellingCorrector({**known, **counts})
        self._cache: dict[tuple[str, bool], tuple[str, str, tuple[WordMeaning, ...]]] = {}

    def form(self, word: str, place: int, *, masked: bool = False) -> WordForm:
        """A word as it is; `masked`: as it would be if it had not been learnt."""
        if (word, masked) not in self._cache:
            self._cache[word, masked] = self._taken(word, masked)
        key, kind, other = self._cache[word, masked]
        return WordForm(word, key, kind, place, other)

    def _taken(self, word: str, masked: bool) -> tuple[str, str, tuple[WordMeaning, ...]]:
        if word in self.counts and not masked:
            return word, self.kinds[word], ()
        meanings = self.vocabulary.meanings(word)
        if not any(map(str.isalnum, word)):
            return NOTHING, "x", ()
        if not meanings:
            return UNKNOWN, "?", ()
        if all(one.name == NO_MEANING for one in meanings):
            return NOTHING, "x", ()
        like = self._like(word, frozenset(meanings))
        if like is not None:
            return like, self.kinds[like], ()
        return self._of_kind(word, meanings)

    def _like(self, word: str, meanings: frozenset[WordMeaning]) -> str | None:
        """The learnt word whose meanings are most like these."""
        best, share = None, 0.0
        for known, count in self.counts.items():
            own = frozenset(self.vocabulary.meanings(known))
            if known != word and own & meanings:
                alike = len(own & meanings) / len(own | meanings) + 1e-6 * count
                if alike > share:
                    best, share = known, alike
        return best

    def _of_kind(
        self, word: str, meanings: tuple[WordMeaning, ...]
    ) -> tuple[str, str, tuple[WordMeaning, ...]]:
        """The most frequent learnt word of the same kind, to stand for a value that was never seen."""
        names = {one.name for one in meanings}
        known = [one for one, kind in self.kinds.items() if kind in names and one != word]
        if not known:
            return UNKNOWN, "?", meanings
        best = max(known, key=lambda one: self.counts[one])
        return best, self.kinds[best], meanings
