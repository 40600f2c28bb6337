"""What comes with the package: statistics learnt, without labels, from verse in the public domain."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from likewise.freestyle.rhyme.partition.scheme_statistics import SchemeStatistics
from likewise.io import loads_arrays

__all__ = ["FILE", "packed_statistics", "shipped_statistics", "unpacked_statistics", "usual_chance"]

FILE = "rhyme-schemes.npz"
_LEAST_RIMES, _LEAST_SCHEME = 0.5, 2.0


def packed_statistics(known: SchemeStatistics) -> dict[str, Any]:
    """Statistics as small arrays: pairs of rimes and schemes that hardly occur are left out."""
    ones, others = np.nonzero(np.triu(known.rime_counts) >= _LEAST_RIMES)
    schemes = sorted(scheme for scheme, weight in known.repertory.items() if weight >= _LEAST_SCHEME)
    steps = np.nonzero(known.chain.ravel() >= _LEAST_RIMES)[0]
    return {
        "categories": known.categories.astype(np.float32),
        "chance": known.chance.astype(np.float32),
        "rimes": np.frombuffer("\n".join(known.rimes).encode(), np.uint8),
        "frequency": known.frequency.astype(np.float32),
        "rime_pairs": np.stack([ones, others]).astype(np.int16),
        "rime_counts": known.rime_counts[ones, others].astype(np.float32),
        "steps": steps.astype(np.int16),
        "step_counts": known.chain.ravel()[steps].astype(np.float32),
        "classes": known.classes.astype(np.float32),
        "schemes": np.frombuffer(b"".join(schemes), np.int8),
        "lengths": np.array([len(scheme) for scheme in schemes], np.int16),
        "weights": np.array([known.repertory[scheme] for scheme in schemes], np.float32),
    }


def unpacked_statistics(arrays: Mapping[str, Any]) -> SchemeStatistics:
    """The statistics that were packed."""
    rimes = tuple(bytes(arrays["rimes"]).decode().split("\n"))
    rime_counts = np.zeros((len(rimes), len(rimes)))
    ones, others = arrays["rime_pairs"]
    rime_counts[ones, others] = rime_counts[others, ones] = arrays["rime_counts"]
    chain = np.zeros((10, 10, 10, 9))
    chain.ravel()[arrays["steps"]] = arrays["step_counts"]
    ends = np.cumsum(arrays["lengths"].astype(int))
    gaps = arrays["schemes"].tobytes()
    schemes = (gaps[end - int(length) : end] for end, length in zip(ends, arrays["lengths"], strict=True))
    return SchemeStatistics(
        arrays["categories"].astype(float),
        arrays["chance"].astype(float),
        rime_counts,
        chain,
        arrays["classes"].astype(float),
        rimes,
        arrays["frequency"].astype(float),
        dict(zip(schemes, arrays["weights"].astype(float).tolist(), strict=True)),
    )


def shipped_statistics(lang: str) -> SchemeStatistics | None:
    """Those of English or French verse; None for other languages."""
    own = {name.removeprefix(f"{lang}."): x for name, x in _arrays().items() if name.startswith(f"{lang}.")}
    return unpacked_statistics(own) if own else None


def usual_chance() -> Any:
    """How alike lines of English verse are by chance, by category: a first idea for other languages."""
    return _arrays()["en.chance"].astype(float)


@cache
def _arrays() -> dict[str, Any]:
    from importlib.resources import files

    return loads_arrays(files("likewise.data").joinpath(FILE).read_bytes(), FILE)
