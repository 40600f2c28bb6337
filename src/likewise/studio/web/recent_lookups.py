"""What was looked up in the last few seconds, so that a busy worker does not cost the same each time."""

from __future__ import annotations

import hashlib
import threading
import time
from collections import OrderedDict
from typing import Generic, TypeVar

__all__ = ["RecentLookups"]

T = TypeVar("T")


class RecentLookups(Generic[T]):
    """Values by key for a few seconds, a bounded number of them; keys, which may be secrets, are hashed.

    `as_of` is the state that a value was looked up in, told before the look-up: it is good while that is the
    state. So what is changed in this process is never answered from memory, not even by a look-up that began
    before the change.
    """

    def __init__(self, seconds: float = 5.0, size: int = 5000) -> None:
        self._found: OrderedDict[str, tuple[float, object, T]] = OrderedDict()
        self._seconds, self._size, self._lock = seconds, size, threading.Lock()

    def get(self, key: str, as_of: object = None) -> T | None:
        """The value, or None where it has to be looked up."""
        with self._lock:
            until, state, value = self._found.get(_hashed(key), (0.0, None, None))
        return value if state is as_of and until > time.monotonic() else None

    def put(self, key: str, value: T, as_of: object = None) -> None:
        """Remember for a few seconds."""
        with self._lock:
            self._found[_hashed(key)] = (time.monotonic() + self._seconds, as_of, value)
            if len(self._found) > self._size:
                self._found.popitem(last=False)


def _hashed(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
