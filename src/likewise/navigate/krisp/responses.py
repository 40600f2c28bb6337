"""Better plans to learn from: those of the parser's own that lead to where people went.

A refined plan can be wrong; carried out, it then often ends elsewhere. What was walked is known for every
training sentence, so no gold plan is needed to see that (in the spirit of Kim and Mooney 2013).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from likewise.navigate.corpus import Instruction
from likewise.navigate.krisp.training import Example
from likewise.worlds import HEADINGS, UNKNOWN, Map, Plan
from likewise.worlds.executor import Executor

__all__ = ["Parse", "Reaches", "answered", "walked"]

Reaches = Callable[[int, Plan], bool]
"""Whether a plan for the example of this number leads to where it should."""
Parse = Callable[[Sequence[str], int], list[tuple[Plan, float]]]
MOST = 0.75


def walked(sentences: Sequence[Instruction], maps: Mapping[str, Map]) -> Reaches:
    """Whether a plan for the n-th sentence ends in the last pose of its path.

    From an unknown heading it must do so for at least three headings of four.
    """
    walkers = {name: Executor(world) for name, world in maps.items()}

    def reaches(number: int, plan: Plan) -> bool:
        sentence = sentences[number]
        start, goal = sentence.path[0], sentence.path[-1]
        starts = [start.facing(h) for h in HEADINGS] if start.heading == UNKNOWN else [start]
        ends = [walkers[sentence.map].run(plan, s).path[-1] for s in starts]
        return ends.count(goal) >= MOST * len(ends)

    return reaches


def answered(examples: Sequence[Example], parse: Parse, reaches: Reaches, k: int) -> list[Example]:
    """Each sentence with the first of its k best plans that reaches, else its own if that does."""
    made: list[Example] = []
    for number, (words, plan) in enumerate(examples):
        candidates = [other for other, _ in parse(words, k)] if words else []
        better = next((p for p in (*candidates, plan) if reaches(number, p)), None)
        if better is not None:
            made.append((words, better))
    return made
