"""The learnt ranker: how likely each place is the answer, by what `ranker_features` says of it.

A net of one hidden layer with a direct path, softmax over all places of the documents, learnt from questions
with their answers (`training/ask_ranker.py`). The classes of answers and the signs of places were learnt
before, from questions in the language of the documents; the encoder carries them over to English ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from likewise.ask.documents import AnswerCandidate
from likewise.ask.extraction.keyword_spans import KeywordForms
from likewise.ask.extraction.ranker_features import FEATURES, NAMED_TYPES, feature_rows, question_view
from likewise.ask.extraction.read_sentences import ReadDocument
from likewise.ask.question import AnswerType, Question
from likewise.data import path as data_path
from likewise.errors import InputError
from likewise.io import ModelFiles

__all__ = ["RANKER_FILE", "AnswerRanker", "answer_ranker", "net_scores", "other_type_losses"]

Floats = npt.NDArray[np.floating]

RANKER_FILE = "answer-ranker.npz"
OTHER_TYPE, NO_TYPE = 1.0, 0.3
"""A place of another type counts e times less, one of no type a quarter less, where one of the type is there.

The net alone sets a title above the author whom a question asks for; in folds by article this costs nothing.
"""
NEVER = 4.5
"""What a place loses that is of a type nobody takes for the one asked for: a town for a person."""
_NEVER: dict[AnswerType, tuple[AnswerType, ...]] = {
    "person": ("location", "number", "time", "title"),
    "location": ("person", "number", "time", "title"),
    "number": ("person", "location", "organization", "title"),
    "time": ("person", "location", "organization", "title"),
}
_ARRAYS = frozenset(
    ["zh.classes", "zh.signs", "ja.classes", "ja.signs", "mean", "scale", "into", "bias", "out", "direct"]
)


def net_scores(net: Mapping[str, Floats], table: Floats) -> Floats:
    """Scores of rows: the mean of the nets that were learnt with several seeds."""
    rows = np.clip((table - net["mean"]) / net["scale"], -4, 4)
    total = np.zeros(len(rows))
    for into, bias, out, direct in zip(net["into"], net["bias"], net["out"], net["direct"], strict=True):
        total += np.tanh(rows @ into + bias) @ out + rows @ direct
    scores: Floats = total / max(1, len(net["into"]))
    return scores


def other_type_losses(wanted: AnswerType, kinds: Sequence[AnswerType]) -> Floats:
    """What places of other types lose where some place is of the type of name, number or time asked for."""
    if wanted not in NAMED_TYPES or wanted not in kinds:
        return np.zeros(len(kinds))
    losses = {wanted: 0.0, "thing": NO_TYPE}
    losses |= dict.fromkeys(_NEVER.get(wanted, ()), NEVER)
    return np.array([losses.get(kind, OTHER_TYPE) for kind in kinds])


@dataclass(frozen=True)
class AnswerRanker:
    """Weights by name, as the file has them: of each language `classes` and `signs`, and those of the net."""

    arrays: Mapping[str, Floats]

    def candidates(
        self,
        question: Question,
        keywords: tuple[KeywordForms, ...],
        read: Sequence[ReadDocument],
        *,
        limit: int = 100,
    ) -> list[AnswerCandidate]:
        """The likeliest places of all documents; over all places the scores sum to one."""
        if not read:
            return []
        lang = "zh" if read[0].hit.document.lang.startswith("zh") else "ja"
        view = question_view(question, keywords, self.arrays[f"{lang}.classes"])
        rows = feature_rows(view, read, self.arrays[f"{lang}.signs"])
        table = np.concatenate([own for _, own in rows])
        where = [(document.read.hit, span) for document, _ in rows for span in document.spans]
        if not len(table):
            return []
        scores = net_scores(self.arrays, table)
        scores = scores - other_type_losses(question.answer_type, [span.answer_type for _, span in where])
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        kept = np.argsort(-chances, kind="stable")[:limit]
        found = list[AnswerCandidate]()
        for row, chance in zip(kept.tolist(), chances[kept].tolist(), strict=True):
            hit, span = where[row]
            parts = dict(zip(FEATURES, map(float, table[row]), strict=True))
            found.append(
                AnswerCandidate(
                    span.text,
                    hit.document.id,
                    span.start,
                    span.end,
                    span.answer_type,
                    chance,
                    "ranker",
                    parts,
                )
            )
        return found


@cache
def answer_ranker() -> AnswerRanker:
    """The ranker that comes with the package."""
    arrays = ModelFiles(data_path("ask")).arrays(RANKER_FILE)
    if not set(arrays) >= _ARRAYS:
        missing = ", ".join(sorted(_ARRAYS - set(arrays)))
        raise InputError(f"lacks the arrays {missing}", file=data_path(f"ask/{RANKER_FILE}"))
    return AnswerRanker({name: array.astype(np.float32) for name, array in arrays.items()})
