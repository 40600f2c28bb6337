"""What the process of the page Robot does: `python -m likewise.studio.robot.worker`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from likewise.errors import InputError
from likewise.studio.worker_process import serve
from likewise.worlds.blocks import loads_layouts

if TYPE_CHECKING:
    from likewise.robot import Answer, Commander, JudgedReading

__all__ = ["answer", "told"]


def answer(question: Mapping[str, Any]) -> dict[str, Any]:
    """How the order of one question is understood on its board."""
    board = next(iter(loads_layouts(question["layout"]))).board
    commander = _commander(question["folder"], question["lang"])
    settings = {name: question[name] for name in ("reader", "planner", "most")}
    return told(commander.answer(question["text"], board, **settings))


def told(found: Answer) -> dict[str, Any]:
    """An answer as JSON, as `likewise robot do` has it.

    Besides: `words` with their places, `chosen` as a reading, and for each reading its `candidates`, what
    fitted where one thing was wanted.
    """
    return {
        **found.as_dict(),
        "reason": found.reason,
        "words": [[word.text, word.start, word.end] for word in found.words],
        "chosen": None if found.chosen is None else _judged(found.chosen),
        "readings": [_judged(one) for one in found.readings],
        "suggestions": [_judged(one) for one in found.suggestions],
    }


def _judged(one: JudgedReading) -> dict[str, Any]:
    return {**one.as_dict(), "candidates": [list(position) for position in one.verdict.candidates]}


@lru_cache(maxsize=3)
def _commander(folder: str | None, lang: str) -> Commander:
    """The model of a folder, or the one of a language that comes with the package."""
    from likewise.loading import load
    from likewise.robot import embedded_commander

    model: Any = embedded_commander(lang) if folder is None else load(folder)
    if not hasattr(model, "answer"):
        raise InputError("holds a model that reads no orders", field="robot")
    commander: Commander = model
    return commander


if __name__ == "__main__":
    serve(answer)
