"""Freestyle behind the page: models in a process that stays, and one that learns from people's own lyrics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from likewise.errors import InputError
from likewise.studio.feature import Setup
from likewise.studio.freestyle.model_shelf import ModelShelf, ShelfModel
from likewise.studio.freestyle.training_run import TrainingRun
from likewise.studio.worker_process import FIRST, LATER, WorkerProcess

__all__ = ["FreestyleService"]


class FreestyleService:
    """The freestyle models of a studio, the process that has them loaded, and the run that learns another."""

    def __init__(self, kept: Path, folders: Iterable[Path] = ()) -> None:
        self.shelf = ModelShelf(folders, kept.resolve())
        self.training = TrainingRun()
        self.process = WorkerProcess(
            "likewise.studio.freestyle.worker",
            busy="too much verse is being written at this moment, try again",
            silent="there was no answer in time, try a shorter line",
            settings={"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        )
        self._used: set[tuple[int, str]] = set()

    @classmethod
    def open(cls, setup: Setup) -> Self:
        """The service of a studio; what is learnt there is kept beside its media."""
        return cls(setup.media.with_name(f"{setup.media.name}.freestyle"), setup.folders("freestyle"))

    def schemes(self, stanzas: Sequence[Sequence[str]], mode: str, lang: str) -> dict[str, Any]:
        """The rhyme scheme of a verse, cut where it had blank lines: `labels`, `cuts`, `confidence`."""
        return self._ask(
            {"act": "schemes", "stanzas": list(stanzas), "mode": mode, "lang": lang}, f"{mode} {lang}"
        )

    def rhymes(self, pairs: Sequence[tuple[str, str]], lang: str) -> list[bool]:
        """Whether the two lines of each pair rhyme."""
        told = self._ask({"act": "rhymes", "pairs": list(pairs), "lang": lang}, f"best {lang}")
        return list(told["rhymes"])

    def respond(self, model: ShelfModel, challenge: str, **wishes: Any) -> list[dict[str, Any]]:
        """The best responses to a line, as `Response.as_dict` gives them.

        `known` is false where the model knows no word of the line, so that what it answers is chance.
        """
        told = self._ask(
            {"act": "respond", **model.place, "challenge": challenge, "wishes": wishes}, model.name
        )
        return list(told["responses"])

    def write(
        self, model: ShelfModel, scheme: str, lines: Mapping[int, str], *, keep: Mapping[int, Sequence[str]],
        again: int | None = None, **wishes: Any,
    ) -> list[dict[str, Any]]:  # fmt: skip
        """A verse, each line with `text`, `label`, `response`; with `again`, that line alone is new."""
        question = {"act": "write", **model.place, "scheme": scheme, "again": again, "wishes": wishes}
        given = {"lines": [*lines.items()], "keep": [[place, [*words]] for place, words in keep.items()]}
        return list(self._ask({**question, **given}, model.name)["lines"])

    def learn(self, name: str, lang: str, text: str) -> None:
        """Begin to learn a model from lyrics; `training` tells how far it is."""
        folder = self.shelf.place_for(name)
        if len(self.shelf.models) > _MOST_MODELS:
            raise InputError(f"there are {_MOST_MODELS} models already, delete one", field="name")
        self.training.begin(folder, {"text": text, "lang": lang, "folder": str(folder)})

    def _ask(self, question: dict[str, Any], what: str) -> dict[str, Any]:
        """The first question about a model waits until it is loaded, or learnt."""
        answer = self.process.ask(question, seconds=LATER if self._pid_and(what) in self._used else FIRST)
        self._used.add(self._pid_and(what))
        return answer

    def _pid_and(self, what: str) -> tuple[int, str]:
        process = self.process.process
        return (0 if process is None else process.pid), what

    def close(self) -> None:
        """End the processes."""
        self.process.close()
        self.training.close()


_MOST_MODELS = 50
