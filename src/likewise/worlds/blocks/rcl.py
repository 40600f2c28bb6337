"""Robot control language: the trees that a command means (Dukes 2013).

    (event: (action: drop (token: 1)) (entity: (color: blue (token: 3)) (type: cube (token: 4))))

An element has a name and either a value or elements; `(token: 4 6)` says which words it stands for, counted
from 1, both ends included. Here such a span is half open and counted from 0, as everywhere in the house.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from likewise.errors import InputError

__all__ = ["INNER", "LEAVES", "Rcl", "dumps_rcl", "loads_rcl"]

INNER = ("sequence", "event", "entity", "destination", "spatial-relation", "measure")
LEAVES = ("action", "relation", "id", "cardinal", "ordinal", "indicator", "color", "type", "reference-id")
_DEEPEST = 60
_TOKEN = re.compile(r"[()]|[^\s()]+")
_ALIGNMENT = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Rcl:
    """An element of RCL: its name, its value or its elements, and the words that it stands for."""

    name: str
    value: str = ""
    children: tuple[Rcl, ...] = ()
    span: tuple[int, int] | None = None

    def child(self, name: str) -> Rcl | None:
        """The first element of a name."""
        return next((one for one in self.children if one.name == name), None)

    def all(self, name: str) -> tuple[Rcl, ...]:
        """All elements of a name."""
        return tuple(one for one in self.children if one.name == name)

    def get(self, name: str) -> str:
        """The value of the first element of a name; "" where there is none."""
        found = self.child(name)
        return found.value if found else ""

    def bare(self) -> Rcl:
        """The tree without alignment: two readings mean the same if these are equal."""
        return Rcl(self.name, self.value, tuple(one.bare() for one in self.children))

    def walk(self) -> Iterator[Rcl]:
        """This element and all below it, from the left."""
        yield self
        for one in self.children:
            yield from one.walk()

    def __str__(self) -> str:
        return dumps_rcl(self)


def dumps_rcl(tree: Rcl, *, alignment: bool = True) -> str:
    """A tree in one line, with its alignment or without."""
    parts = [f"({tree.name}:"]
    if tree.value:
        parts.append(tree.value)
    if alignment and tree.span is not None:
        first, end = tree.span
        parts.append(f"(token: {first + 1})" if end == first + 1 else f"(token: {first + 1} {end})")
    parts += [dumps_rcl(one, alignment=alignment) for one in tree.children]
    return " ".join(parts) + ")"


def loads_rcl(text: str) -> Rcl:
    """A tree from its text, aligned or not; what is wrong raises InputError."""
    tokens = _TOKEN.findall(text)
    if not tokens:
        raise InputError("is empty, expected a tree such as (event: ..)", field="rcl")
    tree, end = _element(tokens, 0, 0)
    if end != len(tokens):
        raise InputError(
            f"expected one tree, found '{' '.join(tokens[end : end + 4])}' after it", field="rcl"
        )
    if tree.name not in ("event", "sequence"):
        raise InputError(f"expected an event or a sequence, found '{tree.name}'", field="rcl")
    return tree


def _element(tokens: list[str], at: int, depth: int) -> tuple[Rcl, int]:
    if depth > _DEEPEST:
        raise InputError(f"nested deeper than {_DEEPEST}", field="rcl")
    head = tokens[at + 1] if at + 1 < len(tokens) else ""
    if tokens[at] != "(" or head[-1:] != ":" or head[:-1] not in INNER + LEAVES:
        shown = " ".join(tokens[at : at + 2])
        raise InputError(f"expected an element such as (type: cube), found '{shown}'", field="rcl")
    name, at = head[:-1], at + 2
    value, span = "", None
    children: list[Rcl] = []
    while at < len(tokens) and tokens[at] != ")":
        if tokens[at : at + 2] == ["(", "token:"]:
            span, at = _span(tokens, at + 2)
        elif tokens[at] == "(":
            one, at = _element(tokens, at, depth + 1)
            children.append(one)
        elif value or children:
            raise InputError(f"expected one value in '{name}', found '{tokens[at]}' too", field="rcl")
        else:
            value, at = tokens[at], at + 1
    if at == len(tokens):
        raise InputError(f"'{name}' is not closed", field="rcl")
    if name in LEAVES and (children or not value):
        raise InputError(f"'{name}' needs a value and nothing else", field="rcl")
    if name in INNER and (value or not children):
        raise InputError(f"'{name}' needs elements, not a value", field="rcl")
    return Rcl(name, value, tuple(children), span), at + 1


def _span(tokens: list[str], at: int) -> tuple[tuple[int, int], int]:
    numbers = tokens[at : at + 2] if tokens[at + 1 : at + 2] != [")"] else tokens[at : at + 1]
    end = at + len(numbers)
    if not numbers or tokens[end : end + 1] != [")"] or not all(map(_ALIGNMENT.fullmatch, numbers)):
        shown = " ".join(tokens[at : at + 3])
        raise InputError(f"expected (token: 4) or (token: 4 6), found '(token: {shown}'", field="rcl")
    first, last = int(numbers[0]), int(numbers[-1])
    if not 1 <= first <= last:
        raise InputError(f"words {first} to {last}: expected them in order, from 1", field="rcl")
    return (first - 1, last), end + 1
