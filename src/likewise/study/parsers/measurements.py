"""Every candidate under every metric, worked out once: a parser's score is then a mean of chosen rows.

Each candidate is held against the gold analysis of its item and against the item's targets, the candidates
closest to gold. Where several tie as targets, a candidate gets the best figure that any of them gives it,
metric by metric: to choose one of them is to be right.

Punctuation does not count, since versions of a grammar attach it elsewhere. Against gold the properties of
variables do not count either: versions write them otherwise, and nearly no MRS would match. Against targets,
which are of the same grammar, they do.

A candidate whose derivation or MRS cannot be read is left out, and said why. So is an item that then has
fewer than two, or none that resembles gold in anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.deep import Analysis, Item
from likewise.deep.selection import Targets, find_targets, mapped
from likewise.errors import InputError
from likewise.metrics.parses import FORMATS, METRICS, Parse, analysis_parse
from likewise.study.parsers.data import StudyData

__all__ = ["Measurements", "measure", "metrics_of"]

Array = npt.NDArray[Any]


def metrics_of(meaning: bool) -> list[str]:
    """The metrics that the data allow: all fourteen, or those of derivations where there are no MRSs."""
    return [name for name in METRICS if meaning or name in FORMATS["derivation"]]


@dataclass(frozen=True)
class Measurements:
    """All sound candidates of the items that can be used, a row each, under all metrics."""

    items: Array
    """The rows of item i are `items[i]:items[i + 1]`, none where it cannot be used."""
    kept: Array
    """For each candidate in the data whether it has a row."""
    similarity: Array
    """Of each row, to the gold analysis."""
    exact: Array
    """For each item whether the gold derivation itself is among its candidates."""
    gold: Array
    """Rows by metrics: the figures against the gold analysis."""
    target: Array
    """The same against the closest candidates."""
    faults: Array
    """For each item: broken gold, broken candidates, too few candidates left, none like gold."""
    complaints: list[str]

    @property
    def targets(self) -> Targets:
        """The similarities as parse selection has them, items without rows left out."""
        used = np.diff(self.items) > 0
        bounds = np.concatenate((np.zeros(1, np.int64), self.items[1:][used]))
        return Targets(bounds, self.similarity, self.exact[used])

    def sound(self, items: Sequence[Item]) -> list[Item]:
        """The items that are used, with their sound candidates."""
        kept: Iterator[bool] = iter(self.kept.tolist())
        sound_items = (Item(i.id, i.text, tuple(a for a in i.analyses if next(kept))) for i in items)
        return [item for item in sound_items if item.analyses]

    def arrays(self) -> dict[str, Array]:
        """As arrays, to be kept."""
        said = np.frombuffer("\n".join(self.complaints).encode("utf-8"), np.uint8)
        return {name: getattr(self, name) for name in _ARRAYS} | {"complaints": said}

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, Array]) -> Measurements:
        """What `arrays` gave."""
        said = arrays["complaints"].tobytes().decode("utf-8")
        values: dict[str, Any] = {name: arrays[name] for name in _ARRAYS}
        return cls(**values, complaints=said.split("\n") if said else [])


_ARRAYS = ("items", "kept", "similarity", "exact", "gold", "target", "faults")


@dataclass(frozen=True)
class _Read:
    """A parse, and its MRS without the properties of variables."""

    whole: Parse
    bare: Parse


@dataclass(frozen=True)
class _ItemRow:
    """One item measured; without the last four it cannot be used."""

    kept: list[bool]
    complaints: list[str]
    fault: tuple[int, int, int, int]
    similarity: Sequence[float] | Array = ()
    exact: bool = False
    gold: Sequence[Sequence[float]] = ()
    target: Sequence[Sequence[float]] = ()


def measure(
    data: StudyData,
    *,
    heads: Mapping[str, int] | None = None,
    processes: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Measurements:
    """Hold every candidate against gold and targets; `progress` is told of so many items more."""
    rows: list[_ItemRow] = []
    pairs = list(zip(data.items, data.golds, strict=True))
    for chunk in mapped(partial(_chunk, data.meaning, heads), pairs, processes):
        rows.extend(chunk)
        if progress is not None:
            progress(len(chunk))
    columns = len(metrics_of(data.meaning))
    sizes = np.array([len(row.similarity) for row in rows], np.int64)
    return Measurements(
        np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes))),
        np.array([kept for row in rows for kept in row.kept], np.bool_),
        np.array([value for row in rows for value in row.similarity], np.float64),
        np.array([row.exact for row in rows], np.bool_),
        np.array([values for row in rows for values in row.gold], np.float64).reshape(-1, columns),
        np.array([values for row in rows for values in row.target], np.float64).reshape(-1, columns),
        np.array([row.fault for row in rows], np.int64).reshape(-1, 4),
        [complaint for row in rows for complaint in row.complaints],
    )


def _chunk(
    meaning: bool, heads: Mapping[str, int] | None, pairs: Sequence[tuple[Item, Analysis]]
) -> list[_ItemRow]:
    return [_measured(item, gold, meaning, heads) for item, gold in pairs]


def _measured(item: Item, gold: Analysis, meaning: bool, heads: Mapping[str, int] | None) -> _ItemRow:
    none = [False] * len(item.analyses)
    reference, complaint = _read(gold, meaning, heads)
    if reference is None:
        return _ItemRow(none, [f"item {item.id}, gold: {complaint}"], (1, 0, 0, 0))
    read = [_read(analysis, meaning, heads) for analysis in item.analyses]
    complaints = [
        f"item {item.id}, analysis {number}: {complaint}"
        for number, (parse, complaint) in enumerate(read, 1)
        if parse is None
    ]
    kept = [parse is not None for parse, _ in read]
    parses = [parse for parse, _ in read if parse is not None]
    if len(parses) < 2:
        return _ItemRow(none, complaints, (0, len(complaints), 1, 0))
    sound = Item(
        item.id, item.text, tuple(a for a, is_sound in zip(item.analyses, kept, strict=True) if is_sound)
    )
    near = find_targets([sound], [gold])
    best = [parse for parse, chosen in zip(parses, near.chosen.tolist(), strict=True) if chosen]
    if not best:
        return _ItemRow(none, complaints, (0, len(complaints), 0, 1))
    names = metrics_of(meaning)
    return _ItemRow(
        kept,
        complaints,
        (0, len(complaints), 0, 0),
        near.similarity,
        bool(near.exact[0]),
        [[_against_gold(name, reference, parse) for name in names] for parse in parses],
        [[max(METRICS[name](b.whole, parse.whole) for b in best) for name in names] for parse in parses],
    )


def _against_gold(name: str, gold: _Read, parse: _Read) -> float:
    if name in FORMATS["mrs"]:
        return METRICS[name](gold.bare, parse.bare)
    return METRICS[name](gold.whole, parse.whole)


def _read(analysis: Analysis, meaning: bool, heads: Mapping[str, int] | None) -> tuple[_Read | None, str]:
    """An analysis with all that metrics need of it, or why there is none."""
    if not analysis.derivation or (meaning and not analysis.mrs):
        return None, f"has no {'MRS' if analysis.derivation else 'derivation'}"
    try:
        parse = analysis_parse(analysis.fresh(), heads=heads, punctuation=False)
        _ = parse.triples
    except InputError as error:
        return None, error.message
    return _Read(parse, Parse(mrs=parse.mrs, text=parse.text, punctuation=False, properties=False)), ""
