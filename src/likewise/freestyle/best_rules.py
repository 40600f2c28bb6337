"""The best rules of a model, for people to read (Wu et al. 2013, Tables 2 and 6)."""

from __future__ import annotations

from collections.abc import Iterable

from likewise.errors import InputError
from likewise.freestyle.model import Freestyler
from likewise.transduce.itg import LexicalRule

__all__ = ["best_rules", "rule_text"]

_KINDS = ("token", "segment", "copy", "delete", "insert")


def best_rules(model: Freestyler, top: int = 20, kind: str | None = None) -> list[LexicalRule]:
    """The most probable rules, of one kind if it is named."""
    if kind is None:
        return model.rules(top)
    if kind not in _KINDS:
        raise InputError(f"expected one of {', '.join(_KINDS)}, found '{kind}'", field="kind")
    return [rule for rule in model.rules(len(model.search)) if rule.kind == kind][:top]


def rule_text(rules: Iterable[LexicalRule]) -> str:
    """The rules as lines of a rule file (see `likewise.transduce.itg`): probability, source and target."""
    head = "# probability <TAB> source <TAB> target; an empty side deletes or inserts\n"
    lines = (f"{r.probability!r}\t{' '.join(r.source)}\t{' '.join(r.target)}\n" for r in rules)
    return head + "".join(lines)
