"""What the process of the page Robot does: `python -m likewise.studio.robot.worker`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from likewise.errors import InputError
from likewise.studio.worker_process import serve
from likewise.worlds.blocks import dumps_rcl, loads_layouts

if TYPE_CHECKING:
    from likewise.robot import Answer, Commander, JudgedReading

__all__ = ["answer", "told"]


def answer(question: Mapping[str, Any]) -> dict[str, Any]:
    """How the order of one question is understood on its board."""
    board = next(iter(loads_layouts(question["layout"]))).board
    commander = _commander(question["folder"])
    return told(
        commander.answer(
            question["text"],
            board,
            reader=question["reader"],
            planner=question["planner"],
            most=question["most"],
        )
    )


def told(found: Answer) -> dict[str, Any]:
    """An answer as JSON; `chosen` has what is carried out, null where the robot does not dare to act."""
    return {
        "text": found.text,
        "words": [[word.text, word.start, word.end] for word in found.words],
        "chosen": None if found.chosen is None else _judged(found.chosen),
        "confidence": found.confidence,
        "reason": found.reason,
        "readings": [_judged(one) for one in found.readings],
        "suggestions": [_judged(one) for one in found.suggestions],
    }


def _judged(one: JudgedReading) -> dict[str, Any]:
    return {
        "rcl": dumps_rcl(one.reading.rcl),
        "sentence": one.sentence,
        "probability": one.probability,
        "reader": one.reading.reader,
        "notes": list(one.reading.notes),
        "moves": [str(move) for move in one.verdict.moves],
        "reason": one.verdict.reason,
        "candidates": [list(position) for position in one.verdict.candidates],
    }


@lru_cache(maxsize=1)
def _commander(folder: str | None) -> Commander:
    """The model of a folder, or the one that comes with the package."""
    from likewise.loading import load
    from likewise.robot import embedded_commander

    model: Any = embedded_commander() if folder is None else load(folder)
    if not hasattr(model, "answer"):
        raise InputError("holds a model that reads no orders", field="robot")
    commander: Commander = model
    return commander


if __name__ == "__main__":
    serve(answer)
