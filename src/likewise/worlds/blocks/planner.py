"""The spatial planner: what an order in RCL means on a board, or why it cannot be done.

It agrees with the planner that came with SemEval-2014 Task 6 (Dukes 2014) on every staged case, and says
why where that one only rejects.
"""

from __future__ import annotations

from dataclasses import dataclass

from likewise.worlds.blocks.boards import Board, Position
from likewise.worlds.blocks.destinations import destination_of
from likewise.worlds.blocks.english import describe_entity
from likewise.worlds.blocks.groundings import EntityGrounder, PlanError, available, only, position_of
from likewise.worlds.blocks.moves import Move
from likewise.worlds.blocks.rcl import Rcl
from likewise.worlds.blocks.things import BLOCKS, Thing

__all__ = ["Verdict", "plan"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the planner makes of an order: the moves, or else a reason."""

    moves: tuple[Move, ...]
    reason: str = ""
    """Why it cannot be done, for the person who gave the order; "" where it can."""
    element: Rcl | None = None
    """The part of the order at which it failed."""
    candidates: tuple[Position, ...] = ()
    """What fitted that part, where more than one thing did, or none was right."""

    def __bool__(self) -> bool:
        return bool(self.moves)


def plan(tree: Rcl, board: Board) -> Verdict:
    """What an order means on a board."""
    try:
        return Verdict(tuple(_moves(tree, board)))
    except PlanError as error:
        return Verdict((), error.reason, error.element, error.candidates)


def _moves(tree: Rcl, board: Board) -> list[Move]:
    if tree.name == "event":
        return [_move(tree, tree, board)]
    events = tree.all("event")
    if tree.name != "sequence" or not events:
        raise PlanError("it is not an order", tree)
    one = _as_one(events)
    if one is not None:
        return [_move(one, one, board)]
    return [_move(event, tree, board) for event in events]


def _as_one(events: tuple[Rcl, ...]) -> Rcl | None:
    """ "Take x and drop it at y" as "move x to y"."""
    if [event.get("action") for event in events] != ["take", "drop"]:
        return None
    (taken, dropped) = (event.child("entity") for event in events)
    destination = events[1].child("destination")
    if taken is None or dropped is None or destination is None or events[0].child("destination"):
        return None
    if not taken.get("id") or taken.get("id") != dropped.get("reference-id"):
        return None
    if dropped.get("type") != "reference" or dropped.child("spatial-relation") is not None:
        return None
    return Rcl("event", children=(Rcl("action", "move"), taken, destination))


def _move(event: Rcl, order: Rcl, board: Board) -> Move:
    action, entity = event.get("action"), event.child("entity")
    if action not in _ACTIONS:
        raise PlanError(f"the robot can take, drop or move, not '{action}'", event)
    if entity is None:
        raise PlanError(f"it does not say what to {action}", event)
    return _ACTIONS[action](event, entity, EntityGrounder(order, board), board)


def _drop(event: Rcl, entity: Rcl, grounder: EntityGrounder, board: Board) -> Move:
    held = board.held
    if held is None:
        raise PlanError("the gripper is empty: there is nothing to drop", event)
    x, y, z = board.arm
    found = [one for one in grounder.things(entity) if one.kind in BLOCKS]
    mine = [one for one in found if one.place == (x, y) and one.height == z]
    if not mine:
        reason = f"the gripper holds a {held.color} {held.shape}, not {describe_entity(entity)}"
        raise PlanError(reason, entity, found)
    destination = event.child("destination")
    if destination is not None and destination_of(destination, mine[0], grounder, board)[:2] != (x, y):
        raise PlanError("the arm is not over that place: say move, not drop", destination)
    return Move("drop")


def _take(event: Rcl, entity: Rcl, grounder: EntityGrounder, board: Board) -> Move:
    destination = event.child("destination")
    if destination is not None:
        raise PlanError("to take is to pick up only: say move to put it elsewhere", destination)
    return Move("take", position_of(_object(grounder, entity)))


def _carry(event: Rcl, entity: Rcl, grounder: EntityGrounder, board: Board) -> Move:
    if board.held is not None:
        raise PlanError(f"the gripper already holds a {board.held.color} {board.held.shape}", event)
    thing, destination = _object(grounder, entity), event.child("destination")
    if destination is None:
        raise PlanError(f"it does not say where to put {describe_entity(entity)}", event)
    return Move("move", position_of(thing), destination_of(destination, thing, grounder, board))


_ACTIONS = {"drop": _drop, "take": _take, "move": _carry}


def _object(grounder: EntityGrounder, entity: Rcl) -> Thing:
    """The one thing that an order is about."""
    found = only(available(grounder.things(entity), entity), entity)
    if found.kind not in BLOCKS and found.kind != "corner":
        raise PlanError(f"the robot moves single blocks, not {describe_entity(entity)}", entity, [found])
    return found
