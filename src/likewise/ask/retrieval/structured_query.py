"""Structured queries as records: terms, windows, synonyms and Boolean operators, nested.

Mitamura et al. (2006, section 3.3) search with the operators of Lemur: Boolean AND, synonym, ordered and
unordered window, NOT. What stands inside a window are spans of a document (terms, types, readings, synonyms,
windows); Boolean operators judge whole documents and so never stand inside a window.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from likewise.errors import InputError

__all__ = [
    "AllOf",
    "AnyOf",
    "NotQuery",
    "OrderedWindow",
    "QueryTerm",
    "ReadingTerm",
    "SpanQuery",
    "StructuredQuery",
    "Synonyms",
    "TypeTerm",
    "UnorderedWindow",
]

WIDEST_WINDOW = 10_000
MOST_UNORDERED = 8
"""Parts of an unordered window: every order of them is looked for."""


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """A word or a phrase as it is written; its tokens stand side by side."""

    text: str

    def __post_init__(self) -> None:
        if not self.text.strip() or "\0" in self.text:
            raise InputError("a term holds no characters")


@dataclass(frozen=True, slots=True)
class TypeTerm:
    """Any span that is marked as of a type: `*person`."""

    kind: str

    def __post_init__(self) -> None:
        _check_name(self.kind, "a type")


@dataclass(frozen=True, slots=True)
class ReadingTerm:
    """A span that is read so, in kana: `@ゆうすけ`."""

    kana: str

    def __post_init__(self) -> None:
        _check_name(self.kana, "a reading")


@dataclass(frozen=True, slots=True)
class Synonyms:
    """One span of several, `#SYN`; with a weight for each, `#WSYN`. Weights count in scores alone."""

    parts: tuple[SpanQuery, ...]
    weights: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        _check_parts(self.parts, "#WSYN" if self.weights else "#SYN", spans=True)
        if self.weights and len(self.weights) != len(self.parts):
            raise InputError(f"#WSYN has {len(self.parts)} parts and {len(self.weights)} weights")
        if any(not math.isfinite(weight) or weight <= 0 for weight in self.weights):
            raise InputError("a weight of #WSYN is no positive number")


@dataclass(frozen=True, slots=True)
class OrderedWindow:
    """`#ODn`: the parts in order, each beginning at most n positions behind the end of the one before."""

    parts: tuple[SpanQuery, ...]
    width: int

    def __post_init__(self) -> None:
        _check_parts(self.parts, "#OD", spans=True)
        _check_width(self.width, "#OD")


@dataclass(frozen=True, slots=True)
class UnorderedWindow:
    """`#UWn`: the parts in any order, none overlapping another, all within n positions."""

    parts: tuple[SpanQuery, ...]
    width: int

    def __post_init__(self) -> None:
        _check_parts(self.parts, "#UW", spans=True)
        _check_width(self.width, "#UW")
        if len(self.parts) > MOST_UNORDERED:
            raise InputError(f"#UW has {len(self.parts)} parts, at most {MOST_UNORDERED} can be searched")


@dataclass(frozen=True, slots=True)
class AllOf:
    """`#BAND`: documents that match each part."""

    parts: tuple[StructuredQuery, ...]

    def __post_init__(self) -> None:
        _check_parts(self.parts, "#BAND", spans=False)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """`#OR`: documents that match some part."""

    parts: tuple[StructuredQuery, ...]

    def __post_init__(self) -> None:
        _check_parts(self.parts, "#OR", spans=False)


@dataclass(frozen=True, slots=True)
class NotQuery:
    """`#NOT`: documents that do not match."""

    part: StructuredQuery

    def __post_init__(self) -> None:
        _check_parts((self.part,), "#NOT", spans=False)


SpanQuery = QueryTerm | TypeTerm | ReadingTerm | Synonyms | OrderedWindow | UnorderedWindow
StructuredQuery = SpanQuery | AllOf | AnyOf | NotQuery


def _check_name(name: str, what: str) -> None:
    if not name or any(sign.isspace() or sign in '()"#*@\\\0' for sign in name):
        raise InputError(f"{what} is a name without blanks and brackets, not '{name}'")


def _check_parts(parts: Sequence[StructuredQuery], operator: str, *, spans: bool) -> None:
    if not parts:
        raise InputError(f"{operator} has no parts")
    for part in parts:
        if spans and isinstance(part, AllOf | AnyOf | NotQuery):
            raise InputError(f"{operator} holds a Boolean operator, which matches documents and no spans")


def _check_width(width: int, operator: str) -> None:
    if not 1 <= width <= WIDEST_WINDOW:
        raise InputError(f"the width of {operator} is a number from 1 to {WIDEST_WINDOW}, not {width}")
