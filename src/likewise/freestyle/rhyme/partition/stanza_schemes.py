"""The answer for a stanza: its likely schemes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["StanzaSchemes"]


@dataclass(frozen=True)
class StanzaSchemes:
    """The likely schemes of a stanza with their probabilities, and which is the best."""

    schemes: Any
    weights: Any
    best: int
    likelihood: float
    """The log of how much likelier the stanza is with these schemes than as lines drawn at random."""

    def remembered(self, least: float) -> dict[bytes, float]:
        """The schemes that are worth counting."""
        return {
            self.schemes[k].tobytes(): float(weight)
            for k, weight in enumerate(self.weights)
            if weight >= least
        }
