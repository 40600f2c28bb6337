"""Parses from files of four formats: Penn brackets, CoNLL-U, derivations, MRSs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from likewise.errors import InputError
from likewise.io import name_of, read_brackets, read_conllu, read_lines
from likewise.metrics import Signature
from likewise.metrics.parses import FORMATS, Parse

if TYPE_CHECKING:
    from likewise.deep import Analysis

__all__ = ["BrokenAnalysis", "ParseSettings", "SentenceParses", "format_of", "read_parses"]


@dataclass(frozen=True)
class ParseSettings:
    """How files are read: the format, and what counts in them."""

    format: str
    heads: dict[str, int] | None = None
    punctuation: bool = True
    properties: bool = True
    functions: bool = False
    skip_broken: bool = False
    """Whether an analysis that cannot be read is taken for an empty one; only of derivations and MRSs."""

    def signature(self) -> str:
        """Every setting behind the numbers."""
        settings: dict[str, Any] = {"format": self.format}
        if self.format == "ptb":
            settings["functions"] = self.functions
        if self.format == "derivation":
            settings["heads"] = "names" if self.heads is None else "table"
        settings["punctuation"] = self.punctuation
        if self.format in ("derivation", "mrs"):
            settings["properties"] = self.properties
            settings["broken"] = "skipped" if self.skip_broken else "refused"
        return str(Signature("parses", settings))


@dataclass(frozen=True)
class BrokenAnalysis:
    """An analysis that could not be read: its file, the sentence (or the line) that has it, and why."""

    file: str
    where: str
    message: str


@dataclass(frozen=True)
class SentenceParses:
    """A sentence of a file: its id where it has one, its tied best parses, none where there is none.

    A broken parse that is skipped is there as an empty one.
    """

    id: str | None
    parses: list[Parse] = field(default_factory=list)
    broken: list[BrokenAnalysis] = field(default_factory=list)


def format_of(path: str) -> str:
    """The format of a file, told by how it begins."""
    if os.path.isdir(path):
        return "derivation"
    if path == "-":
        raise InputError("standard input is read once, so say what it holds: format= (--format)")
    first = next((text.lstrip() for _, text in read_lines(path) if text.strip()), "")
    if first.startswith("{"):
        return "derivation" if '"derivation"' in first else "mrs"
    if first.startswith("["):
        return "mrs"
    if first.startswith("(") or not first:
        return "derivation" if '("' in first else "ptb"
    if first.startswith("#") or "\t" in first:
        return "conllu"
    raise InputError(f"is in none of the formats {', '.join(FORMATS)}", file=path, line=1)


def read_parses(path: str, how: ParseSettings) -> list[SentenceParses]:
    """The sentences of a file."""
    readers: dict[str, Callable[[str, ParseSettings], Iterator[SentenceParses]]] = {
        "ptb": _ptb, "conllu": _conllu, "derivation": _analyses, "mrs": _analyses,
    }  # fmt: skip
    return list(readers[how.format](path, how))


def _ptb(path: str, how: ParseSettings) -> Iterator[SentenceParses]:
    for tree in read_brackets(path, functions=how.functions):
        yield SentenceParses(None, [] if tree is None else [Parse(tree, punctuation=how.punctuation)])


def _conllu(path: str, how: ParseSettings) -> Iterator[SentenceParses]:
    for sentence in read_conllu(path):
        yield SentenceParses(sentence.id, [Parse(sentence=sentence, punctuation=how.punctuation)])


def _analyses(path: str, how: ParseSettings) -> Iterator[SentenceParses]:
    """Of JSON lines and profiles, or plain lines of one derivation or MRS each."""
    from likewise.deep import Analysis, read_items

    if os.path.isdir(path) or _is_json(path):
        for item in read_items(path):
            best = item.analyses[:1] if os.path.isdir(path) else _best(item.analyses)
            tried = [_tried(a, how, path, f"item {item.id}", None) for a in best]
            broken = [fault for _, fault in tried if fault is not None]
            yield SentenceParses(
                item.id, [parse for parse, fault in tried if fault or not parse.empty], broken
            )
        return
    for number, line in read_lines(path):
        analysis = Analysis("", line) if how.format == "derivation" else Analysis("", mrs=line)
        if not line.strip():
            yield SentenceParses(None)
            continue
        parse, fault = _tried(analysis, how, path, None, number)
        yield SentenceParses(None, [parse], [] if fault is None else [fault])


def _is_json(path: str) -> bool:
    # Standard input is read once, so it cannot be looked into.
    if path == "-":
        return True
    return next((text for _, text in read_lines(path) if text.strip()), "").lstrip().startswith("{")


def _best(analyses: tuple[Analysis, ...]) -> list[Analysis]:
    """The tied best: those with the highest score, all of them where none has one."""
    scores = [analysis.score for analysis in analyses if analysis.score is not None]
    return [a for a in analyses if not scores or a.score == max(scores)]


def _tried(
    analysis: Analysis, how: ParseSettings, path: str, field: str | None, line: int | None
) -> tuple[Parse, BrokenAnalysis | None]:
    """The parse of an analysis; an empty one, and why, where it is broken and such are skipped."""
    try:
        parse = _parse(analysis, how, path, field, line)
        if how.skip_broken:
            _ = parse.triples  # what is wrong with an MRS may show only here
    except InputError as error:
        if not how.skip_broken:
            raise
        return Parse(), BrokenAnalysis(name_of(path), field or f"line {line}", error.message)
    return parse, None


def _parse(analysis: Analysis, how: ParseSettings, path: str, field: str | None, line: int | None) -> Parse:
    from likewise.metrics.parses import analysis_parse

    if how.format == "mrs":
        analysis = replace(analysis, derivation="")
    try:
        return analysis_parse(
            analysis, heads=how.heads, punctuation=how.punctuation, properties=how.properties
        )
    except InputError as error:
        raise InputError(error.message, file=name_of(path), line=line, field=field) from None
