"""A reader of orders whose answers are plain to see, for the tests of the page Robot.

It knows "put the COLOUR cube on the COLOUR one", "take the COLOUR cube", "drop it" and "put the COLOUR cube
in the corner", which may be the left one or the right one.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from likewise.robot import Answer, JudgedReading, Reading, command_words
from likewise.studio.robot.worker import told
from likewise.worlds.blocks import Board, Rcl, describe_order, loads_layouts, plan

COLOURS = ("red", "blue", "green", "yellow", "gray", "white", "cyan", "magenta")
CORNERS = (("left", "back"), ("right", "back"))


class StubCommander:
    """Understands what it is made for, and says so where it does not."""

    def answer(
        self, text: str, board: Board, *, reader: str = "combined", planner: bool = True, most: int = 20
    ) -> Answer:
        words = command_words(text)
        if "deep" in reader:
            return Answer(text, words, (), None, 0.0, "the deep reader is asleep", ())
        trees = _trees([word.text for word in words])
        notes = ("'blok' read as 'block'",)
        judged = [
            JudgedReading(
                Reading(tree, 0.0, "robust", notes), 1 / len(trees), plan(tree, board), describe_order(tree)
            )
            for tree in trees
        ]
        doable = [one for one in judged if one.verdict]
        if not judged:
            return Answer(text, words, (), None, 0.0, "no word of it is known", ())
        if len(doable) == 1 or (doable and not planner):
            return Answer(text, words, tuple(judged), doable[0], 0.9, "", ())
        if not planner:
            return Answer(text, words, tuple(judged), judged[0], 0.9, "", ())
        reason = "more than one reading can be done" if doable else judged[0].verdict.reason
        return Answer(text, words, tuple(judged), None, 0.3, reason, tuple(doable[:3]))


def _trees(words: list[str]) -> list[Rcl]:
    colours = [(k, word) for k, word in enumerate(words) if word in COLOURS]
    if words[:1] == ["drop"]:
        action = Rcl("action", "drop", span=(0, 1))
        return [Rcl("event", children=(action, _entity("", 1, "cube")))] if not colours else []
    if not colours:
        return []
    action = Rcl("action", "take" if len(colours) == 1 else "move", span=(0, 1))
    first = [_entity(colours[0][1], colours[0][0], "cube")]
    if len(colours) == 1:
        if words[:1] != ["put"]:
            return [Rcl("event", children=(action, first[0]))]
        goals = [_corner(*names, len(words) - 1) for names in CORNERS]
        return [_move(one, goal) for one, goal in product(first, goals)]
    return [_move(one, _entity(colours[1][1], colours[1][0], "cube")) for one in first]


def _move(entity: Rcl, goal: Rcl) -> Rcl:
    relation = Rcl(
        "spatial-relation", children=(Rcl("relation", "above" if goal.get("color") else "within"), goal)
    )
    action = Rcl("action", "move", span=(0, 1))
    return Rcl("event", children=(action, entity, Rcl("destination", children=(relation,))))


def _corner(side: str, end: str, at: int) -> Rcl:
    parts = (Rcl("indicator", end), Rcl("indicator", side), Rcl("type", "corner", span=(at, at + 1)))
    return Rcl("entity", children=parts)


def _entity(colour: str, at: int, kind: str) -> Rcl:
    parts = [Rcl("color", colour, span=(at, at + 1))] if colour else []
    return Rcl(
        "entity", children=(*parts, Rcl("type", kind, span=(at + bool(colour), at + 1 + bool(colour))))
    )


def stub_robot(service: Any, monkeypatch: Any) -> list[dict[str, Any]]:
    """Have a service ask the stub; gives what it is asked."""
    seen: list[dict[str, Any]] = []

    def ask(question: dict[str, Any], *, seconds: float = 0.0) -> dict[str, Any]:
        seen.append(question)
        board = next(iter(loads_layouts(question["layout"]))).board
        commander: Any = StubCommander()
        return told(
            commander.answer(question["text"], board, reader=question["reader"], planner=question["planner"])
        )

    monkeypatch.setattr(service.process, "ask", ask)
    return seen
