"""The filter's lessons: examples as rows of numbers, and the logistic regression over them.

Positives are the sentences of trusted workers. Negatives are trusted sentences put beside another item,
trusted sentences with one slip made on purpose, and, with a small weight, Tier-1 sentences of workers who
were never promoted: about half of those are fine, and taught with full weight they teach typing habits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from likewise.collect.sentence_filter.examples import WorkerSentence
from likewise.collect.sentence_filter.sentence_features import (
    SentenceParts,
    Surroundings,
    Usage,
    damaged,
    features,
    parts_of,
)
from likewise.text import words

__all__ = ["WEIGHTS", "Course", "Floats", "regress", "sigmoid"]

Floats = npt.NDArray[np.float64]
WEIGHTS = {"trusted": 1.0, "misplaced": 0.3, "damaged": 0.6, "unpromoted": 0.1}
"""How much each kind of example counts as a whole; chosen on 100 sentences that were read."""

ALONE = 0.15
"""Share of the examples that are shown without their cluster, so that such sentences can be judged too."""


class Course:
    """The examples as rows of numbers."""

    def __init__(self, trusted: Sequence[WorkerSentence], rng: np.random.Generator) -> None:
        self.trusted, self.rng = trusted, rng
        self.taken_apart: dict[str, SentenceParts] = {}
        self.by_item: dict[str, list[WorkerSentence]] = {}
        self.own: dict[str, Counter[str]] = {}
        for row in trusted:
            self.by_item.setdefault(row.item, []).append(row)
            self.own.setdefault(row.worker, Counter()).update(self.parts(row.text).grams())
        self.items = list(self.by_item)
        self.counts: Counter[str] = Counter()
        for grams in self.own.values():
            self.counts.update(grams)
        self.usage = Usage(self.counts)

    def lessons(self, unpromoted: Sequence[WorkerSentence]) -> tuple[Floats, npt.NDArray[np.str_]]:
        """Numbers and kind of every example; a third of the sentences of workers never promoted suffices."""
        rows: list[list[float]] = []
        kinds: list[str] = []
        for example in self.trusted:
            rows.append(self.row(example.text, example.item, example.worker))
            kinds.append("trusted")
            if self.rng.random() < 0.5:
                item = self.items[self.rng.integers(len(self.items))]
                if item != example.item:
                    rows.append(self.row(example.text, item, example.worker, alone=0.0))
                    kinds.append("misplaced")
            elif (worse := damaged(example.text, self.rng)) and words(worse) not in ([], words(example.text)):
                rows.append(self.row(worse, example.item, example.worker))
                kinds.append("damaged")
        for example in unpromoted:
            if example.item in self.by_item and self.rng.random() < 1 / 3:
                rows.append(self.row(example.text, example.item, self.stand_in(example.item)))
                kinds.append("unpromoted")
        return np.array(rows), np.array(kinds)

    def row(self, text: str, item: str, worker: str, alone: float = ALONE) -> list[float]:
        """One example without the share of a worker in the usage and in the cluster."""
        absent = worker
        # A cluster must be one sentence short in every kind of example, else its size gives the kind away.
        if all(other.worker != absent for other in self.by_item[item]):
            absent = self.stand_in(item)
        cluster = [self.parts(other.text) for other in self.by_item[item] if other.worker != absent]
        if alone and self.rng.random() < alone:
            cluster = []
        return features(text, self.parts(text), Surroundings.of(cluster), self.usage, self.own[worker])

    def parts(self, text: str) -> SentenceParts:
        """A sentence taken apart, once."""
        if text not in self.taken_apart:
            self.taken_apart[text] = parts_of(text)
        return self.taken_apart[text]

    def stand_in(self, item: str) -> str:
        """A trusted worker of the item, in whose place a stranger's sentence is put."""
        here = self.by_item[item]
        return here[self.rng.integers(len(here))].worker


def sigmoid(scores: npt.ArrayLike) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(scores, -500.0, 500.0))), np.float64)


def regress(matrix: Floats, kinds: npt.NDArray[np.str_], penalty: float) -> tuple[Floats, float]:
    """Logistic regression by L-BFGS on standardised columns, given back for the columns as they are."""
    from scipy.optimize import minimize

    mean, spread = matrix.mean(axis=0), matrix.std(axis=0)
    spread[spread < 1e-12] = 1.0
    design = np.hstack(((matrix - mean) / spread, np.ones((len(matrix), 1))))
    signs = np.where(kinds == "trusted", 1.0, -1.0)
    present = [kind for kind in WEIGHTS if kind != "trusted" and (kinds == kind).any()]
    negative = sum(WEIGHTS[kind] for kind in present)
    weights = np.zeros(len(matrix))
    for kind in ("trusted", *present):
        share = 1.0 if kind == "trusted" else WEIGHTS[kind] / negative
        weights[kinds == kind] = share * len(matrix) / (2 * (kinds == kind).sum())

    def loss(beta: Floats) -> tuple[float, Floats]:
        margin = signs * (design @ beta)
        slope = -design.T @ (weights * signs * sigmoid(-margin))
        slope[:-1] += penalty * beta[:-1]
        value = weights @ np.logaddexp(0.0, -margin) + 0.5 * penalty * beta[:-1] @ beta[:-1]
        return float(value), slope

    start = np.zeros(design.shape[1])
    solution = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 500}).x
    # Rounded, so that what is saved is what was used.
    coefficients = np.round(solution[:-1] / spread, 8)
    return coefficients, round(float(solution[-1] - coefficients @ mean), 8)
