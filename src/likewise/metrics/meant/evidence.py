"""Why a score of the MEANT family: aligned frames role by role, what was lost and added, words linked.

What Figures 1 to 4 of Wu et al. (2014) show of a pair of sentences, as one JSON object.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from likewise.metrics.meant.comparison import Comparer, Comparison
from likewise.metrics.meant.frame_alignment import FrameLink
from likewise.metrics.meant.frame_text import FrameText
from likewise.metrics.meant.phrase_form import GRAMMATICAL, PhraseForm, WordPairs
from likewise.metrics.meant.role_frame import RoleFiller, RoleFrame
from likewise.metrics.meant.role_groups import GROUPS, PREDICATE, QUESTIONS
from likewise.metrics.meant.weights import RoleWeights

__all__ = ["evidence_of"]

LINKED = 0.5
"""The least similarity of two words that count as a link of whole sentences."""


def evidence_of(
    comparison: Comparison, comparer: Comparer, weights: RoleWeights, other: str
) -> dict[str, Any]:
    """The evidence of one comparison; `other` names what the candidate is held against."""
    (words,) = comparer.word_pairs([(comparison.first, comparison.second)])
    pair = _Pair(comparison, words, comparer.form, weights, other)
    frames = comparison.frames(weights.array)
    linked = {link.first for link in comparison.links}, {link.second for link in comparison.links}
    sides = zip((comparison.first, comparison.second), linked, strict=True)
    alone = [[_frame(f, text) for n, f in enumerate(text.frames) if n not in own] for text, own in sides]
    return {
        "backed_off": comparison.sides is None,
        "precision": None if frames is None else frames.precision,
        "recall": None if frames is None else frames.recall,
        "whole_sentence": comparison.sentence,
        "frames": [pair.frame(link) for link in comparison.links],
        "added_frames": alone[0],
        "lost_frames": alone[1],
        "alignment": pair.alignment(),
    }


class _Pair:
    def __init__(
        self, comparison: Comparison, words: WordPairs, form: PhraseForm, weights: RoleWeights, other: str
    ) -> None:
        self.first, self.second, self.other = comparison.first, comparison.second, other
        self.links, self.words, self.form, self.weights = comparison.links, words, form, weights.values

    def frame(self, link: FrameLink) -> dict[str, Any]:
        """Two aligned frames."""
        one, two = self.first.frames[link.first], self.second.frames[link.second]
        rows = [
            self._role(one.arguments[a.first], two.arguments[a.second], a.similarity, a.counts)
            for a in sorted(link.arguments, key=lambda a: two.arguments[a.second].group)
        ]
        taken = {a.first for a in link.arguments}, {a.second for a in link.arguments}
        predicate = self._compared(one.predicate, two.predicate)
        return {
            "predicate": {**predicate, "similarity": link.similarity, "weight": self.weights[PREDICATE]},
            "roles": rows,
            "added": self._left(one, self.first, taken[0]),
            "lost": self._left(two, self.second, taken[1]),
        }

    def _role(self, one: RoleFiller, two: RoleFiller, similarity: float, counts: bool) -> dict[str, Any]:
        row: dict[str, Any] = {
            "group": GROUPS[two.group], "asks": QUESTIONS[two.group],
            "labels": [one.label, two.label], **self._compared(one.tokens, two.tokens),
            "similarity": similarity, "weight": self.weights[two.group], "counts": counts,
        }  # fmt: skip
        if self.form.form in GRAMMATICAL:
            row |= self._biparse(np.array(one.tokens), np.array(two.tokens))
        return row

    def _biparse(self, one: Any, two: Any) -> dict[str, Any]:
        biparse = self.form.biparse(self.words, one, two)
        if biparse.tree is None:
            return {"biparse": None, "links": []}
        words = [self.first.tokens[i] for i in one], [self.second.tokens[j] for j in two]
        links = [[int(one[i]), int(two[j])] for i, j in biparse.links]
        return {"biparse": biparse.tree.bracketed(*words), "links": links}

    def _left(self, frame: RoleFrame, text: FrameText, taken: set[int]) -> list[dict[str, Any]]:
        return [
            {"group": GROUPS[one.group], "asks": QUESTIONS[one.group], "label": one.label,
             "text": _text(text, one.tokens), "weight": self.weights[one.group]}
            for place, one in enumerate(frame.arguments) if place not in taken
        ]  # fmt: skip

    def _compared(self, one: Sequence[int], two: Sequence[int]) -> dict[str, str]:
        return {"candidate": _text(self.first, one), self.other: _text(self.second, two)}

    def alignment(self) -> dict[str, Any]:
        """Words of both sides, links between them, and of each the bands of its frames' roles."""
        matrix = self.words.matrix
        row: dict[str, Any] = {"candidate": list(self.first.tokens), self.other: list(self.second.tokens)}
        if matrix.size and self.form.form in GRAMMATICAL:
            found = self._biparse(np.arange(matrix.shape[0]), np.arange(matrix.shape[1]))
            row |= {"biparse": found["biparse"], "links": found["links"]}
        else:
            row["links"] = _best_links(matrix)
        row["links"] = [[i, j, float(matrix[i, j])] for i, j in row["links"]]
        row["bands"] = {"candidate": _bands(self.first), self.other: _bands(self.second)}
        row["linked_frames"] = [[link.first, link.second] for link in self.links]
        return row


def _best_links(matrix: Any) -> list[list[int]]:
    """Words that are each other's best partner."""
    if not matrix.size:
        return []
    best, back = matrix.argmax(axis=1), matrix.argmax(axis=0)
    return [[i, int(j)] for i, j in enumerate(best) if back[j] == i and matrix[i, j] >= LINKED]


def _bands(text: FrameText) -> list[dict[str, Any]]:
    return [
        {"frame": number, "role": label, "tokens": list(tokens)}
        for number, frame in enumerate(text.frames)
        for label, tokens in [("pred", frame.predicate), *((a.label, a.tokens) for a in frame.arguments)]
    ]


def _frame(frame: RoleFrame, text: FrameText) -> dict[str, Any]:
    roles = [{"label": a.label, "text": _text(text, a.tokens)} for a in frame.arguments]
    return {"predicate": _text(text, frame.predicate), "roles": roles}


def _text(text: FrameText, tokens: Sequence[int]) -> str:
    return " ".join(text.tokens[place] for place in tokens)
