"""Metrics as the `compute_metrics` of a Trainer of Hugging Face's transformers."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from likewise.errors import InputError
from likewise.metrics import Score

__all__ = ["TrainerMetrics"]


class Adding(Protocol):
    """What is added to and gives scores, such as `PredictionMetric`."""

    needs: frozenset[str]

    def add_batch(self, *, predictions: Any, references: Any, sources: Any) -> None:
        """Add texts."""

    def scores(self) -> dict[str, Score]:
        """The scores of what was added, by name."""


class TrainerMetrics:
    """Called with what a Trainer predicted, gives a number by name; made by `for_trainer`."""

    def __init__(self, metric: Adding, tokenizer: Any = None) -> None:
        self._metric, self._tokenizer = metric, tokenizer

    def __call__(self, eval_prediction: Any, compute_result: bool = True) -> dict[str, float]:
        """The scores; with `compute_result=False` (`batch_eval_metrics`) the batch is only added."""
        predictions, labels = eval_prediction[0], eval_prediction[1]
        sources = None
        if "source" in self._metric.needs:
            inputs = getattr(eval_prediction, "inputs", None)
            if inputs is None:
                message = "a metric of sources needs the inputs: say include_for_metrics=['inputs']"
                raise InputError(f"{message} in the training arguments", field="sources")
            sources = self._texts(inputs, "inputs")
        self._metric.add_batch(
            predictions=self._texts(predictions, "predictions"),
            references=self._texts(labels, "labels") if "references" in self._metric.needs else None,
            sources=sources,
        )
        if not compute_result:
            return {}
        return {name: found.score for name, found in self._metric.scores().items()}

    def _texts(self, values: Any, name: str) -> list[Any]:
        if isinstance(values, tuple):  # generated ids come first, then what else the model gives
            values = values[0]
        if self._tokenizer is None:
            return list(values)
        rows = [np.asarray(row) for row in values]
        if any(row.ndim != 1 or row.dtype.kind not in "iu" for row in rows):
            message = "expected ids of tokens, found others (logits need predict_with_generate=True)"
            raise InputError(message, field=name)
        kept = [row[row >= 0].tolist() for row in rows]
        return [text.strip() for text in self._tokenizer.batch_decode(kept, skip_special_tokens=True)]
