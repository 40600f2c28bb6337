"""The ends of lines as arrays: words, readings of their sound, last letters, and how pairs compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

import numpy as np

from likewise.freestyle.rhyme.sounds.ending import Ending
from likewise.freestyle.rhyme.sounds.english_ending import WEAK_WORDS
from likewise.freestyle.verse import Verse, line_words

__all__ = ["EndingsOf", "VerseEnds", "ends_of_verses"]

EndingsOf = Callable[[str], Sequence[Ending]]
_LETTERS, _KINDS = 3, 3


@dataclass(frozen=True)
class VerseEnds:
    """The ends of the lines of verses: where verses begin, words of lines, readings and letters of words."""

    bounds: Any
    ends: Any
    """For each line the columns that `_kernels` names."""
    starts: Any
    readings: Any
    letters: Any
    rimes: tuple[str, ...]
    """The rime of each reading."""

    def rime_counts(self) -> Counter[str]:
        """How many lines may end in a rime."""
        lines = Counter(self.ends[:, 0].tolist())
        counts: Counter[str] = Counter()
        for word, times in lines.items():
            for rime in dict.fromkeys(self.rimes[self.starts[word] : self.starts[word + 1]]):
                counts[rime] += times
        return counts

    def part(self, chosen: Sequence[int]) -> VerseEnds:
        """The ends of some of the verses."""
        rows = [np.arange(self.bounds[verse], self.bounds[verse + 1]) for verse in chosen]
        bounds = np.cumsum([0, *(len(row) for row in rows)])
        return replace(self, bounds=bounds, ends=self.ends[np.concatenate(rows)])

    def compared(self, rimes: Sequence[str]) -> Any:
        """Category and ranks of both rimes for [line, gap - 1]; `rimes` are the names of the ranks."""
        from likewise.freestyle.rhyme.partition._kernels import RIME_RANK, WINDOW, compare_lines

        ranks = {rime: rank for rank, rime in enumerate(rimes)}
        self.readings[:, RIME_RANK] = [ranks.get(rime, 0) for rime in self.rimes]
        pairs = np.zeros((len(self.ends), WINDOW, 3), np.int16)
        compare_lines(self.bounds, self.ends, self.starts, self.readings, self.letters, pairs)
        return pairs

    def by_chance(self, drawn: int, seed: int) -> Any:
        """How many of so many pairs of lines drawn from all over the text are of each category."""
        from likewise.freestyle.rhyme.partition._kernels import CATEGORIES, WINDOW, compare_lines

        drawn = drawn if len(self.ends) else 0
        lines = np.random.default_rng(seed).integers(0, max(len(self.ends), 1), 2 * drawn)
        pairs = np.zeros((2 * drawn, WINDOW, 3), np.int16)
        twos = np.arange(0, 2 * drawn + 1, 2)
        compare_lines(twos, self.ends[lines], self.starts, self.readings, self.letters, pairs)
        return np.bincount(pairs[1::2, 0, 0], minlength=CATEGORIES).astype(float)


class _Words:
    """Words of a text as numbers, their readings and letters."""

    def __init__(self, endings: EndingsOf) -> None:
        self.endings = endings
        self.numbers: dict[str, int] = {"": 0}
        self.names: dict[str, int] = {}
        self.rows: list[list[int]] = []
        self.rimes: list[str] = []
        self.starts = [0, 0]
        self.letters = [[0] * _LETTERS]
        self._vowels = {"": (0, 0)}

    def number(self, word: str) -> int:
        """The number of a word; its sound is looked up the first time."""
        known = self.numbers.get(word)
        if known is not None:
            return known
        for ending in self.endings(word):
            self.rows.append(self._row(ending))
            self.rimes.append(ending.rime)
        self.starts.append(len(self.rows))
        self.letters.append([ord(c) for c in word[: -_LETTERS - 1 : -1].ljust(_LETTERS, "\0")])
        return self.numbers.setdefault(word, len(self.numbers))

    def vowels(self, word: str) -> tuple[int, int]:
        """The vowel that a word ends on, and its stressed vowel if a weak syllable follows."""
        known = self._vowels.get(word)
        if known is None:
            readings = self.endings(word)
            known = (0, 0)
            if readings:
                sounds = readings[0].full_sound.split()
                weak = readings[0].rime.split()[0] != sounds[0] or sounds.count(sounds[0]) > 1
                stressed = self._name("vowel", sounds[0]) if weak else 0
                known = (self._name("vowel", readings[0].vowel), stressed)
            self._vowels[word] = known
        return known

    def end(self, before: str, last: str) -> tuple[int, int, int, int]:
        """A line by its last two words; a weak last word leaves the stress to the word before."""
        final, stressed = self.vowels(before)
        own = self.vowels(last)[1]
        if last in WEAK_WORDS and before:
            own = stressed or final
        return self.number(last), self.number(before), final, own

    def _row(self, ending: Ending) -> list[int]:
        kinds = ("full", "rime", "vowel", "coda", "vowel", "onset", "class")
        names = [self._name(kind, sound) for kind, sound in zip(kinds, ending, strict=True)]
        names[6] = self._name("class", ending.coda_class or "open")
        kinds_of_coda = [self._name("kind", kind) for kind in ending.coda_class.split()[:_KINDS]]
        return [*names, *kinds_of_coda, *[0] * (_KINDS - len(kinds_of_coda)), 0]

    def _name(self, kind: str, sound: str) -> int:
        return self.names.setdefault(f"{kind} {sound}", len(self.names) + 1) if sound else 0


def ends_of_verses(verses: Sequence[Verse], endings: EndingsOf) -> VerseEnds:
    """Read the ends of all lines; the sound of a word is looked up once."""
    from likewise.freestyle.rhyme.partition._kernels import RIME_RANK

    words = _Words(endings)
    ends: list[tuple[int, int, int, int]] = []
    for verse in verses:
        for line in verse.lines:
            before, last = ("", "", *line_words(line))[-2:]
            ends.append(words.end(before, last))
    return VerseEnds(
        np.array([0, *accumulate(len(verse.lines) for verse in verses)], np.int64),
        np.array(ends, np.int32).reshape(-1, 4),
        np.array(words.starts, np.int32),
        np.array(words.rows, np.int32).reshape(-1, RIME_RANK + 1),
        np.array(words.letters, np.int32),
        tuple(words.rimes),
    )
