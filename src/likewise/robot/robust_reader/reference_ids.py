"""Whom "it" and "one" speak of: the antecedent gets an id, the reference repeats it (Packard 2014, 4).

"It" speaks of what the first event handles. "One" has the type of an entity before it: mostly of the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log

from likewise.worlds.blocks import Rcl

__all__ = ["with_reference_ids", "without_ids"]

_REFERENCES = ("reference", "type-reference", "type-reference-group")
_ID = "1"
_FIRST, _PREVIOUS = log(0.85), log(0.15)
"""How often "one" goes back to the first entity, and to the one just before it."""


def with_reference_ids(tree: Rcl) -> list[tuple[Rcl, float]]:
    """The tree with ids, once for each possible antecedent, and what that costs; none if there is none."""
    entities = [one for one in tree.walk() if one.name == "entity"]
    references = [place for place, one in enumerate(entities) if one.get("type") in _REFERENCES]
    if not references:
        return [(tree, 0.0)]
    first = references[0]
    if first == 0:
        return []
    if entities[first].get("type") == "reference" or len(references) > 1:
        return [(_numbered(tree, entities[0]), 0.0)]
    places = {0: _FIRST if first > 1 else 0.0}
    if first > 1:
        places[first - 1] = _PREVIOUS
    return [(_numbered(tree, entities[place]), cost) for place, cost in places.items()]


def without_ids(tree: Rcl) -> Rcl:
    """The tree as the grammar makes it."""
    kept = (without_ids(one) for one in tree.children if one.name not in ("id", "reference-id"))
    return Rcl(tree.name, tree.value, tuple(kept), tree.span)


def _numbered(tree: Rcl, antecedent: Rcl) -> Rcl:
    if tree.value:
        return tree
    return Rcl(tree.name, "", tuple(_children(tree, antecedent)), tree.span)


def _children(tree: Rcl, antecedent: Rcl) -> Iterator[Rcl]:
    if tree is antecedent:
        yield Rcl("id", _ID)
    for one in tree.children:
        yield _numbered(one, antecedent)
        if tree.name == "entity" and one.name == "type" and one.value in _REFERENCES:
            yield Rcl("reference-id", _ID)
