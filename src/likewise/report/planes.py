"""The plane section: systems by two metrics, which the reader may choose among drawings made beforehand."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import permutations

from likewise.draw import escape
from likewise.evaluate import score_plane
from likewise.metrics import Score
from likewise.report.contents import Report
from likewise.report.html import figure, section

__all__ = ["plane_section"]

_PAIR = ("pinc", "bleu")
_CHOICES = 6
"""Metrics that the axes may be; a page with every pair of more would be large."""
_CORNERS = (
    ("Top right", "The words of the references, and not those of the source: a good paraphrase is here."),
    ("Top left", "Much like the references because it copies: a source given back unchanged lands here."),
    ("Bottom right", "New words, but not those of the references: another way to say it, or something else."),
    ("Bottom left", "Neither: parts of the source are kept, and what people would say is not among them."),
)


def plane_section(report: Report) -> str:
    """The plane, where systems have two metrics; nothing where they have not, or none is wanted."""
    rows = [(name, _known(scores.metrics)) for name, scores in report.systems]
    pair = _default(report, rows)
    if pair is None:
        return ""
    scored = list(dict.fromkeys(name for _, scores in rows for name in scores))
    names = list(dict.fromkeys([*pair, *scored]))[:_CHOICES]
    names.sort(key=scored.index)
    planes = []
    for x, y in permutations(names, 2) if len(names) > 2 else [pair]:
        drawing = score_plane(rows, x, y)
        if drawing:
            read = _read_corners() if (x, y) == _PAIR else ""
            hidden = "" if (x, y) == pair else " hidden"
            planes.append(
                f'<div class="pair plane" data-x="{escape(x)}" data-y="{escape(y)}"{hidden}>'
                f"{figure(drawing)}{read}</div>"
            )
    how = (
        "Each axis says what its metric measures, and its arrow points to the better end. "
        "A dashed line joins the systems that no other system beats on both."
    )
    if len(scored) > len(names):
        how += f" The axes can be {_CHOICES} of the {len(scored)} metrics; other ones are named beforehand."
    title = f"{pair[1]} and {pair[0]}"
    return section("plane", f"Systems by two metrics: {title}", how, _chooser(names, pair), *planes)


def _known(metrics: Mapping[str, Score]) -> dict[str, Score]:
    return {name: score for name, score in metrics.items() if math.isfinite(score.score)}


def _default(report: Report, rows: list[tuple[str, dict[str, Score]]]) -> tuple[str, str] | None:
    """The pair that is shown first: as asked for, PINC and BLEU, else the first two metrics of systems."""
    if isinstance(report.plane, tuple):
        return report.plane
    if not report.plane:
        return None
    if any(set(_PAIR) <= scores.keys() for _, scores in rows):
        return _PAIR
    several = [list(scores) for _, scores in rows if len(scores) > 1]
    return (several[0][1], several[0][0]) if len(several) > 1 else None


def _chooser(names: list[str], pair: tuple[str, str]) -> str:
    """Two lists of metrics; the script shows them, since they do nothing without it."""
    if len(names) < 3:
        return ""
    fields = "".join(
        f'<label>{said} <select id="plane-{axis}">{_options(names, chosen)}</select></label>'
        for said, axis, chosen in (("Across", "x", pair[0]), ("Up", "y", pair[1]))
    )
    return f'<form class="controls" id="plane-controls" hidden>{fields}</form>'


def _options(names: list[str], chosen: str) -> str:
    return "".join(
        f'<option value="{escape(name)}"{" selected" if name == chosen else ""}>{escape(name)}</option>'
        for name in names
    )


def _read_corners() -> str:
    corners = "".join(f"<dt>{escape(where)}</dt><dd>{escape(what)}</dd>" for where, what in _CORNERS)
    return f'<dl class="corners">{corners}</dl>'
