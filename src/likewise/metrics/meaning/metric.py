"""The metric `meaning`: the chance that the candidate keeps the meaning, with what changed as flags.

A segment is held against its references, without them against its source, and has the score of the text that
it comes nearest to (`likewise.metrics.meaning.text_diff`). An empty side has nothing in common with any text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.metrics.base import COUNT, VALUE, Floats, MeanMetric
from likewise.metrics.batch import Batch
from likewise.metrics.meaning.change import KINDS, MeaningDiff
from likewise.metrics.meaning.pair_model import pair_model
from likewise.metrics.meaning.text_diff import diff_many
from likewise.metrics.work_watch import work
from likewise.records import Segment
from likewise.text import code_of, found_wordnet

__all__ = ["Meaning"]

AT_ONCE = 64
NOTHING = MeaningDiff(False, 0.0)
"""What an empty side gives."""


class _Column(IntEnum):
    """Columns of the statistics."""

    VALUE = VALUE
    COUNT = COUNT
    CHANGED = 2
    UNREAD = 3
    EMPTY = 4


@dataclass(frozen=True)
class Meaning(MeanMetric):
    """Chance, 0 to 100, that the candidate means what its reference (or the source) means."""

    name = "meaning"
    measures = "chance of the same meaning"
    flagging = True
    flag_kinds = (*KINDS, "unread", "empty")

    def values(self, batch: Batch) -> Floats:
        return self.statistics(batch)[:, _Column.VALUE]

    def statistics(self, batch: Batch) -> Floats:
        """Score, segments, whether a change is named, something is unread, a side is empty."""
        rows = np.zeros((len(batch), len(_Column)))
        with work(self.name, len(batch)) as done:
            for start in range(0, len(batch), AT_ONCE):
                part = batch.segments[start : start + AT_ONCE]
                for row, (best, _) in zip(rows[start:], _best(part), strict=False):
                    row[:] = best.score, 1.0, bool(best.changes), bool(best.unread), best is NOTHING
                done(len(part))
        return rows

    def details(self, totals: Floats) -> dict[str, int]:
        """How many segments have a change that is named, are not read in full, are empty on a side."""
        columns = (_Column.CHANGED, _Column.UNREAD, _Column.EMPTY)
        return {column.name.lower(): int(totals[column]) for column in columns}

    def corpus_remarks(self, totals: Floats) -> list[str]:
        """How many segments are not read in full, so that their scores may hide a change."""
        unread, count = int(totals[_Column.UNREAD]), int(totals[_Column.COUNT])
        if not unread:
            return []
        many = f"{unread} of {count} segments are in a language, script or length that is not read in full"
        return [f"meaning: {many} (flag unread), and changes there may go unseen"]

    def settings(self) -> dict[str, Any]:
        """The net that weighs in, and a WordNet where one is installed."""
        wordnet = found_wordnet()
        told = {"wordnet": wordnet.name} if wordnet else {}
        return {**super().settings(), "net": pair_model().name, **told}

    def flags(self, segment: Segment) -> list[dict[str, Any]]:
        """What changed against the text that it comes nearest to; then what was not read, or is empty."""
        ((best, _),) = _best([segment])
        found = [change.as_dict() for change in best.changes]
        if best.unread:
            reason = "this is not looked at in such a language, script or length, and may have changed"
            found.append({"kind": "unread", "what": list(best.unread), "reason": reason})
        if best is NOTHING:
            side = "reference" if segment.candidate.strip() else "candidate"
            found.append({"kind": "empty", "side": side, "reason": f"the {side} is empty"})
        return found

    def explain(self, segment: Segment) -> dict[str, Any]:
        """The diff against the text that it comes nearest to, and that text."""
        ((best, text),) = _best([segment])
        return {**super().explain(segment), "against": text, **best.as_dict()}


_REMEMBERED = 4096
_answers: dict[tuple[Any, ...], tuple[MeaningDiff, str]] = {}
"""Answers so far: who asks for scores often asks for flags next, and a diff takes its time."""


def _best(segments: Sequence[Segment]) -> list[tuple[MeaningDiff, str]]:
    """For each segment its best diff, and the text that it was held against."""
    wordnet = found_wordnet()
    parts = (pair_model().name, wordnet.name if wordnet else None)
    keys = [(*parts, segment.candidate, segment.lang, *_texts(segment)) for segment in segments]
    known = {key: _answers[key] for key in keys if key in _answers}
    new = {key: segment for key, segment in zip(keys, segments, strict=True) if key not in known}
    known.update(zip(new, _found(list(new.values())), strict=True))
    if len(_answers) + len(new) > _REMEMBERED:
        _answers.clear()
    _answers.update(known)
    return [known[key] for key in keys]


def _found(segments: Sequence[Segment]) -> list[tuple[MeaningDiff, str]]:
    """The same, looked for anew."""
    asked = [(segment, text, lang) for segment in segments for text, lang in _texts(segment)]
    found = {id(segment): (NOTHING, text) for segment, text, _ in reversed(asked)}
    full = [one for one in asked if one[0].candidate.strip() and one[1].strip()]
    languages = dict.fromkeys((lang, code_of(segment.lang or "en")) for segment, _, lang in full)
    for ours in languages:
        part = [(s, t) for s, t, lang in full if (lang, code_of(s.lang or "en")) == ours]
        diffs = diff_many([(text, segment.candidate) for segment, text in part], *ours)
        for (segment, text), one in zip(part, diffs, strict=True):
            best = found[id(segment)][0]
            if best is NOTHING or one.score > best.score:
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
