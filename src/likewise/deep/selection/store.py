"""Features of many candidates, extracted once and kept as sparse arrays, one block a template.

A conditional model only compares the candidates of one sentence, so what all of them share says nothing: of
each feature, the smallest count among a sentence's candidates is taken off. Probabilities stay what they
were, and nearly half of the counts are gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.deep.analyses import Item
from likewise.deep.selection.chunks import CHUNK, mapped
from likewise.deep.selection.features import AnalysisView, seen
from likewise.deep.selection.templates import Template, atoms_of, parse_templates
from likewise.errors import InputError
from likewise.io import dumps_arrays, loads_arrays

__all__ = ["Block", "Candidates", "FeatureStore", "extract"]

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Block:
    """The features of one template: those of candidate c are `ids[bounds[c]:bounds[c + 1]]`, with counts."""

    names: list[str]
    bounds: Array
    ids: Array
    counts: Array


@dataclass(frozen=True)
class Candidates:
    """A sparse matrix of candidates by features; those of item i are the rows `items[i]:items[i + 1]`."""

    items: Array
    bounds: Array
    ids: Array
    counts: Array
    features: int

    def of_items(self, chosen: Array) -> Candidates:
        """The candidates of some items alone, over the same features."""
        rows, items = _places(self.items, chosen)
        places, bounds = _places(self.bounds, rows)
        return Candidates(items, bounds, self.ids[places], self.counts[places], self.features)

    def rows_of(self, chosen: Array) -> Array:
        """The rows of some items."""
        return _places(self.items, chosen)[0]


def _places(bounds: Array, chosen: Array) -> tuple[Array, Array]:
    """Where the entries of the chosen runs stand, and the bounds of the runs once they are put together."""
    sizes = np.diff(bounds)[chosen]
    fresh = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
    return np.arange(fresh[-1]) + np.repeat(bounds[:-1][chosen] - fresh[:-1], sizes), fresh


@dataclass(frozen=True)
class FeatureStore:
    """All blocks of a corpus, with the ids of its items and how many candidates each has."""

    ids: list[str]
    items: Array
    blocks: dict[str, Block]

    def candidates(self, templates: str) -> Candidates:
        """The matrix of a feature set: its blocks side by side."""
        blocks = [self._block(template) for template in parse_templates(templates)]
        sizes = np.sum([np.diff(block.bounds) for block in blocks], axis=0)
        bounds = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
        ids, counts = np.empty(bounds[-1], np.int32), np.empty(bounds[-1], np.float32)
        filled, first = bounds[:-1].copy(), 0
        for block in blocks:
            own = np.diff(block.bounds)
            to = np.arange(len(block.ids)) + np.repeat(filled - block.bounds[:-1], own)
            ids[to], counts[to] = block.ids + first, block.counts
            filled, first = filled + own, first + len(block.names)
        return Candidates(self.items, bounds, ids, counts, first)

    def names(self, templates: str) -> list[str]:
        """The features of a set, as `template: feature`, in the order of the matrix's columns."""
        return [
            f"{template}: {name}"
            for template in parse_templates(templates)
            for name in self._block(template).names
        ]

    def _block(self, template: Template) -> Block:
        if str(template) not in self.blocks:
            raise InputError(f"template '{template}' was not extracted")
        return self.blocks[str(template)]

    def arrays(self) -> dict[str, Array]:
        """The store as named arrays."""
        arrays: dict[str, Array] = {"items": self.items, "ids": _packed(self.ids)}
        for number, (name, block) in enumerate(self.blocks.items()):
            arrays[f"{number} template"] = _packed([name])
            arrays[f"{number} names"] = _packed(block.names)
            for part in ("bounds", "ids", "counts"):
                arrays[f"{number} {part}"] = getattr(block, part)
        return arrays

    def dumps(self) -> bytes:
        """The store as bytes; the same corpus gives the same."""
        return dumps_arrays(self.arrays())

    @classmethod
    def loads(cls, data: bytes, file: str | None = None) -> FeatureStore:
        """The store that `dumps` wrote."""
        return cls.of_arrays(loads_arrays(data, file), file)

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, Array], file: str | None = None) -> FeatureStore:
        """The store that `arrays` gave."""
        blocks, number = {}, 0
        try:
            while f"{number} template" in arrays:
                parts = (arrays[f"{number} {part}"] for part in ("bounds", "ids", "counts"))
                names = _unpacked(arrays[f"{number} names"])
                blocks[_unpacked(arrays[f"{number} template"])[0]] = Block(names, *parts)
                number += 1
            return cls(_unpacked(arrays["ids"]), arrays["items"], blocks)
        except (KeyError, UnicodeDecodeError):
            raise InputError("holds no features of analyses", file=file) from None


def _packed(texts: Sequence[str]) -> Array:
    """Texts as one array of bytes; features hold no line ends."""
    return np.frombuffer("\n".join(texts).encode("utf-8"), np.uint8)


def _unpacked(array: Array) -> list[str]:
    text = array.tobytes().decode("utf-8")
    return text.split("\n") if text else []


def extract(
    items: Sequence[Item],
    sets: Sequence[str],
    *,
    heads: Mapping[str, int] | None = None,
    processes: int = 1,
    progress: Callable[[int], None] | None = None,
) -> FeatureStore:
    """The features of all candidates for all templates of some feature sets, in one pass over the items.

    `progress` is told of so many items more, the last time of a few too many.
    """
    templates = atoms_of(tuple(sets))
    parts = []
    for part in mapped(partial(_part, templates, heads), items, processes):
        parts.append(part)
        if progress is not None:
            progress(CHUNK)
    blocks = {
        str(template): _merged([part[number] for part in parts]) for number, template in enumerate(templates)
    }
    sizes = np.array([len(item.analyses) for item in items], np.int64)
    bounds = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
    return FeatureStore([item.id for item in items], bounds, blocks)


def _part(
    templates: Sequence[Template], heads: Mapping[str, int] | None, items: Sequence[Item]
) -> list[tuple[list[str], Array, Array, Array]]:
    """For each template: names of features in order of appearance, row lengths, numbers, counts."""
    names: list[dict[str, int]] = [{} for _ in templates]
    columns: list[tuple[list[int], list[int], list[int]]] = [([], [], []) for _ in templates]
    for item in items:
        views = [AnalysisView(analysis.fresh(), heads) for analysis in item.analyses]
        for template, numbers, (sizes, ids, counts) in zip(templates, names, columns, strict=True):
            for row in _told_apart([seen(template, view) for view in views]):
                sizes.append(len(row))
                ids.extend([numbers.setdefault(name, len(numbers)) for name in row])
                counts.extend(row.values())
    return [
        (list(numbers), np.array(sizes, np.int64), np.array(ids, np.int32), np.array(counts, np.float32))
        for numbers, (sizes, ids, counts) in zip(names, columns, strict=True)
    ]


def _told_apart(rows: list[Counter[str]]) -> list[dict[str, int]]:
    """Counts without what all rows share."""
    if not rows:
        return []
    shared = dict(rows[0])
    for row in rows:
        shared = {
            name: count if count < row[name] else row[name] for name, count in shared.items() if name in row
        }
    return [
        {name: left for name, count in row.items() if (left := count - shared.get(name, 0))} for row in rows
    ]


def _merged(parts: list[tuple[list[str], Array, Array, Array]]) -> Block:
    """Parts put together; features are numbered by their first appearance in the whole."""
    numbers: dict[str, int] = {}
    ids = []
    for names, _, own, _ in parts:
        table = np.array([numbers.setdefault(name, len(numbers)) for name in names], np.int32)
        ids.append(table[own] if len(own) else own)
    sizes = np.concatenate([part[1] for part in parts])
    bounds = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
    return Block(list(numbers), bounds, np.concatenate(ids), np.concatenate([part[3] for part in parts]))
