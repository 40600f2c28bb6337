"""Metrics as scorers of scikit-learn: what `cross_val_score`, `GridSearchCV` and others take as `scoring`.

A scorer is called `scorer(estimator, X, y)` and greater is better, as scikit-learn has it: of error rates it
gives the negative, under the name `neg_ter` where several are given. Nothing of scikit-learn is imported.
"""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from likewise.errors import InputError
from likewise.evaluate.scorer import score
from likewise.metrics import Metric, required_fields, resolve

__all__ = ["TextScorer", "sklearn_scorer"]


@dataclass(frozen=True, repr=False)
class TextScorer:
    """Scores the texts that an estimator predicts; made by `sklearn_scorer`."""

    metrics: tuple[Metric, ...]
    single: bool = True
    source: Hashable | None = None
    lang: str | None = None
    response_method: str = "predict"

    def __call__(self, estimator: Any, X: Any, y: Any = None) -> Any:
        """The score of what the estimator makes of X, held against y; by name where there are several."""
        given: dict[str, Any] = {"candidates": self._predictions(estimator, X)}
        needs = required_fields(self.metrics)
        if "references" in needs:
            if y is None:
                raise InputError(f"{self!r} needs y: the references of each row", field="y")
            given["references"] = _rows(y)
        if "source" in needs:
            given["sources"] = _sources(X, self.source)
        elif self.source is not None:
            raise InputError(f"source has no effect: {self!r} has no metric of sources", field="source")
        if self.lang is not None:
            given["lang"] = self.lang
        scores = score(metrics=self.metrics, **given)
        for text in scores.warnings:
            warnings.warn(text, stacklevel=2)
        found = {_name(metric): _greater(metric, scores[metric.name].score) for metric in self.metrics}
        return next(iter(found.values())) if self.single else found

    def _predictions(self, estimator: Any, X: Any) -> list[Any]:
        kind, method = type(estimator).__name__, getattr(estimator, self.response_method, None)
        if method is None:
            message = f"{kind} has no method '{self.response_method}': name another by response_method="
            raise InputError(message)
        texts = _column(method(X))
        for place, text in enumerate(texts):
            if not isinstance(text, str):
                found = f"row {place}: {kind}.{self.response_method} gave {type(text).__name__}"
                raise InputError(f"{found}, expected a text")
        return texts

    def __repr__(self) -> str:
        names = [metric.name for metric in self.metrics]
        return f"sklearn_scorer({names[0] if self.single else names!r})"


def sklearn_scorer(
    metrics: Iterable[str | Metric] | str | Metric,
    *,
    settings: Mapping[str, Any] | None = None,
    source: Hashable | None = None,
    lang: str | None = None,
    response_method: str = "predict",
) -> TextScorer:
    """A scorer for the `scoring=` of scikit-learn: metrics of the texts that an estimator predicts.

    `y` holds the references, a text or a list of texts for each row. Metrics of sources (`pinc`) read them
    from X, which is a list of texts or has one column, or several of which `source` names one. One metric
    gives a number, a list of them (or names with commas) numbers by name, which `cross_validate` takes too.
    Greater is better: error rates are negative, `neg_ter` by name. `response_method` makes the texts.
    """
    one = isinstance(metrics, Metric) or (isinstance(metrics, str) and "," not in metrics)
    chosen = resolve([metrics] if isinstance(metrics, Metric) else metrics, settings)
    return TextScorer(tuple(chosen), one, source, lang, response_method)


def _name(metric: Metric) -> str:
    return metric.name if metric.higher_is_better else f"neg_{metric.name}"


def _greater(metric: Metric, value: float) -> float:
    return value if metric.higher_is_better else -value


def _rows(data: Any) -> list[Any]:
    """A list, a column, an array or a frame as rows."""
    for name in ("to_numpy", "tolist"):
        if hasattr(data, name):
            data = getattr(data, name)()
    return list(data)


def _column(data: Any) -> list[Any]:
    """The same where each row is one text: of rows of one column that column."""
    rows = _rows(data)
    if rows and all(isinstance(row, list) and len(row) == 1 for row in rows):
        return [row[0] for row in rows]
    return rows


def _sources(X: Any, source: Hashable | None) -> list[Any]:
    if source is None:
        texts = _column(X)
        if texts and not isinstance(texts[0], str):
            message = f"expected texts as sources, found rows of {type(texts[0]).__name__}"
            raise InputError(f"{message}: name the column that holds them by source=", field="X")
        return texts
    try:
        if hasattr(X, "columns"):
            return _rows(X[source])
        return [row[source] for row in X]
    except (KeyError, IndexError, TypeError):
        raise InputError(f"no column '{source}' of sources in X", field="source") from None
