"""RCL in English: what an entity is called and what an order asks for, to be shown to people."""

from __future__ import annotations

from collections.abc import Iterable

from likewise.worlds.blocks.rcl import Rcl

__all__ = ["count_word", "describe_entity", "describe_order", "describe_place", "noun_phrase"]

_NOUNS = {
    "cube-group": "stack",
    "reference": "it",
    "type-reference": "one",
    "type-reference-group": "group",
}
_RELATIONS = {
    "above": "on",
    "within": "in",
    "nearest": "nearest to",
    "adjacent": "next to",
    "left": "left of",
    "right": "right of",
    "front": "in front of",
    "forward": "in front of",
    "backward": "behind",
}
_WAYS = {"left": "to the left", "right": "to the right", "forward": "forward", "backward": "backward"}
_ADJECTIVES = {"individual": "single"}
_DEPTHS = ("front", "back")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def describe_entity(entity: Rcl) -> str:
    """What an entity is called: "the red cube on the blue cube"."""
    phrase = noun_phrase(entity)
    counted = entity.get("cardinal") and entity.get("cardinal") != "1"
    return phrase if phrase == "it" or counted else f"the {phrase}"


def noun_phrase(entity: Rcl, *, plural: bool = False) -> str:
    """An entity without its article: "red cube on the blue cube", "two tiles"."""
    kind = entity.get("type")
    if kind == "region":
        return _region(entity)
    if kind == "reference":
        return "it"
    number = entity.get("cardinal")
    plural = plural or (bool(number) and number != "1")
    words = [count_word(int(number)) if number.isdigit() else number] if plural and number else []
    words += [_ADJECTIVES.get(one, one) for one in _indicators(entity)]
    words.append(" and ".join(one.value for one in entity.all("color")))
    words.append(_NOUNS.get(kind, kind or "thing") + ("s" if plural else ""))
    words += [_related(one) for one in entity.all("spatial-relation")]
    return " ".join(word for word in words if word)


def describe_order(tree: Rcl) -> str:
    """What an order asks for: "move the red cube onto the blue cube"."""
    events = tree.children if tree.name == "sequence" else (tree,)
    return ", then ".join(_event(one) for one in events)


def count_word(number: int) -> str:
    """A number as people write it: a word up to ten."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def _event(event: Rcl) -> str:
    entity, destination = event.child("entity"), event.child("destination")
    action = {"take": "pick up", "drop": "put down"}.get(event.get("action"), event.get("action"))
    if action == "put down" and destination is not None:
        action = "put"
    words = [action, describe_entity(entity) if entity else ""]
    words += [describe_place(one) for one in (destination.children if destination else ())]
    return " ".join(word for word in words if word)


def _indicators(entity: Rcl) -> Iterable[str]:
    """The indicators of an entity, front and back first: people say "front left"."""
    values = [one.value for one in entity.all("indicator")]
    return sorted(values, key=lambda value: value not in _DEPTHS)


def _region(entity: Rcl) -> str:
    side = " ".join(_indicators(entity))
    return "middle" if side == "center" else f"{side} side".strip()


def describe_place(relation: Rcl) -> str:
    """Where something is to be put: "onto the red cube", "two tiles to the left"."""
    return _related(relation, onto="onto")


def _related(relation: Rcl, *, onto: str = "on") -> str:
    name, entity = relation.get("relation"), relation.child("entity")
    words = [_amount(relation)]
    if entity is None:
        words.append(_WAYS.get(name, _RELATIONS.get(name, name)))
    else:
        words += [_preposition(name, entity, onto), describe_entity(entity)]
    return " ".join(word for word in words if word)


def _amount(relation: Rcl) -> str:
    measure = relation.child("measure")
    tiles = measure.child("entity") if measure else None
    if tiles is None:
        return ""
    number = tiles.get("cardinal")
    return noun_phrase(tiles) if number and number != "1" else f"one {noun_phrase(tiles)}"


def _preposition(relation: str, entity: Rcl, onto: str) -> str:
    kind = entity.get("type")
    if relation == "above" and kind == "corner":
        return "in"
    if relation == "within" and kind == "region" and entity.get("indicator") != "center":
        return "on"
    if relation == "above":
        return "on" if kind in ("region", "edge", "board") else onto
    return _RELATIONS.get(relation, relation)
