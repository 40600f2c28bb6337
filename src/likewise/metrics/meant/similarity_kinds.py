"""The similarities by name: what `similarity=..` of a metric may be."""

from __future__ import annotations

from functools import lru_cache

from likewise.errors import InputError
from likewise.metrics.meant.vector_similarity import EncoderSimilarity
from likewise.metrics.meant.word_similarity import Exact, Similarity
from likewise.text import encoder_folder, installed_encoder, small_encoder

__all__ = ["KINDS", "WITH_PIECES", "similarity"]

KINDS = ("auto", "encoder", "small", "exact")
ENCODER_LAYER, SMALL_LAYER = 4, 2
ENCODER_COSINE = 0.2
"""Share of the cosine of two sentences; the small encoder was not taught to tell sentences apart."""
WITH_PIECES = ("auto", "encoder", "small")
"""Those that compare whole sentences piece by piece."""


def similarity(kind: str = "auto", *, base: float | None = None) -> Similarity:
    """The similarity of that name; `base` is the cosine that counts as nothing in common."""
    chosen = ("encoder" if encoder_folder() is not None else "small") if kind == "auto" else kind
    return _similarity(chosen, base)


@lru_cache(maxsize=8)
def _similarity(kind: str, base: float | None) -> Similarity:
    if kind == "exact":
        return Exact()
    if kind == "encoder":
        encoder = installed_encoder()
        return EncoderSimilarity(
            encoder, layer=ENCODER_LAYER, base=base or 0.0, name=encoder.name, cosine=ENCODER_COSINE
        )
    if kind == "small":
        return EncoderSimilarity(small_encoder(), layer=SMALL_LAYER, base=base or 0.0, name="small")
    raise InputError(f"{kind}: expected one of {', '.join(KINDS)}", field="similarity")
