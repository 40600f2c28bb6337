"""What was looked up in the last few seconds, so that a busy worker does not cost the same each time."""

from __future__ import annotations

import hashlib
import threading
from typing import Generic, TypeVar

from cachetools import TTLCache

__all__ = ["RecentLookups"]

T = TypeVar("T")


class RecentLookups(Generic[T]):
    """Values by key for a few seconds, a bounded number of them; keys, which may be secrets, are hashed.

    `as_of` is the state that a value was looked up in, told before the look-up: it is good while that is the
    state. So what is changed in this process is never answered from memory, not even by a look-up that began
    before the change.
    """

    def __init__(self, seconds: float = 5.0, size: int = 5000) -> None:
        self._kept: TTLCache[str, tuple[object, T]] = TTLCache(size, seconds)
        self._lock = threading.Lock()

    def get(self, key: str, as_of: object = None) -> T | None:
        """The value, or None where it has to be looked up."""
        with self._lock:
            state, value = self._kept.get(_hashed(key), (None, None))
        return value if state is as_of else None

    def put(self, key: str, value: T, as_of: object = None) -> None:
        """Remember for a few seconds."""
        with self._lock:
            self._kept[_hashed(key)] = as_of, value


def _hashed(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
