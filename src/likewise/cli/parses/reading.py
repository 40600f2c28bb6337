"""Parses from files of four formats, and the pairing of gold and system."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from likewise.errors import InputError
from likewise.io.brackets import read_brackets
from likewise.io.conllu import read_conllu
from likewise.io.lines import name_of, read_lines
from likewise.metrics import Signature
from likewise.metrics.parses import FORMATS, Parse

if TYPE_CHECKING:
    from likewise.deep import Analysis

__all__ = ["Broken", "Paired", "Read", "Reading", "format_of", "pair"]


@dataclass(frozen=True)
class Reading:
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
class Broken:
    """An analysis that could not be read: its file, the sentence (or the line) that has it, and why."""

    file: str
    where: str
    message: str


@dataclass(frozen=True)
class Read:
    """A sentence of a file: its id where it has one, its tied best parses, none where there is none.

    A broken parse that is skipped is there as an empty one.
    """

    id: str | None
    parses: list[Parse] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)


@dataclass(frozen=True)
class Paired:
    """Gold parses with those of the system, in the order of the gold file."""

    ids: list[str]
    golds: list[Parse]
    systems: list[list[Parse]]
    extra: int
    """Sentences of the system that the gold file does not have."""
    unscored: int
    """Gold sentences without a parse, which say nothing of a parser."""
    broken_gold: list[Broken]
    """Skipped in the gold file; a sentence that has no other analysis is among the unscored."""
    broken: list[Broken]
    """Skipped in the system's file, where the gold file has the sentence: each scores 0."""

    @property
    def strangers(self) -> int:
        """Sentences where the two have not the same words."""
        pairs = zip(self.golds, self.systems, strict=True)
        return sum(any(_strange(gold, parse) for parse in parses) for gold, parses in pairs)


def _strange(gold: Parse, parse: Parse) -> bool:
    return not parse.empty and parse.characters != gold.characters


def format_of(path: str) -> str:
    """The format of a file, told by how it begins."""
    if os.path.isdir(path):
        return "derivation"
    if path == "-":
        raise InputError("standard input is read once, so say what it holds: --format")
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


def read_parses(path: str, how: Reading) -> list[Read]:
    """The sentences of a file."""
    readers: dict[str, Callable[[str, Reading], Iterator[Read]]] = {
        "ptb": _ptb, "conllu": _conllu, "derivation": _analyses, "mrs": _analyses,
    }  # fmt: skip
    return list(readers[how.format](path, how))


def _ptb(path: str, how: Reading) -> Iterator[Read]:
    for tree in read_brackets(path, functions=how.functions):
        yield Read(None, [] if tree is None else [Parse(tree, punctuation=how.punctuation)])


def _conllu(path: str, how: Reading) -> Iterator[Read]:
    for sentence in read_conllu(path):
        yield Read(sentence.id, [Parse(sentence=sentence, punctuation=how.punctuation)])


def _analyses(path: str, how: Reading) -> Iterator[Read]:
    """Of JSON lines and profiles, or plain lines of one derivation or MRS each."""
    from likewise.deep import Analysis, read_items

    if os.path.isdir(path) or _is_json(path):
        for item in read_items(path):
            best = item.analyses[:1] if os.path.isdir(path) else _best(item.analyses)
            tried = [_tried(a, how, path, f"item {item.id}", None) for a in best]
            broken = [fault for _, fault in tried if fault is not None]
            yield Read(item.id, [parse for parse, fault in tried if fault or not parse.empty], broken)
        return
    for number, line in read_lines(path):
        analysis = Analysis("", line) if how.format == "derivation" else Analysis("", mrs=line)
        if not line.strip():
            yield Read(None)
            continue
        parse, fault = _tried(analysis, how, path, None, number)
        yield Read(None, [parse], [] if fault is None else [fault])


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
    analysis: Analysis, how: Reading, path: str, field: str | None, line: int | None
) -> tuple[Parse, Broken | None]:
    """The parse of an analysis; an empty one, and why, where it is broken and such are skipped."""
    try:
        parse = _parse(analysis, how, path, field, line)
        if how.skip_broken:
            _ = parse.triples  # what is wrong with an MRS may show only here
    except InputError as error:
        if not how.skip_broken:
            raise
        return Parse(), Broken(name_of(path), field or f"line {line}", error.message)
    return parse, None


def _parse(analysis: Analysis, how: Reading, path: str, field: str | None, line: int | None) -> Parse:
    from likewise.metrics.parses.analyses import analysis_parse

    if how.format == "mrs":
        analysis = replace(analysis, derivation="")
    try:
        return analysis_parse(
            analysis, heads=how.heads, punctuation=how.punctuation, properties=how.properties
        )
    except InputError as error:
        raise InputError(error.message, file=name_of(path), line=line, field=field) from None


def pair(gold: str, system: str, how: Reading) -> Paired:
    """The parses of two files: by id where every sentence has one of its own, else by their order."""
    golds = [read for read in read_parses(gold, how) if read.parses or read.id is not None]
    found = read_parses(system, how)
    ids, theirs = _ids(golds), _ids(found)
    if ids is None or theirs is None:
        found = _in_order(gold, len(golds), system, found)
        ids = theirs = [str(number) for number in range(1, len(golds) + 1)]
    by_id = dict(zip(theirs, found, strict=True))
    if not by_id.keys() & set(ids):
        raise InputError(f"no sentence has an id of {gold}", file=system)
    kept = [
        (i, next(parse for parse in read.parses if not parse.empty))
        for i, read in zip(ids, golds, strict=True)
        if not _nothing(read)
    ]
    if not kept:
        raise InputError("holds no parse", file=gold)
    scored = [by_id.get(i, Read(i)) for i, _ in kept]
    return Paired(
        [i for i, _ in kept],
        [parse for _, parse in kept],
        [read.parses for read in scored],
        len(by_id.keys() - set(ids)),
        len(ids) - len(kept),
        [fault for read in golds for fault in read.broken],
        [fault for read in scored for fault in read.broken],
    )


def _nothing(read: Read) -> bool:
    return all(parse.empty for parse in read.parses)


def _ids(reads: list[Read]) -> list[str] | None:
    ids = [read.id for read in reads if read.id is not None]
    return ids if len(ids) == len(reads) == len(set(ids)) else None


def _in_order(gold: str, count: int, system: str, found: list[Read]) -> list[Read]:
    """As many parses as there are gold ones."""
    if len(found) > count:
        # Blank lines: what ends a file, and what keeps two sentences apart, is no missing parse.
        ends = not any(read.parses for read in found[count:])
        found = found[:count] if ends else [read for read in found if read.parses]
    if len(found) != count:
        message = f"{len(found)} parses, but {count} in {gold}; write () or a blank line for a missing one"
        raise InputError(message, file=system)
    return found
