"""What the metrics of the MEANT family share: settings, reading, scoring many segments, flags.

A segment's score is that of its candidate against a reference (the source, for the cross-lingual ones), from
0 to 100. Where no frames can be read on a side, the whole sentences are compared: such segments are flagged,
and their share is told with every score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

import numpy as np

from likewise.errors import InputError
from likewise.metrics.base import Floats, Metric, check_choice
from likewise.metrics.batch import Batch
from likewise.metrics.meant.comparison import Comparer, Comparison
from likewise.metrics.meant.evidence import evidence_of
from likewise.metrics.meant.frame_text import FrameText, text_reader
from likewise.metrics.meant.phrase_form import FORMS, GRAMMATICAL, SEMIRINGS, PhraseForm
from likewise.metrics.meant.similarity_kinds import traits_of
from likewise.metrics.meant.weights import RoleWeights, frequency_weights, load_weights
from likewise.metrics.meant.word_similarity import Similarity
from likewise.records import Segment

__all__ = ["FrameMetric"]

MODES = ("best", "paper")
_CHOICES = {
    "mode": MODES,
    "phrase": FORMS,
    "unaligned": ("count", "ignore"),
    "match": ("fillers", "groups"),
    "relative": ("drop", "keep"),
    "several": ("best", "mean"),
    "parser": ("auto", "small", "encoder"),
}
CHUNK = 512
"""Segments that are read and compared together."""


_PAPER = {"unaligned": "count", "match": "fillers"}


class _Column(IntEnum):
    """What the statistics of a segment hold."""

    SCORE = 0
    SEGMENTS = 1
    BACKED_OFF = 2
    UNREAD = 3
    EMPTY = 4


Pairs = list[tuple[FrameText, FrameText]]


@dataclass(frozen=True)
class FrameMetric(Metric):
    """A metric over semantic frames; settings that are None take the value of the mode."""

    mode: str = "best"
    similarity: str = "auto"
    base: float | None = None
    words: str | None = None
    phrase: str = "f-score"
    semiring: str | None = None
    null: float | None = None
    weights: str = "default"
    sentence: float | None = None
    backoff: str | None = None
    unaligned: str | None = None
    match: str | None = None
    relative: str = "drop"
    several: str = "best"
    parser: str = "auto"

    flagging = True
    modes: ClassVar[dict[str, dict[str, Any]]] = {
        "best": {"sentence": 0.9, **_PAPER},
        "paper": {"sentence": 0.0, **_PAPER},
    }
    grammars: ClassVar[dict[str, tuple[str, float]]] = {"bitg": ("inside", 0.1), "imeant": ("viterbi", 0.3)}

    def __post_init__(self) -> None:
        check_choice(self.name, "mode", self.mode, MODES)
        self._check_ways()
        for key, value in self.modes[self.mode].items():
            if getattr(self, key) is None:
                object.__setattr__(self, key, value)
        for key, choices in _CHOICES.items():
            check_choice(self.name, key, getattr(self, key), choices)
        self._check_grammar()
        for key, least, most in (("sentence", 0.0, 1.0), ("null", 0.0, 1.0), ("base", -1.0, 0.99)):
            value = getattr(self, key)
            if value is not None and not least <= value <= most:
                raise InputError(f"{self.name}: {key} is a number from {least:g} to {most:g}, not {value:g}")

    def _check_ways(self) -> None:
        """How words are weighed and whole sentences compared: plainly, or in the similarity's own way."""
        traits = traits_of(self.similarity)
        for key, plain, own in (("words", "equal", traits.words), ("backoff", "words", traits.backoff)):
            value = getattr(self, key)
            if value is None:
                object.__setattr__(self, key, own if self.mode == "best" else plain)
            elif value not in (plain, own):
                raise InputError(
                    f"{self.name}: setting {key}={value} does not go with similarity={self.similarity}, "
                    f"expected {' or '.join(dict.fromkeys((plain, own)))}"
                )

    def _check_grammar(self) -> None:
        """A semiring and a null weight are for forms with a grammar; elsewhere they would do nothing."""
        if self.phrase in GRAMMATICAL:
            semiring, null = self.grammars[self.phrase]
            for key, value in (("semiring", semiring), ("null", null)):
                if getattr(self, key) is None:
                    object.__setattr__(self, key, value)
            check_choice(self.name, "semiring", self.semiring, SEMIRINGS)
            return
        for key in ("semiring", "null"):
            if getattr(self, key) is not None:
                raise InputError(
                    f"{self.name}: setting {key} needs phrase={' or phrase='.join(GRAMMATICAL)}, "
                    f"and here it is {self.phrase}"
                )

    def settings(self) -> dict[str, Any]:
        """The settings that have an effect, with what `auto` stands for here."""
        rows = {f.name: getattr(self, f.name) for f in fields(self)}
        rows["similarity"], rows["backoff"] = self._similarity_names()
        rows["parser"] = self._parsers()
        return {key: value for key, value in rows.items() if value is not None and key != "base"}

    def _similarity_names(self) -> tuple[str, str]:
        """Which similarity compares words, and which way whole sentences."""
        similarity = self._similarity()
        return similarity.signature, similarity.sentence_signature if self.backoff != "words" else "words"

    def statistics(self, batch: Batch) -> Floats:
        """Score, segments, whether backed off, unread, empty."""
        rows = np.zeros((len(batch), len(_Column)))
        weights = self._weights(batch.segments)
        languages = Counter[str]()
        for start in range(0, len(batch), CHUNK):
            part = batch.segments[start : start + CHUNK]
            pairs = self._pairs(part)
            own = [self._language(segment, texts) for segment, texts in zip(part, pairs, strict=True)]
            for row, comparisons in zip(rows[start:], self._compared(pairs, own), strict=False):
                row[:] = self._row(comparisons, weights)
            languages.update(own)
        _REMEMBERED.setdefault(batch, {})[self] = rows, languages
        return rows

    def score_totals(self, totals: Floats) -> Floats:
        counts = totals[:, _Column.SEGMENTS]
        sums = totals[:, _Column.SCORE]
        return np.divide(sums, counts, out=np.zeros(len(totals)), where=counts > 0)

    def details(self, totals: Floats) -> dict[str, int]:
        """How many segments had no frames on a side, and how many of these were unread or empty."""
        names = {"backed_off": _Column.BACKED_OFF, "unread": _Column.UNREAD, "empty": _Column.EMPTY}
        return {name: int(totals[column]) for name, column in names.items()}

    def remarks(self, batch: Batch) -> list[str]:
        """The share of segments without frames, and which similarity read languages beside English."""
        known = _REMEMBERED.get(batch, {}).get(self)
        if known is None:
            return []
        rows, languages = known
        backed, unread = (int(rows[:, column].sum()) for column in (_Column.BACKED_OFF, _Column.UNREAD))
        share = f"{backed} of {len(rows)} segments ({100 * backed / max(len(rows), 1):.1f} %)"
        lines = [f"{self.name}: {share} had no frames on a side and were compared as whole sentences"]
        if unread:
            lines.append(f"{self.name}: {unread} segments are in a language or script that is not read")
        return lines + self._language_remarks(languages)

    def _language_remarks(self, languages: Counter[str]) -> list[str]:
        return []

    def flags(self, segment: Segment) -> list[dict[str, Any]]:
        """Why a segment was compared as a whole: sides without frames, unread or empty."""
        return [
            {"kind": "backed-off", "side": side, "why": text.lack, "reason": _REASONS[text.lack].format(side)}
            for side, text in self._lacking(segment)
        ]

    def _lacking(self, segment: Segment) -> list[tuple[str, FrameText]]:
        pairs = self._pairs([segment])[0]
        candidate = pairs[0][0]
        found = [("candidate", candidate)] if not candidate.frames else []
        if not any(other.frames for _, other in pairs):
            found.append((self._other_side, pairs[0][1]))
        return found

    _other_side: ClassVar[str] = "reference"

    def explain(self, segment: Segment) -> dict[str, Any]:
        """The frames side by side, role by role, and the words that are linked."""
        return self.explain_among(segment, [segment])

    def explain_among(self, segment: Segment, among: Iterable[Segment]) -> dict[str, Any]:
        """The same, with weights from all segments where they are counted there."""
        weights = self._weights(list(among) or [segment])
        pairs = self._pairs([segment])
        lang = self._language(segment, pairs[0])
        comparisons = self._compared(pairs, [lang])[0]
        chosen, score = self.judged(comparisons, weights)
        place = next(n for n, one in enumerate(comparisons) if one is chosen)
        return {
            "score": 100.0 * score,
            "signature": str(self.signature()),
            self._other_side: place,
            **evidence_of(chosen, self._comparer(lang), weights, self._other_side),
            "weights": weights.named(),
            "flags": self.flags(segment),
        }

    def compared(self, segments: Sequence[Segment]) -> list[list[Comparison]]:
        """The comparisons of each segment, one for each text that its candidate is held against."""
        pairs = self._pairs(segments)
        languages = [self._language(segment, own) for segment, own in zip(segments, pairs, strict=True)]
        return self._compared(pairs, languages)

    def _compared(self, pairs: Sequence[Pairs], languages: Sequence[str]) -> list[list[Comparison]]:
        """The comparisons of pairs, those of a language together."""
        found: list[list[Comparison]] = [[] for _ in pairs]
        for lang in dict.fromkeys(languages):
            places = [place for place, own in enumerate(languages) if own == lang]
            flat = iter(self._comparer(lang).compare([pair for place in places for pair in pairs[place]]))
            for place in places:
                found[place] = [next(flat) for _ in pairs[place]]
        return found

    def _row(self, comparisons: Sequence[Comparison], weights: RoleWeights) -> list[float]:
        chosen, score = self.judged(comparisons, weights)
        backed = chosen.sides is None
        unread = any(side.lack == "unread" for side in (chosen.first, chosen.second))
        return [100.0 * score, 1.0, float(backed), float(unread), float(chosen.is_empty)]

    def judged(self, comparisons: Sequence[Comparison], weights: RoleWeights) -> tuple[Comparison, float]:
        """The comparison that counts (the best), and the score.

        Texts without frames are left aside where another has some: whole sentences are scored on a scale of
        their own.
        """
        framed = [one for one in comparisons if one.sides is not None] or list(comparisons)
        scores = [one.score(weights.array, float(self.sentence or 0.0)) for one in framed]
        best = int(np.argmax(scores))
        return framed[best], float(np.mean(scores)) if self.several == "mean" else scores[best]

    def _pairs(self, segments: Sequence[Segment]) -> list[Pairs]:
        """Each candidate with the texts that it is held against, read."""
        raise NotImplementedError

    def role_weights(self, segments: Sequence[Segment]) -> RoleWeights:
        """The weights that these segments are scored with."""
        return self._weights(segments)

    def _weights(self, segments: Sequence[Segment]) -> RoleWeights:
        if self.weights != "unsupervised":
            return load_weights(self.weights)
        return frequency_weights(other for own in self._pairs(segments) for _, other in own)

    def _read(self, rows: Sequence[tuple[str, str]]) -> list[FrameText]:
        """Texts with their languages, read by the parser of each language."""
        languages = dict.fromkeys(lang for _, lang in rows)
        read: dict[tuple[str, str], FrameText] = {}
        for lang in languages:
            texts = list(dict.fromkeys(text for text, own in rows if own == lang))
            reader = text_reader(lang, self.parser, self.relative)
            read.update(((text, lang), one) for text, one in zip(texts, reader.read(texts), strict=True))
        return [read[row] for row in rows]

    def _language(self, segment: Segment, pairs: Pairs) -> str:
        """The language by which the similarity of a segment is chosen: English where there is no choice."""
        return "en"

    def _similarity(self, lang: str = "en") -> Similarity:
        raise NotImplementedError

    def _parsers(self) -> str:
        raise NotImplementedError

    def _comparer(self, lang: str = "en") -> Comparer:
        form = PhraseForm(self.phrase, self.semiring or "viterbi", self.null or 0.0)
        return Comparer(
            self._similarity(lang), form, form,
            unaligned=str(self.unaligned), match=str(self.match), words=str(self.words),
            backoff=str(self.backoff), whole=bool(self.sentence),
        )  # fmt: skip


_REMEMBERED: WeakKeyDictionary[Batch, dict[FrameMetric, tuple[Floats, Counter[str]]]] = WeakKeyDictionary()
_REASONS = {
    "empty": "the {} is empty",
    "unread": "the {} is in a language or script whose frames are not read: whole sentences were compared",
    "wordless": "the {} has no words: only an equal text is like it",
    "frameless": "the {} has no frame: whole sentences were compared",
}
