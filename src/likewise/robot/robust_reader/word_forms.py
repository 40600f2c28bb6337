"""How the words of a command are taken: as themselves, as a known word for the same, or as one misspelt.

A word that was learnt stands for itself. One that is only in the vocabulary stands for the most frequent
learnt word with the same meanings, so that everything learnt about `red` holds for `crimson`. Any other may
be a misspelling, or two words written as one; else it is unknown, and only its place speaks for it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from likewise.robot.command_words import Word
from likewise.robot.spelling import SpellingCorrector, is_english_word
from likewise.robot.vocabulary import NO_MEANING, RobotVocabulary, WordMeaning

__all__ = ["NOTHING", "UNKNOWN", "WordForm", "WordForms", "Wording"]

UNKNOWN, NOTHING = "<unknown>", "<nothing>"
_MOST_WORDINGS = 4
_DECAY = 3.0
"""How fast a correction gets less likely as it is farther away."""
_REAL_WORD = 0.3
"""How likely an ordinary English word that nobody has used before is a misspelling."""


@dataclass(frozen=True, slots=True)
class WordForm:
    """A word as it is read: `place` is its number among those typed."""

    word: str
    key: str
    kind: str
    place: int
    other: tuple[WordMeaning, ...] = ()
    """What the vocabulary says of it where no learnt word has just that meaning."""


@dataclass(frozen=True, slots=True)
class Wording:
    """All words of a command as they are read, how likely that is, and what was assumed."""

    forms: tuple[WordForm, ...]
    log_chance: float
    notes: tuple[str, ...]


class WordForms:
    """The words that were learnt, with their counts and the kind of leaf that each mostly is."""

    def __init__(
        self, counts: Mapping[str, int], kinds: Mapping[str, str], vocabulary: RobotVocabulary
    ) -> None:
        self.counts, self.kinds, self.vocabulary = counts, kinds, vocabulary
        known = dict.fromkeys(vocabulary.words, 0.5)
        self._corrector = SpellingCorrector({**known, **counts})
        self._cache: dict[tuple[str, bool], tuple[str, str, tuple[WordMeaning, ...]]] = {}

    def form(self, word: str, place: int, *, masked: bool = False) -> WordForm:
        """A word as it is; `masked`: as it would be if it had not been learnt."""
        if (word, masked) not in self._cache:
            self._cache[word, masked] = self._taken(word, masked)
        key, kind, other = self._cache[word, masked]
        return WordForm(word, key, kind, place, other)

    def wordings(self, words: Sequence[Word]) -> list[Wording]:
        """How the words of a command can be read, the likeliest first."""
        ways = [list(self._ways(word.text, place)) for place, word in enumerate(words)]
        found = []
        for choice in product(*ways):
            forms = tuple(form for forms, _, _ in choice for form in forms)
            notes = tuple(note for _, _, note in choice if note)
            found.append(Wording(forms, sum(chance for _, chance, _ in choice), notes))
            if len(found) == _MOST_WORDINGS**2:
                break
        found.sort(key=lambda one: -one.log_chance)
        return found[:_MOST_WORDINGS]

    def _taken(self, word: str, masked: bool) -> tuple[str, str, tuple[WordMeaning, ...]]:
        if word in self.counts and not masked:
            return word, self.kinds[word], ()
        meanings = self.vocabulary.meanings(word)
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

    def _ways(self, word: str, place: int) -> Iterator[tuple[tuple[WordForm, ...], float, str]]:
        """The ways to take a word: forms, logarithm of the chance, what to tell."""
        own = self.form(word, place)
        if own.key != UNKNOWN or not word.isalpha():
            yield (own,), 0.0, ""
            return
        near = self._corrector.corrections(word, 3)
        parts = self._corrector.parts(word)
        chances = [math.exp(-_DECAY * one.distance) for one in near]
        cut = 0.5 if parts and (not near or near[0].distance > 0.6) else 0.0
        rest = 0.02 if not is_english_word(word) else max(chances, default=0.0) * (1 / _REAL_WORD - 1)
        total = sum(chances) + rest + cut
        if total == 0:
            yield (own,), 0.0, f"'{word}' is not known"
            return
        if parts and cut:
            forms = tuple(self.form(part, place) for part in parts)
            yield forms, math.log(cut / total), f"'{word}' read as '{' '.join(parts)}'"
        for one, chance in zip(near, chances, strict=True):
            form = replace(self.form(one.word, place), word=one.word)
            yield (form,), math.log(chance / total), f"'{word}' read as '{one.word}'"
        if rest:
            yield (own,), math.log(rest / total), f"'{word}' is not known"
