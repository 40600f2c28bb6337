"""Deep analyses (a derivation and an MRS) as parses, which allow all fourteen metrics."""

from __future__ import annotations

from collections.abc import Mapping

from likewise.deep import Analysis, derivation_tree
from likewise.metrics.parses.parse import Parse

__all__ = ["analysis_parse"]


def analysis_parse(
    analysis: Analysis,
    *,
    heads: Mapping[str, int] | None = None,
    punctuation: bool = True,
    properties: bool = True,
) -> Parse:
    """The parse of an analysis, with the halves that it has.

    `heads` says which daughter of a rule is its head; without it the rules' names do. The root condition is
    no rule and left out.
    """
    tree = mrs = None
    if analysis.derivation:
        tree = derivation_tree(analysis.parsed_derivation, heads)
    if analysis.mrs:
        mrs = analysis.parsed_mrs
    return Parse(tree, mrs=mrs, text=analysis.text, punctuation=punctuation, properties=properties)
