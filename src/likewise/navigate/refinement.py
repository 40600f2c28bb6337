"""Refined plans (Chen and Mooney 2011): of a landmarks plan only what some word accounts for.

Greedy: the n-gram with the best entry that matches the plan marks the nodes of that entry, its words are used
up, and so on until no entry is left; nodes without a mark are removed. An n-gram whose best meaning is marked
already is used up all the same: nothing more is read into it.

Deviation: entries are not taken by score alone. Among thousands of subgraphs some score high by chance, large
ones of rare n-grams above all, so `worth` subtracts two standard errors and a price for each node after the
first; what is worth nothing is not used. A criterion without gold plans sets both numbers: a lexicon of one
map should tell the plan of a sentence on another map from the plans of other sentences
(`benchmarks/navigate_lexicon.py --choose`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from likewise.navigate.lexicon.entries import Entry, PlanLexicon
from likewise.navigate.lexicon.graphs import Fragment, Graph, alone, graph, places, plan_of, size, value
from likewise.worlds import Plan

__all__ = ["CAUTION", "PRICE", "UsedEntry", "Refined", "refine", "refined", "worth"]

CAUTION, PRICE = 2.0, 0.1
"""Standard errors taken off a score, and what each node after the first costs."""

Key = tuple[int, str]
"""A node of the landmarks plan: its step, and its argument or "" for the action."""


@dataclass(frozen=True, slots=True)
class UsedEntry:
    """An entry that was used: where its n-gram starts, and the step of the landmarks plan that it matched."""

    entry: Entry
    word: int
    step: int


@dataclass(frozen=True, slots=True)
class Refined:
    """A refined plan; `words` has for each step the words (by place) of its action, then of each argument."""

    plan: Plan
    words: tuple[tuple[tuple[int, ...], ...], ...]
    choices: tuple[UsedEntry, ...]


def refine(
    words: Sequence[str], plan: Plan, lexicon: PlanLexicon, *, caution: float = CAUTION, price: float = PRICE
) -> Plan:
    """The part of a landmarks plan that the words account for."""
    return refined(words, plan, lexicon, caution=caution, price=price).plan


def refined(
    words: Sequence[str], plan: Plan, lexicon: PlanLexicon, *, caution: float = CAUTION, price: float = PRICE
) -> Refined:
    """The part of a landmarks plan that the words account for, and which words account for what."""
    nodes = graph(plan)
    marks: dict[Key, list[int]] = {}
    used: set[int] = set()
    choices = []
    for entry, start in _candidates(tuple(words), lexicon, caution, price):
        place = range(start, start + len(entry.gram))
        if not used.isdisjoint(place):
            continue
        matches = _matches(entry, nodes, lexicon)
        if matches:
            keys = _best(matches, marks, start / len(words), len(nodes))
            choices.append(UsedEntry(entry, start, keys[0][0]))
            used.update(place)
            for key in keys:
                marks.setdefault(key, []).extend(place)
    return _kept(nodes, marks, tuple(choices))


def worth(entry: Entry, caution: float = CAUTION, price: float = PRICE) -> float:
    """The score of an entry, less what chance and size are good for."""
    inside, outside = entry.with_gram, max(entry.examples - entry.with_gram, 1)
    p, q = entry.together / inside, (entry.with_meaning - entry.together) / outside
    # A share of 1 out of few examples is not certain: the quarter keeps its error above 0.
    error = sqrt((p * (1 - p) + 0.25 / inside) / inside + q * (1 - q) / outside)
    return round(entry.score - caution * error - price * (size(entry.meaning) - 1), 9)


def _candidates(
    words: tuple[str, ...], lexicon: PlanLexicon, caution: float, price: float
) -> list[tuple[Entry, int]]:
    """Entries for the n-grams of the text, best first; of equal worth the longer n-gram."""
    ranked = [
        ((-gain, -n, *entry.rank()[1:], start), entry, start)
        for n in range(1, lexicon.longest + 1)
        for start in range(len(words) - n + 1)
        for entry in lexicon.entries(words[start : start + n])
        if (gain := worth(entry, caution, price)) > 0
    ]
    return [(entry, start) for _, entry, start in sorted(ranked, key=lambda row: row[0])]


def _matches(entry: Entry, nodes: Graph, lexicon: PlanLexicon) -> list[list[Key]]:
    """The nodes of each place where an entry matches the plan."""
    if alone(entry.meaning):
        return _seen(entry, nodes, lexicon)
    return [_keys(entry.meaning, step) for step in places(entry.meaning, nodes)]


def _keys(fragment: Fragment, step: int) -> list[Key]:
    return [(step + k, a) for k, (_, arguments) in enumerate(fragment) for a in ("", *arguments)]


def _seen(entry: Entry, nodes: Graph, lexicon: PlanLexicon) -> list[list[Key]]:
    """Where a thing without a direction is seen: in the direction that goes best with the n-gram."""
    thing = entry.meaning[0][1][0]
    hinted = [
        (lexicon.hint(entry.gram, ((nodes[step][0], (argument,)),)), [(step, ""), (step, argument)])
        for step in places(entry.meaning, nodes)
        for argument in nodes[step][1]
        if value(argument) == thing
    ]
    best = max((hint for hint, _ in hinted), default=0.0)
    return [keys for hint, keys in hinted if hint == best]


def _best(matches: list[list[Key]], marks: dict[Key, list[int]], where: float, steps: int) -> list[Key]:
    """A match with a node that is still free if there is one; then the nearest to where the words stand."""
    return min(
        matches, key=lambda keys: (all(k in marks for k in keys), abs(keys[0][0] / steps - where), keys)
    )


def _kept(nodes: Graph, marks: dict[Key, list[int]], choices: tuple[UsedEntry, ...]) -> Refined:
    """The marked nodes; a Verify of nothing goes."""
    kept, words = [], []
    for step, (action, arguments) in enumerate(nodes):
        held = tuple(a for a in arguments if (step, a) in marks)
        if held or ((step, "") in marks and action != "Verify"):
            kept.append((action, held))
            causes = [marks.get((step, ""), []), *(marks[step, a] for a in held)]
            words.append(tuple(tuple(sorted(set(cause))) for cause in causes))
    return Refined(plan_of(tuple(kept)), tuple(words), choices)
