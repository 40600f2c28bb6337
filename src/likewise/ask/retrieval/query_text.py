"""Structured queries as text: `#BAND( #OD4(联合 国) 伊拉克 #SYN(*organization *person) )`.

The notation of Lemur 3.0 (Mitamura et al. 2006, section 3.3). `*person` is a type, `@ゆうすけ` a reading,
`#WSYN(0.7 布什 0.3 灌木)` has a weight before each part; `#AND` is another name of `#BAND`. A term with
blanks or signs of the notation stands in double quotes.
"""

from __future__ import annotations

import re
from typing import NoReturn

from likewise.ask.retrieval.structured_query import (
    AllOf,
    AnyOf,
    NotQuery,
    OrderedWindow,
    QueryTerm,
    ReadingTerm,
    StructuredQuery,
    Synonyms,
    TypeTerm,
    UnorderedWindow,
)
from likewise.errors import InputError

__all__ = ["dumps_query", "loads_query"]

_PIECE = re.compile(
    r'\s*(?:(?P<operator>#[A-Za-z]+\d*)\s*\(|(?P<close>\))|"(?P<quoted>(?:[^"\\]|\\.)*)"'
    r'|(?P<mark>[*@])(?P<name>[^\s()"#*@\\]+)|(?P<word>[^\s()"#*@\\]+))',
    re.DOTALL,
)
_WINDOW = re.compile(r"#(OD|UW)(\d{1,6})\Z")
_PLAIN = re.compile(r'[^\s()"#*@\\\0]+\Z')
_OPERATORS = "#BAND, #AND, #OR, #NOT, #SYN, #WSYN, #ODn, #UWn"
_DEEPEST = 50


def loads_query(text: str) -> StructuredQuery:
    """Read a query; what is wrong in it is told with its place, counted in characters from 1."""
    reader = _Reader(text)
    query = reader.part(0)
    rest = text[reader.place :]
    if rest.strip():
        reader.refuse("one query is expected, not several side by side", skip_blanks=True)
    return query


class _Reader:
    """A query as it is read, with the place that has been come to."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    def refuse(self, wrong: str, *, skip_blanks: bool = False) -> NoReturn:
        rest = self.text[self.place :]
        column = self.place + 1 + (len(rest) - len(rest.lstrip()) if skip_blanks else 0)
        raise InputError(f"at character {column}: {wrong}", field="query")

    def piece(self) -> re.Match[str]:
        piece = _PIECE.match(self.text, self.place)
        if piece is None:
            rest = self.text[self.place :].lstrip()
            if not rest:
                self.refuse("the query ends where a term or an operator is expected")
            if rest[0] == "#":
                self.refuse(f"expected one of {_OPERATORS} and a bracket", skip_blanks=True)
            if rest[0] == '"':
                self.refuse("a quotation mark is not closed", skip_blanks=True)
            self.refuse(f"a term or an operator is expected, not '{rest[0]}'", skip_blanks=True)
        return piece

    def part(self, depth: int) -> StructuredQuery:
        if depth > _DEEPEST:
            self.refuse(f"brackets are nested deeper than {_DEEPEST}")
        piece = self.piece()
        if piece["close"]:
            self.refuse("a bracket closes where a term or an operator is expected", skip_blanks=True)
        begin = self.place
        self.place = piece.end()
        if piece["operator"]:
            return self.operator(piece["operator"], depth, begin)
        try:
            if piece["mark"]:
                return TypeTerm(piece["name"]) if piece["mark"] == "*" else ReadingTerm(piece["name"])
            quoted = piece["quoted"]
            return QueryTerm(
                piece["word"] if quoted is None else re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL)
            )
        except InputError as error:
            self.place = begin
            self.refuse(error.message, skip_blanks=True)

    def operator(self, spelt: str, depth: int, begin: int) -> StructuredQuery:
        name = spelt.upper()
        window = _WINDOW.match(name)
        if window is None and name not in ("#BAND", "#AND", "#OR", "#NOT", "#SYN", "#WSYN"):
            self.place = begin
            self.refuse(f"unknown operator '{spelt}', expected one of {_OPERATORS}", skip_blanks=True)
        parts, weights = self.parts(depth, weighted=name == "#WSYN")
        try:
            return _made(name, window, parts, weights)
        except InputError as error:
            self.place = begin
            self.refuse(error.message, skip_blanks=True)

    def parts(self, depth: int, *, weighted: bool) -> tuple[tuple[StructuredQuery, ...], tuple[float, ...]]:
        parts: list[StructuredQuery] = []
        weights: list[float] = []
        while True:
            if not self.text[self.place :].strip():
                self.refuse("a bracket is not closed")
            piece = self.piece()
            if piece["close"]:
                self.place = piece.end()
                return tuple(parts), tuple(weights)
            if weighted:
                try:
                    weights.append(float(piece["word"] or ""))
                except ValueError:
                    self.refuse("a weight is expected before each part of #WSYN", skip_blanks=True)
                self.place = piece.end()
            parts.append(self.part(depth + 1))


def _made(
    name: str, window: re.Match[str] | None, parts: tuple[StructuredQuery, ...], weights: tuple[float, ...]
) -> StructuredQuery:
    """The record of an operator; records complain of parts that do not fit."""
    made: StructuredQuery
    if window is not None:
        kind = OrderedWindow if window[1] == "OD" else UnorderedWindow
        made = kind(parts, int(window[2]))  # type: ignore[arg-type]
    elif name in ("#SYN", "#WSYN"):
        made = Synonyms(parts, weights)  # type: ignore[arg-type]
    elif name == "#NOT":
        if len(parts) != 1:
            raise InputError(f"#NOT has one part, not {len(parts)}")
        made = NotQuery(parts[0])
    else:
        made = AnyOf(parts) if name == "#OR" else AllOf(parts)
    return made


def dumps_query(query: StructuredQuery) -> str:
    """The query as text, which `loads_query` reads back to the same."""
    match query:
        case QueryTerm(text):
            if _PLAIN.match(text):
                return text
            return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case TypeTerm(kind):
            return f"*{kind}"
        case ReadingTerm(kana):
            return f"@{kana}"
        case NotQuery(part):
            return _written("#NOT", [dumps_query(part)])
        case Synonyms(parts, weights) if weights:
            pairs = zip(weights, parts, strict=True)
            return _written("#WSYN", [f"{weight!r} {dumps_query(part)}" for weight, part in pairs])
        case OrderedWindow(parts, width):
            return _written(f"#OD{width}", [dumps_query(part) for part in parts])
        case UnorderedWindow(parts, width):
            return _written(f"#UW{width}", [dumps_query(part) for part in parts])
        case Synonyms(parts, _):
            return _written("#SYN", [dumps_query(part) for part in parts])
        case AllOf(parts):
            return _written("#BAND", [dumps_query(part) for part in parts])
        case AnyOf(parts):
            return _written("#OR", [dumps_query(part) for part in parts])


def _written(operator: str, parts: list[str]) -> str:
    """Brackets around brackets stand apart by blanks, as the paper prints them."""
    nested = any(part.endswith(")") for part in parts)
    inner = " ".join(parts)
    return f"{operator}( {inner} )" if nested else f"{operator}({inner})"
