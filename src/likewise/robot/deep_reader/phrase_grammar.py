"""The grammar of our own for commands: rules with features and with the predications that they make.

`likewise/data/robot_grammar.tsv`: mother, daughters, links, cost, an example. A category may carry a feature,
`N[thing]`; several, `N[thing|place]`; or a variable that must agree, `N[$k]` (`#any k thing place` lists its
values). The daughter with a star is the head: the phrase speaks of what the head speaks of. Links say what is
joined: `1.ARG2=3` fills a role of the head predication of the first daughter with the variable of the third,
`+compound(ARG1=2,ARG2=1)` adds a predication, `^_and_c(..)` one that the phrase then speaks of; 0 stands for
what the phrase speaks of.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import product

from likewise.data import path
from likewise.errors import InputError
from likewise.io import Source, name_of, read_lines

__all__ = ["Link", "PhraseGrammar", "PhraseRule", "load_grammar", "own_grammar"]

_SYMBOL = re.compile(r"([A-Z][A-Za-z0-9]*)(?:\[([a-z|$]+)\])?(\*?)")
_ROLE = re.compile(r"([1-9])\.([A-Z0-9-]+)=([0-9])")
_ADDED = re.compile(r"([+^])([A-Za-z_+]+)\(([^)]*)\)")


@dataclass(frozen=True, slots=True)
class Link:
    """Roles to fill: of a daughter's head predication (from 0), or of a predication that is added."""

    target: int
    added: str
    roles: tuple[tuple[str, int], ...]
    heads: bool = False
    """Whether the phrase speaks of the predication that is added."""


@dataclass(frozen=True, slots=True)
class PhraseRule:
    """A mother and its daughters, which of these are heads, what is joined, and what the rule costs."""

    mother: str
    daughters: tuple[str, ...]
    heads: tuple[int, ...]
    links: tuple[Link, ...]
    cost: float


class PhraseGrammar:
    """Rules by their daughters, for a chart: those with one in an order that needs one pass, and pairs.

    A rule with more than two daughters is read through a category for its first ones, from the left.
    """

    def __init__(self, rules: list[PhraseRule], start: str = "S") -> None:
        self.start = start
        self.rules = tuple(rules)
        self.pairs: dict[str, dict[str, list[tuple[str, PhraseRule | None]]]] = {}
        singles = []
        for rule in rules:
            if len(rule.daughters) == 1:
                singles.append(rule)
            else:
                self._add(rule)
        self.singles = _from_below(singles)

    def _add(self, rule: PhraseRule) -> None:
        left = rule.daughters[0]
        for place in range(1, len(rule.daughters) - 1):
            part = "+".join(rule.daughters[: place + 1])
            entries = self.pairs.setdefault(left, {}).setdefault(rule.daughters[place], [])
            if (part, None) not in entries:
                entries.append((part, None))
            left = part
        self.pairs.setdefault(left, {}).setdefault(rule.daughters[-1], []).append((rule.mother, rule))


def load_grammar(source: Source) -> PhraseGrammar:
    """The grammar of a file."""
    rules: list[PhraseRule] = []
    values: dict[str, list[str]] = {}
    for number, line in read_lines(source):
        if line.startswith("#any "):
            name, *kinds = line[5:].split()
            values[name] = kinds
        elif line.strip() and not line.startswith("#"):
            try:
                rules += _rules(line, values)
            except (ValueError, IndexError, KeyError) as error:
                message = f"expected mother, daughters, links, cost with tabs between ({error})"
                raise InputError(message, file=name_of(source), line=number) from None
    return PhraseGrammar(rules)


@cache
def own_grammar() -> PhraseGrammar:
    """The grammar that comes with the package."""
    return load_grammar(path("robot_grammar.tsv"))


def _rules(line: str, values: dict[str, list[str]]) -> list[PhraseRule]:
    mother, daughters, links, cost = [part.strip() for part in line.split("\t")][:4]
    symbols = [_symbol(text, values) for text in [mother, *daughters.split()]]
    joined = tuple(_links(links))
    heads = tuple(i for i, (_, _, star) in enumerate(symbols[1:]) if star) or (0,)
    rules = []
    for chosen in product(*(kinds for _, kinds, _ in symbols)):
        agreed = {kind[0]: kind[1] for kind in chosen if kind[0]}
        if any(kind[0] and agreed[kind[0]] != kind[1] for kind in chosen):
            continue
        names = [
            name + (f"[{kind[1]}]" if kind[1] else "")
            for (name, _, _), kind in zip(symbols, chosen, strict=True)
        ]
        rules.append(PhraseRule(names[0], tuple(names[1:]), heads, joined, float(cost)))
    return rules


def _symbol(text: str, values: dict[str, list[str]]) -> tuple[str, list[tuple[str, str]], bool]:
    found = _SYMBOL.fullmatch(text)
    if found is None:
        raise ValueError(f"'{text}' is no category")
    name, feature, star = found.groups()
    if not feature:
        kinds = [("", "")]
    elif feature.startswith("$"):
        kinds = [(feature, value) for value in values[feature[1:]]]
    else:
        kinds = [("", value) for value in feature.split("|")]
    return name, kinds, bool(star)


def _links(text: str) -> list[Link]:
    links = []
    for part in text.split():
        role, added = _ROLE.fullmatch(part), _ADDED.fullmatch(part)
        if role:
            links.append(Link(int(role[1]) - 1, "", ((role[2], int(role[3]) - 1),)))
        elif added:
            pairs = [pair.split("=") for pair in added[3].split(",") if pair]
            roles = tuple((name, int(place) - 1) for name, place in pairs)
            links.append(Link(-1, added[2], roles, added[1] == "^"))
        elif part != ".":
            raise ValueError(f"'{part}' is no link")
    return links


def _from_below(rules: list[PhraseRule]) -> tuple[PhraseRule, ...]:
    """Rules with one daughter, each after those that make its daughter."""
    ordered: list[PhraseRule] = []
    waiting = list(rules)
    while waiting:
        mothers = {rule.mother for rule in waiting}
        ready = [rule for rule in waiting if rule.daughters[0] not in mothers]
        if not ready:
            raise ValueError("rules with one daughter go round in a circle")
        ordered += ready
        waiting = [rule for rule in waiting if rule not in ready]
    return tuple(ordered)
