"""Which frame of one sentence is which of the other, and which argument is which: Lo et al. (2014), Figure 1.

Frames are aligned by their predicates, arguments of aligned frames by their fillers, both by a matching of
the largest total similarity. What is similar by 0 is not aligned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.optimize import linear_sum_assignment

from likewise.metrics.meant.phrase_form import Floats, Ints, PhraseForm, WordPairs
from likewise.metrics.meant.role_frame import RoleFrame

__all__ = ["ArgumentLink", "FrameLink", "align"]


@dataclass(frozen=True, slots=True)
class ArgumentLink:
    """Two arguments of aligned frames, by place. It counts if both are in one role group."""

    first: int
    second: int
    similarity: float
    counts: bool


@dataclass(frozen=True, slots=True)
class FrameLink:
    """Two aligned frames, by place, with the similarity of their predicates and their aligned arguments."""

    first: int
    second: int
    similarity: float
    arguments: tuple[ArgumentLink, ...] = ()


def align(
    words: WordPairs,
    first: Sequence[RoleFrame],
    second: Sequence[RoleFrame],
    form: PhraseForm,
    *,
    match: str = "fillers",
) -> tuple[FrameLink, ...]:
    """The links between the frames of two sentences.

    `match` says how arguments find their partners: by `fillers` alone, so that only then it shows whether
    they are in one group (the papers); or only within their `groups`.
    """
    aligner = _Aligner(words, first, second, form, match)
    predicates = form.table(words, *([_places(one.predicate) for one in side] for side in (first, second)))
    links = [(i, j, float(predicates[i, j])) for i, j in _matching(aligner.with_ties_broken(predicates))]
    return tuple(FrameLink(i, j, value, aligner.arguments(i, j)) for i, j, value in links if value > 0.0)


@dataclass(frozen=True)
class _Aligner:
    words: WordPairs
    first: Sequence[RoleFrame]
    second: Sequence[RoleFrame]
    form: PhraseForm
    match: str

    def with_ties_broken(self, predicates: Floats) -> Floats:
        """Predicates that are as similar as others ("said .. said") are told apart by what their frames say.

        The paper leaves such cases to chance. The words of the frames decide, by a share too small to
        overrule any difference between predicates that one can see.
        """
        if min(predicates.shape) == 0 or len(np.unique(predicates)) == predicates.size:
            return predicates
        best = self._best
        return predicates + 1e-6 * (predicates > 0.0) * best

    @cached_property
    def _best(self) -> Floats:
        plain = PhraseForm("f-score")
        sides = ([_places(_all_tokens(one)) for one in side] for side in (self.first, self.second))
        return plain.table(self.words, *sides)

    def arguments(self, i: int, j: int) -> tuple[ArgumentLink, ...]:
        one, other = self.first[i].arguments, self.second[j].arguments
        if not one or not other:
            return ()
        sides = ([_places(filler.tokens) for filler in side] for side in (one, other))
        similar = self.form.table(self.words, *sides)
        same = np.array([[a.group == b.group for b in other] for a in one])
        weighed = similar * same if self.match == "groups" else similar
        return tuple(
            ArgumentLink(a, b, float(similar[a, b]), bool(same[a, b]))
            for a, b in _matching(weighed)
            if weighed[a, b] > 0.0
        )


def _all_tokens(frame: RoleFrame) -> tuple[int, ...]:
    return tuple(sorted(set(frame.predicate).union(*(one.tokens for one in frame.arguments))))


def _places(tokens: Sequence[int]) -> Ints:
    return np.array(tokens, np.int64)


def _matching(weights: Floats) -> list[tuple[int, int]]:
    """The one-to-one matching of the largest total weight (Kuhn 1955)."""
    if weights.size == 0:
        return []
    if weights.size == 1:
        return [(0, 0)]
    rows, columns = linear_sum_assignment(weights, maximize=True)
    return list(zip(rows.tolist(), columns.tolist(), strict=True))
