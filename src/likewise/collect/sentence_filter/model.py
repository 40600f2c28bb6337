"""Filter of noisy Tier-1 sentences in English (Chen and Dolan 2011, section 3.1, has people alone do it).

A logistic regression over the numbers of `sentence_features`, taught by `lessons`. A sentence is kept if
it is at least as likely as the lowest of the share `keep` of the trusted ones.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from likewise.collect.sentence_filter.examples import WorkerSentence
from likewise.collect.sentence_filter.lessons import WEIGHTS, Course, regress, sigmoid
from likewise.collect.sentence_filter.sentence_features import (
    FEATURES,
    Surroundings,
    Usage,
    features,
    parts_of,
)
from likewise.errors import InputError
from likewise.io import SEED, ModelCard, ModelFiles, Progress, SavedModel, fingerprint, unheard
from likewise.text import words

__all__ = ["SentenceFilter"]

USAGE = "usage.json.gz"
FEWEST = 50


@dataclass(frozen=True)
class SentenceFilter(SavedModel):
    """A trained filter: `probability`, `keeps` and `reasons` of a sentence beside its item's trusted ones."""

    kind: ClassVar[str] = "sentence-filter"

    coefficients: tuple[float, ...]
    intercept: float
    threshold: float
    usage: Usage = field(repr=False)
    settings: Mapping[str, Any] = field(default_factory=dict)
    data: str = ""

    @classmethod
    def fit(
        cls,
        examples: Iterable[WorkerSentence],
        /,
        *,
        seed: int = SEED,
        progress: Progress | None = None,
        keep: float = 0.85,
        penalty: float = 1.0,
    ) -> SentenceFilter:
        """Train a filter that keeps the share `keep` of trusted sentences.

        While a sentence is an example, all that its writer ever wrote is taken off the usage and the cluster,
        so each is seen as a stranger's, and nobody vouches for their own words.
        """
        rows, tell = list(examples), progress or unheard
        if not 0.0 < keep < 1.0:
            raise InputError(f"keep is {keep:g}, expected a number between 0 and 1")
        if not penalty > 0.0:
            raise InputError(f"penalty is {penalty:g}, expected a number above 0")
        trusted = [row for row in rows if row.trusted and words(row.text)]
        if (
            len(trusted) < FEWEST
            or len({t.worker for t in trusted}) < 2
            or len({t.item for t in trusted}) < 2
        ):
            raise InputError(
                f"{len(trusted)} trusted sentences with words of {len({t.worker for t in trusted})} workers, "
                f"at least {FEWEST} of 2 workers and 2 items are needed"
            )
        data = fingerprint([row.text, row.worker, row.item, row.trusted] for row in rows)
        tell("counting", 0.0)
        course = Course(trusted, np.random.default_rng(seed))
        unpromoted = [row for row in rows if not row.trusted and words(row.text)]
        matrix, kinds = course.lessons(unpromoted)
        tell("learning", 0.5)
        coefficients, intercept = regress(matrix, kinds, penalty)
        of_trusted = matrix[kinds == "trusted"]
        scores = sigmoid(of_trusted @ coefficients + intercept)
        settings = {
            "keep": keep,
            "penalty": penalty,
            "seed": seed,
            "usual": [round(float(value), 8) for value in of_trusted.mean(axis=0)],
            "examples": {kind: int((kinds == kind).sum()) for kind in WEIGHTS},
        }
        threshold = round(float(np.quantile(scores, 1 - keep)), 8)
        tell("done", 1.0)
        return cls(
            tuple(map(float, coefficients)), intercept, threshold, Usage(course.counts), settings, data
        )

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
        return float(sigmoid(row @ np.array(self.coefficients) + self.intercept))

    def saved_settings(self) -> Mapping[str, Any]:
        """The settings of the training with what was learnt."""
        return {
            **self.settings,
            "coefficients": dict(zip(FEATURES, self.coefficients, strict=True)),
            "intercept": self.intercept,
            "threshold": self.threshold,
        }

    def saved_files(self) -> Mapping[str, bytes]:
        """How often trusted workers used what is counted."""
        text = json.dumps(self.usage.counts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return {USAGE: gzip.compress(text.encode("utf-8"), mtime=0)}

    @classmethod
    def restored(cls, card: ModelCard, files: ModelFiles) -> SentenceFilter:
        """The filter of a card and its counts."""
        settings = dict(card.settings)
        named = settings.pop("coefficients")
        intercept, threshold = float(settings.pop("intercept")), float(settings.pop("threshold"))
        coefficients = tuple(float(named[name]) for name in FEATURES)
        counts = json.loads(gzip.decompress(files.read(USAGE)).decode("utf-8"))
        sound = len(named) == len(FEATURES) == len(settings["usual"])
        if not sound or not all(isinstance(count, int) for count in counts.values()):
            raise ValueError("its features are others")
        return cls(coefficients, intercept, threshold, Usage(counts), settings, card.data)
