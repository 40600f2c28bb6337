"""MEANT, UMEANT and IMEANT: candidates against references of the same language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from likewise.metrics.base import listed
from likewise.metrics.meant.frame_text import text_reader
from likewise.metrics.meant.metric import FrameMetric, Pairs
from likewise.metrics.meant.similarity_kinds import similarity
from likewise.metrics.meant.word_similarity import Similarity
from likewise.records import Segment

__all__ = ["IMEANT", "MEANT", "UMEANT"]


@dataclass(frozen=True)
class MEANT(FrameMetric):
    """How much of who did what to whom in a reference is in the candidate (Lo et al. 2014)."""

    name = "meant"
    needs_references = True

    def _pairs(self, segments: Sequence[Segment]) -> list[Pairs]:
        rows: list[tuple[str, str]] = []
        for segment in segments:
            lang = segment.lang or "en"
            rows += [(segment.candidate, lang), *((text, lang) for text in listed(segment.references))]
        read = iter(self._read(rows))
        pairs: list[Pairs] = []
        for segment in segments:
            candidate = next(read)
            pairs.append([(candidate, next(read)) for _ in segment.references])
        return pairs

    def _similarity(self) -> Similarity:
        return similarity(self.similarity, base=self.base)

    def _parsers(self) -> str:
        return text_reader("en", self.parser, self.relative).signature


@dataclass(frozen=True)
class UMEANT(MEANT):
    """MEANT with weights from how often each role group comes up in the references (Lo and Wu 2012)."""

    weights: str = "unsupervised"

    name = "umeant"
    whole = True


@dataclass(frozen=True)
class IMEANT(MEANT):
    """MEANT with fillers compared under an inversion transduction grammar (Wu et al. 2014)."""

    phrase: str = "imeant"

    name = "imeant"
