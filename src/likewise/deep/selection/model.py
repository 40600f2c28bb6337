"""A trained parse selector: the probability of each analysis of a sentence, saved and loaded.

Beside the choice itself this is what other rooms ask for: how sure one may be of an analysis (Packard et al.
2014 let a scope crawler speak only where its analysis is probable).
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from likewise.deep.analyses import Analysis, Item
from likewise.deep.selection.estimation import fit_weights
from likewise.deep.selection.features import AnalysisView, seen
from likewise.deep.selection.store import extract
from likewise.deep.selection.targets import find_targets
from likewise.deep.selection.templates import Template, parse_templates
from likewise.errors import InputError
from likewise.io import (
    LEARNER_SEED,
    ModelCard,
    ModelFiles,
    Progress,
    SavedModel,
    dumps_arrays,
    fingerprint,
    unheard,
)

__all__ = ["ParseSelector"]

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class ParseSelector(SavedModel):
    """A log-linear model: weights of features, and the templates that find them."""

    features: str
    sigma: float
    weights: Mapping[str, Mapping[str, float]]
    """For each template, the weight of each of its features."""
    heads: Mapping[str, int] | None = None
    data: str = field(default="", compare=False)

    kind: ClassVar[str] = "parse-selector"

    @classmethod
    def fit(
        cls,
        examples: Sequence[tuple[Item, Analysis | None]] | Sequence[Item],
        golds: Sequence[Analysis | None] | None = None,
        /,
        *,
        features: str = "gp2",
        sigma: float = 1.0,
        heads: Mapping[str, int] | None = None,
        processes: int = 1,
        seed: int = LEARNER_SEED,
        progress: Progress | None = None,
    ) -> ParseSelector:
        """Learn from items, each with its gold analysis; `targets` says how the two meet.

        Nothing in it is left to chance, so the seed changes nothing. Golds as a second list are the old way.
        """
        items, golds = _parted(examples, golds)
        tell = progress or unheard
        tell("targets", 0.0)
        taught = find_targets(items, golds, processes=processes).shares()
        if not taught.any():
            raise InputError("nothing to learn from: no item has both candidates and a gold analysis")
        tell("features", 0.2)
        store = extract(items, [features], heads=heads, processes=processes)
        tell("learning", 0.6)
        weights = fit_weights(store.candidates(features), taught, sigma)
        named, place = {}, 0
        for template in parse_templates(features):
            names = store.blocks[str(template)].names
            own = weights[place : place + len(names)].tolist()
            named[str(template)] = {name: w for name, w in zip(names, own, strict=True) if w}
            place += len(names)
        rows = ([item.id, item.text, *(a.derivation for a in item.analyses)] for item in items)
        tell("learning", 1.0)
        return cls(features, sigma, named, heads, fingerprint(rows))

    @property
    def templates(self) -> tuple[Template, ...]:
        """The templates of the features."""
        return parse_templates(self.features)

    def score(self, analysis: Analysis) -> float:
        """The sum of the weights of what is seen in an analysis; it means something beside others only."""
        return sum(value for _, _, value in self.reasons(analysis))

    def reasons(self, analysis: Analysis) -> list[tuple[str, str, float]]:
        """Template, feature and what it adds, for every feature that has a weight; the strongest first."""
        view = AnalysisView(analysis, self.heads)
        rows = [
            (str(template), name, known[name] * count)
            for template in self.templates
            if (known := self.weights[str(template)])
            for name, count in seen(template, view).items()
            if name in known
        ]
        return sorted(rows, key=lambda row: (-abs(row[2]), row[0], row[1]))

    def probability(self, item: Item) -> Array:
        """The probability of each analysis among those of the item; empty where there are none."""
        if not item.analyses:
            return np.zeros(0)
        scores = np.array([self.score(analysis) for analysis in item.analyses])
        raised = np.exp(scores - scores.max())
        return np.asarray(raised / raised.sum())

    def best(self, item: Item) -> Analysis | None:
        """The most probable analysis, the first of several; none where there is none."""
        return item.analyses[int(np.argmax(self.probability(item)))] if item.analyses else None

    def saved_settings(self) -> Mapping[str, Any]:
        heads = None if self.heads is None else dict(self.heads)
        return {"features": self.features, "sigma": self.sigma, "heads": heads}

    def saved_files(self) -> Mapping[str, bytes]:
        arrays: dict[str, Array] = {}
        for template, weights in self.weights.items():
            arrays[f"{template} names"] = np.frombuffer("\n".join(weights).encode("utf-8"), np.uint8)
            arrays[f"{template} weights"] = np.array(list(weights.values()), np.float64)
        return {"weights.npz": dumps_arrays(arrays)}

    @classmethod
    def restored(cls, card: ModelCard, files: ModelFiles) -> ParseSelector:
        features, sigma = str(card.settings["features"]), float(card.settings["sigma"])
        heads = card.settings["heads"]
        if not (heads is None or isinstance(heads, dict)):
            raise ValueError("heads are no table")
        arrays = files.arrays("weights.npz")
        weights = {str(template): _weights(arrays, str(template)) for template in parse_templates(features)}
        return cls(features, sigma, weights, heads, card.data)


def _parted(
    examples: Sequence[tuple[Item, Analysis | None]] | Sequence[Item], golds: Sequence[Analysis | None] | None
) -> tuple[list[Item], list[Analysis | None]]:
    """Items and golds, as two lists."""
    given: Any = examples
    if golds is not None:
        message = "ParseSelector.fit takes pairs of an item and its gold analysis now"
        warnings.warn(message, DeprecationWarning, stacklevel=3)
        given = zip(given, golds, strict=True)
    pairs = list(given)
    return [item for item, _ in pairs], [gold for _, gold in pairs]


def _weights(arrays: Mapping[str, Array], template: str) -> dict[str, float]:
    text = arrays[f"{template} names"].tobytes().decode("utf-8")
    values = arrays[f"{template} weights"].tolist()
    return dict(zip(text.split("\n") if text else [], values, strict=True))
