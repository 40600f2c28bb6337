"""Coordination as newer grammars write it, brought to the form that the paper's algorithm was made for.

Older versions of the English Resource Grammar give a conjunction the labels of its conjuncts (`L-HNDL`,
`R-HNDL`) and their variables (`L-INDEX`, `R-INDEX`). Newer ones have `ARG1` and `ARG2`, and clauses that are
joined share one label, so that label crawling would run from one into the other. Here each conjunct gets a
label of its own again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["CONJUNCTS", "separate"]

CONJUNCTS = frozenset({"L-HNDL", "L-INDEX", "R-HNDL", "R-INDEX"})
"""Roles that only coordinations have."""

_CONJUNCTION = re.compile(r"^_[^_]+_c$|^implicit_conj$")
_SIDES = {"ARG1": "L", "ARG2": "R"}

Arguments = list[tuple[str, str]]


def separate(
    predicates: Sequence[str], variables: Sequence[str], labels: list[str], arguments: list[Arguments]
) -> None:
    """Rewrite labels and arguments in place; coordinations of the older form stay as they are."""
    waiting = [at for at, name in enumerate(predicates) if _is_newer(name, arguments[at])]
    while waiting:
        taken = {value for at in waiting for _, value in arguments[at]}
        outer = [at for at in waiting if variables[at] not in taken] or waiting[:1]
        for at in outer:
            _open(at, waiting, variables, labels, arguments)
        waiting = [at for at in waiting if at not in outer]


def _is_newer(predicate: str, arguments: Arguments) -> bool:
    roles = {role for role, _ in arguments}
    return bool(_CONJUNCTION.search(predicate)) and roles >= set(_SIDES) and roles.isdisjoint(CONJUNCTS)


def _open(
    at: int, waiting: list[int], variables: Sequence[str], labels: list[str], arguments: list[Arguments]
) -> None:
    """Give the conjuncts of one coordination labels of their own, where they can be told apart."""
    sides = {_SIDES[role]: value for role, value in arguments[at] if role in _SIDES}
    parts = {side: _part(value, at, waiting, variables, labels, arguments) for side, value in sides.items()}
    arguments[at] = [(f"{_SIDES[role]}-INDEX" if role in _SIDES else role, v) for role, v in arguments[at]]
    if parts["L"] & parts["R"]:
        return
    shared = labels[at]
    for side, members in parts.items():
        inside = [member for member in sorted(members) if labels[member] == shared]
        for member in inside:
            labels[member] = f"{shared}:{at}{side}"
        if inside:
            arguments[at].append((f"{side}-HNDL", f"{shared}:{at}{side}"))


def _part(
    value: str,
    at: int,
    waiting: list[int],
    variables: Sequence[str],
    labels: list[str],
    arguments: list[Arguments],
) -> set[int]:
    """The predications of a conjunct: what owns its variable, and what modifies it or has it in scope."""
    shared = labels[at]
    wanted = {value}
    part: set[int] = set()
    grown = True
    while grown:
        grown = False
        for other, own in enumerate(variables):
            if other == at or other in part:
                continue
            values = {v for _, v in arguments[other]}
            over = other not in waiting and not wanted.isdisjoint(values)
            if own not in wanted and not (over and (labels[other] == shared or values & _handles(wanted))):
                continue
            part.add(other)
            wanted.add(own)
            wanted.update([labels[other]] if labels[other] != shared else [])
            wanted.update(values if other in waiting else ())
            grown = True
    return part


def _handles(values: set[str]) -> set[str]:
    return {value for value in values if value.startswith("h")}
