"""The metric `greedy`: each word of the candidate with the most similar one of the reference, and back.

Zhang et al. (2020, BERTScore), over the encoders of this package; see `greedy_matching`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from likewise.metrics.base import check_choice
from likewise.metrics.encoders.encoder_kinds import EQUAL_WORDS, MATCHING_LAYERS
from likewise.metrics.encoders.greedy_matching import (
    GreedyMatch,
    equal_matrix,
    greedy_match,
    match_matrix,
    units_of,
)
from likewise.metrics.encoders.metric import EncoderMetric, Held, Vectors
from likewise.metrics.encoders.text_vectors import TextVectors

__all__ = ["Greedy"]

PARTS = ("f", "precision", "recall")
UNITS = ("pieces", "words")


@dataclass(frozen=True)
class Greedy(EncoderMetric):
    """Words of the candidate matched with those of the reference by a pretrained encoder (BERTScore)."""

    part: str = "f"
    unit: str = "pieces"

    name = "greedy"
    measures = "likeness of words by an encoder"
    usual_layers = MATCHING_LAYERS

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choice(self.name, "part", self.part, PARTS)
        check_choice(self.name, "unit", self.unit, UNITS)

    def compared(self, one: TextVectors, other: TextVectors, kind: str) -> float:
        """Precision, recall or their F."""
        return self._part(self._match(one, other))

    def compared_by_words(self, one: Sequence[str], other: Sequence[str]) -> float:
        """The same, where words are equal or have nothing in common."""
        return self._part(greedy_match(equal_matrix(one, other)))

    def evidence(self, held: Held, other: str, vectors: Vectors) -> dict[str, Any]:
        """Precision, recall and F, and whom each piece has taken on either side."""
        sides = vectors.get((held.lang, held.candidate)), vectors.get((held.other_lang, other))
        if held.kind == EQUAL_WORDS or sides[0] is None or sides[1] is None:
            return {}
        names = [units_of(side, self.unit).names for side in sides if side is not None]
        match = self._match(sides[0], sides[1])
        own, theirs = (
            [
                {"word": names[side][n], "taken": names[1 - side][k], "cosine": float(cosine)}
                for n, (k, cosine) in enumerate(zip(match.taken[side], match.cosines[side], strict=True))
            ]
            for side in (0, 1)
        )
        parts = {name: 100.0 * getattr(match, name) for name in ("precision", "recall", "f")}
        return {**parts, "candidate_words": own, "other_words": theirs}

    def _match(self, one: TextVectors, other: TextVectors) -> GreedyMatch:
        return greedy_match(match_matrix(units_of(one, self.unit), units_of(other, self.unit)))

    def _part(self, match: GreedyMatch) -> float:
        return float(getattr(match, self.part))
