"""How much one visitor may ask: sizes of bodies, depth of JSON, and token buckets for rates."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from cachetools import LRUCache

__all__ = ["Buckets", "Limits", "RequestRate"]


@dataclass(frozen=True)
class RequestRate:
    """So many requests a second on average, and so many at once."""

    per_second: float
    burst: float


@dataclass(frozen=True)
class Limits:
    """The limits of a studio; `rate` is what one account may ask for a second."""

    json_bytes: int = 1 << 20
    upload_bytes: int = 64 << 20
    media_bytes: int = 256 << 20
    depth: int = 32
    account: RequestRate = RequestRate(30, 120)
    address: RequestRate = RequestRate(300, 600)
    sign_in: RequestRate = RequestRate(1 / 6, 10)

    @classmethod
    def of_rate(cls, rate: float) -> Limits:
        """Limits around a rate for one account; an address, which many may share, gets ten times as much."""
        return cls(account=RequestRate(rate, 4 * rate), address=RequestRate(10 * rate, 20 * rate))


class Buckets:
    """Token buckets by key. The number of keys is bounded: the one not seen for longest is forgotten."""

    def __init__(self, keys: int = 20_000, clock: Callable[[], float] = time.monotonic) -> None:
        self._levels: LRUCache[str, tuple[float, float]] = LRUCache(keys)
        self._clock, self._lock = clock, threading.Lock()

    def wait(self, key: str, rate: RequestRate) -> float:
        """Take one token: 0 where there was one, else the seconds until there will be."""
        now = self._clock()
        with self._lock:
            level, seen = self._levels.get(key, (rate.burst, now))
            level = min(rate.burst, level + max(0.0, now - seen) * rate.per_second)
            allowed = level >= 1
            self._levels[key] = (level - 1 if allowed else level, now)
        return 0.0 if allowed else (1 - level) / rate.per_second
