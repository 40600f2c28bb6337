"""Weights of the plain phrase model tuned for a metric of one's choice, on clusters held out from it.

Lo et al. (2014, section 1) want translation tuned to MEANT, so that it keeps who did what to whom. Any metric
that scores candidates can take its place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.evaluate import tuning_objective
from likewise.io import Progress
from likewise.metrics import Metric
from likewise.paraphrase.chooser import PIECE, CandidateChooser
from likewise.paraphrase.lessons import FOLDS, ClusterCorpus, without
from likewise.paraphrase.pool import PLAIN
from likewise.records import Segment
from likewise.transduce import Decoder
from likewise.transduce.tuning import tune

__all__ = ["WeightTuning"]

ROUNDS, NBEST = 4, 30
REFERENCES = 5
"""Texts of its cluster that an output is held against: more take long and change little."""


@dataclass(frozen=True)
class WeightTuning:
    """What to tune for: the metric, on how many held-out texts, in which language."""

    metric: Metric
    texts: int
    lang: str | None = None

    def __post_init__(self) -> None:
        if self.texts < 1:
            raise InputError(f"expected a whole number from 1, found {self.texts}", field="tune_on")
        tuning_objective(self.metric, [])  # refuses what cannot be tuned to, before work is done

    def tuned(
        self, corpus: ClusterCorpus, model: CandidateChooser, seed: int, tell: Progress
    ) -> CandidateChooser:
        """The model with new weights, and in its settings how much they gained on the texts."""
        rng = np.random.default_rng([seed, 2])
        fold = rng.permutation(len(corpus.sizes)) % min(FOLDS, max(len(corpus.sizes), 2)) == 0
        texts = self._texts(corpus, fold, rng)
        if not len(texts) or fold.all():
            raise InputError("holds no two clusters with two texts to tune on", field="texts")
        rest = without(corpus, model, ~fold)
        decoder = Decoder(rest.table, rest.lm, PLAIN, beam=int(model.settings["beam"]))
        segments = [self._segment(corpus, int(text), rng) for text in texts]
        objective = tuning_objective(self.metric, segments)

        stage, rounds = f"tuning for {self.metric.name}", count(1)
        tell(stage, 0.0)
        found = tune(
            decoder, [(one.source or "").split() for one in segments], objective,
            rounds=ROUNDS, k=NBEST, seed=seed,
            progress=lambda _: tell(stage, min(next(rounds) / (ROUNDS + 1), 1.0)),
        )  # fmt: skip
        sign = 1.0 if self.metric.higher_is_better else -1.0
        told = {
            "metric": str(self.metric.signature()), "texts": len(segments),
            "before": sign * found.history[0].score, "after": sign * found.score,
        }  # fmt: skip
        return replace(model, settings={**model.settings, "weights": dict(found.weights), "tuned": told})

    def _texts(
        self, corpus: ClusterCorpus, fold: npt.NDArray[np.bool_], rng: np.random.Generator
    ) -> npt.NDArray[Any]:
        """Texts of the fold that have others beside them, drawn from all of its clusters."""
        owner, lengths = corpus.owner, corpus.texts.lengths
        able = np.flatnonzero(fold[owner] & (corpus.sizes[owner] > 1) & (lengths <= PIECE))
        return np.sort(rng.permutation(able)[: self.texts])

    def _segment(self, corpus: ClusterCorpus, text: int, rng: np.random.Generator) -> Segment:
        cluster = int(corpus.owner[text])
        first = int(corpus.sizes[:cluster].sum())
        others = [t for t in range(first, first + int(corpus.sizes[cluster])) if t != text]
        drawn = sorted(rng.permutation(others)[:REFERENCES].tolist())
        references = tuple(dict.fromkeys(_spelt(corpus, other) for other in drawn))
        return Segment(str(text), "", _spelt(corpus, text), references, lang=self.lang)


def _spelt(corpus: ClusterCorpus, text: int) -> str:
    words = corpus.texts
    return " ".join(words.vocabulary[i] for i in words.ids[words.bounds[text] : words.bounds[text + 1]])
