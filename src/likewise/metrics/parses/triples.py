"""Elementary dependency triples of an MRS (Oepen and Lønning 2006).

PyDelphin turns MRSs into dependency structures. The triples are those of its EDM: predicates, arguments,
properties, constants, the top; all count alike.
"""

from __future__ import annotations

import warnings
from collections import Counter
from typing import TYPE_CHECKING, Any

from likewise.errors import InputError
from likewise.metrics.parses.spans import Span, is_punctuation

if TYPE_CHECKING:
    from delphin.eds import EDS
    from delphin.mrs import MRS

__all__ = ["Triple", "dependency_structure", "triples_of", "unlabelled"]

Triple = tuple[Span, str, Any]
"""An elementary dependency: a node's characters, a role, and another node's characters or a value."""

_NAME, _TOP, _CONSTANT = "predicate", "top", "constant"


def dependency_structure(mrs: MRS) -> EDS:
    """The elementary dependency structure of an MRS, with predicate modifiers as PyDelphin's EDM has them."""
    from delphin.eds import EDSWarning, from_mrs
    from delphin.exceptions import PyDelphinException
    from delphin.mrs import has_unique_intrinsic_variables

    try:
        with warnings.catch_warnings():
            # Fragments whose top handle points nowhere: they have no top.
            warnings.simplefilter("ignore", EDSWarning)
            # Where predicates share a variable, new ids would depend on the order of a set.
            return from_mrs(mrs, unique_ids=has_unique_intrinsic_variables(mrs))
    except (PyDelphinException, KeyError, IndexError, RecursionError) as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"broken MRS: no dependencies can be made of it ({said})") from None


def triples_of(eds: EDS, *, text: str | None = None, properties: bool = True) -> Counter[Triple]:
    """The triples of a dependency structure, as many of each as there are.

    With `text`, the sentence, punctuation at the ends of a node's characters does not count. Without
    `properties` those of variables are left out.
    """
    triples: list[Triple] = []
    edges = eds.arguments()
    for node in eds.nodes:
        span = _span(node, text)
        triples.append((span, node.predicate, _NAME))
        triples.extend((span, role, _span(eds[end], text)) for role, end in edges[node.id] if end in eds)
        if properties:
            triples.extend((span, key, f"{value}") for key, value in node.properties.items())
        if node.carg:
            triples.append((span, _CONSTANT, node.carg))
    if eds.top in eds:
        triples.append((_span(eds[eds.top], text), "", _TOP))
    return Counter(triples)


def unlabelled(labelled: Counter[Triple]) -> Counter[Any]:
    """The characters that triples join, without roles and names."""
    counts: Counter[Any] = Counter()
    for (span, _, value), count in labelled.items():
        if isinstance(value, tuple) or value is _NAME or value is _TOP:
            counts[span, value] += count
    return counts


def _span(node: Any, text: str | None) -> Span:
    """The characters of a node, with the punctuation at their ends taken off where it does not count."""
    start, end = node.cfrom, node.cto
    if text is None or start < 0:
        return start, end
    while end > start and _idle(text[end - 1 : end]):
        end -= 1
    while start < end and _idle(text[start : start + 1]):
        start += 1
    return start, end


def _idle(character: str) -> bool:
    return not character or character.isspace() or is_punctuation(character)
