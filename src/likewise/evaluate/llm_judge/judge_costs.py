"""Tokens and money: what requests may cost at most, what they did cost, and a limit that is never passed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from likewise.evaluate.llm_judge.judge_file import LanguageJudge
from likewise.io import VerdictFile

__all__ = ["Tokens", "estimated_tokens", "price", "spent", "token_bound", "tokens_of"]

_FRAME = 32
"""Tokens that an endpoint adds around two messages."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens read and written; `counted` tells whether the judge counted them or they are estimated."""

    into: int
    out: int
    counted: bool = True


def tokens_of(into: object, out: object, asked: str, reply: str) -> Tokens:
    """The tokens that a judge says it has read and written; estimated from the texts where it says none."""
    if _is_count(into) and _is_count(out):
        return Tokens(into, out)
    return Tokens(estimated_tokens(asked), estimated_tokens(reply), counted=False)


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def estimated_tokens(text: str) -> int:
    """About so many tokens: one for every four bytes, as tokenisers of English have it."""
    return -(-len(text.encode("utf-8", "replace")) // 4)


def token_bound(text: str) -> int:
    """At most so many tokens: no tokeniser of bytes makes more of them than there are bytes."""
    return len(text.encode("utf-8", "replace")) + _FRAME


def price(judge: LanguageJudge, into: float, out: float) -> float | None:
    """What so many tokens cost, in the currency of the judge's prices; None where these are unknown."""
    if not judge.is_priced:
        return None
    return (into * (judge.price_in or 0.0) + out * (judge.price_out or 0.0)) / 1_000_000


def spent(judge: LanguageJudge, file: VerdictFile) -> float | None:
    """What all replies of a judge in a file have cost; None where prices are unknown.

    Replies from before the prices were given are counted by their tokens, at the prices of now.
    """
    late = price(judge, *file.unpriced_tokens(judge.id))
    return None if late is None else file.cost(judge.id) + late
