"""Grammars as text that a person can read: a rule a line, the most probable first.

# probability <TAB> source <TAB> target; an empty side deletes or inserts
0.25	[A A]
0.25	<A A>
0.001	long	wrong
"""

from __future__ import annotations

import math

import numpy as np

from likewise.errors import InputError
from likewise.transduce.itg.grammar import LexicalRule, TransductionGrammar

__all__ = ["dumps", "loads"]

_HEAD = "# probability <TAB> source <TAB> target; an empty side deletes or inserts\n"
_STRAIGHT, _INVERTED = "[A A]", "<A A>"


def dumps(grammar: TransductionGrammar) -> str:
    """The grammar as text: the same one gives the same text, and `loads` gives it back to the last digit."""
    lines = [f"{grammar.straight!r}\t{_STRAIGHT}\n", f"{grammar.inverted!r}\t{_INVERTED}\n"]
    for row in np.argsort(-grammar.probability, kind="stable").tolist():
        rule = grammar.rule(row)
        lines.append(f"{rule.probability!r}\t{' '.join(rule.source)}\t{' '.join(rule.target)}\n")
    return _HEAD + "".join(lines)


def loads(text: str, *, file: str | None = None, shared: bool = True) -> TransductionGrammar:
    """The grammar of a text; `shared` gives both sides one vocabulary."""
    structural = {_STRAIGHT: 0.0, _INVERTED: 0.0}
    rules: list[LexicalRule] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.startswith("# "):
            continue
        head, *sides = line.split("\t")
        probability = _probability(head, file, number)
        if len(sides) == 1 and sides[0] in structural:
            structural[sides[0]] = probability
        elif len(sides) == 2 and any(side.split() for side in sides):
            rules.append(LexicalRule(tuple(sides[0].split()), tuple(sides[1].split()), probability))
        else:
            wanted = f"expected probability, source and target between tabs, or {_STRAIGHT} or {_INVERTED}"
            raise InputError(wanted, file=file, line=number)
    try:
        return TransductionGrammar.of_words(
            rules, straight=structural[_STRAIGHT], inverted=structural[_INVERTED], shared=shared
        )
    except InputError as error:
        raise InputError(str(error), file=file) from None


def _probability(text: str, file: str | None, line: int) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0.0 <= value <= 1.0:
        raise InputError(
            f"expected a number from 0 to 1, found {text!r}", file=file, line=line, field="probability"
        )
    return value
