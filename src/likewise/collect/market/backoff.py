"""Trying again after a marketplace was busy: a bounded number of times, with growing pauses."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from likewise.errors import RefusedError

__all__ = ["Backoff", "Busy"]

T = TypeVar("T")


class Busy(RefusedError):
    """The service did not serve the request; with `maybe_done` it may have carried it out all the same."""

    def __init__(self, message: str, *, maybe_done: bool, after: float | None = None) -> None:
        self.maybe_done = maybe_done
        self.after = after
        super().__init__("unavailable", message)


@dataclass(frozen=True)
class Backoff:
    """At most `attempts` tries; the pauses double from `first` up to `longest` seconds."""

    attempts: int = 5
    first: float = 0.5
    longest: float = 8.0
    sleep: Callable[[float], None] = time.sleep

    def run(self, call: Callable[[], T], *, repeat: bool = True) -> T:
        """The call's result; `repeat=False`: a request that may have been carried out is not sent again."""
        for tried in range(1, self.attempts + 1):
            try:
                return call()
            except Busy as error:
                if tried == self.attempts or (error.maybe_done and not repeat):
                    raise
                self.sleep(self._pause(tried, error.after))
        raise ValueError("attempts must be at least 1")

    def _pause(self, tried: int, asked: float | None) -> float:
        """The pause that the service asked for, else a random one, so that clients do not return in step."""
        if asked is not None:
            return min(max(asked, 0.0), self.longest)
        whole = min(self.first * 2.0 ** (tried - 1), self.longest)
        return whole * (0.5 + random.random() / 2)
