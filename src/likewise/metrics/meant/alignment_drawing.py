"""The words of two sentences linked, with bands for the roles of their frames: Figures 2 to 4 of Wu et al.
(2014) as a picture.

Words of what the candidate is held against stand in columns, those of the candidate in rows. Links are
squares, darker where words are more alike; boxes surround where two aligned arguments meet. Bands at the top
and at the left have a line for each frame.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from likewise.draw import SMALL, colour, document, element, empty, series, text, text_width

__all__ = ["draw_alignment"]

_CELL, _BAND, _PAD = 18.0, 9.0, 10.0


def draw_alignment(evidence: Mapping[str, Any], *, title: str = "", standalone: bool = False) -> str:
    """The picture of the evidence of a score of the family, as SVG."""
    alignment = evidence["alignment"]
    other = next(key for key in alignment["bands"] if key != "candidate")
    rows, columns = alignment["candidate"], alignment[other]
    title = title or f"Words and roles of candidate and {other}"
    if not rows or not columns:
        return empty(title, width=260, standalone=standalone)
    bands = alignment["bands"]
    counts = [1 + max((band["frame"] for band in bands[side]), default=-1) for side in ("candidate", other)]
    left = _PAD + max(text_width(word, SMALL) for word in rows) + 6 + counts[0] * _BAND + 4
    top = _PAD + 0.75 * max(text_width(word, SMALL) for word in columns) + 10 + counts[1] * _BAND + 4
    plan = _Plan(left, top, len(rows), len(columns))
    numbers = {pair[0]: pair[1] for pair in alignment["linked_frames"]}
    parts = plan.words(rows, columns, counts)
    parts += plan.bands(bands["candidate"], counts[0], numbers, down=True)
    parts += plan.bands(bands[other], counts[1], {n: n for n in range(counts[1])}, down=False)
    for i, j, value in alignment["links"]:
        x, y = plan.at(i, j)
        size = _CELL - 4
        parts.append(
            element("rect", x=x + 2, y=y + 2, width=size, height=size, fill=colour("s1"),
                    fill_opacity=round(0.15 + 0.85 * value, 3))
        )  # fmt: skip
    parts += plan.meetings(alignment, other)
    return document(
        "".join(parts), width=plan.right + 70, height=plan.bottom + _PAD, title=title,
        description=f"{len(alignment['links'])} links between {len(rows)} and {len(columns)} words",
        standalone=standalone,
    )  # fmt: skip


class _Plan:
    def __init__(self, left: float, top: float, rows: int, columns: int) -> None:
        self.left, self.top = left, top
        self.right, self.bottom = left + columns * _CELL, top + rows * _CELL

    def at(self, i: int, j: int) -> tuple[float, float]:
        return self.left + j * _CELL, self.top + i * _CELL

    def words(self, rows: Sequence[str], columns: Sequence[str], counts: Sequence[int]) -> list[str]:
        frame = element(
            "rect", x=self.left, y=self.top, width=self.right - self.left, height=self.bottom - self.top,
            fill="none", stroke=colour("grid"),
        )  # fmt: skip
        side = self.left - counts[0] * _BAND - 6
        parts = [frame]
        for i, word in enumerate(rows):
            parts.append(text(word, side, self.top + (i + 0.7) * _CELL, anchor="end", size=SMALL))
        above = self.top - counts[1] * _BAND - 6
        for j, word in enumerate(columns):
            parts.append(text(word, self.left + (j + 0.5) * _CELL, above, size=SMALL, turn=-48))
        return parts

    def bands(
        self, bands: Sequence[Mapping[str, Any]], count: int, numbers: Mapping[int, int], *, down: bool
    ) -> list[str]:
        """A strip for each word in a role, in the colour of its frame; predicates are full."""
        parts = []
        for band in bands:
            frame = band["frame"]
            shade = colour(series(numbers[frame])) if frame in numbers else colour("muted")
            opacity = 1.0 if band["role"] == "pred" else 0.45
            offset = (count - frame) * _BAND + 2
            for place in band["tokens"]:
                along = place * _CELL + 1
                x, y = (
                    (self.left - offset, self.top + along) if down else (self.left + along, self.top - offset)
                )
                width, height = (_BAND - 2, _CELL - 2) if down else (_CELL - 2, _BAND - 2)
                name = element("title", f"{band['role']} of frame {frame + 1}")
                parts.append(
                    element(
                        "rect", name, x=x, y=y, width=width, height=height, fill=shade, fill_opacity=opacity
                    )
                )
        return parts

    def meetings(self, alignment: Mapping[str, Any], other: str) -> list[str]:
        """A box where arguments of the same label of two aligned frames meet."""
        parts = []
        for one, two in alignment["linked_frames"]:
            sides = [
                {band["role"]: band["tokens"] for band in alignment["bands"][side] if band["frame"] == number}
                for side, number in (("candidate", one), (other, two))
            ]
            for role in sides[0].keys() & sides[1].keys():
                i, j = sides[0][role], sides[1][role]
                x, y = self.at(min(i), min(j))
                parts.append(
                    element("rect", x=x, y=y, width=(max(j) - min(j) + 1) * _CELL,
                            height=(max(i) - min(i) + 1) * _CELL, fill="none",
                            stroke=colour(series(two)), stroke_width=1.5)
                )  # fmt: skip
        return sorted(parts)
