"""The plan language of Chen and Mooney (2011): a sequence of Turn, Travel and Verify.

    Turn ( ) , Verify ( back: LAMP ) , Travel ( steps: 2 ) , Verify ( side: WOOD HALLWAY , at: SOFA )

`loads` reads it with any spacing, `dumps` writes it in the spacing of the corpus. `NULL` is the empty plan: a
sentence that asks for nothing. Names of things are not checked against a list, since a map brings its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from likewise.errors import InputError

__all__ = ["Plan", "Step", "Travel", "Turn", "Verify", "dumps", "loads"]

WHERE = ("at", "left", "right", "front", "back", "side")
_STEPS = re.compile(r"[0-9]{1,6}")
_TOKEN = re.compile(r"[(),]|[^\s(),:]+\s*:?")


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn on the spot: LEFT, RIGHT, or to a side that the plan leaves open ("")."""

    side: str = ""

    def __str__(self) -> str:
        return f"Turn ( {self.side} )" if self.side else "Turn ( )"


@dataclass(frozen=True, slots=True)
class Travel:
    """Walk on: so many steps, or as far as the plan leaves open (None)."""

    steps: int | None = None

    def __str__(self) -> str:
        return "Travel ( )" if self.steps is None else f"Travel ( steps: {self.steps} )"


@dataclass(frozen=True, slots=True)
class Verify:
    """What should be seen now: pairs of a direction and a thing, in the order written."""

    conditions: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return f"Verify ( {' , '.join(f'{where}: {thing}' for where, thing in self.conditions)} )"


Step = Turn | Travel | Verify
Plan = tuple[Step, ...]


def dumps(plan: Plan) -> str:
    """A plan as text; the empty plan is NULL."""
    return " , ".join(str(step) for step in plan) or "NULL"


def loads(text: str) -> Plan:
    """A plan from its text; what is wrong raises InputError."""
    tokens = [re.sub(r"\s+", "", token) for token in _TOKEN.findall(text)]
    if "".join(tokens) != re.sub(r"\s+", "", text):
        raise InputError(f"not a plan: '{text.strip()}'", field="plan")
    if tokens in ([], ["NULL"]):
        return ()
    steps: list[Step] = []
    at = 0
    while True:
        step, at = _step(tokens, at)
        steps.append(step)
        if at == len(tokens):
            return tuple(steps)
        if tokens[at] != ",":
            raise InputError(f"expected a comma between steps, found '{tokens[at]}'", field="plan")
        at += 1


def _step(tokens: list[str], at: int) -> tuple[Step, int]:
    if at + 1 >= len(tokens) or tokens[at + 1] != "(" or ")" not in tokens[at:]:
        raise InputError(
            f"expected a step such as Turn ( LEFT ), found '{' '.join(tokens[at : at + 2])}'", field="plan"
        )
    end = tokens.index(")", at)
    name, inside = tokens[at], tokens[at + 2 : end]
    return _made(name, inside), end + 1


def _made(name: str, inside: list[str]) -> Step:
    if name == "Turn" and inside in ([], ["LEFT"], ["RIGHT"]):
        return Turn("".join(inside))
    if name == "Travel" and not inside:
        return Travel()
    if name == "Travel" and len(inside) == 2 and inside[0] == "steps:" and _STEPS.fullmatch(inside[1]):
        return Travel(int(inside[1]))
    if name == "Verify" and inside:
        return Verify(tuple(_condition(part.split()) for part in " ".join(inside).split(",")))
    raise InputError(f"unknown step '{name} ( {' '.join(inside)} )'", field="plan")


def _condition(words: list[str]) -> tuple[str, str]:
    colons = [word.endswith(":") for word in words]
    if len(words) < 2 or not colons[0] or any(colons[1:]) or words[0][:-1] not in WHERE:
        raise InputError(
            f"expected a condition such as 'front: SOFA', found '{' '.join(words)}'", field="plan"
        )
    return words[0][:-1], " ".join(words[1:])
