"""GILL: graph intersection lexicon learning (Chen and Mooney 2011).

The meanings of an n-gram start as the plans it came with. Intersections of candidates are added, the best by
score are kept, until no intersection is new. An intersection of two graphs removes the largest connected
subgraph that they share, again and again, until they share no node; it is all that was removed. There is no
minimum support. Deviation: candidates are not intersected all with all, which is beyond reach for frequent
words; plans come in one by one, and each is intersected with the candidates kept so far.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from likewise.io import LEARNER_SEED, ModelCard, ModelFiles, Progress, SavedModel, unheard
from likewise.navigate.lexicon.entries import (
    Entry,
    Example,
    Gram,
    Hints,
    PlanLexicon,
    example_fingerprint,
    grams_of,
    score,
)
from likewise.navigate.lexicon.graphs import Fragment, Graph, GraphNode, alone, graph, places, size, value

__all__ = ["GILL", "intersection"]


_ENTRIES = "entries.jsonl"


class GILL(PlanLexicon, SavedModel):
    """Meanings by intersection, scored over all examples. A saved one has no hints: good to look at."""

    kind: ClassVar[str] = "navigation-entries"

    def __init__(self, entries: Iterable[Entry] = (), hints: Hints | None = None, *, data: str = "") -> None:
        super().__init__(entries, hints)
        self.data = data

    @classmethod
    def fit(
        cls,
        examples: Iterable[Example],
        /,
        *,
        longest: int = 4,
        threshold: float = 0.4,
        beam: int = 10,
        seed: int = LEARNER_SEED,
        progress: Progress | None = None,
        data: str | None = None,
    ) -> GILL:
        """The lexicon of all examples at once; chance has no part in it, so `seed` is not looked at.

        `data` is the fingerprint of what the examples were made from; without it, that of the examples.
        """
        tell, rows = progress or unheard, list(examples)
        table = _Holders([(words, graph(plan)) for words, plan in rows], longest)
        entries: list[Entry] = []
        for number, gram in enumerate(sorted(table.holders)):
            entries += [entry for entry in table.best(gram, beam) if entry.score > threshold]
            tell("intersecting", (number + 1) / len(table.holders))
        things = {(e.gram, e.meaning[0][1][0]) for e in entries if alone(e.meaning)}
        hints = {
            (gram, condition): table.entry(gram, condition).score
            for gram, thing in sorted(things)
            for condition in table.conditions.get(thing, ())
        }
        return cls(entries, hints, data=example_fingerprint(rows) if data is None else data)

    def lexicon(self) -> PlanLexicon:
        """Itself: what SGOLL makes of its counts is here at once."""
        return self

    def saved_settings(self) -> Mapping[str, Any]:
        return {"entries": len(self)}

    def saved_files(self) -> Mapping[str, bytes]:
        rows = [
            [e.gram, e.meaning, e.score, e.together, e.with_gram, e.with_meaning, e.examples] for e in self
        ]
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        return {_ENTRIES: text.encode("utf-8")}

    @classmethod
    def restored(cls, card: ModelCard, files: ModelFiles) -> GILL:
        lines = files.read(_ENTRIES).decode("utf-8").splitlines()
        return cls((_entry(json.loads(line)) for line in lines), data=card.data)


def _entry(row: list[Any]) -> Entry:
    gram, meaning, *rest = row
    nodes = tuple((str(action), tuple(map(str, arguments))) for action, arguments in meaning)
    return Entry(tuple(map(str, gram)), nodes, float(rest[0]), *map(int, rest[1:]))


class _Holders:
    """Which examples hold an n-gram, which a fragment: sets of examples as bits of whole numbers."""

    def __init__(self, examples: list[tuple[Iterable[str], Graph]], longest: int) -> None:
        self.examples = len(examples)
        self.holders: dict[Gram, int] = {}
        self.bits: dict[Graph, int] = {}
        self._with: dict[Fragment, int] = {}
        self.conditions: dict[str, list[Fragment]] = {}
        for k, (words, nodes) in enumerate(examples):
            for gram in grams_of(tuple(words), longest):
                self.holders[gram] = self.holders.get(gram, 0) | 1 << k
            self.bits[nodes] = self.bits.get(nodes, 0) | 1 << k
        arguments_seen = {
            a for nodes in self.bits for action, arguments in nodes if action == "Verify" for a in arguments
        }
        for argument in sorted(arguments_seen):
            self.conditions.setdefault(value(argument), []).append((("Verify", (argument,)),))

    def graphs_of(self, gram: Gram) -> list[Graph]:
        """The distinct graphs that an n-gram came with, small ones first: they meet the beam as they are."""
        holders = self.holders[gram]
        return sorted((g for g, bits in self.bits.items() if bits & holders), key=lambda g: (size(g), g))

    def best(self, gram: Gram, beam: int) -> list[Entry]:
        """The best meanings of an n-gram: its graphs and what they share."""
        kept: dict[Fragment, Entry] = {}
        for nodes in self.graphs_of(gram):
            fresh = dict.fromkeys([nodes] if nodes else [])
            for candidate in kept:
                fresh.update(dict.fromkeys(intersection(candidate, nodes)))
            added = [self.entry(gram, meaning) for meaning in fresh if meaning not in kept]
            if added:
                best = sorted([*kept.values(), *added], key=Entry.rank)[:beam]
                kept = {entry.meaning: entry for entry in best}
        return list(kept.values())

    def entry(self, gram: Gram, meaning: Fragment) -> Entry:
        """The entry of an n-gram and a meaning, with its counts."""
        if meaning not in self._with:
            self._with[meaning] = sum(bits for nodes, bits in self.bits.items() if places(meaning, nodes))
        holds, holders = self._with[meaning], self.holders[gram]
        counts = ((holds & holders).bit_count(), holders.bit_count(), holds.bit_count(), self.examples)
        return Entry(gram, meaning, score(*counts), *counts)


class _Shared(NamedTuple):
    """A common connected subgraph: its size, where it starts in either graph, itself."""

    size: int
    starts: tuple[int, int]
    nodes: Fragment


@lru_cache(maxsize=1 << 17)
def intersection(one: Graph, other: Graph) -> tuple[Fragment, ...]:
    """What two graphs share: the largest common connected subgraph, removed before the next is sought.

    A node that loses its action keeps its arguments: things without a direction, shared one by one.
    """
    if one and alone(one):
        return (one,) if places(one, other) else ()
    pieces: tuple[list[Graph], list[Graph]] = ([one], [other])
    loose: tuple[list[str], list[str]] = ([], [])
    removed: list[Fragment] = []
    while largest := _largest(pieces):
        shared, which = largest
        removed.append(shared.nodes)
        for side in (0, 1):
            whole, start = pieces[side].pop(which[side]), shared.starts[side]
            end = start + len(shared.nodes)
            for (_, kept), (_, had) in zip(shared.nodes, whole[start:end], strict=True):
                loose[side].extend(value(a) for a in had if a not in kept)
            pieces[side].extend(part for part in (whole[:start], whole[end:]) if part)
    for side in (0, 1):
        loose[side].extend(value(a) for nodes in pieces[side] for _, had in nodes for a in had)
    things = [thing for thing in dict.fromkeys(loose[0]) if thing in loose[1]]
    return tuple(dict.fromkeys([*removed, *((("", (thing,)),) for thing in things)]))


def _largest(pieces: tuple[list[Graph], list[Graph]]) -> tuple[_Shared, tuple[int, int]] | None:
    """The largest common connected subgraph of two pieces, and which pieces hold it; the first of equals."""
    best: tuple[_Shared, tuple[int, int]] | None = None
    for i, one in enumerate(pieces[0]):
        for j, other in enumerate(pieces[1]):
            common = _common(one, other)
            if common is not None and (best is None or common.size > best[0].size):
                best = common, (i, j)
    return best


def _common(one: Graph, other: Graph) -> _Shared | None:
    """The largest run of equal actions, with the arguments both have."""
    best: _Shared | None = None
    for shift in range(1 - len(one), len(other)):
        run: list[GraphNode] = []
        weight = 0
        for at in range(max(0, -shift), min(len(one), len(other) - shift)):
            (action, mine), (same, theirs) = one[at], other[at + shift]
            if action != same:
                run, weight = [], 0
                continue
            run.append((action, tuple(a for a in mine if a in theirs)))
            weight += 1 + len(run[-1][1])
            if best is None or weight > best.size:
                start = at + 1 - len(run)
                best = _Shared(weight, (start, start + shift), tuple(run))
    return best
