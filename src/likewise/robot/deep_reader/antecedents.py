"""What "it" and "one" go back to (Packard 2014, section 3.3).

The antecedent is nearly always the first entity of the order; it gets `id: 1`, which the reference repeats.
"One" names a type again: of two candidates it rather goes back to the one that can carry something, where
something is to lie on it.
"""

from __future__ import annotations

from dataclasses import replace

from likewise.worlds.blocks import Rcl

__all__ = ["with_antecedents"]

_NAMED = ("cube", "prism", "stack", "cube-group")
_LATER, _UNFIT = 1.0, 1.5
"""What it costs that the antecedent is not the first entity, and that nothing can lie on it."""


def with_antecedents(tree: Rcl, *, fitting: bool = True) -> list[tuple[Rcl, float]]:
    """The tree with the id of the antecedent put in, once for each antecedent that is possible."""
    types = [one.get("type") for one in tree.walk() if one.name == "entity" and one.child("reference-id")]
    if not types:
        return [(tree, 0.0)]
    entities = [one for one in tree.walk() if one.name == "entity"]
    if "reference" in types or not fitting:
        return [(_numbered(tree, entities[0]), 0.0)]
    first = next(place for place, one in enumerate(entities) if one.child("reference-id"))
    trees = []
    for place, one in enumerate(entities[:first]):
        if one.get("type") in _NAMED:
            unfit = _UNFIT if one.get("type") == "prism" and _carries(tree) else 0.0
            trees.append((_numbered(tree, one), place * _LATER + unfit))
    return sorted(trees, key=lambda pair: pair[1])


def _carries(tree: Rcl) -> bool:
    """Whether something lies, or is to lie, on what "one" stands for."""
    return any(
        one.name == "spatial-relation"
        and one.get("relation") == "above"
        and any(entity.get("type").startswith("type-reference") for entity in one.all("entity"))
        for one in tree.walk()
    )


def _numbered(tree: Rcl, antecedent: Rcl) -> Rcl:
    if tree is antecedent:
        return replace(tree, children=(Rcl("id", "1"), *tree.children))
    if not tree.children:
        return tree
    return replace(tree, children=tuple(_numbered(one, antecedent) for one in tree.children))
