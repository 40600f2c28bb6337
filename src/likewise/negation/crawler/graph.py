"""Elementary predications as a graph: who takes whom as an argument (Packard et al. 2014, section 3.1).

Handle constraints count as equality of labels, as the paper has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from likewise.negation.crawler.coordination import CONJUNCTS, separate

if TYPE_CHECKING:
    from delphin.mrs import EP, MRS

__all__ = ["Graph"]

_NOT_ARGUMENTS = frozenset({"ARG0", "CARG"})


class Graph:
    """An MRS to crawl over; predications are named by their place in `eps`."""

    def __init__(self, mrs: MRS) -> None:
        self.mrs = mrs
        self.eps: tuple[EP, ...] = tuple(mrs.rels)
        # Of two constraints on one handle the first counts.
        self._low: dict[str, str] = {c.hi: c.lo for c in reversed(mrs.hcons)}
        self.labels = [str(ep.label) for ep in self.eps]
        self.arguments = [list(self._arguments_of(ep)) for ep in self.eps]
        variables = [self.distinguished(at) for at in range(len(self.eps))]
        separate([str(ep.predicate) for ep in self.eps], variables, self.labels, self.arguments)

    def _arguments_of(self, ep: EP) -> Iterator[tuple[str, str]]:
        for role, value in ep.args.items():
            if role not in _NOT_ARGUMENTS:
                yield role, self._low.get(value, value)

    @cached_property
    def labelled(self) -> dict[str, list[int]]:
        """The predications under each label."""
        return self._index((label, at) for at, label in enumerate(self.labels))

    @cached_property
    def owners(self) -> dict[str, list[int]]:
        """The predications whose distinguished variable it is: one and its quantifier."""
        return self._index((ep.args.get("ARG0", ""), at) for at, ep in enumerate(self.eps))

    @cached_property
    def _takers(self) -> dict[str, list[tuple[int, str]]]:
        takers: dict[str, list[tuple[int, str]]] = {}
        for at, arguments in enumerate(self.arguments):
            for role, value in arguments:
                takers.setdefault(value, []).append((at, role))
        return takers

    @staticmethod
    def _index(pairs: Iterator[tuple[str, int]]) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for key, at in pairs:
            places.setdefault(key, []).append(at)
        return places

    def takers(self, value: str) -> list[tuple[int, str]]:
        """The predications that take a variable or label as an argument, and in which role."""
        return self._takers.get(value, [])

    def targets(self, value: str) -> list[int]:
        """The predications whose distinguished variable or label it is."""
        return sorted({*self.owners.get(value, []), *self.labelled.get(value, [])})

    def distinguished(self, at: int) -> str:
        """The distinguished variable (ARG0) of a predication."""
        return str(self.eps[at].args.get("ARG0", ""))

    def names(self, at: int) -> list[str]:
        """What others take a predication by: its distinguished variable, if it has one, and its label."""
        return [name for name in (self.distinguished(at), self.labels[at]) if name]

    def is_quantifier(self, at: int) -> bool:
        """Whether it binds a variable: only quantifiers have a restriction."""
        return "RSTR" in self.eps[at].args

    def restriction(self, at: int) -> str:
        """The label that a quantifier restricts its variable to; empty for others."""
        value = str(self.eps[at].args.get("RSTR", ""))
        return self._low.get(value, value)

    def is_coordination(self, at: int) -> bool:
        """Whether it joins conjuncts."""
        return any(role in CONJUNCTS for role, _ in self.arguments[at])

    def is_address(self, at: int) -> bool:
        """Whether it calls someone by name ("Mr. Holmes,"), which is no part of what is said."""
        return str(self.eps[at].predicate) == "addressee"

    def is_zero_pronoun(self, at: int) -> bool:
        """Whether it is the unspoken subject of an imperative, or the quantifier of one."""
        properties = self.mrs.variables.get(self.distinguished(at), {})
        return str(properties.get("PRONTYPE", "")).lower() == "zero_pron"
