"""The best rules of a model as text that people can read (Wu et al. 2013, Tables 2 and 6)."""

from __future__ import annotations

from collections.abc import Sequence

from likewise.transduce.itg import LexicalRule, TransductionGrammar, dumps

__all__ = ["dump_rules"]


def dump_rules(rules: Sequence[LexicalRule], grammar: TransductionGrammar | None = None) -> str:
    """The rules as a file of rules (see `likewise.transduce.itg`), which `loads` there reads back.

    The two rules that join are those of `grammar`, where the rules come from one.
    """
    straight, inverted = (0.0, 0.0) if grammar is None else (grammar.straight, grammar.inverted)
    return dumps(TransductionGrammar.of_words(rules, straight=straight, inverted=inverted))
