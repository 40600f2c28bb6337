"""A meaning diff whose answers are plain to see, for the tests of the page Diff."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from likewise import frames
from likewise.errors import InputError
from likewise.metrics import meaning
from likewise.metrics.meaning import Change, MeaningDiff, Side

__all__ = ["A", "B", "stub_diff"]

A, B = "Pay 30 euros by Friday.", "Pay 300 euros."


def plain_diff(a: str, b: str, lang: str = "en", lang_b: str | None = None) -> MeaningDiff:
    unread = () if lang_b in {None, "en"} else ("roles",)
    if "30" not in a or "300" not in b:
        return MeaningDiff(not a.startswith("Odd"), 96.0, (), unread)
    start, other = a.index("30"), b.index("300")
    number = Change("number", Side("30", (start, start + 2)), Side("300", (other, other + 3)), None, 0.97,
                    "30 became 300")  # fmt: skip
    if "by" not in a:
        return MeaningDiff(False, 2.0, (number,), unread)
    when = Side("by Friday", (a.index("by"), a.index("by") + len("by Friday")))
    lost = Change("role-lost", when, None, "WHEN", 0.4, "WHEN 'by Friday' is lost")
    return MeaningDiff(False, 2.0, (number, lost), unread)


def plain_parser(lang: str) -> Any:
    if lang != "en":
        raise InputError("only English has arcs here")
    return SimpleNamespace(parse=lambda texts: [SimpleNamespace(frames=[1]) for _ in texts])


def stub_diff(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the functions above in the place of the engine, the parser and the drawing."""
    monkeypatch.setattr(meaning, "diff", plain_diff, raising=False)
    monkeypatch.setattr(frames, "frame_parser", plain_parser)
    monkeypatch.setattr(frames, "draw_frames", lambda sentence: "<svg>arcs</svg>", raising=False)
