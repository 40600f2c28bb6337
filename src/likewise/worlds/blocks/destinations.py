"""Where the destination of an order is on a board (the planner of SemEval-2014 Task 6)."""

from __future__ import annotations

from likewise.worlds.blocks.boards import Board, Position
from likewise.worlds.blocks.english import describe_place
from likewise.worlds.blocks.groundings import EntityGrounder, PlanError, available, only
from likewise.worlds.blocks.rcl import Rcl
from likewise.worlds.blocks.spatial_relations import BESIDE
from likewise.worlds.blocks.things import BLOCKS, STACK, Thing

__all__ = ["destination_of"]

_WAYS = {"left": (0, 1), "right": (0, -1), "forward": (1, 0), "backward": (-1, 0)}


def destination_of(destination: Rcl, moved: Thing, grounder: EntityGrounder, board: Board) -> Position:
    """The cell that a destination means for a thing that is moved there; it may lie beside the board."""
    relation = destination.child("spatial-relation")
    if relation is None:
        raise PlanError("it does not say where to", destination)
    if relation.child("measure") is not None:
        return _measured(relation, moved, grounder, board)
    entity = relation.child("entity")
    if entity is None:
        raise PlanError("it does not say where to", relation)
    return _at(relation, _landmark(entity, moved, grounder), moved, board)


def _measured(relation: Rcl, moved: Thing, grounder: EntityGrounder, board: Board) -> Position:
    """So many tiles from where the thing is, or from another."""
    tiles, entity, start = _tiles(relation), relation.child("entity"), moved
    way = relation.get("relation")
    if entity is not None:
        start = only(grounder.things(entity), entity)
    if way not in _WAYS or start.place is None:
        raise PlanError("count tiles to the left, to the right, forward or backward", relation)
    (x, y), (u, v) = start.place, _WAYS[way]
    return _free(relation, (x + tiles * u, y + tiles * v), board)


def _tiles(relation: Rcl) -> int:
    measure = relation.child("measure")
    entity = measure.child("entity") if measure is not None else None
    if entity is None or entity.get("type") != "tile":
        raise PlanError("distances are counted in tiles", relation)
    number = entity.get("cardinal")
    if not (number.isascii() and number.isdigit() and len(number) < 4):
        raise PlanError("it does not say how many tiles", relation)
    return int(number)


def _landmark(entity: Rcl, moved: Thing, grounder: EntityGrounder) -> Thing:
    """The one thing that a place is described by; never the moved one where another fits too."""
    found = available(grounder.things(entity), entity)
    if len(found) == 2 and moved in found:
        found = [thing for thing in found if thing != moved]
    return only(found, entity)


def _at(relation: Rcl, landmark: Thing, moved: Thing, board: Board) -> Position:
    name, kind = relation.get("relation"), landmark.kind
    square = moved.place if kind == "board" else landmark.place
    if square is not None and kind != "edge":
        if name == "above" and (kind in BLOCKS or kind == STACK):
            return (*square, landmark.height + 1)
        if (kind == "board" and name == "above") or (kind == "corner" and name in ("above", "within")):
            return _free(relation, square, board)
        if name in BESIDE and (kind in BLOCKS or kind == "corner"):
            u, v = BESIDE[name]
            return _free(relation, (square[0] + u, square[1] + v), board)
    raise PlanError(f"'{describe_place(relation)}' is not one single place", relation)


def _free(relation: Rcl, square: tuple[int, int], board: Board) -> Position:
    height = board.free_height(*square)
    if height is None:
        raise PlanError("no free space there: the stack is as high as it can be", relation)
    return (*square, height)
