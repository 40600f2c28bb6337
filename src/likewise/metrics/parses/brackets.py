"""Brackets: average and zero crossing brackets (AXB, ZXB), labelled and unlabelled PARSEVAL (LP, UP).

Packard (2012), section 3. PARSEVAL compares sets, as the paper does, so a chain of phrases over the same
words counts once in UP; evalb, which counts each, does not report UP.
"""

from __future__ import annotations

from likewise.metrics.parses.f1 import f1
from likewise.metrics.parses.parse import Bracket, Parse

__all__ = ["axb", "crossings", "lp", "up", "zxb"]


def crossings(gold: Parse, parse: Parse) -> list[tuple[Bracket, list[Bracket]]]:
    """The returned brackets that cross a gold bracket, each with those that it crosses."""
    spans = _spans(gold)
    crossed = [bracket for bracket in parse.brackets if _crosses(bracket, spans)]
    return [(bracket, [other for other in gold.brackets if _cross(bracket, other)]) for bracket in crossed]


def axb(gold: Parse, parse: Parse) -> float:
    """Minus the number of returned brackets that cross a gold bracket; 0 is the best."""
    spans = _spans(gold)
    return -float(sum(_crosses(bracket, spans) for bracket in parse.brackets))


def zxb(gold: Parse, parse: Parse) -> float:
    """100 if no bracket crosses."""
    return 100.0 if axb(gold, parse) == 0 else 0.0


def lp(gold: Parse, parse: Parse) -> float:
    """F1 of labelled brackets."""
    return f1(set(gold.brackets), set(parse.brackets))


def up(gold: Parse, parse: Parse) -> float:
    """F1 of brackets without their labels."""
    return f1(_spans(gold), _spans(parse))


def _spans(parse: Parse) -> set[tuple[int, int]]:
    return {(start, end) for _, start, end in parse.brackets}


def _crosses(bracket: Bracket, gold: set[tuple[int, int]]) -> bool:
    _, start, end = bracket
    if (start, end) in gold:  # what is a gold bracket crosses none
        return False
    return any(a < start < b < end or start < a < end < b for a, b in gold)


def _cross(one: Bracket, other: Bracket) -> bool:
    return one.start < other.start < one.end < other.end or other.start < one.start < other.end < one.end
