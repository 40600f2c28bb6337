"""What `cosine` and `greedy` share: which texts are held together, which encoder reads them, what is unread.

A segment's score is that of its candidate against its best reference (or the mean, or its source). Texts that
no encoder here reads are compared by equal words; such segments are flagged, counted and told of, as are
empty ones, which have 0.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from likewise.errors import InputError
from likewise.installation import install_line
from likewise.metrics.base import Floats, Metric, check_choice, listed
from likewise.metrics.batch import Batch
from likewise.metrics.encoders.encoder_kinds import (
    DEPTHS,
    EQUAL_WORDS,
    KINDS,
    kind_for,
    layer_of,
    needed_kinds,
    weights_name,
)
from likewise.metrics.encoders.text_vectors import TextVectors, vector_reader, words_in
from likewise.metrics.encoders.written_language import UNKNOWN, languages_of
from likewise.records import Segment
from likewise.text import INSTALL_MULTILINGUAL, MULTILINGUAL_LANGUAGES

__all__ = ["EncoderMetric", "Held"]

AGAINST = ("references", "source")
SEVERAL = ("best", "mean")
_TEXTS_AT_ONCE = 2048


class _Column(IntEnum):
    """What the statistics of a segment hold."""

    SCORE = 0
    SEGMENTS = 1
    UNREAD = 2
    EMPTY = 3


class Held(NamedTuple):
    """A candidate, the texts that it is held against, their languages, and the encoder that reads them."""

    candidate: str
    others: tuple[str, ...]
    lang: str
    other_lang: str
    kind: str

    @property
    def is_empty(self) -> bool:
        """Whether a side holds nothing but blanks."""
        return not self.candidate.strip() or not any(map(str.strip, self.others))


Vectors = dict[tuple[str, str], TextVectors]
"""Of a language and a text."""


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
        held = self._held(batch)
        rows = np.zeros((len(held), len(_Column)))
        # Those of one reference stand together, so that it is read once whatever the order of the systems.
        order = sorted(range(len(held)), key=lambda place: held[place][1::-1])
        for part in _parts(order, held):
            rows[part] = self._rows([held[place] for place in part])
        unread = Counter((one.kind, one.lang) for one in held if not one.is_empty)
        _REMEMBERED.setdefault(batch, {})[self] = unread, int(rows[:, _Column.UNREAD].sum())
        return rows

    def score_totals(self, totals: Floats) -> Floats:
        counts = totals[:, _Column.SEGMENTS]
        return np.divide(totals[:, _Column.SCORE], counts, out=np.zeros(len(totals)), where=counts > 0)

    def details(self, totals: Floats) -> dict[str, int]:
        """How many segments no encoder reads, and how many are empty on a side."""
        return {column.name.lower(): int(totals[column]) for column in (_Column.UNREAD, _Column.EMPTY)}

    def remarks(self, batch: Batch) -> list[str]:
        """What was not read, and who read languages beside English."""
        told, unread = _REMEMBERED.get(batch, {}).get(self, (Counter(), 0))
        lines = [
            f"{self.name}: {_remark(kind, lang, count)}"
            for (kind, lang), count in sorted(told.items())
            if kind == EQUAL_WORDS or (kind == "multilingual" and self.encoder == "auto")
        ]
        odd = unread - sum(count for (kind, _), count in told.items() if kind == EQUAL_WORDS)
        if odd > 0:
            lines.append(
                f"{self.name}: {_many(odd)} of signs that the encoder does not know: equal words count"
            )
        return lines

    def flags(self, segment: Segment) -> list[dict[str, Any]]:
        """Whether the segment is empty on a side, or not read."""
        (held,) = self._held(Batch([segment]))
        row = self._rows([held])[0]
        if row[_Column.EMPTY]:
            side = "candidate" if not held.candidate.strip() else self.against.removesuffix("s")
            return [{"kind": "empty", "side": side, "reason": f"the {side} is empty"}]
        if row[_Column.UNREAD]:
            reason = (
                "no encoder that is asked reads such a language, script or signs: equal words were compared"
            )
            return [{"kind": "unread", "reason": reason}]
        return []

    def explain(self, segment: Segment) -> dict[str, Any]:
        """The text that decides, who read it, and the evidence of the metric."""
        (held,) = self._held(Batch([segment]))
        vectors = self._read([held])
        values = [self._value(held, other, vectors)[0] for other in held.others]
        best = int(np.argmax(values))
        return {
            "score": float(self._rows([held])[0, _Column.SCORE]),
            "signature": str(self.signature()),
            "read_by": held.kind,
            self.against.removesuffix("s"): best,
            "scores": [100.0 * value for value in values],
            **self.evidence(held, held.others[best], vectors),
        }

    def evidence(self, held: Held, other: str, vectors: Vectors) -> dict[str, Any]:
        """What a metric tells beside the scores."""
        return {}

    def compared(self, one: TextVectors, other: TextVectors, kind: str) -> float:
        """How like a candidate is to a text, from 0 to 1, by the vectors of an encoder."""
        raise NotImplementedError

    def compared_by_words(self, one: Sequence[str], other: Sequence[str]) -> float:
        """The same where no encoder reads them."""
        raise NotImplementedError

    def _held(self, batch: Batch) -> list[Held]:
        source = self.against == "source"
        _ = batch.need_sources(self.name) if source else batch.need_references(self.name)
        return [self._one_held(segment, source) for segment in batch.segments]

    def _one_held(self, segment: Segment, source: bool) -> Held:
        others = (segment.source or "",) if source else listed(segment.references)
        other_lang = segment.source_lang if source else None
        langs = languages_of(segment.candidate, others, segment.lang, other_lang, same=not source)
        return Held(segment.candidate, others, *langs, kind_for(self.encoder, langs))

    def _layer(self, kind: str) -> int | None:
        return layer_of(kind, self.layer, self.usual_layers)

    def _pieces_layer(self, kind: str) -> int | None:
        """The layer whose pieces are kept."""
        return self._layer(kind)

    def _read(self, part: Sequence[Held]) -> Vectors:
        """The vectors of all texts of these segments that an encoder reads."""
        texts: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for one in part:
            if one.kind != EQUAL_WORDS and not one.is_empty:
                texts[one.kind, one.lang].append(one.candidate)
                texts[one.kind, one.other_lang] += one.others
        return {
            (lang, text): vectors
            for (kind, lang), own in texts.items()
            for text, vectors in vector_reader(kind, self._pieces_layer(kind)).read(own, lang).items()
        }

    def _rows(self, part: Sequence[Held]) -> Floats:
        vectors = self._read(part)
        rows = np.zeros((len(part), len(_Column)))
        rows[:, _Column.SEGMENTS] = 1.0
        for row, one in zip(rows, part, strict=True):
            values = [self._value(one, other, vectors) for other in one.others]
            scores = [value for value, _ in values]
            row[_Column.SCORE] = 100.0 * (max(scores) if self.several == "best" else np.mean(scores))
            row[_Column.EMPTY] = one.is_empty
            row[_Column.UNREAD] = not one.is_empty and not all(read for _, read in values)
        return rows

    def _value(self, held: Held, other: str, vectors: Vectors) -> tuple[float, bool]:
        """How like the candidate is to a text, and whether an encoder says so."""
        if not held.candidate.strip() or not other.strip():
            return 0.0, True
        if held.kind != EQUAL_WORDS:
            sides = vectors[held.lang, held.candidate], vectors[held.other_lang, other]
            if all(side.is_read for side in sides):
                return self.compared(*sides, held.kind), True
        words = words_in(held.candidate, held.lang), words_in(other, held.other_lang)
        return self.compared_by_words(*words), False


def _parts(order: Sequence[int], held: Sequence[Held]) -> Iterator[list[int]]:
    """Segments in parts whose vectors the memory holds many times over."""
    part, texts = list[int](), 0
    for place in order:
        part.append(place)
        texts += 1 + len(held[place].others)
        if texts >= _TEXTS_AT_ONCE:
            yield part
            part, texts = [], 0
    if part:
        yield part


def _many(count: int) -> str:
    return f"{count} segment{'' if count == 1 else 's'}"


def _remark(kind: str, lang: str, count: int) -> str:
    """Who read texts that are not English."""
    named = f"{_many(count)} in {'a language that cannot be told' if lang == UNKNOWN else lang}"
    if kind != EQUAL_WORDS:
        return f"{named}: read by the multilingual encoder, on a scale of its own"
    hint = f" ({install_line(INSTALL_MULTILINGUAL)} brings one)" if lang in MULTILINGUAL_LANGUAGES else ""
    return f"{named}: equal words alone count, since no encoder that is asked reads them{hint}"


_REMEMBERED: WeakKeyDictionary[Batch, dict[EncoderMetric, tuple[Counter[tuple[str, str]], int]]] = (
    WeakKeyDictionary()
)
