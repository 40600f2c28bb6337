"""What was looked up in the last few seconds, so that a busy worker does not cost the same each time."""

from __future__ import annotations

import hashlib
import threading
import time
from collections import OrderedDict
from typing import Generic, TypeVar

__all__ = ["Recent"]

T = TypeVar("T")


class Recent(Generic[T]):
    """Values by key for a few seconds, a bounded number of them; keys, which may be secrets, are hashed."""

    def __init__(self, seconds: float = 5.0, size: int = 5000) -> None:
        self._found: OrderedDict[str, tuple[float, T]] = OrderedDict()
        self._seconds, self._size, self._lock = seconds, size, threading.Lock()

    def get(self, key: str) -> T | None:
        """The value, or None where it has to be looked up."""
        with self._lock:
            until, value = self._found.get(_hashed(key), (0.0, None))
        return value if until > time.monotonic() else None

    def put(self, key: str, value: T) -> None:
        """Remember for a few seconds."""
        with self._lock:
            self._found[_hashed(key)] = (time.monotonic() + self._seconds, value)
            if len(self._found) > self._size:
                self._found.popitem(last=False)

    def drop(self, key: str) -> None:
        """Forget at once: it has changed."""
        with self._lock:
            self._found.pop(_hashed(key), None)


def _hashed(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
