"""Filter of noisy Tier-1 sentences in English (Chen and Dolan 2011, section 3.1, has people alone do it).

A logistic regression over the numbers of `wording`. Positives are the sentences of trusted (Tier-2)
workers. Negatives are trusted sentences put beside another item, trusted sentences with one slip made
on purpose, and, with a small weight, Tier-1 sentences of workers who were never promoted: about half of
those are fine, and taught with full weight they teach typing habits. A sentence is kept if
it is at least as likely as the lowest of the share `keep` of the trusted ones.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.collect.wording import FEATURES, Parts, Surroundings, Usage, damaged, features, parts_of
from likewise.errors import InputError
from likewise.io.lines import Source
from likewise.io.models import ModelCard, fingerprint, read_model, write_model
from likewise.records import Cluster
from likewise.text.content import words

__all__ = ["Example", "SentenceFilter", "examples_of", "fit"]

Floats = npt.NDArray[np.float64]
KIND = "sentence-filter"
USAGE = "usage.json.gz"
WEIGHTS = {"trusted": 1.0, "misplaced": 0.3, "damaged": 0.6, "unpromoted": 0.1}
"""How much each kind of example counts as a whole; chosen on 100 sentences that were read."""

ALONE = 0.15
"""Share of the examples that are shown without their cluster, so that such sentences can be judged too."""

FEWEST = 50


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence, who wrote it of which item, and whether its writer was trusted then (Tier 2)."""

    text: str
    worker: str
    item: str
    trusted: bool


def examples_of(clusters: Iterable[Cluster]) -> Iterator[Example]:
    """Training examples from clusters: Tier-2 sentences, and Tier-1 sentences of workers never promoted.

    The Tier-1 sentences of workers who were promoted are left out: they are neither.
    """
    kept = list(clusters)
    promoted = {d.worker for cluster in kept for d in cluster.texts if d.tier == "2"}
    for cluster in kept:
        for d in cluster.texts:
            if d.worker is None or d.tier not in {"1", "2"}:
                raise InputError(f"a text of cluster {cluster.id} names no worker or no tier (1 or 2)")
            if d.tier == "2" or d.worker not in promoted:
                yield Example(d.text, d.worker, cluster.id, d.tier == "2")


@dataclass(frozen=True)
class SentenceFilter:
    """A trained filter: `probability`, `keeps` and `reasons` of a sentence beside its item's trusted ones."""

    coefficients: tuple[float, ...]
    intercept: float
    threshold: float
    usage: Usage = field(repr=False)
    settings: Mapping[str, Any] = field(default_factory=dict)
    data: str = ""

    def probability(self, sentence: str, cluster_sentences: Sequence[str] = ()) -> float:
        """How much the sentence reads like a trusted one of this item; 0 if it has no word."""
        return self.probabilities([sentence], cluster_sentences)[0]

    def probabilities(self, sentences: Sequence[str], cluster_sentences: Sequence[str] = ()) -> list[float]:
        """The same for several sentences of one item. Leave a sentence's own writer out of the cluster."""
        around = Surroundings.of([parts_of(text) for text in cluster_sentences])
        return [self._one(sentence, around) for sentence in sentences]

    def keeps(self, sentence: str, cluster_sentences: Sequence[str] = ()) -> bool:
        """Whether the sentence passes."""
        return self.probability(sentence, cluster_sentences) >= self.threshold

    def reasons(
        self, sentence: str, cluster_sentences: Sequence[str] = (), *, most: int = 3
    ) -> list[tuple[str, float]]:
        """The features that speak most against the sentence, compared with a usual trusted one."""
        parts = parts_of(sentence)
        if not parts.words:
            return [("no words", -float("inf"))]
        row = features(sentence, parts, Surroundings.of([parts_of(t) for t in cluster_sentences]), self.usage)
        usual = self.settings["usual"]
        shares = [
            (name, c * (x - u))
            for name, c, x, u in zip(FEATURES, self.coefficients, row, usual, strict=True)
            if name != "no cluster"
        ]
        return sorted((pair for pair in shares if pair[1] < 0), key=lambda pair: pair[1])[:most]

    def _one(self, sentence: str, around: Surroundings) -> float:
        parts = parts_of(sentence)
        if not parts.words:
            return 0.0
        row = np.array(features(sentence, parts, around, self.usage))
        return float(_sigmoid(row @ np.array(self.coefficients) + self.intercept))

    def save(self, folder: Source) -> None:
        """Save the filter as a model; the same filter gives the same bytes."""
        settings = {
            **self.settings,
            "coefficients": dict(zip(FEATURES, self.coefficients, strict=True)),
            "intercept": self.intercept,
            "threshold": self.threshold,
        }
        text = json.dumps(self.usage.counts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        files = {USAGE: gzip.compress(text.encode("utf-8"), mtime=0)}
        write_model(folder, ModelCard(KIND, settings, self.data), files)

    @classmethod
    def load(cls, folder: Source) -> SentenceFilter:
        """Load a saved filter."""
        card = read_model(folder)
        settings = dict(card.settings)
        try:
            counts = json.loads(gzip.decompress((Path(folder) / USAGE).read_bytes()).decode("utf-8"))
            named = settings.pop("coefficients")
            intercept, threshold = float(settings.pop("intercept")), float(settings.pop("threshold"))
            coefficients = tuple(float(named[name]) for name in FEATURES)
            sound = card.kind == KIND and len(named) == len(FEATURES) == len(settings["usual"])
            sound = sound and all(isinstance(count, int) for count in counts.values())
        except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, AttributeError):
            sound = False
        if not sound:
            raise InputError(f"is no saved {KIND}", file=str(folder))
        return cls(coefficients, intercept, threshold, Usage(counts), settings, card.data)


def fit(
    examples: Iterable[Example], *, keep: float = 0.85, penalty: float = 1.0, seed: int = 12345
) -> SentenceFilter:
    """Train a filter that keeps the share `keep` of trusted sentences.

    While a sentence is an example, all that its writer ever wrote is taken off the usage and the cluster,
    so each is seen as a stranger's, and nobody vouches for their own words.
    """
    rows = list(examples)
    if not 0.0 < keep < 1.0:
        raise InputError(f"keep is {keep:g}, expected a number between 0 and 1")
    if not penalty > 0.0:
        raise InputError(f"penalty is {penalty:g}, expected a number above 0")
    trusted = [row for row in rows if row.trusted and words(row.text)]
    if len(trusted) < FEWEST or len({t.worker for t in trusted}) < 2 or len({t.item for t in trusted}) < 2:
        raise InputError(
            f"{len(trusted)} trusted sentences with words of {len({t.worker for t in trusted})} workers, "
            f"at least {FEWEST} of 2 workers and 2 items are needed"
        )
    data = fingerprint([row.text, row.worker, row.item, row.trusted] for row in rows)
    course = _Course(trusted, np.random.default_rng(seed))
    unpromoted = [row for row in rows if not row.trusted and words(row.text)]
    matrix, kinds = course.lessons(unpromoted)
    coefficients, intercept = _regress(matrix, kinds, penalty)
    of_trusted = matrix[kinds == "trusted"]
    scores = _sigmoid(of_trusted @ coefficients + intercept)
    settings = {
        "keep": keep,
        "penalty": penalty,
        "seed": seed,
        "usual": [round(float(value), 8) for value in of_trusted.mean(axis=0)],
        "examples": {kind: int((kinds == kind).sum()) for kind in WEIGHTS},
    }
    threshold = round(float(np.quantile(scores, 1 - keep)), 8)
    return SentenceFilter(
        tuple(map(float, coefficients)), intercept, threshold, Usage(course.counts), settings, data
    )


class _Course:
    """The examples as rows of numbers."""

    def __init__(self, trusted: Sequence[Example], rng: np.random.Generator) -> None:
        self.trusted, self.rng = trusted, rng
        self.taken_apart: dict[str, Parts] = {}
        self.by_item: dict[str, list[Example]] = {}
        self.own: dict[str, Counter[str]] = {}
        for row in trusted:
            self.by_item.setdefault(row.item, []).append(row)
            self.own.setdefault(row.worker, Counter()).update(self.parts(row.text).grams())
        self.items = list(self.by_item)
        self.counts: Counter[str] = Counter()
        for grams in self.own.values():
            self.counts.update(grams)
        self.usage = Usage(self.counts)

    def lessons(self, unpromoted: Sequence[Example]) -> tuple[Floats, npt.NDArray[np.str_]]:
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

    def parts(self, text: str) -> Parts:
        """A sentence taken apart, once."""
        if text not in self.taken_apart:
            self.taken_apart[text] = parts_of(text)
        return self.taken_apart[text]

    def stand_in(self, item: str) -> str:
        """A trusted worker of the item, in whose place a stranger's sentence is put."""
        here = self.by_item[item]
        return here[self.rng.integers(len(here))].worker


def _sigmoid(scores: npt.ArrayLike) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(scores, -500.0, 500.0))), np.float64)


def _regress(matrix: Floats, kinds: npt.NDArray[np.str_], penalty: float) -> tuple[Floats, float]:
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
        slope = -design.T @ (weights * signs * _sigmoid(-margin))
        slope[:-1] += penalty * beta[:-1]
        value = weights @ np.logaddexp(0.0, -margin) + 0.5 * penalty * beta[:-1] @ beta[:-1]
        return float(value), slope

    start = np.zeros(design.shape[1])
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 500}).x
    # Rounded, so that what is saved is what was used.
    coefficients = np.round(found[:-1] / spread, 8)
    return coefficients, round(float(found[-1] - coefficients @ mean), 8)
