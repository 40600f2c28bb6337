"""What the process of the page Frames does: `python -m likewise.studio.frames.worker`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from likewise.errors import InputError, MissingPartError
from likewise.studio.worker_process import serve

__all__ = ["answer"]


def answer(question: Mapping[str, Any]) -> dict[str, Any]:
    """The frames of each text of a question, and by which model."""
    from likewise.frames import draw_frames, frame_parser, frames_as_dict, text_flags

    try:
        parser = frame_parser(question["lang"], question["model"])
    except MissingPartError as error:
        raise InputError(str(error), field="model") from None
    rows = []
    for text, sentence in zip(question["texts"], parser.parse(question["texts"]), strict=True):
        row = {"text": text, **frames_as_dict(sentence), "flags": text_flags(text, sentence)}
        rows.append({**row, "drawing": draw_frames(sentence)} if question["draw"] else row)
    return {"model": parser.signature, "texts": rows}


if __name__ == "__main__":
    serve(answer)
