"""How fast requests go out: evenly spread over a minute, and not before the endpoint allows the next one."""

from __future__ import annotations

import time
from threading import Event, Lock

__all__ = ["RequestPace"]


class RequestPace:
    """One pace for all threads; `per_minute=0` knows no limit of its own."""

    def __init__(self, per_minute: float, stopping: Event) -> None:
        self._gap = 60.0 / per_minute if per_minute else 0.0
        self._stopping = stopping
        self._lock = Lock()
        self._next = time.monotonic()

    def wait(self) -> bool:
        """Wait for one's turn; False where the run ends before it comes."""
        while not self._stopping.is_set():
            with self._lock:
                now = time.monotonic()
                if now >= self._next:
                    self._next = max(self._next, now) + self._gap
                    return True
                left = self._next - now
            self._stopping.wait(left)
        return False

    def hold(self, seconds: float) -> None:
        """Let nobody send anything for so many seconds."""
        with self._lock:
            self._next = max(self._next, time.monotonic() + seconds)
