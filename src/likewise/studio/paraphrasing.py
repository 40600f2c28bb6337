"""Paraphrasers behind the pages, in a process of their own that stays.

As for scoring, compiled kernels and models need more memory than the studio itself. But people wait for a
paraphrase and try many, so `python -m likewise.studio.paraphrasing` keeps its models: it takes a question as
a line of JSON, gives its answer as one, and ends with its input, or when nobody asked for a while.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from likewise.errors import InputError, RefusedError
from likewise.io.evaluations import kept_evaluation
from likewise.io.models import ModelCard, read_model

__all__ = ["EMBEDDED", "Paraphrasers"]

EMBEDDED = "embedded"
KIND = "paraphraser"
_FIRST, _LATER = 240.0, 30.0
"""Seconds for an answer: the first one of a process waits for models and compiled kernels."""
_IDLE = 900.0
_KEPT = 2


class Paraphrasers:
    """The models of a studio by name: folders, or the small embedded one where no folder is given."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self.folders: dict[str, Path | None] = {}
        for folder in folders:
            if read_model(folder).kind != KIND:
                raise InputError("holds a model that is no paraphraser", file=str(folder))
            self.folders[_free(folder.resolve().name, self.folders)] = folder.resolve()
        if not self.folders:
            self.folders[EMBEDDED] = None
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._rest: threading.Timer | None = None

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
        if not self._lock.acquire(timeout=_LATER):
            raise RefusedError("conflict", "too much is being paraphrased at this moment, try again")
        try:
            answer = self._answer({**question, "novelty": novelty, "nbest": nbest})
        finally:
            self._lock.release()
        if "complaint" in answer:
            raise InputError(answer["complaint"], field=answer["field"])
        return {"model": name, "source": text, **answer}

    def _answer(self, question: dict[str, Any]) -> dict[str, Any]:
        if self._rest is not None:
            self._rest.cancel()
        child, seconds = self._child, _LATER
        if child is None or child.poll() is not None:
            child, seconds = self._begin(), _FIRST
        assert child.stdin is not None
        assert child.stdout is not None
        # A child that says nothing for too long is ended, which ends the wait for its line.
        alarm = threading.Timer(seconds, child.kill)
        alarm.start()
        try:
            child.stdin.write(json.dumps(question).encode() + b"\n")
            child.stdin.flush()
            line = child.stdout.readline()
        except BrokenPipeError:
            line = b""
        finally:
            alarm.cancel()
        if not line:
            self._end()
            raise RefusedError("conflict", "the paraphraser gave no answer in time, try a shorter text")
        self._rest = threading.Timer(_IDLE, self.close)
        self._rest.daemon = True
        self._rest.start()
        found: dict[str, Any] = json.loads(line)
        return found

    def _begin(self) -> subprocess.Popen[bytes]:
        self._end()
        command = [sys.executable, "-m", "likewise.studio.paraphrasing"]
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self._child

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.communicate()

    def close(self) -> None:
        """End the process; the next question starts another."""
        with self._lock:
            if self._rest is not None:
                self._rest.cancel()
            self._end()


def _free(name: str, taken: Iterable[str]) -> str:
    """The name, with a number where another model has it already."""
    base, number = name or "model", 2
    while name in taken or not name:
        name, number = f"{base}-{number}", number + 1
    return name


def main() -> None:
    """Answer questions, a line each, until there are no more."""
    models: OrderedDict[str | None, Any] = OrderedDict()
    for line in sys.stdin.buffer:
        question = json.loads(line)
        try:
            answer = _paraphrased(_model(models, question["folder"]), question)
        except InputError as error:
            answer = {"complaint": error.message, "field": error.field}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


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
