"""chrF and chrF++ (Popović 2015, 2017), equal to sacrebleu in every number.

Blanks are left out of the character n-grams unless they are asked for; the words of chrF++ are split at
blanks, with one punctuation mark cut off at the end or else at the start. Of several references the one with
the best score counts, the first of several as good.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from string import punctuation
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.metrics.base import Floats, Metric, Signature, listed
from likewise.metrics.batch import Batch, Ints
from likewise.metrics.sorted_grams import SortedGrams, sorted_grams
from likewise.records import Segment

__all__ = ["CHRF"]

_EPSILON = 1e-16
_MARKS = frozenset(punctuation)
_PAIRS = 1 << 16
"""Pairs of candidate and reference that are held at a time."""


@dataclass(frozen=True)
class CHRF(Metric):
    """Character n-gram F-score; `word_order=2` gives chrF++."""

    lowercase: bool = False
    char_order: int = 6
    word_order: int = 0
    beta: int = 2
    whitespace: bool = False
    eps_smoothing: bool = False

    name = "chrf"
    measures = "overlap with the references by characters"
    needs_references = True

    def __post_init__(self) -> None:
        for setting in ("char_order", "word_order", "beta"):
            if getattr(self, setting) < 0:
                raise InputError(f"chrf: setting {setting}={getattr(self, setting)}, expected 0 or more")
        if self.char_order + self.word_order == 0:
            raise InputError("chrf: char_order and word_order are both 0, so there is nothing to count")

    def statistics(self, batch: Batch) -> Floats:
        references = batch.need_references(self.name)
        grams = self._grams(batch.texts)
        rows = np.zeros((len(batch), 3 * (self.char_order + self.word_order)), np.float64)
        for a, b in _blocks(references.ends):
            ends = references.ends[a : b + 1]
            ones = np.repeat(batch.candidates[a:b], np.diff(ends))
            pairs = _matches(grams, ones, references.ids[ends[0] : ends[-1]])
            rows[a:b] = pairs[_first_best(self._scores(pairs), ends - ends[0])]
        return rows

    def score_totals(self, totals: Floats) -> Floats:
        return self._scores(totals)

    def parts(self, totals: Floats) -> dict[str, Any]:
        return {"char_order": self.char_order, "word_order": self.word_order, "beta": self.beta}

    def segment(self, candidate: str, references: Sequence[str]) -> float:
        """The score of one candidate, 0 to 100."""
        batch = Batch([Segment("1", candidate, None, listed(references))])
        return float(self.score_segments(self.statistics(batch))[0])

    def signature(self) -> Signature:
        """Name and settings; the two that are hardly ever used are named where they are on."""
        settings = self.settings()
        rare = [name for name in ("whitespace", "eps_smoothing") if not settings[name]]
        return Signature(self.name, {key: value for key, value in settings.items() if key not in rare})

    def explain(self, segment: Segment) -> dict[str, Any]:
        row = self.statistics(Batch([segment]))[0]
        names = [f"{n} characters" for n in range(1, self.char_order + 1)]
        names += [f"{n} words" for n in range(1, self.word_order + 1)]
        evidence = {}
        for name, (own, theirs, matched) in zip(names, row.reshape(-1, 3).tolist(), strict=True):
            evidence[name] = {
                "precision": matched / own if own else 0.0,
                "recall": matched / theirs if theirs else 0.0,
            }
        return {**super().explain(segment), "against the best reference": evidence}

    def _grams(self, texts: Sequence[str]) -> list[SortedGrams]:
        """The n-grams of characters and those of words, as far as they are counted."""
        lines = [text.lower() for text in texts] if self.lowercase else texts
        grams = []
        if self.char_order:
            whole = lines if self.whitespace else ["".join(line.split()) for line in lines]
            grams.append(sorted_grams(_characters(whole), _bounds(whole), self.char_order))
        if self.word_order:
            words = [_words(line) for line in lines]
            numbers: defaultdict[str, int] = defaultdict(count().__next__)
            ids = np.array([numbers[word] for line in words for word in line], np.int64)
            grams.append(sorted_grams(ids, _bounds(words), self.word_order))
        return grams

    def _scores(self, statistics: Floats) -> Floats:
        """F of each row of statistics, step by step as sacrebleu has it: ties fall alike."""
        factor = self.beta**2
        precision, recall, smoothed, orders = (np.zeros(len(statistics)) for _ in range(4))
        for own, theirs, matched in statistics.reshape(len(statistics), -1, 3).transpose(1, 2, 0):
            p = np.divide(matched, own, out=np.full(len(own), _EPSILON), where=own > 0)
            r = np.divide(matched, theirs, out=np.full(len(own), _EPSILON), where=theirs > 0)
            both = (own > 0) & (theirs > 0)
            precision += np.where(both, p, 0.0)
            recall += np.where(both, r, 0.0)
            orders += both
            if self.eps_smoothing:
                below = factor * p + r
                smoothed += np.divide(
                    (1 + factor) * p * r, below, out=np.full(len(own), _EPSILON), where=below > 0
                )
        if self.eps_smoothing:
            return 100 * smoothed / (self.char_order + self.word_order)
        precision /= np.maximum(orders, 1)
        recall /= np.maximum(orders, 1)
        below = factor * precision + recall
        scores: Floats = 100 * np.divide(
            (1 + factor) * precision * recall, below, out=np.zeros(len(below)), where=below > 0
        )
        return scores


def _matches(grams: list[SortedGrams], ones: Ints, others: Ints) -> Floats:
    """For each pair and order: n-grams of the first (none if the second has none), of the second, of both."""
    rows = []
    for kind in grams:
        own, theirs = kind.totals(ones), kind.totals(others)
        rows.append(np.stack((np.where(theirs > 0, own, 0), theirs, kind.shared(ones, others)), axis=2))
    return np.concatenate(rows, axis=1).reshape(len(ones), -1).astype(np.float64)


def _first_best(scores: Floats, ends: Ints) -> Ints:
    """For each segment the place of its highest score, the first of several."""
    highest = np.repeat(np.maximum.reduceat(scores, ends[:-1]), np.diff(ends))
    places = np.flatnonzero(scores == highest)
    chosen: Ints = places[np.searchsorted(places, ends[:-1])]
    return chosen


def _blocks(ends: Ints) -> Iterator[tuple[int, int]]:
    """Ranges of segments with a bounded number of references (or one segment)."""
    start, segments = 0, len(ends) - 1
    while start < segments:
        stop = int(np.searchsorted(ends, ends[start] + _PAIRS, side="right")) - 1
        stop = max(stop, start + 1)
        yield start, stop
        start = stop


def _bounds(lines: Sequence[Sequence[str]]) -> Ints:
    bounds = np.zeros(len(lines) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, lines), np.int64, len(lines)), out=bounds[1:])
    return bounds


def _characters(lines: Sequence[str]) -> Ints:
    """The code points of all lines, one after the other."""
    # A lone surrogate is a character like any other, as it is for sacrebleu.
    raw = "".join(lines).encode("utf-32-le", "surrogatepass")
    return np.frombuffer(raw, np.int32)


def _words(line: str) -> list[str]:
    words = []
    for word in line.split():
        if len(word) == 1:
            words.append(word)
        elif word[-1] in _MARKS:
            words += [word[:-1], word[-1]]
        elif word[0] in _MARKS:
            words += [word[0], word[1:]]
        else:
            words.append(word)
    return words
