"""Long work over many items, cut into chunks for several processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

__all__ = ["CHUNK", "mapped"]

Result = TypeVar("Result")

CHUNK = 32
"""Items a chunk: the same whatever the number of processes, so that results are the same to the byte."""


def mapped(work: Callable[[Any], Result], items: Sequence[Any], processes: int = 1) -> Iterator[Result]:
    """What the work gives for each chunk, in order; `work` must be a function of a module."""
    chunks = [items[start : start + CHUNK] for start in range(0, len(items), CHUNK)]
    if processes < 2 or len(chunks) < 2:
        yield from map(work, chunks)
        return
    # Reading analyses is plain Python, which threads would not speed up.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(processes, len(chunks)), mp_context=context) as pool:
        yield from pool.map(work, chunks)
