"""How far the deep reader comes with commands, step by step (Packard 2014, sections 3.1, 3.2 and 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any

from likewise.robot import Command, DeepReader, Word, answer_by, command_words, evaluate_robot
from likewise.worlds.blocks import Layouts, is_coherent

__all__ = ["deep_steps", "rule_curve"]

_POINTS = 12


class _First:
    """The first analysis alone of each command."""

    def __init__(self, source: Any) -> None:
        self._source = source

    def analyses(self, words: tuple[Word, ...]) -> list[Any]:
        return list(self._source.analyses(words)[:1])


def deep_steps(
    deep: DeepReader, held: Sequence[Command], training: Sequence[Command], layouts: Layouts
) -> Mapping[str, float]:
    """Shares in percent: of the test commands, but where the name says that it is of training commands."""
    first = copy(deep)
    first.source = _First(deep.source)
    steps = {"has an analysis": 0, "first analysis can be converted": 0, "first order fits the board": 0}
    for one in held:
        words = command_words(one.text)
        steps["has an analysis"] += bool(deep.source.analyses(words))
        steps["first analysis can be converted"] += bool(first.read(words, most=1))
        orders = deep.read(words, most=1)
        board = layouts.scene(one.scene).before
        steps["first order fits the board"] += bool(orders) and is_coherent(orders[0].rcl.bare(), board)
    known = evaluate_robot(answer_by(deep), training, layouts)
    return {
        **{name: 100 * count / len(held) for name, count in steps.items()},
        "right of those answered, training": known.precision,
        "not answered, training": 100 * (1 - known.answered / known.n),
    }


def rule_curve(
    training: Sequence[Command], held: Sequence[Command], layouts: Layouts
) -> Iterator[tuple[int, float, float]]:
    """Figure 3: with the first n rules alone, the share of commands that are read right, with the planner."""
    total = DeepReader.rule_count()
    for n in sorted({round(total * k / _POINTS) for k in range(1, _POINTS + 1)}):
        answer = answer_by(DeepReader(rules=n))
        known, new = (evaluate_robot(answer, part, layouts).recall for part in (training, held))
        yield n, known, new
