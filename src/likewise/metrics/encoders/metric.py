"""What `cosine` and `greedy` share: which texts are held together, which encoder reads them, what is unread.

A segment's score is that of its candidate against its best reference (or the mean, or its source). Texts that
no encoder here reads are compared by equal words; such segments are flagged, counted and told of, as are
empty ones, which have 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

import numpy as np

from likewise.errors import InputError
from likewise.metrics.base import Floats, Metric, check_choice
from likewise.metrics.batch import Batch
from likewise.metrics.encoders.encoder_kinds import DEPTHS, KINDS, layer_of, needed_kinds, weights_name
from likewise.metrics.encoders.held_texts import (
    Held,
    Vectors,
    hold,
    in_parts,
    read_vectors,
    unread_remarks,
)
from likewise.metrics.encoders.kept_vectors import EncodedText
from likewise.metrics.encoders.text_vectors import words_in
from likewise.metrics.encoders.word_weights import EqualWeights, WordWeights
from likewise.records import Segment

__all__ = ["EncoderMetric"]

AGAINST = ("references", "source")
SEVERAL = ("best", "mean")


class _Column(IntEnum):
    """What the statistics of a segment hold."""

    SCORE = 0
    SEGMENTS = 1
    UNREAD = 2
    EMPTY = 3


@dataclass(frozen=True)
class EncoderMetric(Metric):
    """A metric over vectors of texts; `usual_layers` are those of each encoder that are read by default."""

    encoder: str = "auto"
    layer: int | None = None
    against: str = "references"
    several: str = "best"

    flagging = True
    flag_kinds = ("unread", "empty")
    usual_layers: ClassVar[dict[str, int]] = {}

    def __post_init__(self) -> None:
        check_choice(self.name, "encoder", self.encoder, KINDS)
        check_choice(self.name, "against", self.against, AGAINST)
        check_choice(self.name, "several", self.several, SEVERAL)
        if self.several == "mean" and self.against == "source":
            raise InputError(f"{self.name}: setting several=mean has no effect with against=source")
        self._check_layer()

    def _check_layer(self) -> None:
        kind, _ = needed_kinds(self.encoder)
        if self.layer is None:
            return
        if kind not in DEPTHS:
            raise InputError(f"{self.name}: setting layer has no effect with encoder={self.encoder}")
        if not 0 <= self.layer <= DEPTHS[kind]:
            message = f"layer={self.layer}: the encoder '{kind}' has the layers 0 to {DEPTHS[kind]}"
            raise InputError(f"{self.name}: setting {message}")

    def needs(self) -> tuple[str, ...]:
        return (self.against,)

    def settings(self) -> dict[str, Any]:
        """The settings, with the weights by name, version and content, and the layer that is read."""
        kinds = dict.fromkeys(needed_kinds(self.encoder))
        layers = [self._layer(kind) for kind in kinds if kind in DEPTHS]
        return {
            **super().settings(),
            # `auto` is one encoder for English and one for other languages.
            "encoder": ";others-".join(weights_name(kind) for kind in kinds),
            "layer": layers[0] if layers else "none",
        }

    def statistics(self, batch: Batch) -> Floats:
        """Score, segments, whether not read, whether a side is empty."""
        held = self.held(batch)
        rows, weights = np.zeros((len(held), len(_Column))), self.weights(held)
        for part in in_parts(held):
            rows[part] = self._rows([held[place] for place in part], weights)
        _REMEMBERED.setdefault(batch, {})[self] = self.told(held)
        return rows

    def score_totals(self, totals: Floats) -> Floats:
        counts = totals[:, _Column.SEGMENTS]
        return np.divide(totals[:, _Column.SCORE], counts, out=np.zeros(len(totals)), where=counts > 0)

    def details(self, totals: Floats) -> dict[str, int]:
        """How many segments no encoder reads, and how many are empty on a side."""
        return {column.name.lower(): int(totals[column]) for column in (_Column.UNREAD, _Column.EMPTY)}

    def remarks(self, batch: Batch) -> list[str]:
        """What was not read, and who read languages beside English."""
        return [f"{self.name}: {line}" for line in _REMEMBERED.get(batch, {}).get(self, [])]

    def told(self, held: Sequence[Held]) -> list[str]:
        """The remarks on these segments."""
        return unread_remarks(held, self.encoder)

    def flags(self, segment: Segment) -> list[dict[str, Any]]:
        """Whether the segment is empty on a side, or not read."""
        (held,) = self.held(Batch([segment]))
        if held.is_empty:
            side = "candidate" if not held.candidate.strip() else self.against.removesuffix("s")
            return [{"kind": "empty", "side": side, "reason": f"the {side} is empty"}]
        if not held.is_read:
            reason = "no encoder that is asked reads this language, script or signs: equal words count"
            return [{"kind": "unread", "reason": reason}]
        return []

    def explain(self, segment: Segment) -> dict[str, Any]:
        """The text that decides, who read it, and the evidence of the metric."""
        return self.explain_among(segment, [segment])

    def explain_among(self, segment: Segment, among: Iterable[Segment]) -> dict[str, Any]:
        """The same, with weights from all segments where they are counted there."""
        (held,) = self.held(Batch([segment]))
        weights = self.weights(self.held(Batch([*among] or [segment])))
        vectors = read_vectors([held], self._pieces_layer)
        values = [self._value(held, other, vectors, weights) for other in held.others]
        best = int(np.argmax(values))
        return {
            "score": float(self._rows([held], weights)[0, _Column.SCORE]),
            "signature": str(self.signature()),
            "read_by": held.kind,
            self.against.removesuffix("s"): best,
            "scores": [100.0 * value for value in values],
            **self.evidence(held, held.others[best], vectors, weights),
        }

    def weights(self, held: Sequence[Held]) -> WordWeights:
        """How much words count, of all segments that are scored together."""
        return EqualWeights()

    def evidence(self, held: Held, other: str, vectors: Vectors, weights: WordWeights) -> dict[str, Any]:
        """What a metric tells beside the scores."""
        return {}

    def compared(self, one: EncodedText, other: EncodedText, held: Held, weights: WordWeights) -> float:
        """How like a candidate is to a text, from 0 to 1, by the vectors of an encoder."""
        raise NotImplementedError

    def compared_by_words(
        self, one: Sequence[str], other: Sequence[str], held: Held, weights: WordWeights
    ) -> float:
        """The same where no encoder reads them."""
        raise NotImplementedError

    def held(self, batch: Batch) -> list[Held]:
        """The segments of a batch, each with what it is held against."""
        _ = batch.need_sources(self.name) if self.against == "source" else batch.need_references(self.name)
        return [hold(segment, self.against, self.encoder) for segment in batch.segments]

    def _layer(self, kind: str) -> int | None:
        return layer_of(kind, self.layer, self.usual_layers)

    def _pieces_layer(self, kind: str) -> int | None:
        """The layer whose pieces are kept."""
        return self._layer(kind)

    def _rows(self, part: Sequence[Held], weights: WordWeights) -> Floats:
        vectors = read_vectors(part, self._pieces_layer)
        rows = np.zeros((len(part), len(_Column)))
        rows[:, _Column.SEGMENTS] = 1.0
        for row, one in zip(rows, part, strict=True):
            scores = [self._value(one, other, vectors, weights) for other in one.others]
            row[_Column.SCORE] = 100.0 * (max(scores) if self.several == "best" else np.mean(scores))
            row[_Column.EMPTY] = one.is_empty
            row[_Column.UNREAD] = not one.is_empty and not one.is_read
        return rows

    def _value(self, held: Held, other: str, vectors: Vectors, weights: WordWeights) -> float:
        """How like the candidate is to a text."""
        if not held.candidate.strip() or not other.strip():
            return 0.0
        if held.reads(other):
            one = vectors[held.kind, held.lang, held.candidate]
            return self.compared(one, vectors[held.kind, held.other_lang, other], held, weights)
        words = words_in(held.candidate, held.lang), words_in(other, held.other_lang)
        return self.compared_by_words(*words, held, weights)


_REMEMBERED: WeakKeyDictionary[Batch, dict[EncoderMetric, list[str]]] = WeakKeyDictionary()
