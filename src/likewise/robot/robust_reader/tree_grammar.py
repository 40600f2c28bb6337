"""Trees of RCL as a grammar over the words of a command.

The leaves of a tree stand for words; words without a leaf go to the next leaf, as in Packard (2014, 4).
What was dropped there is kept here: a leaf without words (the region of "on the left", the relation of
"take it from the red cube", the elided "it") is implied by a rule. Nodes carry what tells them apart:
entities their type, relations their value and whether they say where to put something or which one is
meant, events their action and their place in a sequence; an entity in the making carries how many colours
it has.

A symbol is a string, its kind first: `B cube 1 0 0` is a cube with one colour, `E cube` a whole entity,
`S d above` a destination, `S m above` a description.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from likewise.worlds.blocks import Rcl

__all__ = [
    "Derivation",
    "TreeRule",
    "derivation",
    "leaf_symbol",
    "rule_class",
    "rule_closure",
    "is_extra",
    "tree_of",
]

ROOT = "ROOT"
_MOST_COLORS, _MOST_INDICATORS = 2, 2
_INDICATORS = {
    **dict.fromkeys(("left", "right", "front", "back"), "side"),
    **dict.fromkeys(("leftmost", "rightmost", "nearest"), "order"),
    "center": "center",
    "individual": "alone",
}
_CLASSES = {
    "cube": "shape", "prism": "shape", "cube-group": "group", "stack": "stack", "type-reference": "one",
    "type-reference-group": "one",
}  # fmt: skip
_ORDER = {
    name: number
    for number, name in enumerate(
        (
            "id", "cardinal", "ordinal", "indicator", "color", "type", "reference-id",
            "action", "measure", "relation", "entity", "spatial-relation", "destination", "event",
        )
    )
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class TreeRule:
    """A symbol and the one or two symbols that it is made of."""

    parent: str
    left: str
    right: str = ""


@dataclass(frozen=True, slots=True)
class Derivation:
    """A symbol over words: made by a rule from parts, or a leaf with what stands in the tree."""

    symbol: str
    begin: int
    end: int
    parts: tuple[Derivation, ...] = ()
    leaf: Rcl | None = None

    @property
    def rule(self) -> TreeRule:
        """The rule that made it of its parts."""
        return TreeRule(self.symbol, *(part.symbol for part in self.parts))

    def walk(self) -> Iterator[Derivation]:
        """It and all below it."""
        yield self
        for part in self.parts:
            yield from part.walk()


def leaf_symbol(name: str, value: str) -> str:
    """The symbol of a leaf; colours and numbers share one, as do indicators of one kind."""
    if name == "indicator":
        return f"IND {_INDICATORS.get(value, 'other')}"
    if name in ("action", "type", "relation"):
        return f"{name.upper()} {value}"
    return name.upper()


def derivation(tree: Rcl, size: int = 0) -> Derivation | None:
    """How the grammar makes an aligned tree; None where its words are not in one piece, or it has none.

    Words without a leaf go to the next leaf, those behind the last leaf to that one, up to `size`.
    """
    leaves = sorted((one for one in tree.walk() if one.value and one.span), key=_first_word)
    begins: dict[int, int] = {}
    ends: dict[int, int] = {}
    end = 0
    for one in leaves:
        assert one.span is not None
        if one.span[0] < end:
            return None
        begins[id(one)], end = end, one.span[1]
        ends[id(one)] = end if one is not leaves[-1] else max(end, size)
    try:
        return _Deriver(begins, ends).root(tree)
    except _NotDerivableError:
        return None


class _NotDerivableError(Exception):
    pass


def _first_word(leaf: Rcl) -> tuple[int, int]:
    assert leaf.span is not None
    return leaf.span


@dataclass(frozen=True)
class _Deriver:
    begins: dict[int, int]
    ends: dict[int, int]

    def root(self, tree: Rcl) -> Derivation:
        if tree.name == "event":
            return _unary(ROOT, self.event(tree, "single"))
        events = tree.all("event")
        if len(events) != 2 or len(events) != len(tree.children):
            raise _NotDerivableError
        places = ("first", "second") if _is_carried(events) else ("single", "single")
        first, second = (self.event(one, place) for one, place in zip(events, places, strict=True))
        return _unary(ROOT, _joined("SEQ", first, second))

    def event(self, event: Rcl, place: str) -> Derivation:
        action = event.get("action")
        symbol = f"EV {action} {place}"
        parts = [self.leaf(one) for one in event.all("action") if one.span]
        for entity in event.all("entity"):
            if self._has_words(entity):
                parts.append(self.entity(entity))
            elif entity.get("type") != "reference":
                raise _NotDerivableError
        for destination in event.all("destination"):
            if len(destination.children) != 1:
                raise _NotDerivableError
            parts.append(self.place(destination.children[0], "d"))
        parts.sort(key=lambda part: part.begin)
        if not parts or not any(part.symbol.startswith("ACTION") for part in parts):
            raise _NotDerivableError
        if len(parts) == 1:
            return _unary(symbol, parts[0])
        if len(parts) == 3:
            parts[1:] = [_joined(_pair_symbol(*parts[1:]), *parts[1:])]
        return _joined(symbol, *parts)

    def place(self, relation: Rcl, use: str) -> Derivation:
        """A spatial relation as destination (d) or description (m)."""
        value = relation.get("relation")
        measures = relation.all("measure")
        parts = [self.leaf(one) for one in relation.all("relation") if one.span]
        parts += [_unary("MEASURE", self.entity(child)) for one in measures for child in one.children]
        parts += [self.entity(one) for one in relation.all("entity")]
        parts.sort(key=lambda part: part.begin)
        symbol = f"S {use} {'measure' if measures else value}"
        if len(parts) == 1 and not measures:
            return _unary(symbol, parts[0])
        if len(parts) == 3:
            parts[1:] = [_joined(f"RE {value}", *parts[1:])]
        return _joined(symbol, *parts)

    def entity(self, entity: Rcl) -> Derivation:
        kind = entity.get("type")
        own = [one for one in entity.children if one.value and one.span]
        heads = [one for one in own if one.name == "type"] or [one for one in own if kind == "region"]
        if not heads:
            raise _NotDerivableError
        head = self.leaf(heads[0])
        if heads[0].name == "type":
            whole = _unary(base_symbol(kind), head)
        else:
            whole = _unary(base_symbol(kind, indicators=1), head)
        rest = [self.leaf(one) for one in own if one is not heads[0]]
        for part in [*_from(head, rest, left=True), *_from(head, rest, left=False)]:
            whole = _adjoined(_with(whole.symbol, part.symbol), whole, part)
        places = [self.place(one, "m") for one in entity.all("spatial-relation")]
        if not places:
            return _unary(f"E {kind}", whole)
        if len(places) > 1:
            raise _NotDerivableError
        return _adjoined(f"E {kind}", whole, places[0])

    def leaf(self, leaf: Rcl) -> Derivation:
        begin, end = self.begins[id(leaf)], self.ends[id(leaf)]
        return Derivation(leaf_symbol(leaf.name, leaf.value), begin, end, leaf=leaf)

    def _has_words(self, tree: Rcl) -> bool:
        return any(id(one) in self.begins for one in tree.walk())


def _is_carried(events: tuple[Rcl, ...]) -> bool:
    """ "Take x and drop it at y": the first's entity is what the second drops."""
    entity = events[1].child("entity")
    return entity is not None and entity.get("type") == "reference"


def _from(head: Derivation, parts: list[Derivation], *, left: bool) -> list[Derivation]:
    """The parts on one side of the head, the nearest first."""
    return sorted(
        (part for part in parts if (part.begin < head.begin) == left),
        key=lambda part: abs(part.begin - head.begin),
    )


def _unary(symbol: str, part: Derivation) -> Derivation:
    return Derivation(symbol, part.begin, part.end, (part,))


def _joined(symbol: str, left: Derivation, right: Derivation) -> Derivation:
    if left.end != right.begin:
        raise _NotDerivableError
    return Derivation(symbol, left.begin, right.end, (left, right))


def _adjoined(symbol: str, whole: Derivation, part: Derivation) -> Derivation:
    return _joined(symbol, *((part, whole) if part.begin < whole.begin else (whole, part)))


def base_symbol(kind: str, colors: int = 0, indicators: int = 0, cardinals: int = 0) -> str:
    """An entity in the making."""
    colors, indicators = min(colors, _MOST_COLORS), min(indicators, _MOST_INDICATORS)
    return f"B {kind} {colors} {indicators} {min(cardinals, 1)}"


def _with(symbol: str, part: str) -> str:
    """The symbol of an entity in the making after a leaf was added to it."""
    _, kind, *rest = symbol.split()
    counts = [int(number) for number in rest]
    counts[_COUNTED[part.split()[0]]] += 1
    return base_symbol(kind, *counts)


_COUNTED = {"COLOR": 0, "IND": 1, "CARDINAL": 2}


def _pair_symbol(left: Derivation, right: Derivation) -> str:
    kinds = {left.symbol.split()[0]: left, right.symbol.split()[0]: right}
    if "ACTION" in kinds:
        return "AE" if "E" in kinds else "AS"
    return "OD reference" if kinds["E"].symbol == "E reference" else "OD"


# What a derivation means.


def tree_of(root: Derivation) -> Rcl:
    """The tree of a derivation, without ids: references still lack whom they refer to."""
    (tree,) = _elements(root)
    return tree


def _elements(node: Derivation) -> list[Rcl]:
    """What a derivation puts into the tree: one element, or several that belong to the one above."""
    if node.leaf is not None:
        return [node.leaf]
    kind, *rest = node.symbol.split()
    inner = [one for part in node.parts for one in _elements(part)]
    if kind == "B" and not any(one.name == "type" for one in inner):
        return [*inner, Rcl("type", rest[0])]
    if kind == "E":
        return [_element("entity", inner)]
    if kind == "MEASURE":
        return [_element("measure", inner)]
    if kind == "S":
        if not any(one.name == "relation" for one in inner):
            inner.append(Rcl("relation", rest[1]))
        place = _element("spatial-relation", inner)
        return [place if rest[0] == "m" else _element("destination", [place])]
    if kind == "EV":
        if not any(one.name == "entity" for one in inner):
            inner.append(Rcl("entity", children=(Rcl("type", "reference"),)))
        return [_event(inner)]
    if kind == "SEQ":
        return [_element("sequence", inner)]
    return inner


def _event(inner: list[Rcl]) -> Rcl:
    return _element("event", inner)


def _element(name: str, children: Iterable[Rcl]) -> Rcl:
    """An element with its parts in the order of RCL; those of one name stay in the order of the words."""
    return Rcl(name, children=tuple(sorted(children, key=lambda one: _ORDER.get(one.name, 99))))


# Rules: those that were seen, and those like them.


def rule_class(rule: TreeRule) -> str:
    """What is alike in several rules: the same with types in classes, and less of what lies below."""
    kind, *rest = rule.parent.split()
    left, right = rule.left.split(), rule.right.split()
    if kind == "B":
        return _base_class(rest, left, right)
    if kind == "E":
        names = [_kind_class(part) for part in (left, right) if part]
        return f"E {' '.join(names)}"
    if kind == "S":
        if not right:
            return f"S {' '.join(rest)} < {_type_class(left[1])}"
        return f"S {' '.join(rest)} {left[0]} {right[0]}"
    if kind in ("OD", "AE", "AS", "RE"):
        return " ".join([rule.parent, *(_kind_class(part) for part in (left, right))])
    return " ".join([rule.parent, *(part[0] for part in (left, right) if part)])


def _base_class(rest: list[str], left: list[str], right: list[str]) -> str:
    name = _type_class(rest[0])
    if not right:
        return f"B {name} < {left[0]}"
    base, other = (left, right) if left[0] == "B" else (right, left)
    side = "right" if base is left else "left"
    detail = other[1] if other[0] == "IND" else base[2]
    return f"B {name} {side} {other[0]} {detail}"


def _type_class(kind: str) -> str:
    return _CLASSES.get(kind, kind)


def _kind_class(part: list[str]) -> str:
    if part[0] == "B":
        return f"B:{_type_class(part[1])}:{part[2]}"
    if part[0] == "S":
        return f"S:{part[1]}:{part[2]}"
    if part[0] == "E":
        return f"E:{'reference' if part[1] == 'reference' else 'x'}"
    return part[0]


def rule_closure(seen: Iterable[TreeRule]) -> list[TreeRule]:
    """The rules seen, those of the same classes, and orders of words that people use; in a fixed order."""
    known = dict.fromkeys(seen)
    classes = {rule_class(rule) for rule in known}
    like = (
        rule for rule in _possible_rules(known) if rule_class(rule) in classes or rule_class(rule) in _EXTRA
    )
    return list(dict.fromkeys([*known, *like]))


def is_extra(rule: TreeRule) -> bool:
    """Whether it is there only because people might say it so."""
    return rule_class(rule) in _EXTRA


_EXTRA = {
    *(f"B {name} right COLOR {count}" for name in ("shape", "group", "stack", "one") for count in (0, 1, 2)),
    *(f"EV {action} {place} S AE" for action in ("drop", "move") for place in ("single", "second")),
    "EV drop second ACTION S", "EV drop second ACTION", "S d measure RELATION MEASURE", "SEQ EV EV",
}  # fmt: skip


def _possible_rules(seen: Iterable[TreeRule]) -> Iterator[TreeRule]:
    symbols = dict.fromkeys(symbol for rule in seen for symbol in (rule.parent, rule.left, rule.right))
    types = _values(symbols, "TYPE", "E")
    relations = _values(symbols, "RELATION")
    actions = _values(symbols, "ACTION")
    indicators = [symbol for symbol in symbols if symbol.startswith("IND ")]
    yield from _base_rules(types, [*indicators, "COLOR", "CARDINAL"])
    for kind in types:
        yield from _entity_rules(kind, relations)
    for use in "dm":
        yield from _place_rules(use, types, relations)
    yield from _event_rules(actions, types, relations)


def _values(symbols: Iterable[str], *kinds: str) -> list[str]:
    return list(dict.fromkeys(one.split()[1] for one in symbols if one.split() and one.split()[0] in kinds))


def _both(parent: str, left: str, right: str) -> Iterator[TreeRule]:
    yield TreeRule(parent, left, right)
    yield TreeRule(parent, right, left)


def _bases(kind: str) -> Iterator[str]:
    for colors, indicators, cardinals in product(
        range(_MOST_COLORS + 1), range(_MOST_INDICATORS + 1), range(2)
    ):
        yield base_symbol(kind, colors, indicators, cardinals)


def _base_rules(types: list[str], leaves: list[str]) -> Iterator[TreeRule]:
    for kind in types:
        yield TreeRule(base_symbol(kind), f"TYPE {kind}")
        for base, leaf in product(_bases(kind), leaves):
            yield from _both(_with(base, leaf), base, leaf)
    for leaf in leaves:
        if leaf.startswith("IND "):
            yield TreeRule(base_symbol("region", indicators=1), leaf)
    yield TreeRule(base_symbol("cube", colors=1), "COLOR")


def _entity_rules(kind: str, relations: list[str]) -> Iterator[TreeRule]:
    for base in _bases(kind):
        yield TreeRule(f"E {kind}", base)
        for relation in [*relations, "measure"]:
            yield from _both(f"E {kind}", base, f"S m {relation}")


def _place_rules(use: str, types: list[str], relations: list[str]) -> Iterator[TreeRule]:
    for relation in relations:
        for kind in types:
            yield TreeRule(f"S {use} {relation}", f"E {kind}")
            yield from _both(f"S {use} {relation}", f"RELATION {relation}", f"E {kind}")
            yield from _both(f"RE {relation}", f"RELATION {relation}", f"E {kind}")
        yield from _both(f"S {use} measure", "MEASURE", f"RELATION {relation}")
        yield from _both(f"S {use} measure", "MEASURE", f"RE {relation}")
    yield TreeRule("MEASURE", "E tile")


def _event_rules(actions: list[str], types: list[str], relations: list[str]) -> Iterator[TreeRule]:
    places = [f"S d {relation}" for relation in [*relations, "measure"]]
    for kind, place in product(types, places):
        yield from _both("OD reference" if kind == "reference" else "OD", f"E {kind}", place)
    for action in actions:
        for kind in types:
            yield from _both("AE", f"ACTION {action}", f"E {kind}")
        for when in ("single", "first", "second"):
            event, verb = f"EV {action} {when}", f"ACTION {action}"
            yield TreeRule(event, verb)
            for other in [*(f"E {kind}" for kind in types), "OD", "OD reference", *places]:
                yield from _both(event, verb, other)
            for place in places:
                yield from _both(event, place, "AE")
            yield TreeRule(ROOT, event)
    for first, second in product(actions, actions):
        for one, other in (("first", "second"), ("single", "single")):
            yield TreeRule("SEQ", f"EV {first} {one}", f"EV {second} {other}")
    yield TreeRule(ROOT, "SEQ")
