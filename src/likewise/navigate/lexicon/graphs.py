"""Plans as graphs: actions in a row, their arguments hanging off them; and their connected pieces.

A graph is a tuple of nodes `(action, arguments)`, each action linked to the one before it. The direction of a
condition labels the link between Verify and the thing. A fragment is a connected subgraph in canonical form,
so that equal ones hash alike: a run of actions with some of their arguments, sorted. A thing alone, cut from
its Verify, has no direction; its action is "".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from likewise.worlds import Plan, Step, Travel, Turn, Verify

__all__ = [
    "Fragment",
    "Graph",
    "GraphNode",
    "alone",
    "fragments",
    "graph",
    "plan_of",
    "places",
    "run_fragments",
    "runs",
    "size",
    "text",
    "value",
]

GraphNode = tuple[str, tuple[str, ...]]
Graph = tuple[GraphNode, ...]
Fragment = tuple[GraphNode, ...]


def graph(plan: Plan | Graph) -> Graph:
    """A plan as a graph; the order of conditions in a Verify does not count. A graph stays as it is."""
    return tuple(
        step if isinstance(step, tuple) else (type(step).__name__, _arguments(step)) for step in plan
    )


def _arguments(step: Step) -> tuple[str, ...]:
    if isinstance(step, Verify):
        return tuple(sorted({f"{where}: {thing}" for where, thing in step.conditions}))
    if isinstance(step, Turn):
        return (step.side,) if step.side else ()
    return () if step.steps is None else (f"steps: {step.steps}",)


def plan_of(nodes: Graph) -> Plan:
    """A graph as a plan; a Verify of nothing is left out."""
    steps: list[Step] = []
    for action, arguments in nodes:
        if action == "Turn":
            steps.append(Turn(arguments[0] if arguments else ""))
        elif action == "Travel":
            steps.append(Travel(int(arguments[0].rpartition(" ")[2]) if arguments else None))
        elif arguments:
            pairs = (argument.partition(": ") for argument in arguments)
            steps.append(Verify(tuple((where, thing) for where, _, thing in pairs)))
    return tuple(steps)


def value(argument: str) -> str:
    """What hangs at an argument's link: the thing of a condition, without its direction."""
    where, colon, thing = argument.partition(": ")
    return thing if colon and where != "steps" else argument


def size(fragment: Fragment) -> int:
    """Number of nodes."""
    return sum(bool(action) + len(arguments) for action, arguments in fragment)


def text(fragment: Fragment) -> str:
    """A fragment in the words of the plan language."""
    return " , ".join(
        f"{action} ( {' , '.join(arguments)} )".replace("(  )", "( )") if action else arguments[0]
        for action, arguments in fragment
    )


def alone(fragment: Fragment) -> bool:
    """Whether it is a thing without its action."""
    return not fragment[0][0]


def places(fragment: Fragment, nodes: Graph) -> list[int]:
    """The steps of a graph at which a fragment starts that is part of it."""
    if alone(fragment):
        thing = fragment[0][1][0]
        return [k for k, (_, arguments) in enumerate(nodes) if any(value(a) == thing for a in arguments)]
    return [
        step
        for step in range(len(nodes) - len(fragment) + 1)
        if all(
            action == nodes[step + k][0] and all(a in nodes[step + k][1] for a in arguments)
            for k, (action, arguments) in enumerate(fragment)
        )
    ]


def runs(nodes: Graph, most: int) -> Iterator[Graph]:
    """All runs of at most so many steps."""
    for at in range(len(nodes)):
        for length in range(1, min(most, len(nodes) - at) + 1):
            yield nodes[at : at + length]


def fragments(nodes: Graph, most: int = 3) -> set[Fragment]:
    """All connected subgraphs of at most so many nodes."""
    return {fragment for run in runs(nodes, most) for fragment in run_fragments(run, most)}


def run_fragments(run: Graph, most: int = 3) -> Iterator[Fragment]:
    """The connected subgraphs that hold every action of a run, and the lone arguments of a run of one."""
    hung = [(k, argument) for k, (_, arguments) in enumerate(run) for argument in arguments]
    if len(run) == 1:
        yield from {(("", (value(argument),)),): None for _, argument in hung}
    for many in range(min(most - len(run), len(hung)) + 1):
        for chosen in combinations(hung, many):
            yield tuple(
                (action, tuple(argument for at, argument in chosen if at == k))
                for k, (action, _) in enumerate(run)
            )
