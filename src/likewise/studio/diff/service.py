"""The meaning diff behind the page, in a process of its own that stays and keeps its models."""

from __future__ import annotations

from typing import Any, Self

from likewise.studio.feature import Setup
from likewise.studio.worker_process import WorkerProcess

__all__ = ["DiffService"]


class DiffService:
    """The process that holds two texts against each other."""

    def __init__(self) -> None:
        self.process = WorkerProcess(
            "likewise.studio.diff.worker",
            busy="too much is being compared at this moment, try again",
            silent="there was no answer in time, try shorter texts",
        )

    @classmethod
    def open(cls, setup: Setup) -> Self:
        """The service of a studio."""
        return cls()

    def ask(self, a: str, b: str, *, lang: str, lang_b: str, draw: bool = False) -> dict[str, Any]:
        """What changed from A to B; `draw` adds the frames of both as SVG where a language has them."""
        return self.process.ask({"a": a, "b": b, "lang": lang, "lang_b": lang_b, "draw": draw})

    def close(self) -> None:
        """End the process; the next question starts another."""
        self.process.close()
