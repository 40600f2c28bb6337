"""Systems in the plane of any two metrics: each axis says what it measures, and which way is better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from likewise.draw import plane
from likewise.errors import InputError
from likewise.metrics import Score

__all__ = ["axis_label", "score_plane"]

_BETTER = "better on both"
_SEVERAL = 8
"""More systems than this need more room for their names."""

Rows = Sequence[tuple[str, Mapping[str, Score]]]


def score_plane(rows: Rows, x: str = "pinc", y: str = "bleu", *, standalone: bool = False) -> str:
    """The systems that have both metrics as points, `x` across and `y` up; nothing where there is none.

    PINC and BLEU are the plane of Chen & Dolan 2011 (Figure 3), whose corners are named. In that of two other
    metrics the corner is named where both are better.
    """
    _check(rows, x, y)
    both = [(name, scores[x], scores[y]) for name, scores in rows if {x, y} <= scores.keys()]
    if not both:
        return ""
    _, across, up = both[0]
    x_lower, y_lower = not across.higher_is_better, not up.higher_is_better
    options: dict[str, Any] = {"x_range": None, "y_range": None, "hints": _corner(x_lower, y_lower)}
    if (x, y) == ("pinc", "bleu"):
        options = {}
    if len(both) > _SEVERAL:
        options |= {"width": 540, "height": 470}
    return plane(
        [name for name, _, _ in both],
        [one.score for _, one, _ in both],
        [other.score for *_, other in both],
        x_name=x,
        y_name=y,
        x_label=f"← {axis_label(across)}" if x_lower else f"{axis_label(across)} →",
        y_label=f"{'↓' if y_lower else '↑'} {axis_label(up)}",
        x_lower=x_lower,
        y_lower=y_lower,
        standalone=standalone,
        **options,
    )


def axis_label(score: Score) -> str:
    """The metric's name and what it measures: `pinc (new words against the source)`."""
    return f"{score.metric} ({score.measures})" if score.measures else score.metric


def _corner(x_lower: bool, y_lower: bool) -> tuple[str, ...]:
    place = (2 if y_lower else 0) + (0 if x_lower else 1)
    return tuple(_BETTER if k == place else "" for k in range(4))


def _check(rows: Rows, x: str, y: str) -> None:
    """Refuse a metric that was not scored, and one metric against itself."""
    known = list(dict.fromkeys(name for _, scores in rows for name in scores))
    for name in (x, y):
        if name not in known and (x, y) != ("pinc", "bleu"):
            raise InputError(f"plane: '{name}' was not scored, expected one of {', '.join(known)}")
    if x == y:
        raise InputError(f"plane: '{x}' stands on both axes, expected two metrics")
