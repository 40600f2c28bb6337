"""How the words of a command can be read: each as itself, as one misspelt, as two in one, or two as one.

A lattice of readings, each as likely as its wrong letters and blanks are, and as its words are one after
the other; the likeliest ways through it are found from left to right.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from likewise.robot.command_tokens import Word
from likewise.robot.heard_words import HeardWords
from likewise.robot.robust_reader.word_forms import NOTHING, UNKNOWN, WordForm, WordForms
from likewise.robot.robust_reader.word_sequences import START, STOP, WordSequences, sequence_name
from likewise.robot.spelling import is_english_word
from likewise.robot.vocabulary import NO_MEANING

__all__ = ["Wording", "Wordings"]

_MOST, _BEAM = 4, 24
_DECAY = 3.0
"""How fast a correction gets less likely as it is farther away."""
_SPLIT, _JOINED, _BOTH_KNOWN = -3.0, -3.0, -4.0
"""Two words written as one, one as two, and one as two where both could stand for themselves."""
_WITHOUT_MEANING, _NOT_LEARNT, _NEW_ENGLISH, _NEW_OTHER = -9.0, -9.0, -8.0, -14.0
"""A word that nobody has used before: two kinds of the vocabulary, another ordinary one, any other."""
_PHRASE = -3.0
"""Several words that together mean nothing, as "right now"."""
_FARTHEST = 6.0
"""How much less likely than the best a wording may be."""
_SHORT_NEW = -4.0
_FROM_VOCABULARY = -3.0
_CORRECTIONS, _RARE = 6, 20
_ONCE, _LEARNT = 3, -2.0
"""Up to how often a word was learnt that may still be misspelt, and what that costs."""
_SHORTEST_MISSPELT = 4


@dataclass(frozen=True, slots=True)
class Wording:
    """All words of a command as they are read, how likely that is, and what was assumed."""

    forms: tuple[WordForm, ...]
    log_chance: float
    notes: tuple[str, ...]


class _Step(NamedTuple):
    """One or two typed words as they may be read."""

    end: int
    forms: tuple[WordForm, ...]
    log_chance: float
    note: str


class _Path(NamedTuple):
    """The readings of the first words."""

    log_chance: float
    before: tuple[str, str]
    steps: tuple[_Step, ...]


class Wordings:
    """The ways to read commands."""

    def __init__(self, forms: WordForms, sequences: WordSequences) -> None:
        self._kept = lru_cache(maxsize=32)(self._found)
        self._forms, self._sequences = forms, sequences
        self._kinds: dict[str, int] = {}
        for word, count in forms.counts.items():
            name = sequence_name(word, forms.kinds[word])
            self._kinds[name] = self._kinds.get(name, 0) + count

    def of(self, words: Sequence[Word]) -> list[Wording]:
        """How the words of a command can be read, the likeliest first."""
        return list(self._kept(tuple(word.text for word in words)))

    def heard(self, words: Sequence[Word]) -> HeardWords:
        """The words of a command as they are likeliest meant."""
        best = self.of(words)[0]
        texts: list[list[str]] = [[] for _ in words]
        mended: set[int] = set()
        for form in best.forms:
            known = form.key in self._forms.counts
            texts[form.place] += [form.key if known else form.word] if form.key != NOTHING else []
            if form.width > 1 or (form.key != NOTHING and form.word != words[form.place].text):
                mended.add(form.place)
        heard = (Word(" ".join(row), one.start, one.end) for row, one in zip(texts, words, strict=True))
        return HeardWords(tuple(heard), -best.log_chance, len(mended))

    def _found(self, texts: tuple[str, ...]) -> tuple[Wording, ...]:
        steps = [list(self._steps(texts, place)) for place in range(len(texts))]
        if all(len(row) == 1 for row in steps):
            best = [_Path(0.0, (START, START), tuple(row[0] for row in steps))]
        else:
            best = self._best(steps)
        total = math.log(sum(math.exp(one.log_chance - best[0].log_chance) for one in best))
        return tuple(
            Wording(
                tuple(form for step in one.steps for form in step.forms),
                one.log_chance - best[0].log_chance - total,
                tuple(step.note for step in one.steps if step.note),
            )
            for one in best
        )

    def _best(self, steps: Sequence[Sequence[_Step]]) -> list[_Path]:
        """The likeliest paths through the lattice."""
        reached: list[list[_Path]] = [[] for _ in range(len(steps) + 1)]
        reached[0].append(_Path(0.0, (START, START), ()))
        for place, row in enumerate(steps):
            reached[place].sort(key=lambda one: -one.log_chance)
            for path in reached[place][:_BEAM]:
                for step in row:
                    reached[step.end].append(self._after(path, step))
        ends = [
            one._replace(log_chance=one.log_chance + self._sequences.log_chance(*one.before, STOP))
            for one in reached[-1]
        ]
        ends.sort(key=lambda one: -one.log_chance)
        return [one for one in ends[:_MOST] if one.log_chance > ends[0].log_chance - _FARTHEST]

    def _after(self, path: _Path, step: _Step) -> _Path:
        chance, before = path.log_chance + step.log_chance, path.before
        for form in step.forms:
            if form.key == NOTHING:
                continue
            known = form.key in self._forms.counts and not form.other
            name = sequence_name(form.key, form.kind) if known else UNKNOWN
            if known:
                chance += self._sequences.log_chance(*before, name) + self._own(form, name)
            elif form.key != UNKNOWN:
                chance += _NOT_LEARNT
            before = (before[1], name)
        return _Path(chance, before, (*path.steps, step))

    def _own(self, form: WordForm, name: str) -> float:
        """How likely just this word is among those that are alike."""
        chance = math.log(self._forms.counts[form.key] / self._kinds[name])
        return chance + (_FROM_VOCABULARY if form.word != form.key else 0.0)

    def _steps(self, texts: Sequence[str], place: int) -> Iterator[_Step]:
        """The ways to read the word at a place, alone or with the next one."""
        word = texts[place]
        own = self._forms.form(word, place)
        unknown = own.key == UNKNOWN and not own.other and word.isalpha()
        if not unknown:
            yield _Step(place + 1, (own,), _WITHOUT_MEANING if own.key == NOTHING else 0.0, "")
            if 0 < self._forms.counts.get(word, 0) <= _ONCE and not is_english_word(word):
                yield from self._corrected(word, place, _LEARNT)
        else:
            yield from self._otherwise(word, place)
            yield _Step(place + 1, (own,), self._as_new(word), f"'{word}' is not known")
        if place + 1 < len(texts) and word.isalpha() and texts[place + 1].isalpha():
            yield from self._joined(word, texts[place + 1], place)
        for end, meanings in self._forms.vocabulary.phrases_at(texts, place):
            if end > place + 1 and all(one.name == NO_MEANING for one in meanings):
                forms = tuple(WordForm("", NOTHING, "x", at) for at in range(place, end))
                yield _Step(end, forms, _PHRASE, "")

    def _as_new(self, word: str) -> float:
        if len(word) < 3:
            return _NEW_OTHER + _SHORT_NEW
        return _NEW_ENGLISH if is_english_word(word) else _NEW_OTHER

    def _otherwise(self, word: str, place: int) -> Iterator[_Step]:
        """An unknown word as one misspelt, or as two."""
        yield from self._corrected(word, place)
        for cut in range(1, len(word)):
            for first, far in self._known(word[:cut]):
                for second, further in self._known(word[cut:]):
                    if far and further:
                        continue
                    forms = (self._form(first, place), self._form(second, place))
                    chance = _SPLIT - _DECAY * (far + further)
                    yield _Step(place + 1, forms, chance, f"'{word}' read as '{first} {second}'")

    def _corrected(self, word: str, place: int, more: float = 0.0) -> Iterator[_Step]:
        """A word as one misspelt."""
        for one, distance in self._forms.corrector.corrections(word, _CORRECTIONS):
            form = self._form(one, place)
            chance = more - _DECAY * distance + (_WITHOUT_MEANING if form.key == NOTHING else 0.0)
            yield _Step(place + 1, (form,), chance, f"'{word}' read as '{one}'")

    def _joined(self, first: str, second: str, place: int) -> Iterator[_Step]:
        """Two typed words as one known word."""
        known = [self._is_known(one) for one in (first, second)]
        rare = min(self._forms.counts.get(one, 0) for one in (first, second)) < _RARE
        for word, distance in self._known(first + second):
            if (distance and all(known)) or not rare:
                continue
            form = replace(self._form(word, place), width=2)
            chance = _JOINED - _DECAY * distance + (_BOTH_KNOWN if all(known) else 0.0)
            yield _Step(place + 2, (form,), chance, f"'{first} {second}' read as '{word}'")

    def _known(self, word: str) -> list[tuple[str, float]]:
        """A word if it is known, else the nearest known one."""
        if self._is_known(word):
            return [(word, 0.0)]
        if len(word) < _SHORTEST_MISSPELT:
            return []
        return [(one.word, one.distance) for one in self._forms.corrector.corrections(word, 1)]

    def _is_known(self, word: str) -> bool:
        return word in self._forms.counts or (len(word) > 1 and word in self._forms.corrector)

    def _form(self, word: str, place: int) -> WordForm:
        return replace(self._forms.form(word, place), word=word)
