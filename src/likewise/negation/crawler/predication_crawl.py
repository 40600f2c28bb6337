"""Crawling over the predications of an MRS from a cue (Packard et al. 2014, Figure 2, lines 1 to 11).

Each predication that is reached carries the reason: over which link, from where. Coordination is passed
through upwards and then closed: "We ate bread but no fish" reaches "ate" from "fish", and not "bread" from
"ate".
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field

from likewise.negation.crawler.coordination import CONJUNCTS
from likewise.negation.crawler.graph import Graph

__all__ = ["Cue", "crawl"]

_MODAL = re.compile(r"_v_q?modal$|^_used_v_qmodal|^_ought_v_to$")
_SUBORDINATORS = ("whether", "when", "because", "to", "with", "although", "unless", "until", "as")
_SUBORDINATOR = re.compile(rf"^_({'|'.join(_SUBORDINATORS)})_x(_|$)|^_in\+order\+to_x")


@dataclass(frozen=True, slots=True)
class Cue:
    """Where crawling starts: the predication of the cue, and how it is read."""

    at: int
    functor: bool
    """Whether functors of its variable are reached first (lines 2 to 4)."""
    roles: frozenset[str] | None = None
    """The only arguments of it to follow, and not its label; None where it is crawled like any other."""


@dataclass
class _Crawl:
    graph: Graph
    cue: Cue
    reasons: dict[int, str] = field(default_factory=dict)
    closed: set[int] = field(default_factory=set)
    queue: deque[int] = field(default_factory=deque)

    def activate(self, at: int, reason: str) -> None:
        if at in self.reasons or at in self.closed or self.graph.is_address(at) or self.is_co_modifier(at):
            return
        self.reasons[at] = reason
        self.queue.append(at)

    def is_co_modifier(self, at: int) -> bool:
        """Footnote a of Figure 2."""
        graph, cue = self.graph, self.cue.at
        label = graph.labels[cue]
        if at == cue or (graph.labels[at] != label and graph.restriction(at) != label):
            return False
        own = graph.distinguished(at)
        return all(value != own for _, value in graph.arguments[cue]) and all(
            value != graph.distinguished(cue) for _, value in graph.arguments[at]
        )

    def functors(self, values: list[str]) -> list[tuple[int, str]]:
        """What takes one of the values as an argument; coordinations are passed through and closed."""
        functors: list[tuple[int, str]] = []
        seen = list(values)
        for value in seen:  # grows on the way
            for at, role in self.graph.takers(value):
                if role not in CONJUNCTS:
                    functors.append((at, role))
                elif at not in self.reasons:  # else crawling came down through it
                    self.close(at)
                    seen.extend(v for v in self.graph.names(at) if v not in seen)
        return functors

    def close(self, at: int) -> None:
        """Never enter a coordination again, nor the quantifier that binds what it makes."""
        self.closed.update({at, *self.graph.owners.get(self.graph.distinguished(at), [])})


def crawl(graph: Graph, cue: Cue) -> dict[int, str]:
    """The predications in the scope of the cue, itself among them, each with its reason."""
    run = _Crawl(graph, cue)
    run.activate(cue.at, "cue")
    if cue.functor:
        for at, role in run.functors([graph.distinguished(cue.at)]):
            run.activate(at, f"takes {_name(graph, cue.at)} as {role}")
    while run.queue:
        at = run.queue.popleft()
        _downwards(run, at)
        if at != cue.at or cue.roles is None:
            _sideways(run, at)
            _upwards(run, at)
    return {at: reason for at, reason in run.reasons.items() if not graph.is_zero_pronoun(at)}


def _downwards(run: _Crawl, at: int) -> None:
    """Argument crawling (line 7)."""
    graph = run.graph
    for role, value in graph.arguments[at]:
        if at == run.cue.at and run.cue.roles is not None and role not in run.cue.roles:
            continue
        for target in graph.targets(value):
            run.activate(target, f"{role} of {_name(graph, at)}")


def _sideways(run: _Crawl, at: int) -> None:
    """Label crawling (line 7)."""
    graph = run.graph
    for target in graph.labelled[graph.labels[at]]:
        run.activate(target, f"modifier beside {_name(graph, at)}")


def _upwards(run: _Crawl, at: int) -> None:
    """Functor crawling through modals and some subordinating conjunctions (line 8)."""
    graph = run.graph
    for above, role in run.functors(graph.names(at)):
        predicate = graph.eps[above].predicate
        if _MODAL.search(predicate):
            run.activate(above, f"modal over {_name(graph, at)}")
        elif role == "ARG1" and _SUBORDINATOR.search(predicate):
            run.activate(above, f"conjunction over {_name(graph, at)}")


def _name(graph: Graph, at: int) -> str:
    return str(graph.eps[at].predicate)
