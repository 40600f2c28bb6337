"""What each parser chooses: feature sets x regularisation values, trained in cross-validation.

A parser's choice for an item is its most probable candidate, or several where they tie. What is kept of a
parser is its choices alone: scores under any metric, and resamples of the items, follow from them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.deep import Item
from likewise.deep.selection import (
    Candidates,
    FeatureStore,
    atoms_of,
    cross_validate,
    extract,
    folds_of,
    parse_templates,
)
from likewise.study.kept_parts import KeptParts

__all__ = ["ParserChoices", "choose", "chosen_rows", "store_of"]

Array = npt.NDArray[Any]

_TIE = 1e-9
"""Log-probabilities this close are equal: sums of the same weights in another order."""


@dataclass(frozen=True)
class ParserChoices:
    """For each parser and item the rows chosen: `rows[bounds[p * items + i]:bounds[p * items + i + 1]]`."""

    parsers: int
    rows: Array
    bounds: Array

    def values(self, figures: Array) -> Array:
        """Parsers by items: the mean figure over the rows chosen, from one figure a row."""
        sums = np.add.reduceat(figures[self.rows], self.bounds[:-1])
        return np.asarray(sums / np.diff(self.bounds)).reshape(self.parsers, -1)

    @property
    def ties(self) -> Array:
        """For each parser the share of items in which several candidates tie."""
        return np.asarray((np.diff(self.bounds).reshape(self.parsers, -1) > 1).mean(axis=1))


def chosen_rows(logs: Array, items: Array) -> ParserChoices:
    """The most probable rows of each item under each parser, from log-probabilities of parsers by rows."""
    best = np.maximum.reduceat(logs, items[:-1], axis=1)
    top = logs >= np.repeat(best, np.diff(items), axis=1) - _TIE
    counts = np.add.reduceat(top, items[:-1], axis=1, dtype=np.int64)
    bounds = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts.ravel())))
    return ParserChoices(len(logs), np.nonzero(top)[1].astype(np.int32), bounds)


def store_of(
    parts: KeptParts,
    items: Sequence[Item],
    sets: Sequence[str],
    settings: Sequence[Any],
    *,
    heads: Mapping[str, int] | None = None,
    processes: int = 1,
    progress: Callable[[int], None] | None = None,
) -> FeatureStore:
    """The features of all sets; templates that were extracted before are taken from the parts."""
    wanted = [str(template) for template in atoms_of(tuple(sets))]
    blocks = {}
    for name in wanted:
        kept = parts.get(f"features {name}", *settings)
        if kept is not None:
            blocks.update(FeatureStore.of_arrays(kept).blocks)
    missing = [name for name in wanted if name not in blocks]
    if missing:
        fresh = extract(items, missing, heads=heads, processes=processes, progress=progress)
        for name in missing:
            one = FeatureStore(fresh.ids, fresh.items, {name: fresh.blocks[name]})
            parts.put(one.arrays(), f"features {name}", *settings)
        blocks.update(fresh.blocks)
    sizes = np.array([len(item.analyses) for item in items], np.int64)
    bounds = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
    return FeatureStore([item.id for item in items], bounds, {name: blocks[name] for name in wanted})


def choose(
    parts: KeptParts,
    store: FeatureStore,
    features: str,
    targets: Array,
    sigmas: Array,
    folds: int,
    settings: Sequence[Any],
    *,
    workers: int = 2,
    progress: Callable[[int], None] | None = None,
) -> ParserChoices:
    """The choices of a feature set's parsers, one for each sigma; trained unless they are kept."""
    templates = [str(template) for template in parse_templates(features)]

    def train() -> dict[str, Array]:
        places = folds_of(store.ids, folds)
        logs = _stoppable(store.candidates(features), targets, places, sigmas, workers, progress)
        rows = chosen_rows(logs, store.items)
        return {"rows": rows.rows, "bounds": rows.bounds}

    name = f"choices {features}"
    kept = parts.made(train, name, *settings, templates, sigmas.tolist(), folds)
    return ParserChoices(len(sigmas), kept["rows"], kept["bounds"])


def _stoppable(
    data: Candidates,
    targets: Array,
    folds: Array,
    sigmas: Array,
    workers: int,
    progress: Callable[[int], None] | None,
) -> Array:
    """Cross-validation that ends soon after an interrupt: the main thread alone is told of one."""
    stop = threading.Event()

    def step(done: int) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        if progress is not None:
            progress(done)

    with ThreadPoolExecutor(1) as pool:
        job = pool.submit(cross_validate, data, targets, folds, sigmas, workers=workers, progress=step)
        try:
            return job.result()
        except BaseException:
            stop.set()
            raise
