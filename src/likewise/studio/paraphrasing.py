"""Paraphrasers behind the pages, in a process of their own that stays.

People wait for a paraphrase and try many, so `python -m likewise.studio.paraphrasing` keeps its models.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from likewise.errors import InputError, RefusedError
from likewise.io.evaluations import kept_evaluation
from likewise.io.models import ModelCard, read_model
from likewise.studio.child import Child, answers

__all__ = ["EMBEDDED", "Paraphrasers", "free_name"]

EMBEDDED = "embedded"
KIND = "paraphraser"
_KEPT = 2


class Paraphrasers:
    """The models of a studio by name: folders, or the small embedded one where no folder is given."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self.folders: dict[str, Path | None] = {}
        for folder in folders:
            if (kind := read_model(folder).kind) != KIND:
                raise InputError(f"holds a model of kind '{kind}', which is no paraphraser", file=str(folder))
            self.folders[free_name(folder.resolve().name, self.folders)] = folder.resolve()
        if not self.folders:
            self.folders[EMBEDDED] = None
        self.child = Child(
            "likewise.studio.paraphrasing",
            busy="too much is being paraphrased at this moment, try again",
            silent="the paraphraser gave no answer in time, try a shorter text",
        )

    @property
    def names(self) -> list[str]:
        """The models, in the order in which they were given."""
        return list(self.folders)

    def card(self, name: str) -> ModelCard | None:
        """What a model is; None of the embedded one, which is made when it is needed."""
        folder = self._folder(name)
        return None if folder is None else read_model(folder)

    def evaluation(self, name: str) -> dict[str, Any] | None:
        """The last evaluation that was kept with the model."""
        folder = self._folder(name)
        return None if folder is None else kept_evaluation(folder)

    def _folder(self, name: str) -> Path | None:
        if name not in self.folders:
            raise RefusedError("not-found", "there is no such model")
        return self.folders[name]

    def ask(self, name: str, text: str, novelty: float | None, nbest: int) -> dict[str, Any]:
        """The best paraphrases of a text with their derivations."""
        folder = self._folder(name)
        question = {"folder": None if folder is None else str(folder), "text": text}
        answer = self.child.ask({**question, "novelty": novelty, "nbest": nbest})
        return {"model": name, "source": text, **answer}

    def close(self) -> None:
        """End the process; the next question starts another."""
        self.child.close()


def free_name(name: str, taken: Iterable[str]) -> str:
    """The name, with a number where another model has it already."""
    base, number = name or "model", 2
    while name in taken or not name:
        name, number = f"{base}-{number}", number + 1
    return name


def main() -> None:
    """Answer questions until there are no more."""
    models: OrderedDict[str | None, Any] = OrderedDict()
    answers(lambda question: _paraphrased(_model(models, question["folder"]), question))


def _model(models: OrderedDict[str | None, Any], folder: str | None) -> Any:
    """The model of a folder; the few that were used last are kept."""
    from likewise.paraphrase import Paraphraser
    from likewise.paraphrase.embedded import embedded

    if folder not in models:
        models[folder] = embedded() if folder is None else Paraphraser.load(folder)
        if len(models) > _KEPT:
            models.popitem(last=False)
    models.move_to_end(folder)
    return models[folder]


def _paraphrased(model: Any, question: dict[str, Any]) -> dict[str, Any]:
    found = model.nbest(question["text"], question["nbest"], question["novelty"])
    return {"paraphrases": [one.as_dict() for one in found]}


if __name__ == "__main__":
    main()
