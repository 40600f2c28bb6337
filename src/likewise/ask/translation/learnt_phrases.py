"""Phrases learnt from parallel text by the aligners of `likewise.transduce`: the stand-in for the paper's
machine translation systems (Mitamura et al. 2006, section 3.2).

What is learnt is a plain table: English, target, p(target | English), p(English | target), count.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Self

from likewise.ask.question import Keyword
from likewise.ask.translated import TranslationCandidate
from likewise.ask.translation.candidate_source import found_candidates
from likewise.ask.translation.english_forms import english_key, lookup_forms
from likewise.ask.translation.parallel_text import english_words
from likewise.errors import InputError
from likewise.io import Progress, Source, cell_number, name_of, part_of, read_table, unheard, write_text
from likewise.text import Tokenization
from likewise.transduce import Bitext, align_corpus

__all__ = ["LearntPhrase", "LearntPhrases"]

_HEADER = ("english", "target", "forward", "backward", "count")
_SIGN = re.compile(r"^\W+|\W+$")
_LEAST = 0.05
"""What sqrt(p(t|e) p(e|t)) must be for a pair to be kept."""


@dataclass(frozen=True, slots=True)
class LearntPhrase:
    """A pair of phrases with the probabilities of both directions."""

    english: str
    target: str
    forward: float
    backward: float
    count: int

    @property
    def score(self) -> float:
        """The geometric mean of the two probabilities, less for what was seen once or twice."""
        return math.sqrt(self.forward * self.backward) * (1.0 - 0.5 / self.count)


class LearntPhrases:
    """Phrases by their English."""

    name = "phrases"

    def __init__(self, phrases: Iterable[LearntPhrase]) -> None:
        self._by_key: dict[str, list[LearntPhrase]] = {}
        for phrase in phrases:
            self._by_key.setdefault(english_key(phrase.english), []).append(phrase)

    def __len__(self) -> int:
        """Number of pairs."""
        return sum(map(len, self._by_key.values()))

    @classmethod
    def learn(
        cls,
        pairs: Iterable[tuple[str, str]],
        words_of: Callable[[str], Iterable[str]],
        *,
        longest: int = 4,
        seldom: int = 2,
        least: float = _LEAST,
        progress: Progress | None = None,
    ) -> Self:
        """From pairs of an English text and its translation, which `words_of` cuts into words.

        Phrases have up to `longest` words on a side; those of several words must stand `seldom` times.
        """
        tell = progress or unheard
        lines = [(" ".join(english_words(english)), " ".join(words_of(target))) for english, target in pairs]
        whitespace = Tokenization("whitespace")
        bitext = Bitext.of(lines, whitespace, whitespace).usable()
        if not len(bitext):
            raise InputError(
                "no pair of these parallel texts can be aligned: all empty, too long or too unlike"
            )
        corpus = align_corpus(bitext, progress=part_of(progress, 0.0, 0.8))
        tell("extracting phrases", 0.8)
        table = corpus.phrase_table(longest=longest, options=20, least=0.01, seldom=seldom)
        found = []
        for number in range(len(table.rows) - 1):
            english = table.source_phrase(number)
            if _SIGN.search(english) or _is_plain(english):
                continue
            for row in range(table.rows[number], table.rows[number + 1]):
                target, count = table.target_phrase(int(table.targets[row])), int(table.counts[row])
                forward, backward = (float(value) for value in table.scores[row][:2])
                several = " " in english or " " in target
                if _SIGN.search(target) or (several and count < seldom):
                    continue
                one = LearntPhrase(
                    english, target.replace(" ", ""), math.exp(forward), math.exp(backward), count
                )
                if one.score >= least:
                    found.append(one)
        tell("done", 1.0)
        return cls(found)

    @classmethod
    def load(cls, file: Source) -> Self:
        """Read what `dump` wrote."""
        phrases = []
        for line, row in read_table(file, delimiter="\t"):
            for field in _HEADER:
                if field not in row:
                    raise InputError("is not in the header", file=name_of(file), line=1, field=field)
            numbers = [cell_number(row[field]) for field in _HEADER[2:]]
            for field, number in zip(_HEADER[2:], numbers, strict=True):
                if number is None or number <= 0 or (field != "count" and number > 1):
                    raise InputError(
                        "expected a probability or a count", file=name_of(file), line=line, field=field
                    )
            forward, backward, count = (float(number or 0.0) for number in numbers)
            phrases.append(LearntPhrase(row["english"], row["target"], forward, backward, max(int(count), 1)))
        return cls(phrases)

    def dump(self, file: Source) -> None:
        """Write the table; a name that ends in .gz is compressed."""
        with write_text(file) as stream:
            stream.write("\t".join(_HEADER) + "\n")
            for key in sorted(self._by_key):
                for one in self._by_key[key]:
                    cells = (
                        one.english,
                        one.target,
                        f"{one.forward:.4g}",
                        f"{one.backward:.4g}",
                        str(one.count),
                    )
                    stream.write("\t".join(cells) + "\n")

    def candidates(self, keyword: Keyword) -> list[TranslationCandidate]:
        """What the keyword became in the parallel text."""
        found = [
            (one.target, sure * one.score, "")
            for key, sure in lookup_forms(keyword)
            for one in self._by_key.get(key, ())
        ]
        return found_candidates(found, self.name, most=10)


def _is_plain(english: str) -> bool:
    """Whether a phrase has no word that could be a keyword."""
    return all(len(word) < 3 and not word.isdigit() for word in english.split())
