"""How far slow work is: a metric says how many segments are done, and whoever shows that listens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar

__all__ = ["Watcher", "watched", "work"]

Done = Callable[[int], None]
Watcher = Callable[[str, int], AbstractContextManager[Done]]
"""Told what begins and of how many parts it is; gives, while it lasts, a function of parts done."""

_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Have slow work told to this watcher."""
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


def work(what: str, total: int) -> AbstractContextManager[Done]:
    """Slow work that begins; hand the function that it gives how many parts more are done."""
    watcher = _watcher.get()
    return nullcontext(lambda done: None) if watcher is None else watcher(what, total)
