"""The similarities by name: what `similarity=..` of a metric may be, and what `auto` is in each language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from likewise.errors import InputError
from likewise.io import CARD
from likewise.metrics.meant.context_vectors import load_vectors
from likewise.metrics.meant.vector_similarity import (
    EncoderSimilarity,
    MultilingualSimilarity,
    WordVectorSimilarity,
)
from likewise.metrics.meant.word_similarity import Exact, Similarity
from likewise.text import (
    MULTILINGUAL_LANGUAGES,
    MULTILINGUAL_PACKAGE,
    encoder_folder,
    installed_encoder,
    multilingual_encoder,
    multilingual_folder,
    small_encoder,
    static_vectors,
)

__all__ = ["CONTEXT", "KINDS", "KindTraits", "kind_in", "similarity", "traits_of"]

CONTEXT = "context:"
"""What stands before a folder of context vectors, or a file of texts to learn them from."""
ENCODER_LAYER, SMALL_LAYER = 4, 2
ENCODER_COSINE = 0.2
"""Share of the cosine of two sentences; the small encoder was not taught to tell sentences apart."""
MULTILINGUAL_BASE = 0.3
"""The cosine of two words of which the multilingual encoder knows nothing in common."""


@dataclass(frozen=True)
class KindTraits:
    """What a kind of similarity can do beside comparing words: `words` names its own way to weigh them,
    `backoff` its own way to compare whole sentences."""

    words: str = "equal"
    backoff: str = "words"


KINDS = {
    "auto": KindTraits("pieces", "pieces"),
    "encoder": KindTraits("pieces", "pieces"),
    "small": KindTraits("pieces", "pieces"),
    "multilingual": KindTraits("equal", "cosine"),
    "static": KindTraits("pieces", "words"),
    f"{CONTEXT}DIR": KindTraits("rare", "words"),
    "exact": KindTraits(),
}


def traits_of(kind: str) -> KindTraits:
    """What a similarity can do, by its name; a name that is none is refused."""
    name = f"{CONTEXT}DIR" if len(kind) > len(CONTEXT) and kind.startswith(CONTEXT) else kind
    if name not in KINDS:
        raise InputError(f"{kind}: expected one of {', '.join(KINDS)}", field="similarity")
    return KINDS[name]


def kind_in(kind: str, lang: str = "en") -> str:
    """What a kind stands for in a language: `auto` is the encoder that reads it, else equal words."""
    if kind != "auto":
        return kind
    if lang == "en":
        return "encoder" if encoder_folder() is not None else "small"
    known = lang in MULTILINGUAL_LANGUAGES and multilingual_folder() is not None
    return "multilingual" if known else "exact"


def similarity(kind: str = "auto", *, base: float | None = None, lang: str = "en") -> Similarity:
    """The similarity of that name; `base` is the cosine that counts as nothing in common."""
    traits_of(kind)
    return _similarity(kind_in(kind, lang), base, _changed(kind))


def _changed(kind: str) -> int:
    """When the vectors of a kind were written: those that were learnt anew are read anew."""
    path = Path(kind.removeprefix(CONTEXT))
    if not kind.startswith(CONTEXT) or not path.exists():
        return 0
    return (path / CARD if path.is_dir() and (path / CARD).exists() else path).stat().st_mtime_ns


@lru_cache(maxsize=8)
def _similarity(kind: str, base: float | None, changed: int) -> Similarity:
    if kind == "exact":
        return Exact()
    if kind == "encoder":
        encoder = installed_encoder()
        return EncoderSimilarity(
            encoder, layer=ENCODER_LAYER, base=base or 0.0, name=encoder.name, cosine=ENCODER_COSINE
        )
    if kind == "small":
        return EncoderSimilarity(small_encoder(), layer=SMALL_LAYER, base=base or 0.0, name="small")
    if kind == "multilingual":
        least = MULTILINGUAL_BASE if base is None else base
        return MultilingualSimilarity(multilingual_encoder, name=MULTILINGUAL_PACKAGE, base=least)
    if kind == "static":
        vectors = static_vectors()
        return WordVectorSimilarity(
            vectors.words, base=base or 0.0, signature=vectors.name, weights_of=vectors.sizes
        )
    learnt = load_vectors(kind.removeprefix(CONTEXT))
    return WordVectorSimilarity(
        learnt.words, base=base or 0.0, signature=learnt.name, weights_of=learnt.rarities
    )
