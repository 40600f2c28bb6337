"""Meaning: exact MRS match (EMM), labelled and unlabelled elementary dependencies (LED, UED).

Packard (2012), section 3, after Oepen and Lønning (2006). PyDelphin reads MRSs, tells whether two are
isomorphic, and turns them into dependency structures. The triples are those of its EDM: predicates,
arguments, properties, constants, the top; all count alike. UED keeps the characters of predicates and
arguments and of the top: a property or constant without its label says nothing but where its node is.
"""

from __future__ import annotations

import warnings
from collections import Counter
from typing import TYPE_CHECKING, Any

from likewise.errors import InputError
from likewise.metrics.parses.matching import f1_counts
from likewise.metrics.parses.spans import Span, is_punctuation

if TYPE_CHECKING:
    from delphin.eds import EDS
    from delphin.mrs import MRS

    from likewise.metrics.parses.parse import Parse, Triple

__all__ = ["dependency_structure", "emm", "led", "triples_of", "ued"]

_NAME, _TOP, _CONSTANT = "predicate", "top", "constant"


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
    return f1_counts(_unlabelled(gold.triples), _unlabelled(parse.triples))


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


def triples_of(parse: Parse) -> Counter[Triple]:
    """The triples of a parse's MRS, as many of each as there are."""
    eds = parse.eds
    assert eds is not None
    found: list[Triple] = []
    edges = eds.arguments()
    for node in eds.nodes:
        span = _span(parse, node)
        found.append((span, node.predicate, _NAME))
        found.extend((span, role, _span(parse, eds[end])) for role, end in edges[node.id] if end in eds)
        if parse.properties:
            found.extend((span, key, f"{value}") for key, value in node.properties.items())
        if node.carg:
            found.append((span, _CONSTANT, node.carg))
    if eds.top in eds:
        found.append((_span(parse, eds[eds.top]), "", _TOP))
    return Counter(found)


def _unlabelled(labelled: Counter[Triple]) -> Counter[Any]:
    found: Counter[Any] = Counter()
    for (span, _, value), count in labelled.items():
        if isinstance(value, tuple) or value is _NAME or value is _TOP:
            found[span, value] += count
    return found


def _span(parse: Parse, node: Any) -> Span:
    """The characters of a node, with the punctuation at their ends taken off where it does not count."""
    start, end = node.cfrom, node.cto
    if parse.punctuation or parse.text is None or start < 0:
        return start, end
    while end > start and _idle(parse.text[end - 1 : end]):
        end -= 1
    while start < end and _idle(parse.text[start : start + 1]):
        start += 1
    return start, end


def _idle(character: str) -> bool:
    return not character or character.isspace() or is_punctuation(character)
