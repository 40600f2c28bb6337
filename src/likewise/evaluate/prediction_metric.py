"""Metrics in the manner of Hugging Face's `evaluate`: predictions and references are added, then computed.

Methods and arguments have the names that they have there, so that code which calls it goes on working; what
`compute` gives is what its `sacrebleu`, `chrf` and `ter` give, on the same scale of 0 to 100. Nothing of it
is imported, and nothing is fetched.
"""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from likewise.errors import InputError
from likewise.evaluate.scorer import score
from likewise.evaluate.trainer_metrics import TrainerMetrics
from likewise.io import segments_of
from likewise.metrics import Metric, Score, required_fields, resolve
from likewise.records import Segment

__all__ = ["CombinedMetrics", "PredictionMetric", "combine_metrics", "evaluate_metric"]


class Added(ABC):
    """What one metric and several have in common: they are added to, computed, and asked by a Trainer."""

    def __init__(self, needs: Iterable[str]) -> None:
        self.needs = frozenset(needs)
        self._segments: list[Segment] = []

    def add(self, *, prediction: Any = None, reference: Any = None, source: Any = None) -> None:
        """Add one prediction with its reference (a text, or a list of texts)."""
        self.add_batch(
            predictions=[prediction],
            references=None if reference is None else [reference],
            sources=None if source is None else [source],
        )

    def add_batch(self, *, predictions: Any = None, references: Any = None, sources: Any = None) -> None:
        """Add predictions, with a reference or a list of them for each."""
        if predictions is None:
            raise InputError("there are no predictions", field="predictions")
        first, texts = len(self._segments), list(predictions)
        self._segments += segments_of(
            candidates=texts, references=references, sources=sources, require=self.needs,
            ids=range(first, first + len(texts)),
        )  # fmt: skip

    def compute(
        self, *, predictions: Any = None, references: Any = None, sources: Any = None, **settings: Any
    ) -> dict[str, Any]:
        """The scores of all that was added and of what is handed over here; the next run starts anew."""
        if not (predictions is None and references is None and sources is None):
            self.add_batch(predictions=predictions, references=references, sources=sources)
        return self._merged(self.scores(**settings))

    def scores(self, **settings: Any) -> dict[str, Score]:
        """The same as results of the house, by name: each has tables, and the score of every prediction."""
        if not self._segments:
            raise InputError("there is nothing to compute: say compute(predictions=.., references=..)")
        found = self._scored(self._segments, settings)
        self._segments = []
        return found

    def for_trainer(self, tokenizer: Any = None) -> TrainerMetrics:
        """What a Trainer takes as `compute_metrics`: gives `{"bleu": 31.4}`, keys to choose models by.

        The tokenizer turns ids into texts (the padding of labels, -100, is left out). Without one,
        predictions and labels are texts already.
        """
        return TrainerMetrics(self, tokenizer)

    @abstractmethod
    def _scored(self, segments: list[Segment], settings: Mapping[str, Any]) -> dict[str, Score]:
        """The scores of segments by name."""

    @abstractmethod
    def _merged(self, scores: Mapping[str, Score]) -> dict[str, Any]:
        """The scores as one dictionary."""


class PredictionMetric(Added):
    """One metric over predictions; made by `evaluate_metric`."""

    def __init__(self, metric: str | Metric, settings: Mapping[str, Any] | None, lang: str | None) -> None:
        self._asked, self._settings, self._lang = metric, dict(settings or {}), lang
        (self.metric,) = resolve([metric], self._settings)
        self.name = self.metric.name
        super().__init__(required_fields([self.metric]))

    @property
    def description(self) -> str:
        """What the metric measures, in a line."""
        return (type(self.metric).__doc__ or "").strip().partition("\n")[0]

    def _scored(self, segments: list[Segment], settings: Mapping[str, Any]) -> dict[str, Score]:
        chosen = resolve([self._asked], {**self._settings, **settings})
        scores = score(segments, chosen, lang=self._lang) if self._lang else score(segments, chosen)
        for text in scores.warnings:
            warnings.warn(text, stacklevel=4)
        return {self.name: scores[self.name]}

    def _merged(self, scores: Mapping[str, Score]) -> dict[str, Any]:
        return _as_theirs(scores[self.name])

    def __repr__(self) -> str:
        return f"<PredictionMetric {self.metric.signature()}: {len(self._segments)} added>"


class CombinedMetrics(Added):
    """Several metrics over the same predictions; made by `combine_metrics`."""

    def __init__(self, metrics: Mapping[str, PredictionMetric], force_prefix: bool) -> None:
        self.metrics, self.force_prefix = dict(metrics), force_prefix
        super().__init__(name for metric in self.metrics.values() for name in metric.needs)

    def _scored(self, segments: list[Segment], settings: Mapping[str, Any]) -> dict[str, Score]:
        meant = {name: _meant_for(one, settings) for name, one in self.metrics.items()}
        for key in settings:
            if not any(key in chosen for chosen in meant.values()):
                raise InputError(f"no metric named here has the setting '{key}'")
        return {name: one._scored(segments, meant[name])[one.name] for name, one in self.metrics.items()}

    def _merged(self, scores: Mapping[str, Score]) -> dict[str, Any]:
        results = {name: _as_theirs(found) for name, found in scores.items()}
        often = Counter(key for result in results.values() for key in result)
        return {
            f"{name}_{key}" if self.force_prefix or often[key] > 1 else key: value
            for name, result in results.items()
            for key, value in result.items()
        }

    def __repr__(self) -> str:
        return f"<CombinedMetrics {', '.join(self.metrics)}: {len(self._segments)} added>"


def _as_theirs(found: Score) -> dict[str, Any]:
    return {"score": found.score, **found.parts, **found.details, "signature": str(found.signature)}


def _meant_for(metric: PredictionMetric, settings: Mapping[str, Any]) -> dict[str, Any]:
    known = metric.metric.__dataclass_fields__
    return {key: value for key, value in settings.items() if key in known}


def evaluate_metric(
    metric: str | Metric, *, settings: Mapping[str, Any] | None = None, lang: str | None = None
) -> PredictionMetric:
    """A metric in the manner of `evaluate.load`: `add`, `add_batch`, `compute(predictions=, references=)`.

    `compute` gives a dictionary: `score` (0 to 100), its parts under the names of sacrebleu (`counts`,
    `totals`, `precisions`, `bp`, `sys_len`, `ref_len` of BLEU), and the signature. Metrics of sources take
    `sources=`. Settings may be said here or to `compute`.
    """
    return PredictionMetric(metric, settings, lang)


def combine_metrics(
    metrics: Iterable[str | Metric | PredictionMetric] | Mapping[str, str | Metric | PredictionMetric],
    *,
    force_prefix: bool = False,
) -> CombinedMetrics:
    """Several metrics as one, in the manner of `evaluate.combine`: names, objects, or a mapping of these.

    Keys of the results that several of them have carry the metric's name (`bleu_score`); all do with
    `force_prefix`.
    """
    if isinstance(metrics, str):
        metrics = [name.strip() for name in metrics.split(",")]
    named = metrics.items() if isinstance(metrics, Mapping) else [(None, metric) for metric in metrics]
    made: dict[str, PredictionMetric] = {}
    for name, metric in named:
        one = metric if isinstance(metric, PredictionMetric) else evaluate_metric(metric)
        if (chosen := name or one.name) in made:
            raise InputError(f"metric '{chosen}' is named twice: name them apart by a mapping")
        made[chosen] = one
    if not made:
        raise InputError("no metric named, expected one or more")
    return CombinedMetrics(made, force_prefix)
