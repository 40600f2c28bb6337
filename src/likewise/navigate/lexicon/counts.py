"""Counts of a lexicon learner as bytes and back: the same counts give the same bytes."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse

from likewise.io import ModelFiles, dumps_arrays, loads_arrays
from likewise.navigate.lexicon.graphs import Fragment

__all__ = ["FragmentCounts", "counts_in", "dumps_counts"]

_NAMES, _ARRAYS = "names.json", "counts.npz.z"


class FragmentCounts(NamedTuple):
    """Sorted n-grams and fragments, the examples that hold both, the examples that hold each."""

    grams: list[tuple[str, ...]]
    fragments: list[Fragment]
    together: Any
    with_gram: npt.NDArray[np.int64]
    with_fragment: npt.NDArray[np.int64]


def dumps_counts(counts: FragmentCounts) -> dict[str, bytes]:
    """The counts as files."""
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
    return {_NAMES: names.encode("utf-8"), _ARRAYS: zlib.compress(packed, 1)}


def counts_in(files: ModelFiles) -> FragmentCounts:
    """The counts that `dumps_counts` made files of."""
    arrays = loads_arrays(zlib.decompress(files.read(_ARRAYS)), str(files.folder))
    return _counts(files.json(_NAMES), arrays)


def _counts(names: dict[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> FragmentCounts:
    grams = [tuple(gram) for gram in names["grams"]]
    fragments = [
        tuple((action, tuple(arguments)) for action, arguments in nodes) for nodes in names["fragments"]
    ]
    whole = {name: array.astype(np.int64) for name, array in arrays.items()}
    cells = (whole["together"], whole["columns"], whole["bounds"])
    together = sparse.csr_matrix(cells, shape=(len(grams), len(fragments)))
    together.check_format()
    if len(whole["with_gram"]) != len(grams) or len(whole["with_fragment"]) != len(fragments):
        raise ValueError("its counts do not fit its names")
    return FragmentCounts(grams, fragments, together, whole["with_gram"], whole["with_fragment"])


def _small(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same numbers in the smallest type that holds them."""
    return array.astype(np.min_scalar_type(int(array.max()) if array.size else 0))
