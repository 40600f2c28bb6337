"""Gold parses with those of a system, from two files, and each sentence's scores with what they rest on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from likewise.errors import InputError
from likewise.evaluate.parse_files import BrokenAnalysis, ParseSettings, SentenceParses, read_parses
from likewise.io import write_text
from likewise.metrics.parses import Parse, ParseScores, explain_parse

__all__ = ["ParsePairs", "dump_parse_scores", "pair_parses"]

_NAMED = 10
"""Broken analyses that a remark names."""


@dataclass(frozen=True)
class ParsePairs:
    """Gold parses with those of the system, in the order of the gold file."""

    ids: list[str]
    golds: list[Parse]
    systems: list[list[Parse]]
    extra: int
    """Sentences of the system that the gold file does not have."""
    unscored: int
    """Gold sentences without a parse, which say nothing of a parser."""
    broken_gold: list[BrokenAnalysis]
    """Skipped in the gold file; a sentence that has no other analysis is among the unscored."""
    broken: list[BrokenAnalysis]
    """Skipped in the system's file, where the gold file has the sentence: each scores 0."""

    @property
    def strangers(self) -> int:
        """Sentences where the two have not the same words."""
        pairs = zip(self.golds, self.systems, strict=True)
        return sum(any(_strange(gold, parse) for parse in parses) for gold, parses in pairs)

    def remarks(self, scores: ParseScores) -> list[str]:
        """What a user should know beside the scores of these pairs."""
        remarks = []
        if scores.missing:
            remarks.append(
                f"{scores.missing} of {scores.n} sentences have no parse and score 0 (the best AXB)"
            )
        if self.extra:
            remarks.append(f"{self.extra} sentences of the system are not in the gold file and were left out")
        remarks += self.broken_remarks()
        if self.unscored:
            remarks.append(f"{self.unscored} gold sentences have no parse that can be read and were left out")
        if strangers := self.strangers:
            remarks.append(f"{strangers} of {scores.n} sentences do not have the words of the gold sentence")
        return remarks

    def broken_remarks(self) -> list[str]:
        """Which analyses could not be read, and why the first of each file."""
        remarks = []
        for broken, whose in ((self.broken, "of the system (scored 0)"), (self.broken_gold, "of gold")):
            if broken:
                named = ", ".join(fault.where for fault in broken[:_NAMED])
                more = f" and {len(broken) - _NAMED} more" if len(broken) > _NAMED else ""
                remarks.append(
                    f"broken analyses {whose}, {len(broken)}: {named}{more};"
                    f" the first, {broken[0].file} {broken[0].where}: {broken[0].message}"
                )
        return remarks


def _strange(gold: Parse, parse: Parse) -> bool:
    return not parse.empty and parse.characters != gold.characters


def pair_parses(gold: str, system: str, how: ParseSettings) -> ParsePairs:
    """The parses of two files: by id where every sentence has one of its own, else by their order."""
    golds = [read for read in read_parses(gold, how) if read.parses or read.id is not None]
    answers = read_parses(system, how)
    ids, theirs = _ids(golds), _ids(answers)
    if ids is None or theirs is None:
        answers = _in_order(gold, len(golds), system, answers)
        ids = theirs = [str(number) for number in range(1, len(golds) + 1)]
    by_id = dict(zip(theirs, answers, strict=True))
    if not by_id.keys() & set(ids):
        raise InputError(f"no sentence has an id of {gold}", file=system)
    kept = [
        (i, next(parse for parse in read.parses if not parse.empty))
        for i, read in zip(ids, golds, strict=True)
        if not _nothing(read)
    ]
    if not kept:
        raise InputError("holds no parse", file=gold)
    scored = [by_id.get(i, SentenceParses(i)) for i, _ in kept]
    return ParsePairs(
        [i for i, _ in kept],
        [parse for _, parse in kept],
        [read.parses for read in scored],
        len(by_id.keys() - set(ids)),
        len(ids) - len(kept),
        [fault for read in golds for fault in read.broken],
        [fault for read in scored for fault in read.broken],
    )


def _nothing(read: SentenceParses) -> bool:
    return all(parse.empty for parse in read.parses)


def _ids(reads: list[SentenceParses]) -> list[str] | None:
    ids = [read.id for read in reads if read.id is not None]
    return ids if len(ids) == len(reads) == len(set(ids)) else None


def _in_order(gold: str, count: int, system: str, reads: list[SentenceParses]) -> list[SentenceParses]:
    """As many parses as there are gold ones."""
    if len(reads) > count:
        # Blank lines: what ends a file, and what keeps two sentences apart, is no missing parse.
        ends = not any(read.parses for read in reads[count:])
        reads = reads[:count] if ends else [read for read in reads if read.parses]
    if len(reads) != count:
        message = f"{len(reads)} parses, but {count} in {gold}; write () or a blank line for a missing one"
        raise InputError(message, file=system)
    return reads


def dump_parse_scores(pairs: ParsePairs, scores: ParseScores, path: str) -> None:
    """Write each sentence's scores and the evidence behind them as JSON lines."""
    names = list(scores.metrics)
    with write_text(path) as stream:
        for place, identity in enumerate(pairs.ids):
            row: dict[str, Any] = {"id": identity, "parses": len(pairs.systems[place])}
            row["scores"] = {name: float(scores.sentences[name][place]) for name in names}
            if parses := [parse for parse in pairs.systems[place] if not parse.empty]:
                # Of ties the first stands for all.
                why = explain_parse(pairs.golds[place], parses[0], names)
                row.update((key, value) for key, value in why.items() if key != "scores")
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
