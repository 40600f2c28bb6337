"""Labelled and unlabelled syntactic dependencies (LSD, USD; Packard 2012, section 3).

Of a derivation, each rule joins the head words of its other daughters to that of its head daughter. Of
CoNLL-U, each word depends on its head, and the root counts: with the same words LSD is LAS and USD is UAS,
of the full relation (`nsubj:pass` is not `nsubj`).
"""

from __future__ import annotations

from likewise.metrics.parses.f1 import f1
from likewise.metrics.parses.parse import Parse

__all__ = ["lsd", "usd"]


def lsd(gold: Parse, parse: Parse) -> float:
    """F1 of directed dependencies with the rule or relation that joins them."""
    return f1(set(gold.dependencies), set(parse.dependencies))


def usd(gold: Parse, parse: Parse) -> float:
    """F1 of directed dependencies without labels."""
    return f1({d[:2] for d in gold.dependencies}, {d[:2] for d in parse.dependencies})
