"""The frame parsers behind the page, in a process of their own that stays and keeps its models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from likewise.studio.feature import Setup
from likewise.studio.worker_process import WorkerProcess

__all__ = ["FramesService"]


class FramesService:
    """The process that reads texts."""

    def __init__(self) -> None:
        self.process = WorkerProcess(
            "likewise.studio.frames.worker",
            busy="too much is being read at this moment, try again",
            silent="there was no answer in time, try fewer or shorter texts",
        )

    @classmethod
    def open(cls, setup: Setup) -> Self:
        """The service of a studio."""
        return cls()

    def ask(self, texts: Sequence[str], *, lang: str, model: str, draw: bool = False) -> dict[str, Any]:
        """The frames of texts in a language; `draw` adds a drawing of each."""
        return self.process.ask({"texts": list(texts), "lang": lang, "model": model, "draw": draw})

    def close(self) -> None:
        """End the process; the next question starts another."""
        self.process.close()
