"""Lemmas by rule: what to take off the end of a word and what to put there instead.

A rule is `<letters off>+<letters on>`, as in lemmatisers over edit scripts (Chrupala 2006): `ran` under
`2+un` gives `run`. Words are folded to small letters first, unless the rule begins with `=`.
"""

from __future__ import annotations

__all__ = ["lemma_by_rule", "lemma_rule"]


def lemma_rule(form: str, lemma: str) -> str:
    """The rule that leads from a form to a lemma and changes the fewest letters."""
    folded = form.lower()
    low, kept = _shared(folded, lemma), _shared(form, lemma)
    if kept > low:
        return f"={len(form) - kept}+{lemma[kept:]}"
    return f"{len(folded) - low}+{lemma[low:]}"


def lemma_by_rule(form: str, rule: str) -> str:
    """The lemma of a form; a rule that takes off more than there is leaves the form."""
    base = form if rule.startswith("=") else form.lower()
    off, _, on = rule.removeprefix("=").partition("+")
    size = len(base) - int(off)
    return base if size < 0 or not (size or on) else base[:size] + on


def _shared(one: str, other: str) -> int:
    size = 0
    while size < min(len(one), len(other)) and one[size] == other[size]:
        size += 1
    return size
