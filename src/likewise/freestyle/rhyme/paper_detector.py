"""The rhyme scheme detector after the paper: no knowledge of sounds or spelling, words are only names.

Addanki & Wu (2013), on which Wu et al. (2013) stand: a semi-Markov chain over the ten schemes of at most four
lines that cannot be cut, learnt by EM from verse alone. The modules of `semi_markov` tell the resolutions;
classes that go on beyond a state (`class_links`) are ours. A few weights were chosen by hand on staged gold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.freestyle.rhyme.scheme import RhymeScheme, class_names
from likewise.freestyle.rhyme.semi_markov import (
    ChainHabits,
    ChainPosterior,
    EndWords,
    LearntChain,
    LinkHabits,
    WordPairs,
    learn_chain,
    rhyme_word,
    song_key,
)
from likewise.freestyle.rhyme.semi_markov.class_links import WINDOW, linked_classes
from likewise.freestyle.rhyme.semi_markov.scheme_chain import PoemMemory, best_states, expect, segment_scores
from likewise.freestyle.rhyme.semi_markov.word_pairs import Floats, word_totals
from likewise.freestyle.verse import Verse
from likewise.io import SEED, Progress, dumps_arrays, loads_arrays, unheard
from likewise.text import Ints

__all__ = ["PaperDetector"]

ITERATIONS = 10
_ADAPTATIONS = 4
"""Passes over a poem in which it learns what its own stanzas do."""
_LINK_ROUNDS = 10
_BATCH = 50_000
"""Lines that are looked at together; a song is not parted."""
_RHYMES = 2.0
"""The least log ratio of a partner."""


class PaperDetector:
    """Rhyme schemes of verses, learnt without labels, sounds or spelling."""

    def __init__(self, chain: LearntChain) -> None:
        self._chain = chain
        self._words = list(chain.places)

    @classmethod
    def fit(
        cls,
        verses: Sequence[Verse],
        *,
        seed: int = SEED,
        progress: Progress | None = None,
        iterations: int = ITERATIONS,
        commas: bool = False,
    ) -> Self:
        """Learn by EM from verses of any language; labels are never looked at.

        Nothing here is random, whatever the `seed`. `commas`: words before commas end lines too, as in the
        paper; for lyrics whose lines were joined.
        """
        given = list(verses)
        if not any(verse.lines for verse in given):
            raise InputError("holds no line of verse to learn rhymes from")
        return cls(learn_chain(given, iterations=iterations, commas=commas, progress=progress or unheard))

    @property
    def likelihoods(self) -> tuple[float, ...]:
        """The log likelihood ratio a line in each iteration: with rhymes beside words drawn freely."""
        return tuple(self._chain.likelihoods)

    def detect(self, lines: Sequence[str]) -> RhymeScheme:
        """The scheme of one verse."""
        return self.detect_all([Verse("1", tuple(lines))])[0]

    def detect_all(self, verses: Sequence[Verse], *, progress: Progress | None = None) -> list[RhymeScheme]:
        """The schemes of verses; those of one song or poem help each other.

        Songs that were learnt from are known by name, and what they said about their own words is left out.
        """
        tell = progress or unheard
        schemes: list[RhymeScheme] = []
        for batch in _batches(verses):
            tell("finding rhyme schemes", len(schemes) / len(verses))
            schemes += self._detect_some(batch)
        return schemes

    def _detect_some(self, verses: Sequence[Verse]) -> list[RhymeScheme]:
        chain = self._chain
        ends = EndWords.of(verses, chain.places, chain.songs)
        ratios = chain.pairs.near_ratios(ends, WINDOW)
        scores, memory = segment_scores(ends, ratios), PoemMemory(ends)
        posterior = expect(ends, scores, chain.habits, memory)
        for _ in range(_ADAPTATIONS):
            memory.remember(posterior)
            posterior = expect(ends, scores, chain.habits, memory)
        best = best_states(ends, scores, chain.habits, memory)
        linked = linked_classes(ends, best, ratios, chain.links, rounds=_LINK_ROUNDS, learn=False)
        return [
            _scheme(best[a:b], linked.classes[a:b], _confidence(posterior, linked.classes, linked.sure, a, b))
            for a, b in zip(ends.bounds[:-1].tolist(), ends.bounds[1:].tolist(), strict=True)
        ]

    def theta(self, word: str, other: str) -> float:
        """Probability that `word` follows `other` in its rhyme class; of words not learnt, by chance."""
        x, y = self._place(word), self._place(other)
        ratio = self._chain.pairs.ratio(-2 if x is None else x, -2 if y is None else y)
        if rhyme_word(word) != rhyme_word(other) and (x is None or y is None):
            ratio = 0.0
        share = self._chain.pairs.share(x) if x is not None else 1 / (1 + len(self._words))
        return float(min(1.0, share * np.exp(ratio)))

    def ratio(self, word: str, other: str) -> float:
        """Log of how much more often than by chance two words rhyme: 0 where nothing is known."""
        x, y = self._place(word), self._place(other)
        return 0.0 if x is None or y is None else self._chain.pairs.ratio(x, y)

    def partners(self, word: str, k: int = 10) -> list[tuple[str, float]]:
        """The words that most often follow in this word's rhyme class, with theta; not the word itself."""
        place = self._place(word)
        if place is None:
            return []
        pairs = self._chain.pairs
        rows = range(int(pairs.bounds[place]), int(pairs.bounds[place + 1]))
        heard = sorted(rows, key=lambda row: (-pairs.counts[row], pairs.partners[row]))[: 4 * k]
        others = [int(pairs.partners[row]) for row in heard]
        rhyming = [(other, pairs.ratio(place, other)) for other in others]
        best = [(self._words[o], float(pairs.share(o) * np.exp(r))) for o, r in rhyming if r > _RHYMES]
        return sorted(best, key=lambda row: -row[1])[:k]

    def _place(self, word: str) -> int | None:
        return self._chain.places.get(rhyme_word(word))

    def dumps(self) -> bytes:
        """The detector as bytes: named arrays; the same detector gives the same bytes."""
        chain, pairs = self._chain, self._chain.pairs
        words = np.frombuffer("\n".join(self._words).encode("utf-8"), np.uint8)
        arrays: dict[str, npt.NDArray[Any]] = {
            "words": words, "songs": np.array(list(chain.songs), np.int64),
            "bounds": pairs.bounds, "partners": pairs.partners.astype(np.int32),
            "only_song": pairs.only_song, "counts": pairs.counts.astype(np.float32),
            "repeated": np.array([pairs.repeated]), "likelihoods": np.array(chain.likelihoods),
            "chain": chain.habits.chain, "states": chain.habits.corpus,
            "links": chain.links.corpus, "gaps": chain.links.gaps,
        }  # fmt: skip
        return dumps_arrays(arrays, pressed=True)

    @classmethod
    def loads(cls, data: bytes, file: str | None = None) -> Self:
        """The detector that `dumps` wrote."""
        arrays = loads_arrays(data, file)
        try:
            text = arrays["words"].tobytes().decode("utf-8")
            places = {word: i for i, word in enumerate(text.split("\n") if text else [])}
            songs = {key: i for i, key in enumerate(arrays["songs"].tolist())}
            bounds, counts = arrays["bounds"].astype(np.int64), arrays["counts"].astype(np.float64)
            pairs = WordPairs(
                bounds, arrays["partners"].astype(np.int64), arrays["only_song"].astype(np.int64), counts,
                word_totals(bounds, counts), float(arrays["repeated"][0]),
            )  # fmt: skip
            habits = ChainHabits(arrays["chain"], arrays["states"])
            links = LinkHabits(arrays["links"], arrays["gaps"])
            return cls(LearntChain(places, songs, pairs, habits, links, arrays["likelihoods"].tolist()))
        except (KeyError, ValueError, IndexError) as error:
            raise InputError(f"holds no rhyme detector ({error})", file=file) from None


def _batches(verses: Sequence[Verse]) -> Iterator[list[Verse]]:
    batch: list[Verse] = []
    lines, song = 0, None
    for verse in verses:
        key = song_key(verse)
        if lines > _BATCH and key != song:
            yield batch
            batch, lines = [], 0
        batch.append(verse)
        lines, song = lines + len(verse.lines), key
    if batch:
        yield batch


def _scheme(best: Ints, classes: Ints, confidence: Sequence[float]) -> RhymeScheme:
    cuts = tuple(int(line) for line in np.flatnonzero(best >= 0) if line > 0)
    return RhymeScheme(class_names(classes.tolist()), cuts, tuple(confidence))


def _confidence(posterior: ChainPosterior, classes: Ints, sure: Floats, begin: int, end: int) -> list[float]:
    """How sure each line's class is: its surest link in it, or that it has none."""
    answer = []
    for line in range(begin, end):
        linked, other = 0.0, 0.0
        for gap in range(1, posterior.links.shape[1] + 1):
            for early, late in ((line - gap, line), (line, line + gap)):
                if begin <= early and late < end:
                    share = float(posterior.links[late, gap - 1])
                    if classes[early] == classes[late]:
                        linked = max(linked, share)
                    else:
                        other = max(other, share)
        choice = float(sure[line])
        if classes[line] != line - begin and choice >= 0:
            linked = max(linked, choice)
        alone = 1.0 - other if choice < 0 else min(1.0 - other, choice)
        answer.append(min(1.0, linked if linked > 0 else max(0.0, alone)))
    return answer
