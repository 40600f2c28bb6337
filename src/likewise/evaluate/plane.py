"""The BLEU/PINC plane of scored systems (Chen & Dolan 2011, Figure 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from likewise.evaluate.results import Scores

__all__ = ["plane_points", "plane_svg"]


def plane_points(scores: Scores) -> list[tuple[str, float, float]]:
    """(system, PINC, BLEU) of each system that has both."""
    rows = [(name, row.metrics) for name, row in scores.rows()]
    return [(name, m["pinc"].score, m["bleu"].score) for name, m in rows if "bleu" in m and "pinc" in m]


def plane_svg(scores: Scores) -> str:
    """The plane as SVG that stands alone, or nothing where BLEU or PINC is missing."""
    from likewise.draw import plane

    points = plane_points(scores)
    if not points:
        return ""
    names, pinc, bleu = zip(*points, strict=True)
    return plane(names, pinc, bleu, standalone=True)
