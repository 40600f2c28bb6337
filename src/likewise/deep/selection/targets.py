"""Which candidates a model should choose: those closest to the gold analysis.

Where the gold derivation is literally among the candidates, it is the target. It often is not: a treebank
moves on with its grammar, and candidates of another version cut words differently, attach punctuation
elsewhere and name rules, entries and predicates otherwise. Then the targets are the candidates with the
highest similarity, the mean of three F1 figures:

- elementary dependencies of the MRS (PyDelphin's EDM: predicates, arguments, constants, top, no properties);
- brackets of the derivation with their labels (rules and lexical entries);
- the same brackets without labels.

All spans are trimmed to the letters and digits inside them, and rules that only attach punctuation are left
out. The arguments of conjunctions are called ARG1 and ARG2, as newer grammars do. Candidates that tie are all
targets.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from likewise.deep.analyses import Analysis, Item
from likewise.deep.selection.chunks import mapped
from likewise.errors import InputError

if TYPE_CHECKING:
    from delphin.eds import EDS

__all__ = ["Targets", "find_targets", "similarity"]

Array = npt.NDArray[Any]
_PUNCTUATION = re.compile(r"_plr$|pct")
_ROLES = {"L-INDEX": "ARG1", "R-INDEX": "ARG2"}
_NEAR = 1e-9


@dataclass(frozen=True)
class Targets:
    """The similarity of each candidate to its item's gold; those of item i are `items[i]:items[i + 1]`."""

    items: Array
    similarity: Array
    exact: Array
    """Whether the gold derivation itself is among the item's candidates."""

    @property
    def best(self) -> Array:
        """The highest similarity of each item, 0 where it has no candidates."""
        out = np.zeros(len(self.items) - 1)
        filled = np.flatnonzero(np.diff(self.items))
        if len(filled):
            out[filled] = np.maximum.reduceat(self.similarity, self.items[filled])
        return out

    @property
    def chosen(self) -> Array:
        """For each candidate whether it is a target; an item that resembles its gold in nothing has none."""
        best = np.repeat(self.best, np.diff(self.items))
        return np.asarray((self.similarity >= best - _NEAR) & (best > 0))

    def shares(self, least: float = 0.0) -> Array:
        """A probability of 1 shared evenly by an item's targets; none where the best is below `least`."""
        chosen, sizes = self.chosen, np.diff(self.items)
        owner = np.repeat(np.arange(len(sizes)), sizes)
        counts = np.bincount(owner, chosen, len(sizes))
        kept = (self.best >= least)[owner]
        return np.where(chosen & kept, 1.0 / np.maximum(counts, 1)[owner], 0.0)


def find_targets(items: Sequence[Item], golds: Sequence[Analysis | None], *, processes: int = 1) -> Targets:
    """The similarity of every candidate to the gold of its item; an item without gold has no targets."""
    if len(items) != len(golds):
        raise InputError(f"{len(items)} items and {len(golds)} gold analyses, expected as many")
    chunks = list(mapped(_closeness, list(zip(items, golds, strict=True)), processes))
    sizes = np.array([len(item.analyses) for item in items], np.int64)
    bounds = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
    values = np.array([value for chunk in chunks for values, _ in chunk for value in values], np.float64)
    return Targets(bounds, values, np.array([exact for chunk in chunks for _, exact in chunk], np.bool_))


def _closeness(pairs: Sequence[tuple[Item, Analysis | None]]) -> list[tuple[list[float], bool]]:
    """For each item the similarity of its candidates, and whether the gold itself is among them."""
    out = []
    for item, gold in pairs:
        if gold is None:
            out.append(([0.0] * len(item.analyses), False))
            continue
        same = [_same(analysis, gold) for analysis in item.analyses]
        reference = _Comparable(gold.fresh())
        close = [reference.similarity(_Comparable(analysis.fresh())) for analysis in item.analyses]
        # Only the gold itself has 1, so that nothing ties with it by an accident of trimming.
        values = [1.0 if is_gold else min(x, 1 - 1e-6) for is_gold, x in zip(same, close, strict=True)]
        out.append((values, any(same)))
    return out


def _same(analysis: Analysis, gold: Analysis) -> bool:
    return bool(analysis.derivation) and analysis.derivation.split() == gold.derivation.split()


def similarity(analysis: Analysis, gold: Analysis) -> float:
    """How close an analysis is to another of the same text, from 0 to 1."""
    return _Comparable(gold).similarity(_Comparable(analysis))


class _Comparable:
    """What of an analysis is compared."""

    def __init__(self, analysis: Analysis) -> None:
        self.graph = _graph(analysis) if analysis.mrs else None
        self.brackets = Counter(_brackets(analysis)) if analysis.derivation else None
        plain = ((start, end) for _, start, end in self.brackets or ())
        self.plain = Counter(set(plain)) if self.brackets is not None else None

    def similarity(self, other: _Comparable) -> float:
        """The mean of the figures that both have what is needed for."""
        figures = []
        if self.graph is not None and other.graph is not None:
            figures.append(_edm(self.graph, other.graph))
        for mine, theirs in ((self.brackets, other.brackets), (self.plain, other.plain)):
            if mine is not None and theirs is not None:
                figures.append(_f1(mine, theirs))
        return sum(figures) / len(figures) if figures else 0.0


def _f1(a: Counter[Any], b: Counter[Any]) -> float:
    whole = a.total() + b.total()
    return 2 * (a & b).total() / whole if whole else 0.0


def _edm(gold: EDS, graph: EDS) -> float:
    from delphin.edm import compute

    return float(compute([gold], [graph], property_weight=0).fscore)


def _brackets(analysis: Analysis) -> Iterable[tuple[str, int, int]]:
    for node in analysis.tree().walk():
        assert node.span is not None
        start, end = _trim(analysis.text, *node.span)
        if start < end and not _PUNCTUATION.search(node.label):
            yield node.label, start, end


def _graph(analysis: Analysis) -> EDS | None:
    """The dependencies with trimmed spans, none where they cannot be made."""
    from delphin.eds import EDS, Node
    from delphin.lnk import Lnk

    try:
        graph = analysis.dependencies
    except InputError:
        return None
    nodes = [
        Node(
            node.id,
            node.predicate,
            node.type,
            {_ROLES.get(role, role): end for role, end in node.edges.items() if not role.endswith("-HNDL")},
            carg=node.carg,
            lnk=Lnk.charspan(*_trim(analysis.text, node.cfrom, node.cto)),
        )
        for node in graph.nodes
    ]
    return EDS(graph.top, nodes)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """A span cut down to the letters and digits in it; an empty one where there are none."""
    following, before = _letters(text)
    start, end = (min(max(place, 0), len(text)) for place in (start, end))
    return following[start], max(before[end], following[start])


@lru_cache(maxsize=8)
def _letters(text: str) -> tuple[list[int], list[int]]:
    """For each place in the text: where the next letter begins, and where the last one before it ends."""
    following, before = [len(text)] * (len(text) + 1), [0] * (len(text) + 1)
    for i in range(len(text) - 1, -1, -1):
        following[i] = i if text[i].isalnum() else following[i + 1]
    for i in range(len(text)):
        before[i + 1] = i + 1 if text[i].isalnum() else before[i]
    return following, before
