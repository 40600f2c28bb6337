"""Scores of many parses: a mean over sentences (macro-average), each the mean over its tied best parses.

Packard (2012), section 3. A sentence without a parse, or with an empty one, scores 0 in every metric and is
counted. That is AXB's best value, since nothing crosses: read AXB beside the number of missing parses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from likewise.draw import ResultTable, Tabular
from likewise.errors import InputError
from likewise.metrics.base import Floats
from likewise.metrics.parses.brackets import axb, lp, up, zxb
from likewise.metrics.parses.dependencies import lsd, usd
from likewise.metrics.parses.exact import etm, ncm
from likewise.metrics.parses.leaves import la, lnm, pos
from likewise.metrics.parses.parse import Parse
from likewise.metrics.parses.semantics import emm, led, ued

__all__ = ["FORMATS", "METRICS", "ParseScores", "allowed", "chosen", "score_parse", "score_parses"]

Compare = Callable[[Parse, Parse], float]

METRICS: Mapping[str, Compare] = {
    "ETM": etm, "EMM": emm, "AXB": axb, "ZXB": zxb, "LP": lp, "UP": up, "LSD": lsd, "USD": usd,
    "LED": led, "UED": ued, "LA": la, "LNM": lnm, "POS": pos, "NCM": ncm,
}  # fmt: skip
"""The fourteen, in the paper's order; higher is better, 100 the best (of AXB, which is negative, 0)."""

_TREE = ("ETM", "AXB", "ZXB", "LP", "UP", "LA", "POS", "NCM")
_DEPENDENCIES = ("LSD", "USD", "POS")
_MEANING = ("EMM", "LED", "UED")
_DERIVATION = (*_TREE, *_DEPENDENCIES, "LNM")

FORMATS: Mapping[str, tuple[str, ...]] = {
    name: tuple(metric for metric in METRICS if metric in metrics)
    for name, metrics in {
        "ptb": _TREE, "conllu": _DEPENDENCIES, "derivation": _DERIVATION, "mrs": _MEANING
    }.items()
}  # fmt: skip
"""What each format allows."""


def allowed(golds: Iterable[Parse], systems: Iterable[Sequence[Parse]]) -> list[str]:
    """The metrics that every one of these parses allows, in their order."""
    left = set(METRICS)
    for parse in golds:
        left &= _of(parse)
    for parses in systems:
        for parse in parses:
            left &= _of(parse) if not parse.empty else left
    return [name for name in METRICS if name in left]


def _of(parse: Parse) -> set[str]:
    """The metrics that one parse allows."""
    names = set(_DEPENDENCIES) if parse.sentence is not None else set()
    if parse.tree is not None:
        names.update(_DERIVATION if parse.is_derivation else _TREE)
    if parse.mrs is not None:
        names.update(_MEANING)
    return names


def chosen(names: str | Iterable[str] | None, among: Sequence[str]) -> list[str]:
    """Metrics by name, in any case, with commas; all of those allowed where none is named."""
    if names is None:
        return list(among)
    wanted = [name.strip().upper() for name in (names.split(",") if isinstance(names, str) else names)]
    for name in wanted:
        if name not in METRICS:
            raise InputError(f"{name}: no such parser metric, expected some of {', '.join(METRICS)}")
        if name not in among:
            raise InputError(f"{name} cannot be had from these files, only {', '.join(among)}")
    return [name for name in METRICS if name in wanted]


@dataclass(frozen=True, repr=False)
class ParseScores(Tabular):
    """The score of each metric over n sentences, those of each sentence, and how many had no parse."""

    n: int
    missing: int
    metrics: dict[str, float]
    sentences: dict[str, Floats]

    def as_dict(self) -> dict[str, Any]:
        """The scores as their JSON object."""
        return {"n": self.n, "missing": self.missing, "metrics": self.metrics}

    def tables(self) -> Sequence[ResultTable]:
        """A row a metric, with what it is."""
        rows = [
            (name, value, (METRICS[name].__doc__ or "").split("\n")[0])
            for name, value in self.metrics.items()
        ]
        title = f"{self.n} sentences, {self.missing} without a parse"
        return [ResultTable(title, ("metric", "score", "is"), rows)]


def score_parse(gold: Parse, parses: Sequence[Parse], metrics: Iterable[str]) -> dict[str, float]:
    """The scores of one sentence: the mean over its tied best parses, 0 where there is none."""
    names = list(metrics)
    full = [parse for parse in parses if not parse.empty]
    count = max(len(parses), 1)
    return {name: sum(METRICS[name](gold, parse) for parse in full) / count for name in names}


def score_parses(
    golds: Sequence[Parse], systems: Sequence[Sequence[Parse]], metrics: str | Iterable[str] | None = None
) -> ParseScores:
    """Score each sentence's parses against its gold parse, by every metric that they allow.

    `systems` has the tied best parses of each sentence, mostly one, none where the parser failed.
    """
    if len(golds) != len(systems):
        raise InputError(f"{len(golds)} gold parses, but parses for {len(systems)} sentences")
    if not golds:
        raise InputError("no sentence to score")
    names = chosen(metrics, allowed(golds, systems))
    if not names:
        raise InputError("gold and system parses have no metric in common")
    rows = [score_parse(gold, parses, names) for gold, parses in zip(golds, systems, strict=True)]
    sentences = {name: np.array([row[name] for row in rows]) for name in names}
    means = {name: float(values.mean()) for name, values in sentences.items()}
    missing = sum(all(parse.empty for parse in parses) for parses in systems)
    return ParseScores(len(golds), missing, means, sentences)
