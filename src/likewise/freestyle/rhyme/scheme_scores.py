"""Rhyme schemes against those of people: pairs of rhyming lines found, and stanzas that are right as a whole.

Precision and recall count pairs of lines of one verse that have one class, summed over verses of at least two
lines (the paper does not tell its unit). Intervals resample poems or songs.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.draw import Bounds, ResultTable, Tabular
from likewise.errors import InputError
from likewise.freestyle.rhyme.scheme import RhymeScheme, rhyming_pairs
from likewise.freestyle.verse import Verse
from likewise.io import SEED

__all__ = ["SchemeScores", "f_measure", "score_schemes"]

_COLUMNS = 5
"""Right pairs, pairs found, gold pairs, right stanzas, stanzas."""


@dataclass(frozen=True, repr=False)
class SchemeScores(Tabular):
    """Precision, recall and F over rhyming pairs of lines, and stanza accuracy, in percent; n stanzas."""

    precision: float
    recall: float
    f1: float
    stanza_accuracy: float
    n: int
    pairs: int
    """Rhyming pairs in the gold."""
    intervals: dict[str, tuple[float, float]]
    """95 % intervals, where they were asked for."""

    def as_dict(self) -> dict[str, object]:
        """The scores as JSON has them."""
        names = ("precision", "recall", "f1", "stanza_accuracy", "n", "pairs")
        ci = {name: [round(low, 2), round(high, 2)] for name, (low, high) in self.intervals.items()}
        return {name: round(getattr(self, name), 2) for name in names} | ({"ci": ci} if ci else {})

    def tables(self) -> Sequence[ResultTable]:
        """A row a measure, with its interval."""
        names = {
            "precision": "precision",
            "recall": "recall",
            "f1": "F",
            "stanza_accuracy": "stanza accuracy",
        }
        rows = [
            (told, getattr(self, name), Bounds.of(self.intervals.get(name), 2))
            for name, told in names.items()
        ]
        caption = f"{self.n:,} stanzas, {self.pairs:,} rhyming pairs of lines; in percent"
        return [ResultTable("Rhyme schemes", ("measure", "value", "95 % interval"), rows, caption)]


def f_measure(precision: float, recall: float) -> float:
    """The harmonic mean, 0 where both are 0: 44.06 of 35.81 and 57.25."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def score_schemes(
    verses: Sequence[Verse], schemes: Sequence[RhymeScheme], *, bootstrap: int = 0, seed: int = SEED
) -> SchemeScores:
    """Score schemes against the labels of verses; verses without labels or of one line are passed over."""
    if len(verses) != len(schemes):
        raise InputError(f"expected a scheme for each of {len(verses)} verses, found {len(schemes)}")
    songs: dict[str, int] = {}
    rows: list[tuple[int, ...]] = []
    for verse, scheme in zip(verses, schemes, strict=True):
        if verse.labels is not None and len(verse.lines) > 1:
            song = songs.setdefault(verse.song or f"verse {verse.id}", len(songs))
            rows.append((song, *_counts(verse.labels, scheme.labels)))
    if not rows:
        raise InputError("no verse of at least two lines has gold labels: nothing to score")
    table = np.array(rows, np.int64)
    by_song = np.zeros((len(songs), _COLUMNS), np.int64)
    np.add.at(by_song, table[:, 0], table[:, 1:])
    figures = _figures(by_song.sum(0, keepdims=True))[0]
    intervals = _intervals(by_song, bootstrap, seed) if bootstrap else {}
    precision, recall, f1, accuracy = figures.tolist()
    return SchemeScores(precision, recall, f1, accuracy, len(rows), int(by_song[:, 2].sum()), intervals)


def _counts(gold: Sequence[Hashable], labels: Sequence[Hashable]) -> tuple[int, ...]:
    if len(gold) != len(labels):
        raise InputError(f"expected {len(gold)} labels, found {len(labels)}")
    wanted, answer = set(rhyming_pairs(gold)), set(rhyming_pairs(labels))
    return len(wanted & answer), len(answer), len(wanted), int(wanted == answer), 1


def _figures(sums: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Precision, recall, F and accuracy of each row of sums; 0 where there is nothing to divide by."""
    right, found, gold, whole, stanzas = sums.T.astype(np.float64)
    precision, recall = 100 * right / np.maximum(found, 1), 100 * right / np.maximum(gold, 1)
    both = precision + recall
    f1 = np.where(both > 0, 2 * precision * recall / np.where(both > 0, both, 1), 0.0)
    return np.stack((precision, recall, f1, 100 * whole / np.maximum(stanzas, 1)), axis=1)


def _intervals(by_song: npt.NDArray[np.int64], bootstrap: int, seed: int) -> dict[str, tuple[float, float]]:
    draws = np.random.default_rng(seed)
    weights = draws.multinomial(len(by_song), np.full(len(by_song), 1 / len(by_song)), bootstrap)
    figures = _figures(weights @ by_song)
    low, high = np.percentile(figures, (2.5, 97.5), axis=0)
    names = ("precision", "recall", "f1", "stanza_accuracy")
    return {name: (float(low[i]), float(high[i])) for i, name in enumerate(names)}
