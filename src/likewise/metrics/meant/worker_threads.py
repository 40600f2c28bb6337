"""Work on parts of a list by all cores. The nets' products do not hold Python's lock, so threads do."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from threadpoolctl import ThreadpoolController

__all__ = ["in_threads"]

Part = TypeVar("Part")
Result = TypeVar("Result")


def in_threads(
    work: Callable[[Sequence[Part]], list[Result]], rows: Sequence[Part], size: int
) -> list[Result]:
    """What `work` gives for the rows, which it is handed `size` at a time; in order."""
    parts = [rows[start : start + size] for start in range(0, len(rows), size)]
    workers = min(_cores(), len(parts))
    if workers < 2:
        return [one for part in parts for one in work(part)]
    # One thread a product: as many parts are under way as there are cores.
    with _products().limit(limits=1, user_api="blas"), ThreadPoolExecutor(workers) as pool:
        return [one for done in pool.map(work, parts) for one in done]


def _cores() -> int:
    """The cores that this process may use, where the system tells."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _products() -> ThreadpoolController:
    return ThreadpoolController()
