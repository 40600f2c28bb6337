"""How well sentences were read: tags, arcs, predicates and roles against those of people.

Arcs are scored over all words, marks of punctuation too, relations with their subtypes. A role counts when
its predicate, its label and both ends are those of people (as in CoNLL-2005).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.draw import ResultTable, Tabular
from likewise.frames.framed_sentence import FramedSentence

__all__ = ["FrameScores", "score_frames"]

COUNTS = (
    "words", "tags", "lemmas", "heads", "labelled",
    "predicates right", "predicates read", "predicates given", "roles right", "roles read", "roles given",
)  # fmt: skip


@dataclass(frozen=True, repr=False)
class FrameScores(Tabular):
    """Counts of each sentence, one row a sentence with the columns `COUNTS`."""

    counts: npt.NDArray[np.int64]

    def share(self, name: str) -> float:
        """Tags, lemmas, heads or labelled heads that are right, in percent of the words."""
        return _percent(self._sum(name), self._sum("words"))

    def f_score(self, name: str) -> float:
        """Of `predicates` or `roles`, in percent."""
        right, read, given = (self._sum(f"{name} {kind}") for kind in ("right", "read", "given"))
        return _percent(2 * right, read + given)

    def as_dict(self) -> dict[str, float]:
        """All scores by name."""
        shares = {"tags": "tags", "lemmas": "lemmas", "uas": "heads", "las": "labelled"}
        return {name: self.share(column) for name, column in shares.items()} | {
            name: self.f_score(name) for name in ("predicates", "roles")
        }

    def intervals(self, *, seed: int = 0, times: int = 1000) -> dict[str, tuple[float, float]]:
        """95 % intervals of all scores, from sentences drawn anew."""
        draws = np.random.default_rng(seed).multinomial(
            len(self.counts), np.full(len(self.counts), 1 / len(self.counts)), times
        )
        rows = [FrameScores(row[None]).as_dict() for row in draws @ self.counts]
        return {
            name: (
                float(np.percentile([row[name] for row in rows], 2.5)),
                float(np.percentile([row[name] for row in rows], 97.5)),
            )
            for name in rows[0]
        }

    def _sum(self, name: str) -> int:
        return int(self.counts[:, COUNTS.index(name)].sum())

    def tables(self) -> Sequence[ResultTable]:
        """A row a score."""
        caption = f"percent, {len(self.counts)} sentences"
        return [ResultTable("Frames", ("score", "value"), list(self.as_dict().items()), caption)]


def score_frames(given: Sequence[FramedSentence], read: Sequence[FramedSentence]) -> FrameScores:
    """Sentences as people and as a parser read them, over the same words."""
    rows = [_counts(a, b) for a, b in zip(given, read, strict=True)]
    return FrameScores(np.array(rows, np.int64).reshape(-1, len(COUNTS)))


def _counts(given: FramedSentence, read: FramedSentence) -> list[int]:
    if given.tokens != read.tokens:
        raise ValueError(f"other words: {' '.join(given.tokens)} / {' '.join(read.tokens)}")
    heads = [a == b for a, b in zip(given.heads, read.heads, strict=True)]
    relations = [a == b for a, b in zip(given.relations, read.relations, strict=True)]
    lemmas = zip(given.lemmas, read.lemmas, strict=False)
    row = [len(given), _same(given.tags, read.tags), sum(a == b for a, b in lemmas), sum(heads)]
    row.append(sum(a and b for a, b in zip(heads, relations, strict=True)))
    for a, b in ((_predicates(given), _predicates(read)), (_roles(given), _roles(read))):
        row += [len(a & b), len(b), len(a)]
    return row


def _same(given: Sequence[str], read: Sequence[str]) -> int:
    return sum(a == b for a, b in zip(given, read, strict=True))


def _predicates(sentence: FramedSentence) -> set[Hashable]:
    return {frame.predicate for frame in sentence.frames}


def _roles(sentence: FramedSentence) -> set[Hashable]:
    return {(frame.predicate, role) for frame in sentence.frames for role in frame.roles}


def _percent(part: float, whole: float) -> float:
    return 100 * part / whole if whole else 100.0
