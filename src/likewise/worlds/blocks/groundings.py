"""The things on a board that an entity of RCL means, found filter by filter (Dukes 2014).

The rules and their order are those of the planner that came with SemEval-2014 Task 6: kind, numbers,
colours, indicators, relations, and last the indicators that compare (nearest, leftmost).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from likewise.worlds.blocks.boards import SIZE, Board, Position
from likewise.worlds.blocks.english import count_word, noun_phrase
from likewise.worlds.blocks.rcl import Rcl
from likewise.worlds.blocks.spatial_relations import CENTER, NoPlaceError, distance, holds
from likewise.worlds.blocks.things import BLOCKS, STACK, Thing, things_on

__all__ = ["EntityGrounder", "PlanError", "available", "only", "position_of"]

_LAST = SIZE - 1
_MIDDLE = (SIZE // 2 - 1, SIZE // 2)
_REFERENCES = ("type-reference", "type-reference-group")
_COMPARED = ("left", "leftmost", "right", "rightmost", "nearest")


class PlanError(Exception):
    """Why an order cannot be planned, at which element, and what fitted so far."""

    def __init__(self, reason: str, element: Rcl, fitting: Iterable[Thing] = ()) -> None:
        super().__init__(reason)
        self.reason, self.element = reason, element
        self.candidates = tuple(at for thing in fitting if (at := position_of(thing)) is not None)


def position_of(thing: Thing) -> Position | None:
    """Where a thing is; a stack where its highest block is."""
    return None if thing.place is None else (*thing.place, thing.height)


class EntityGrounder:
    """Finds the things that the entities of one order mean on one board."""

    def __init__(self, order: Rcl, board: Board) -> None:
        self._order = order
        self._things = things_on(board)

    def things(self, entity: Rcl) -> list[Thing]:
        """All that an entity fits; where nothing does, PlanError says so."""
        kind = self._kind(entity)
        found = list(self._things.get(kind, ()))
        if not found:
            raise PlanError(_absent(entity, kind), entity)
        self._refuse_numbers(entity)
        found = self._colored(entity, found)
        found, last = self._indicated(entity, kind, found)
        for relation in entity.all("spatial-relation"):
            side = _side(relation)
            if side and last:
                raise PlanError(f"'{last}' and '{side}' cannot both choose", relation, found)
            last = side or last
            if not side:
                found = self._related(entity, relation, found)
        return _compared(entity, last, found) if last else found

    def _kind(self, entity: Rcl) -> str:
        kind, reference = entity.get("type"), entity.get("reference-id")
        if not kind:
            raise PlanError("it does not say what kind of thing is meant", entity)
        if kind in _REFERENCES:
            former = self._former(entity, reference).get("type")
            if kind == "type-reference-group":
                return STACK if former == "cube" else ""
            kind = former
        elif reference or kind == "reference":
            raise PlanError(_unclear(entity), entity)
        return STACK if kind == "cube-group" else kind

    def _former(self, entity: Rcl, reference: str) -> Rcl:
        """The entity that a reference takes up."""
        for one in self._order.walk():
            if one.name == "entity" and reference and one.get("id") == reference:
                return one
        raise PlanError(_unclear(entity), entity)

    def _refuse_numbers(self, entity: Rcl) -> None:
        for one in (*entity.all("ordinal"), *entity.all("cardinal")):
            if one.name == "ordinal" or one.value != "1":
                raise PlanError("one block at a time: say which one", entity)

    def _colored(self, entity: Rcl, things: list[Thing]) -> list[Thing]:
        colors = frozenset(one.value for one in entity.all("color"))
        if not colors:
            return things
        found = [thing for thing in things if thing.colors == colors]
        if not found:
            reason = _nothing(entity, ("color", "type"))
            mixed = [thing for thing in things if thing.colors > colors]
            raise PlanError(f"{reason} alone: name all its colours" if mixed else reason, entity, mixed)
        return found

    def _indicated(self, entity: Rcl, kind: str, things: list[Thing]) -> tuple[list[Thing], str]:
        """What is left, and the indicator to compare by at last."""
        found, last = things, ""
        for one in entity.all("indicator"):
            if one.value in _COMPARED and (kind in BLOCKS or kind == STACK):
                if last:
                    raise PlanError(f"'{last}' and '{one.value}' cannot both choose", entity, found)
                last = one.value
            else:
                found = [thing for thing in found if _is(one.value, thing)]
        if not found:
            raise PlanError(_nothing(entity, ("indicator", "color", "type")), entity)
        return found, last

    def _related(self, entity: Rcl, relation: Rcl, things: list[Thing]) -> list[Thing]:
        other, name = relation.child("entity"), relation.get("relation")
        if relation.child("measure") is not None:
            if other is not None:
                raise PlanError("a distance can say where to put something, not which is meant", relation)
            return things
        if other is None:
            raise PlanError(f"it does not say what '{name}' is about", relation)
        landmarks = self._landmarks(other) if name == "nearest" else self.things(other)
        try:
            if name == "nearest":
                return _best(things, lambda thing: min(distance(thing, one) for one in landmarks))
            found = [thing for thing in things if any(holds(name, thing, one) for one in landmarks)]
        except NoPlaceError:
            found = []
        if not found:
            raise PlanError(_nothing(entity), entity, things)
        return found

    def _landmarks(self, entity: Rcl) -> list[Thing]:
        """What something can be nearest to; a region stands for its edge or the middle of the board."""
        sides = entity.all("indicator")
        if entity.get("type") != "region" or len(sides) != 1:
            return self.things(entity)
        if sides[0].value == "center":
            return [CENTER]
        edges = [edge for edge in self._things["edge"] if edge.side == sides[0].value]
        if not edges:
            raise PlanError(f"there is no {noun_phrase(entity)}", entity)
        return edges


def available(things: list[Thing], entity: Rcl) -> list[Thing]:
    """Of several things, those that are to be had: no blocks under others, no stacks without their top."""
    if len(things) < 2:
        return things
    free = [thing for thing in things if thing.is_free and not thing.headless]
    if not free:
        raise PlanError(f"something stands on each {noun_phrase(entity)}", entity, things)
    return free


def only(things: list[Thing], entity: Rcl) -> Thing:
    """The one thing that is left."""
    if len(things) > 1:
        many = f"{count_word(len(things))} {noun_phrase(entity, plural=True)}"
        raise PlanError(f"{many} fit: say which", entity, things)
    return things[0]


def _side(relation: Rcl) -> str:
    """The side of the board that a relation asks for: it compares, as an indicator does."""
    entity = relation.child("entity")
    if entity is None or entity.get("type") != "region" or relation.child("measure") is not None:
        return ""
    sides = entity.all("indicator")
    return sides[0].value if len(sides) == 1 and relation.get("relation") in ("above", "within") else ""


def _is(indicator: str, thing: Thing) -> bool:
    if indicator == "individual":
        return thing.kind in BLOCKS and thing.height == 0 and thing.is_free
    if thing.kind == "edge":
        return thing.side == indicator
    if thing.kind == "corner" and thing.place is not None:
        x, y = thing.place
        return {"front": x == _LAST, "back": x == 0, "left": y == _LAST, "right": y == 0}.get(
            indicator, False
        )
    return False


def _compared(entity: Rcl, indicator: str, things: list[Thing]) -> list[Thing]:
    """The things that are furthest to a side, ties among them, or those in the middle."""
    places = {thing: thing.place for thing in things if thing.place is not None}
    if len(places) < len(things):
        raise PlanError(_nothing(entity), entity)
    if indicator == "center":
        found = [thing for thing, (x, y) in places.items() if x in _MIDDLE and y in _MIDDLE]
        if not found:
            raise PlanError(_nothing(entity), entity, things)
        return found
    order: dict[str, Callable[[Thing], float]] = {
        "nearest": lambda thing: places[thing][0],
        "left": lambda thing: -places[thing][1],
        "leftmost": lambda thing: -places[thing][1],
        "right": lambda thing: places[thing][1],
        "rightmost": lambda thing: places[thing][1],
    }
    if indicator not in order:
        raise PlanError(
            f"'{indicator}' cannot say which one: use left, right, nearest or center", entity, things
        )
    return _best(things, order[indicator])


def _best(things: list[Thing], cost: Callable[[Thing], float]) -> list[Thing]:
    costs = [cost(thing) for thing in things]
    least = min(costs)
    return [thing for thing, one in zip(things, costs, strict=True) if one == least]


def _nothing(entity: Rcl, names: tuple[str, ...] = ()) -> str:
    """That there is no such thing, in the words that have been looked at."""
    kept = tuple(one for one in entity.children if not names or one.name in names)
    return f"there is no {noun_phrase(Rcl('entity', children=kept))}"


def _absent(entity: Rcl, kind: str) -> str:
    """That there is nothing of a kind on the board, or never is."""
    if kind in BLOCKS or kind == STACK:
        return f"there is no {kind}"
    return f"'{noun_phrase(entity)}' alone names nothing on the board: say by which block or corner"


def _unclear(entity: Rcl) -> str:
    return f"it is not clear what '{noun_phrase(entity)}' refers to"
