"""What the process of the page Diff does: `python -m likewise.studio.diff.worker`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from likewise.errors import InputError
from likewise.studio.worker_process import serve

__all__ = ["answer"]


def answer(question: Mapping[str, Any]) -> dict[str, Any]:
    """The diff of two texts as `likewise diff --json` prints it, with drawings where they are asked for."""
    from likewise.metrics.meaning import diff

    a, b, lang, lang_b = (question[key] for key in ("a", "b", "lang", "lang_b"))
    told = {"lang": lang, "lang_b": lang_b, **diff(a, b, lang=lang, lang_b=lang_b).as_dict()}
    if question["draw"]:
        told["drawings"] = {"a": _arcs(a, lang), "b": _arcs(b, lang_b)}
    return told


def _arcs(text: str, lang: str) -> str | None:
    """The frames of a text as SVG; none where frames of its language cannot be read, or there is none."""
    from likewise.frames import draw_frames, frame_parser

    try:
        sentence = frame_parser(lang).parse([text])[0]
    except InputError:
        return None
    return draw_frames(sentence) if sentence.frames else None


if __name__ == "__main__":
    serve(answer)
