"""Paraphrasers behind the page: people wait for a paraphrase and try many, so their process stays."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

from likewise.io import kept_evaluation
from likewise.studio.feature import Setup
from likewise.studio.models import ModelFolders
from likewise.studio.worker_process import WorkerProcess

__all__ = ["ParaphraseService"]


class ParaphraseService:
    """The paraphrasers of a studio by name, or the small embedded one."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self.models = ModelFolders(folders, kinds=("paraphraser",), wanting="is no paraphraser")
        self.process = WorkerProcess(
            "likewise.studio.paraphrase.worker",
            busy="too much is being paraphrased at this moment, try again",
            silent="the paraphraser gave no answer in time, try a shorter text",
        )

    @classmethod
    def open(cls, setup: Setup) -> Self:
        """The service of a studio."""
        return cls(setup.folders("models"))

    def evaluation(self, name: str) -> dict[str, Any] | None:
        """The last evaluation that was kept with the model."""
        folder = self.models.folder(name)
        return None if folder is None else kept_evaluation(folder)

    def ask(self, name: str, text: str, novelty: float | None, nbest: int) -> dict[str, Any]:
        """The best paraphrases of a text with their derivations."""
        folder = self.models.folder(name)
        question = {"folder": None if folder is None else str(folder), "text": text}
        answer = self.process.ask({**question, "novelty": novelty, "nbest": nbest})
        return {"model": name, "source": text, **answer}

    def close(self) -> None:
        """End the process; the next question starts another."""
        self.process.close()
