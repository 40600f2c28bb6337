"""What "it" and "one" go back to (Packard 2014, section 3.3).

The antecedent is nearly always the first entity of the order; it gets `id: 1`, which the reference repeats.
"One" names a type again: of two candidates it rather goes back to the one that can carry something, where
something is to lie on it.
"""

from __future__ import annotations

from likewise.worlds.blocks import Rcl

__all__ = ["with_antecedents"]

_NAMED = ("cube", "prism", "stack", "cube-group")
_UNNAMED = (("cube", 0.0), ("prism", 0.3))
"""What a reference may be that goes back to nothing."""
_LATER, _UNFIT = 1.0, 1.5
"""What it costs that the antecedent is not the first entity, and that nothing can lie on it."""


def with_antecedents(tree: Rcl, *, fitting: bool = True) -> list[tuple[Rcl, float]]:
    """The tree with the id of the antecedent put in, once for each antecedent that is possible."""
    entities = [one for one in tree.walk() if one.name == "entity"]
    references = [place for place, one in enumerate(entities) if one.child("reference-id")]
    if not references:
        return [(tree, 0.0)]
    if references[0] == 0:
        return [(_named(tree, entities[0], kind), cost) for kind, cost in _UNNAMED]
    if not fitting or any(entities[place].get("type") == "reference" for place in references):
        return [(_numbered(tree, entities[0]), 0.0)]
    trees = []
    for place, one in enumerate(entities[: references[0]]):
        if one.get("type") in _NAMED:
            unfit = _UNFIT if one.get("type") == "prism" and _carries(tree) else 0.0
            trees.append((_numbered(tree, one), place * _LATER + unfit))
    return sorted(trees, key=lambda pair: pair[1])


def _named(tree: Rcl, reference: Rcl, kind: str) -> Rcl:
    """The tree with a reference to nothing read as a kind of block: "drop it"."""
    if tree is reference:
        children = [
            Rcl("type", kind, (), one.span) if one.name == "type" else one
            for one in tree.children
            if one.name != "reference-id"
        ]
        return Rcl(tree.name, "", tuple(children))
    return Rcl(tree.name, tree.value, tuple(_named(one, reference, kind) for one in tree.children), tree.span)


def _carries(tree: Rcl) -> bool:
    """Whether something lies, or is to lie, on what "one" stands for."""
    return any(
        one.name == "spatial-relation"
        and one.get("relation") == "above"
        and any(entity.get("type").startswith("type-reference") for entity in one.all("entity"))
        for one in tree.walk()
    )


def _numbered(tree: Rcl, antecedent: Rcl) -> Rcl:
    if not tree.children:
        return tree
    if tree is antecedent:
        return Rcl(tree.name, "", (Rcl("id", "1"), *tree.children))
    return Rcl(tree.name, "", tuple(_numbered(one, antecedent) for one in tree.children), tree.span)
