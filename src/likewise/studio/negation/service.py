"""Resolvers of negation behind the page, in a process of their own that stays and keeps its models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from likewise.studio.feature import Setup
from likewise.studio.models import ModelFolders
from likewise.studio.worker_process import WorkerProcess

__all__ = ["NegationService"]


class NegationService:
    """The resolvers of a studio by name, or the small embedded one."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self.models = ModelFolders(folders, kinds=("negation-resolver",), wanting="finds no negation")
        self.process = WorkerProcess(
            "likewise.studio.negation.worker",
            busy="too much is being looked through at this moment, try again",
            silent="there was no answer in time, try fewer or shorter sentences",
        )

    @classmethod
    def open(cls, setup: Setup) -> Self:
        """The service of a studio."""
        return cls(setup.folders("negation"))

    def ask(
        self, sentences: Sequence[Mapping[str, Any]], *, model: str | None = None, method: str | None = None,
        draw: bool = False,
    ) -> dict[str, Any]:  # fmt: skip
        """The negations of sentences, each `{"text", "parses"?}`, by a model, the first by default."""
        name = self.models.name_of(model)
        folder = self.models.folder(name)
        place = None if folder is None else str(folder)
        question = {"folder": place, "method": method, "draw": draw, "sentences": list(sentences)}
        return {"model": name, **self.process.ask(question)}

    def compare(self, candidate: str, reference: str) -> dict[str, Any]:
        """What two texts deny and where they differ, by the metric `negation` with the embedded model."""
        return self.process.ask({"candidate": candidate, "reference": reference})

    def close(self) -> None:
        """End the process; the next question starts another."""
        self.process.close()
