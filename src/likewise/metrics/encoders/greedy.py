"""The metric `greedy`: each word of the candidate with the most similar one of the reference, and back.

Zhang et al. (2020, BERTScore), over the encoders of this package; see `greedy_matching`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from likewise.errors import InputError
from likewise.metrics.base import Floats, check_choice
from likewise.metrics.encoders.encoder_kinds import DEPTHS, MATCHING_LAYERS, needed_kinds
from likewise.metrics.encoders.greedy_matching import (
    GreedyMatch,
    Units,
    equal_matrix,
    greedy_match,
    match_matrix,
    units_of,
)
from likewise.metrics.encoders.held_texts import Held, Vectors
from likewise.metrics.encoders.kept_vectors import EncodedText
from likewise.metrics.encoders.metric import EncoderMetric
from likewise.metrics.encoders.word_weights import (
    IDF,
    CountedWeights,
    EqualWeights,
    VocabularyWeights,
    WordWeights,
    file_name,
    file_texts,
)

__all__ = ["Greedy"]

PARTS = ("f", "precision", "recall")
UNITS = ("pieces", "words")


@dataclass(frozen=True)
class Greedy(EncoderMetric):
    """Words of the candidate matched with those of the reference by a pretrained encoder (BERTScore)."""

    part: str = "f"
    unit: str = "pieces"
    idf: str = "none"

    name = "greedy"
    measures = "likeness of words by an encoder"
    usual_layers = MATCHING_LAYERS

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choice(self.name, "part", self.part, PARTS)
        check_choice(self.name, "unit", self.unit, UNITS)
        if self.idf == "vocabulary" and needed_kinds(self.encoder)[0] not in DEPTHS:
            raise InputError(f"{self.name}: setting idf=vocabulary has no effect with encoder={self.encoder}")
        if self.idf not in IDF and not Path(self.idf).is_file():
            raise InputError(
                f"{self.name}: setting idf={self.idf} is neither one of {', '.join(IDF)} nor a file of texts"
            )
        # The weights of a word are then known when all references are.
        object.__setattr__(self, "whole", self.idf == "references")

    def settings(self) -> dict[str, Any]:
        """The settings; a file of texts by its name and content."""
        return {**super().settings(), "idf": self.idf if self.idf in IDF else file_name(self.idf)}

    def told(self, held: Sequence[Held]) -> list[str]:
        """Also on how many references the weights rest."""
        if self.idf != "references":
            return super().told(held)
        many = len({other for one in held for other in one.others if other.strip()})
        named = f"{many} different {self.against.removesuffix('s')}{'' if many == 1 else 's'}"
        return [f"words are weighed by {named}: only scores over the same ones compare", *super().told(held)]

    def weights(self, held: Sequence[Held]) -> WordWeights:
        """Equal, or by how rare a word is in the references, in a file or in the vocabulary."""
        if self.idf == "none":
            return EqualWeights()
        if self.idf == "vocabulary":
            return VocabularyWeights()
        if self.idf != "references":
            return CountedWeights(lambda kind, lang: file_texts(self.idf), self.unit)
        texts: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for one in held:
            texts[one.kind, one.other_lang].update(other for other in one.others if other.strip())
        return CountedWeights(lambda kind, lang: texts[kind, lang], self.unit)

    def compared(self, one: EncodedText, other: EncodedText, held: Held, weights: WordWeights) -> float:
        """Precision, recall or their F."""
        return self._part(self._match(units_of(one, self.unit), units_of(other, self.unit), held, weights))

    def compared_by_words(
        self, one: Sequence[str], other: Sequence[str], held: Held, weights: WordWeights
    ) -> float:
        """The same, where words are equal or have nothing in common."""
        own, theirs = self._weighed(one, other, held, weights)
        return self._part(greedy_match(equal_matrix(one, other), own, theirs))

    def evidence(self, held: Held, other: str, vectors: Vectors, weights: WordWeights) -> dict[str, Any]:
        """Precision, recall and F, and whom each piece has taken on either side."""
        if held.is_empty or not other.strip() or not held.reads(other):
            return {}
        sides = (held.lang, held.candidate), (held.other_lang, other)
        one, two = (units_of(vectors[held.kind, *side], self.unit) for side in sides)
        match = self._match(one, two, held, weights)
        rows = {
            name: [
                {"word": word, "taken": theirs.names[k], "cosine": float(cosine)}
                for word, k, cosine in zip(own.names, match.taken[side], match.cosines[side], strict=True)
            ]
            for side, (name, own, theirs) in enumerate(
                (("candidate_words", one, two), ("other_words", two, one))
            )
        }
        return {**{name: 100.0 * getattr(match, name) for name in ("precision", "recall", "f")}, **rows}

    def _match(self, one: Units, other: Units, held: Held, weights: WordWeights) -> GreedyMatch:
        own, theirs = self._weighed(one.names, other.names, held, weights)
        return greedy_match(match_matrix(one, other), own, theirs)

    def _weighed(
        self, one: Sequence[str], other: Sequence[str], held: Held, weights: WordWeights
    ) -> tuple[Floats | None, Floats | None]:
        """The weights of both sides."""
        return weights.of(one, held.kind, held.lang), weights.of(other, held.kind, held.other_lang)

    def _part(self, match: GreedyMatch) -> float:
        return float(getattr(match, self.part))
