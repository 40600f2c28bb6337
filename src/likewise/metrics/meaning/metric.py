"""The metric `meaning`: the chance that the candidate keeps the meaning, with what changed as flags.

A segment is held against its references, without them against its source, and has the score of the text that
it comes nearest to (`likewise.metrics.meaning.text_diff`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.metrics.base import Floats, MeanMetric
from likewise.metrics.batch import Batch
from likewise.metrics.meaning.change import MeaningDiff
from likewise.metrics.meaning.pair_model import pair_model
from likewise.metrics.meaning.text_diff import diff_many
from likewise.records import Segment
from likewise.text import code_of, found_wordnet

__all__ = ["Meaning"]

AT_ONCE = 64


@dataclass(frozen=True)
class Meaning(MeanMetric):
    """Chance, 0 to 100, that the candidate means what its reference (or the source) means."""

    name = "meaning"
    flagging = True

    def values(self, batch: Batch) -> Floats:
        found: list[float] = []
        for start in range(0, len(batch.segments), AT_ONCE):
            found += [best.score for best, _ in _best(batch.segments[start : start + AT_ONCE])]
        return np.array(found)

    def settings(self) -> dict[str, Any]:
        """The net that weighs in, and a WordNet where one is installed."""
        wordnet = found_wordnet()
        told = {"wordnet": wordnet.name} if wordnet else {}
        return {**super().settings(), "net": pair_model().name, **told}

    def flags(self, segment: Segment) -> list[dict[str, Any]]:
        """What changed against the text that it comes nearest to."""
        ((best, _),) = _best([segment])
        return [change.as_dict() for change in best.changes]

    def explain(self, segment: Segment) -> dict[str, Any]:
        """The diff against the text that it comes nearest to, and that text."""
        ((best, text),) = _best([segment])
        return {**super().explain(segment), "against": text, **best.as_dict()}


def _best(segments: Sequence[Segment]) -> list[tuple[MeaningDiff, str]]:
    """For each segment its best diff, and the text that it was held against."""
    asked = [(segment, text, lang) for segment in segments for text, lang in _texts(segment)]
    found: dict[int, tuple[MeaningDiff, str]] = {}
    languages = dict.fromkeys((lang, code_of(segment.lang or "en")) for segment, _, lang in asked)
    for ours in languages:
        part = [(s, t) for s, t, lang in asked if (lang, code_of(s.lang or "en")) == ours]
        diffs = diff_many([(text, segment.candidate) for segment, text in part], *ours)
        for (segment, text), one in zip(part, diffs, strict=True):
            if id(segment) not in found or one.score > found[id(segment)][0].score:
                found[id(segment)] = one, text
    return [found[id(segment)] for segment in segments]


def _texts(segment: Segment) -> list[tuple[str, str]]:
    lang = code_of(segment.lang or "en")
    if segment.references:
        return [(text, lang) for text in segment.references]
    if segment.source is None:
        message = f"segment '{segment.id}' has nothing to be held against, expected a reference or a source"
        raise InputError(message, field="references")
    return [(segment.source, code_of(segment.source_lang or lang))]
