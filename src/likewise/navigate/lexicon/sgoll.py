"""SGOLL: subgraph generation online lexicon learning (Chen 2012, section 3).

Counts of every n-gram with every small connected subgraph of the plans it came with; the lexicon is what
scores above a threshold. Counts are sums over examples, so examples one by one, in one batch, in any order,
or the counts of shards merged give the same lexicon exactly. The counts of a batch of examples are one
product of two sparse matrices. A beam forgets counts to bound memory: then the order of examples matters.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from scipy import sparse

from likewise.errors import InputError
from likewise.io import LEARNER_SEED, ModelCard, ModelFiles, Progress, SavedModel, unheard
from likewise.navigate.lexicon.counts import FragmentCounts, counts_in, dumps_counts
from likewise.navigate.lexicon.entries import Entry, Example, Gram, PlanLexicon, example_fingerprint, grams_of
from likewise.navigate.lexicon.graphs import Fragment, Graph, alone, graph, run_fragments, runs, value

__all__ = ["SGOLL"]

Ints = npt.NDArray[np.int64]

_BATCH = 256
"""Examples wait to be counted until they are this many, and as many as were counted: time stays linear."""


class SGOLL(SavedModel):
    """Counts of n-grams with subgraphs, and the lexicon they make; defaults as in the paper."""

    kind: ClassVar[str] = "navigation-lexicon"

    def __init__(
        self,
        *,
        longest: int = 4,
        most_nodes: int = 3,
        min_support: int = 10,
        threshold: float = 0.4,
        beam: int | None = None,
    ) -> None:
        self.longest, self.most_nodes = longest, most_nodes
        self.min_support, self.threshold, self.beam = min_support, threshold, beam
        self.examples = 0
        self._grams: dict[Gram, int] = {}
        self._fragments: dict[Fragment, int] = {}
        self._runs: dict[Graph, list[int]] = {}
        self._waiting: list[tuple[Ints, Ints]] = []
        self._together: Any = sparse.csr_matrix(np.zeros((0, 0), np.int64))
        self._with_gram = np.zeros(0, np.int64)
        self._with_fragment = np.zeros(0, np.int64)
        self.fit = partial(_fit_more, self)  # type: ignore[method-assign, assignment]

    @classmethod
    def fit(
        cls,
        examples: Iterable[Example],
        /,
        *,
        seed: int = LEARNER_SEED,
        progress: Progress | None = None,
        data: str | None = None,
        **settings: Any,
    ) -> SGOLL:
        """The counts of all examples; chance has no part in it, so `seed` is not looked at.

        `data` is the fingerprint of what the examples were made from; without it, that of the examples.
        """
        learner, tell, rows = cls(**settings), progress or unheard, list(examples)
        for number, example in enumerate(rows):
            learner.update(example)
            tell("counting", (number + 1) / len(rows))
        learner.data = example_fingerprint(rows) if data is None else data
        return learner

    def settings(self) -> dict[str, Any]:
        """All settings by name."""
        return {
            "longest": self.longest,
            "most_nodes": self.most_nodes,
            "min_support": self.min_support,
            "threshold": self.threshold,
            "beam": self.beam,
        }

    def update(self, example: Example) -> None:
        """Count one example."""
        words, plan = example
        self.data = ""
        known = self._grams
        grams = [known.setdefault(g, len(known)) for g in grams_of(words, self.longest)]
        self._waiting.append((np.array(grams, np.int64), self._found(graph(plan))))
        self.examples += 1
        if len(self._waiting) >= max(_BATCH, self.examples // 2):
            self._count()

    def merge(self, other: SGOLL) -> None:
        """Add the counts of another learner with the same settings."""
        if self.settings() != other.settings():
            raise InputError("counts made with other settings cannot be merged")
        grams, fragments, together, with_gram, with_fragment = other.counts()
        self._count()
        self._add(grams, fragments, together, with_gram, with_fragment)
        self.examples += other.examples
        self.data = ""
        self._prune()

    def lexicon(self) -> PlanLexicon:
        """The pairs seen often enough that score above the threshold."""
        self._count()
        grams, fragments = list(self._grams), list(self._fragments)
        rows = np.flatnonzero(self._with_gram >= self.min_support)
        part = self._together[rows].tocoo()
        gram, column = rows[part.row], part.col
        scores = self._scores(part.data, gram, column)
        kept = np.flatnonzero(scores > self.threshold)
        entries = [
            Entry(
                grams[g],
                fragments[f],
                s,
                n,
                int(self._with_gram[g]),
                int(self._with_fragment[f]),
                self.examples,
            )
            for g, f, s, n in zip(*(a[kept].tolist() for a in (gram, column, scores, part.data)), strict=True)
        ]
        things = {(e.gram, e.meaning[0][1][0]) for e in entries if alone(e.meaning)}
        named = np.array([len(f) == 1 and f[0][0] == "Verify" and len(f[0][1]) == 1 for f in fragments], bool)
        seen = np.flatnonzero(named[column])
        hints = {
            (grams[g], fragments[f]): s
            for g, f, s in zip(*(a[seen].tolist() for a in (gram, column, scores)), strict=True)
            if (grams[g], value(fragments[f][0][1][0])) in things
        }
        return PlanLexicon(entries, hints)

    def counts(self) -> FragmentCounts:
        """All counts in an order that does not depend on how they came about."""
        self._count()
        grams, fragments = sorted(self._grams), sorted(self._fragments)
        rows = np.array([self._grams[g] for g in grams], np.int64)
        columns = np.array([self._fragments[f] for f in fragments], np.int64)
        together = self._together[rows][:, columns].tocsr()
        together.sort_indices()
        return FragmentCounts(grams, fragments, together, self._with_gram[rows], self._with_fragment[columns])

    def saved_settings(self) -> Mapping[str, Any]:
        return {**self.settings(), "examples": self.examples}

    def saved_files(self) -> Mapping[str, bytes]:
        return dumps_counts(self.counts())

    @classmethod
    def restored(cls, card: ModelCard, files: ModelFiles) -> SGOLL:
        settings = dict(card.settings)
        examples = settings.pop("examples")
        if not isinstance(examples, int):
            raise TypeError("the number of examples is no number")
        learner = cls(**settings)
        learner._add(*counts_in(files))
        learner.examples, learner.data = examples, card.data
        return learner

    def _found(self, nodes: Graph) -> Ints:
        """The ids of all small connected subgraphs, each once; runs of steps come again and again."""
        known = self._fragments
        ids: list[int] = []
        for run in runs(nodes, self.most_nodes):
            if run not in self._runs:
                made = run_fragments(run, self.most_nodes)
                self._runs[run] = [known.setdefault(f, len(known)) for f in made]
            ids += self._runs[run]
        return np.unique(np.array(ids, np.int64))

    def _count(self) -> None:
        """Add the waiting examples to the counts."""
        if not self._waiting:
            return
        grams = _incidence([g for g, _ in self._waiting], len(self._grams))
        pieces = _incidence([f for _, f in self._waiting], len(self._fragments))
        self._waiting = []
        self._grow()
        self._together = self._together + grams.T.tocsr() @ pieces
        self._with_gram += np.asarray(grams.sum(0), np.int64).ravel()
        self._with_fragment += np.asarray(pieces.sum(0), np.int64).ravel()
        self._prune()

    def _grow(self) -> None:
        shape = (len(self._grams), len(self._fragments))
        self._together.resize(shape)
        self._with_gram = _longer(self._with_gram, shape[0])
        self._with_fragment = _longer(self._with_fragment, shape[1])

    def _add(
        self,
        grams: list[Gram],
        fragments: list[Fragment],
        together: Any,
        with_gram: Ints,
        with_fragment: Ints,
    ) -> None:
        rows = np.array([self._grams.setdefault(g, len(self._grams)) for g in grams], np.int64)
        columns = np.array([self._fragments.setdefault(f, len(self._fragments)) for f in fragments], np.int64)
        self._grow()
        cells = together.tocoo()
        moved = (cells.data.astype(np.int64), (rows[cells.row], columns[cells.col]))
        self._together = self._together + sparse.csr_matrix(moved, shape=self._together.shape)
        self._with_gram[rows] += with_gram
        self._with_fragment[columns] += with_fragment

    def _scores(self, together: Any, grams: Ints, fragments: Ints) -> npt.NDArray[np.float64]:
        """`entries.score` over arrays."""
        with_gram, with_fragment = self._with_gram[grams], self._with_fragment[fragments]
        outside = np.maximum(self.examples - with_gram, 1)
        return np.asarray(together / with_gram - (with_fragment - together) / outside, np.float64)

    def _prune(self) -> None:
        """Keep the best subgraphs of each n-gram, where a beam is set."""
        if self.beam is None:
            return
        cells = self._together.tocoo()
        scores = self._scores(cells.data, cells.row, cells.col)
        order = np.lexsort((cells.col, -scores, cells.row))
        starts = np.searchsorted(cells.row[order], np.arange(cells.shape[0]))
        kept = order[np.arange(len(order)) - starts[cells.row[order]] < self.beam]
        parts = (cells.data[kept], (cells.row[kept], cells.col[kept]))
        self._together = sparse.csr_matrix(parts, shape=cells.shape)


def _fit_more(learner: SGOLL, examples: Iterable[Example]) -> PlanLexicon:
    """What `fit` of a learner did before it was one of the class."""
    wrong = "SGOLL.fit makes a learner now: SGOLL.fit(examples, **settings).lexicon(), or update(example)"
    warnings.warn(wrong, DeprecationWarning, stacklevel=2)
    for example in examples:
        learner.update(example)
    return learner.lexicon()


def _incidence(rows: list[Ints], width: int) -> Any:
    bounds = np.concatenate(([0], np.cumsum([len(r) for r in rows])))
    ids = np.concatenate(rows)
    return sparse.csr_matrix((np.ones(len(ids), np.int64), ids, bounds), shape=(len(rows), width))


def _longer(counts: Ints, length: int) -> Ints:
    return np.concatenate((counts, np.zeros(length - len(counts), np.int64)))
