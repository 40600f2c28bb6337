"""The rhyme detector that uses all it can get: sounds of word ends, what verse rhymes, which schemes it has.

Mode `best`: letters to sounds come with the package (English from the CMU dictionary, French by rules), a
dictionary of one's own goes before them. What counts as a rhyme, which rimes poets pair in spite of their
sound, and which schemes are usual is learnt by EM from verse without labels (after Reddy & Knight 2011), on
top of what was learnt likewise from poems in the public domain, or of a first guess for songs, whichever
makes the text likelier. Nothing is trained on labels; a handful of settings (`PartitionSettings`, the first
guesses) were chosen by hand on the staged gold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from likewise.freestyle.rhyme.partition.expectation import learn_schemes, likelier_kind, priors_of
from likewise.freestyle.rhyme.partition.scheme_statistics import SchemeStatistics
from likewise.freestyle.rhyme.partition.shipped_schemes import shipped_statistics, usual_chance
from likewise.freestyle.rhyme.partition.stanza_schemes import StanzaSchemes
from likewise.freestyle.rhyme.partition.stanza_search import PartitionSettings, sweep
from likewise.freestyle.rhyme.partition.verse_ends import EndingsOf, ends_of_verses
from likewise.freestyle.rhyme.pronunciations import Pronunciations
from likewise.freestyle.rhyme.scheme import RhymeScheme, scheme_of_classes
from likewise.freestyle.rhyme.sounds.ending import Ending
from likewise.freestyle.rhyme.sounds.languages import endings_of_language, verse_language
from likewise.freestyle.verse import Verse
from likewise.io import SEED, Progress, Source, part_of, unheard

__all__ = ["BestDetector"]

_SWEEPS = 3
"""So often are stanzas looked at: first each by itself, then with what the poem's other stanzas are like."""


@dataclass(frozen=True)
class BestDetector:
    """Rhyme schemes of verses, with what was learnt of a kind of verse."""

    lang: str
    endings: EndingsOf
    known: SchemeStatistics
    settings: PartitionSettings

    @classmethod
    def fit(
        cls,
        verses: Iterable[Verse],
        *,
        lang: str | None = None,
        dictionary: Source | Pronunciations | None = None,
        settings: PartitionSettings | None = None,
        seed: int = SEED,
        progress: Progress | None = None,
    ) -> BestDetector:
        """Learn from verse; its labels are not looked at. Without a language it is guessed from the verse.

        `dictionary` is a file in the CMU format: its words go before the sounds that come with the package.
        """
        verses = list(verses)
        if lang is None:
            lang = verse_language(line for verse in verses for line in verse.lines)
        endings = _endings(lang, dictionary)
        settings = settings or PartitionSettings()
        ends, songs = ends_of_verses(verses, endings), [verse.song for verse in verses]
        priors = priors_of(ends, shipped_statistics(lang), usual_chance(), seed)
        prior = likelier_kind(priors, ends, songs, settings)
        return cls(lang, endings, learn_schemes(ends, songs, prior, settings, progress or unheard), settings)

    def detect(self, lines: Sequence[str]) -> RhymeScheme:
        """The scheme of one verse."""
        return self.detect_all([Verse("1", tuple(lines))])[0]

    def detect_all(self, verses: Iterable[Verse], *, progress: Progress | None = None) -> list[RhymeScheme]:
        """The schemes of verses; those of one song or poem (`Verse.song`) lean on each other."""
        verses = list(verses)
        ends = ends_of_verses(verses, self.endings)
        pairs = ends.compared(self.known.rimes)
        songs = [verse.song for verse in verses]
        answers: list[StanzaSchemes] = []
        for number in range(_SWEEPS if any(songs) else 1):
            telling = part_of(progress, number / _SWEEPS, (number + 1) / _SWEEPS)
            answers = sweep(ends.bounds, pairs, songs, self.known, answers, self.settings, telling)
        wordless = (ends.ends[:, 0] == 0).tolist()
        bounds = pairwise(ends.bounds.tolist())
        return [_scheme(answer, wordless[a:b]) for answer, (a, b) in zip(answers, bounds, strict=True)]


def _endings(lang: str, dictionary: Source | Pronunciations | None) -> EndingsOf:
    usual = endings_of_language(lang)
    if dictionary is None:
        return usual
    words = dictionary if isinstance(dictionary, Pronunciations) else Pronunciations.from_file(dictionary)

    def endings(word: str) -> Sequence[Ending]:
        return words.endings_of_spellings(word) or usual(word)

    return endings


def _scheme(answer: StanzaSchemes, wordless: Sequence[bool]) -> RhymeScheme:
    """Classes and how sure they are: the probability that a line's neighbours in its class are right.

    A line without a word surely rhymes with nothing.
    """
    from likewise.freestyle.rhyme.partition._kernels import line_confidence

    gaps = answer.schemes[answer.best]
    classes: list[int] = []
    for line, gap in enumerate(gaps):
        classes.append(classes[line - int(gap)] if gap else line)
    sure = np.zeros(len(gaps))
    line_confidence(answer.schemes, answer.weights, answer.best, sure)
    apart = [-1 - line if none else classes[line] for line, none in enumerate(wordless)]
    confidence = [1.0 if none else min(float(x), 1.0) for x, none in zip(sure, wordless, strict=True)]
    return scheme_of_classes(apart, confidence)
