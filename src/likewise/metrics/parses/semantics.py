"""Meaning: exact MRS match (EMM), labelled and unlabelled elementary dependencies (LED, UED).

Packard (2012), section 3, after Oepen and Lønning (2006). PyDelphin tells whether two MRSs are isomorphic.
UED keeps the characters of predicates and arguments and of the top: a property or constant without its
label says nothing but where its node is.
"""

from __future__ import annotations

from likewise.metrics.parses.f1 import f1_counts
from likewise.metrics.parses.parse import Parse
from likewise.metrics.parses.triples import unlabelled

__all__ = ["emm", "led", "ued"]


def emm(gold: Parse, parse: Parse) -> float:
    """100 if the two MRSs are isomorphic: names of variables, order and characters do not matter."""
    from delphin.mrs import is_isomorphic

    if gold.mrs is None or parse.mrs is None:
        return 0.0
    return 100.0 if is_isomorphic(gold.mrs, parse.mrs, properties=gold.properties) else 0.0


def led(gold: Parse, parse: Parse) -> float:
    """F1 of elementary dependency triples."""
    return f1_counts(gold.triples, parse.triples)


def ued(gold: Parse, parse: Parse) -> float:
    """F1 of the characters that elementary dependencies join."""
    return f1_counts(unlabelled(gold.triples), unlabelled(parse.triples))
