"""The metric `cosine`: how near the vector of the candidate is to that of a reference (or of the source).

The vector of a text is the mean of what a layer of the encoder makes of its pieces, ends included (Reimers
and Gurevych 2019), or what the multilingual encoder gives for the whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from likewise.metrics.encoders.encoder_kinds import COSINE_LAYERS, MATCHING_LAYERS, layer_of
from likewise.metrics.encoders.held_texts import Held
from likewise.metrics.encoders.kept_vectors import EncodedText
from likewise.metrics.encoders.metric import EncoderMetric
from likewise.metrics.encoders.word_weights import WordWeights

__all__ = ["Cosine"]


@dataclass(frozen=True)
class Cosine(EncoderMetric):
    """Cosine of the vectors of candidate and reference (or source), by a pretrained encoder."""

    name = "cosine"
    measures = "likeness of sentences by an encoder"
    usual_layers = COSINE_LAYERS

    def compared(self, one: EncodedText, other: EncodedText, held: Held, weights: WordWeights) -> float:
        """The cosine, at least 0."""
        first, second = (side.whole[self._layer(held.kind) or 0].astype(np.float64) for side in (one, other))
        lengths = float(np.linalg.norm(first) * np.linalg.norm(second))
        return min(max(float(first @ second) / lengths, 0.0), 1.0) if lengths else 0.0

    def compared_by_words(
        self, one: Sequence[str], other: Sequence[str], held: Held, weights: WordWeights
    ) -> float:
        """The cosine of the counts of words."""
        first, second = Counter(one), Counter(other)
        shared = sum(count * second[word] for word, count in first.items())
        lengths = sqrt(sum(n * n for n in first.values()) * sum(n * n for n in second.values()))
        return shared / lengths if lengths else 0.0

    def _pieces_layer(self, kind: str) -> int | None:
        """Pieces are not looked at: those that `greedy` needs are kept, so that both read a text once."""
        return layer_of(kind, None, MATCHING_LAYERS)
