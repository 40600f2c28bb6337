"""Whether an answer is right: R where its document supports it, U where another one has it (NTCIR's CLQA)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from likewise.ask.answer import Answer
from likewise.ask.answers.answer_forms import normal_form, plain_form

__all__ = ["JudgedAnswers", "is_right", "judge"]


def is_right(text: str, gold: Iterable[str], *, normalised: bool = True) -> bool:
    """Whether an answer equals one of the gold ones: in normal form, else in width, case and script alone."""
    given = list(gold)
    if any(plain_form(text) == plain_form(one) for one in given):
        return True
    kinds = ("thing", "number", "time") if normalised else ()
    return any(normal_form(text, kind) == normal_form(one, kind) for one in given for kind in kinds)


@dataclass(frozen=True, slots=True)
class JudgedAnswers:
    """One question: is the first answer right and supported, right at all; the rank of a right one."""

    top1: bool
    top1_u: bool
    rank: int
    """Of the first right answer, from 1; 0 where there is none."""

    @property
    def reciprocal_rank(self) -> float:
        """1 / rank, 0 where no answer is right."""
        return 1 / self.rank if self.rank else 0.0


def judge(
    answers: Sequence[Answer], gold: Collection[str], documents: Collection[str], *, normalised: bool = True
) -> JudgedAnswers:
    """Judge a ranking; `documents` are those that support the gold answers."""
    ranks = [rank for rank, one in enumerate(answers, 1) if is_right(one.text, gold, normalised=normalised)]
    right = bool(ranks) and ranks[0] == 1
    supported = right and any(place.document in documents for place in answers[0].evidence[:1])
    return JudgedAnswers(supported, right, ranks[0] if ranks else 0)
