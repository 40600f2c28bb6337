"""Work on many items by threads, results in the order of the items; the kernels let go of Python's lock."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from likewise.errors import InputError

__all__ = ["AHEAD", "cores", "in_order"]

AHEAD = 8
"""How many items a thread may lie ahead of what has been asked for."""

Item = TypeVar("Item")
Result = TypeVar("Result")


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(
    work: Callable[[Item], Result], items: Iterable[Item], workers: int | None = None
) -> Iterator[Result]:
    """The result of each item, in order. Items are taken a little ahead, so that endless ones will do."""
    workers = cores() if workers is None else workers
    if workers < 1:
        raise InputError(f"workers must be at least 1, not {workers}")
    return map(work, items) if workers == 1 else _threaded(work, items, workers)


def _threaded(work: Callable[[Item], Result], items: Iterable[Item], workers: int) -> Iterator[Result]:
    waiting: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for item in items:
                waiting.append(pool.submit(work, item))
                if len(waiting) >= AHEAD * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for one in waiting:  # the rest is not wanted any more
                one.cancel()
