"""Saved counts of a lexicon learner: the same counts give the same bytes, and learning can be resumed."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse

from likewise.errors import InputError
from likewise.io.arrays import dumps_arrays, loads_arrays
from likewise.io.lines import Source
from likewise.io.models import ModelCard, read_model, write_model
from likewise.navigate.lexicon.graphs import Fragment

__all__ = ["KIND", "Counts", "load", "save"]

KIND = "navigation-lexicon"
_NAMES, _ARRAYS = "names.json", "counts.npz.z"


class Counts(NamedTuple):
    """Sorted n-grams and fragments, the examples that hold both, the examples that hold each."""

    grams: list[tuple[str, ...]]
    fragments: list[Fragment]
    together: Any
    with_gram: npt.NDArray[np.int64]
    with_fragment: npt.NDArray[np.int64]


def save(folder: Source, settings: Mapping[str, Any], examples: int, counts: Counts, data: str = "") -> None:
    """Write settings and counts."""
    together = counts.together
    arrays = {
        "bounds": together.indptr,
        "columns": together.indices,
        "together": together.data,
        "with_gram": counts.with_gram,
        "with_fragment": counts.with_fragment,
    }
    packed = dumps_arrays({name: _small(array) for name, array in arrays.items()})
    names = json.dumps({"grams": counts.grams, "fragments": counts.fragments}, ensure_ascii=False)
    card = ModelCard(KIND, {**settings, "examples": examples}, data)
    write_model(folder, card, {_NAMES: names.encode("utf-8"), _ARRAYS: zlib.compress(packed, 1)})


def load(folder: Source) -> tuple[dict[str, Any], int, Counts]:
    """Settings, number of examples and counts of a saved learner."""
    card = read_model(folder)
    settings = dict(card.settings)
    examples = settings.pop("examples", None)
    if card.kind != KIND or not isinstance(examples, int):
        raise InputError(f"is no saved {KIND}", file=str(folder))
    try:
        names = json.loads((Path(folder) / _NAMES).read_text(encoding="utf-8"))
        arrays = loads_arrays(zlib.decompress((Path(folder) / _ARRAYS).read_bytes()), str(folder))
        return settings, examples, _counts(names, arrays)
    except (OSError, ValueError, KeyError, TypeError, zlib.error):
        raise InputError("its counts cannot be read", file=str(folder)) from None


def _counts(names: dict[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> Counts:
    grams = [tuple(gram) for gram in names["grams"]]
    fragments = [tuple((action, tuple(found)) for action, found in nodes) for nodes in names["fragments"]]
    whole = {name: array.astype(np.int64) for name, array in arrays.items()}
    cells = (whole["together"], whole["columns"], whole["bounds"])
    together = sparse.csr_matrix(cells, shape=(len(grams), len(fragments)))
    together.check_format()
    if len(whole["with_gram"]) != len(grams) or len(whole["with_fragment"]) != len(fragments):
        raise ValueError
    return Counts(grams, fragments, together, whole["with_gram"], whole["with_fragment"])


def _small(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same numbers in the smallest type that holds them."""
    return array.astype(np.min_scalar_type(int(array.max()) if array.size else 0))
