"""Derivations as text: PyDelphin's own form, and the short one without node numbers and scores.

`(id rule score from to ...)` is what parsers and profiles write. Corpora are often kept as `(rule from to
...)`; it is filled up to the full form here and read by PyDelphin.
"""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from likewise.errors import InputError

if TYPE_CHECKING:
    from delphin.derivation import Derivation

__all__ = ["full_form", "read_derivation", "words_of"]

_QUOTED = r'"(?:\\.|[^"\\])*"'
# A node of the short form: no number before the rule, none between it and the two positions.
_SHORT = re.compile(rf'{_QUOTED}|\(([^\s"()]*[^\s"()\d][^\s"()]*) (\d+) (\d+)(?= *\()')


def full_form(text: str) -> str:
    """A derivation in the full form: nodes are numbered from 1, scores are 0; a full one stays as it is."""
    numbers = itertools.count(1)

    def fill(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0]
        return f"({next(numbers)} {match[1]} 0 {match[2]} {match[3]}"

    return _SHORT.sub(fill, text)


def read_derivation(text: str) -> Derivation:
    """PyDelphin's object for a derivation in either form."""
    from delphin.derivation import DerivationSyntaxError, from_string

    try:
        tree = from_string(full_form(text.strip()))
    except (DerivationSyntaxError, ValueError, IndexError) as error:
        raise InputError(f"broken derivation, expected (rule from to daughters): {_reason(error)}") from None
    if not words_of(tree):
        raise InputError("broken derivation: it has no words")
    return tree


def words_of(derivation: Derivation) -> list[str]:
    """The words from left to right, one for each lexical entry; deep derivations need no deep recursion."""
    words: list[str] = []
    waiting = [derivation]
    while waiting:
        node = waiting.pop()
        forms = [daughter.form for daughter in node.daughters if not hasattr(daughter, "daughters")]
        if forms:
            words.append(" ".join(forms))
        else:
            waiting.extend(reversed(node.daughters))
    return words


def _reason(error: Exception) -> str:
    said = getattr(error, "message", None) or str(error) or "parentheses do not match"
    return " ".join(str(said).split())
