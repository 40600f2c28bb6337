"""Does a judge prefer the text that it sees first? (Zheng et al. 2023, section 3.3 and Table 2)"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from likewise.io import JudgeVerdict

__all__ = ["PositionBias", "position_bias"]


@dataclass(frozen=True, slots=True)
class PositionBias:
    """Of `pairs` that were judged in both orders: how often the verdict stayed, and what it followed if not.

    `first` and `second` count pairs in which the text in that place won both times; `half` those that were a
    tie in one order alone.
    """

    pairs: int
    consistent: int
    first: int
    second: int
    half: int

    def as_dict(self) -> dict[str, Any]:
        """The counts as a JSON object."""
        return {
            "pairs": self.pairs, "consistent": self.consistent, "first": self.first,
            "second": self.second, "half": self.half,
        }  # fmt: skip

    def __str__(self) -> str:
        if not self.pairs:
            return "no pair was judged in both orders"
        return (
            f"of {self.pairs} pairs in both orders {self._share(self.consistent)} got the same verdict; "
            f"{self._share(self.first)} followed the first place, {self._share(self.second)} the second, "
            f"{self._share(self.half)} were a tie once"
        )

    def _share(self, count: int) -> str:
        return f"{count} ({100 * count / self.pairs:.0f} %)"


def position_bias(verdicts: Sequence[JudgeVerdict]) -> PositionBias:
    """Count the pairs of different texts that have a verdict in both orders."""
    said = {one.texts: str(one.verdict) for one in verdicts if one.mode == "pair" and one.verdict is not None}
    counts = {"consistent": 0, "first": 0, "second": 0, "half": 0}
    for (a, b), one in said.items():
        other = said.get((b, a))
        if a >= b or other is None:
            continue
        if {one, other} in ({"first", "second"}, {"tie"}):
            counts["consistent"] += 1
        else:
            counts[one if one == other else "half"] += 1
    return PositionBias(sum(counts.values()), **counts)
