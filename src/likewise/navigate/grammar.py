"""Grammars of plans: the compact one of Chen and Mooney (2011) and its expansion (Chen 2012, section 3.1).

A rule rewrites a symbol as words of the plan language and further symbols; a symbol stands in a right-hand
side with a star. `grammar_for` writes the compact grammar for the things that the maps at hand hold; `expand`
makes the other one from it by a program. A sequence has many parses under a rule such as
`Action -> *Action , *Action`; `Grammar.tree` gives the one that branches to the right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from likewise.errors import InputError
from likewise.worlds import HALLWAY, WALL, WHERE, Map, Plan, Verify, dumps, here, loads

__all__ = ["Grammar", "RuleNode", "Rule", "expand", "grammar_for", "things_in", "things_on"]

NUMBERS = range(1, 13)
_COMPACT = (
    "S -> NULL",
    "S -> *Action",
    "Action -> *Action , *Action",
    "Action -> *Travel",
    "Action -> *Turn",
    "Action -> Verify ( *Condition )",
    "Travel -> Travel ( )",
    "Travel -> Travel ( steps: *Num )",
    "Turn -> Turn ( )",
    "Turn -> Turn ( LEFT )",
    "Turn -> Turn ( RIGHT )",
    "Condition -> *Condition , *Condition",
    "Condition -> *Direction *Object",
    *(f"Direction -> {where}:" for where in WHERE),
)


@dataclass(frozen=True, slots=True)
class Rule:
    """One production: a symbol and what it becomes."""

    symbol: str
    becomes: tuple[str, ...]

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols of the right-hand side, in order."""
        return tuple(part[1:] for part in self.becomes if part.startswith("*"))

    @property
    def repeats(self) -> bool:
        """Whether it only makes a sequence: `X -> *X , *X`."""
        star = f"*{self.symbol}"
        return self.becomes == (star, ",", star)

    @property
    def unit(self) -> bool:
        """Whether it only renames a symbol: `X -> *Y`."""
        return len(self.becomes) == 1 and bool(self.symbols)

    def __str__(self) -> str:
        return f"{self.symbol} -> {' '.join(self.becomes)}"

    @classmethod
    def read(cls, text: str) -> Rule:
        """A rule from its text, such as `Turn -> Turn ( LEFT )`."""
        symbol, _, becomes = text.partition(" -> ")
        return cls(symbol, tuple(becomes.split()))


@dataclass(frozen=True, slots=True)
class RuleNode:
    """A rule used in the parse of a plan, by its number in the grammar, and what its symbols became."""

    rule: int
    children: tuple[RuleNode, ...] = ()

    def walk(self) -> Iterator[RuleNode]:
        """This node and all below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True)
class Grammar:
    """Productions in a fixed order; the first one's symbol is where every plan starts."""

    rules: tuple[Rule, ...]

    @property
    def start(self) -> str:
        """The symbol of a whole plan."""
        return self.rules[0].symbol

    @cached_property
    def numbers(self) -> dict[str, tuple[int, ...]]:
        """The numbers of the rules of each symbol."""
        numbers: dict[str, tuple[int, ...]] = {}
        for number, rule in enumerate(self.rules):
            numbers[rule.symbol] = (*numbers.get(rule.symbol, ()), number)
        return numbers

    def tree(self, plan: Plan) -> RuleNode:
        """The parse of a plan; what the grammar cannot make raises InputError."""
        tokens = dumps(plan).split()
        for node, end in self._parses(self.start, tokens, 0, False):
            if end == len(tokens):
                return node
        raise InputError(f"the grammar does not make this plan: {dumps(plan)}", field="plan")

    def plan(self, node: RuleNode) -> Plan:
        """The plan of a parse."""
        return loads(" ".join(self._words(node)))

    def _words(self, node: RuleNode) -> Iterator[str]:
        children = iter(node.children)
        for part in self.rules[node.rule].becomes:
            if part.startswith("*"):
                yield from self._words(next(children))
            else:
                yield part

    def _parses(
        self, symbol: str, tokens: list[str], at: int, single: bool
    ) -> Iterator[tuple[RuleNode, int]]:
        """All parses from a place on, each with its end; a `single` one is no sequence."""
        for number in self.numbers[symbol]:
            rule = self.rules[number]
            if not (single and rule.repeats):
                yield from self._matches(number, rule, 0, tokens, at, ())

    def _matches(
        self, number: int, rule: Rule, part: int, tokens: list[str], at: int, done: tuple[RuleNode, ...]
    ) -> Iterator[tuple[RuleNode, int]]:
        if part == len(rule.becomes):
            yield RuleNode(number, done), at
        elif rule.becomes[part].startswith("*"):
            first = rule.repeats and part == 0
            for child, end in self._parses(rule.becomes[part][1:], tokens, at, first):
                yield from self._matches(number, rule, part + 1, tokens, end, (*done, child))
        elif at < len(tokens) and tokens[at] == rule.becomes[part]:
            yield from self._matches(number, rule, part + 1, tokens, at + 1, done)


def things_on(maps: Iterable[Map]) -> tuple[str, ...]:
    """Everything on the maps that a plan can name, sorted; plain halls and walls are everywhere."""
    things = {HALLWAY, WALL}
    for world in maps:
        for place in world.places:
            things.update(here(world, place))
        for corridor in world.corridors.values():
            things.update(f"{corridor.floor.upper()} {HALLWAY}" for _ in corridor.floor[:1])
            things.update(f"{corridor.wall.upper()} {WALL}" for _ in corridor.wall[:1])
    return tuple(sorted(things))


def things_in(plans: Iterable[Plan]) -> tuple[str, ...]:
    """Everything that the plans name, sorted."""
    steps = (step for plan in plans for step in plan if isinstance(step, Verify))
    return tuple(sorted({thing for step in steps for _, thing in step.conditions}))


def grammar_for(things: Iterable[str], numbers: Iterable[int] = NUMBERS) -> Grammar:
    """The compact grammar over these things, such as SOFA, BLUE HALLWAY and FISH WALL."""
    names = sorted({" ".join(thing.split()) for thing in things} | {HALLWAY, WALL})
    floors = [name.removesuffix(f" {HALLWAY}") for name in names if name.endswith(f" {HALLWAY}")]
    pictures = [name.removesuffix(f" {WALL}") for name in names if name.endswith(f" {WALL}")]
    others = [name for name in names if not name.endswith((HALLWAY, WALL))]
    lines = [*_COMPACT, *(f"Object -> {name}" for name in others), "Object -> *Wall", "Object -> *Hallway"]
    for symbol, word, kinds in (("Wall", WALL, pictures), ("Hallway", HALLWAY, floors)):
        lines.append(f"{symbol} -> {word}")
        if kinds:
            lines.append(f"{symbol} -> *{symbol}Kind {word}")
            lines += [f"{symbol}Kind -> {kind}" for kind in kinds]
    lines += [f"Num -> {number}" for number in sorted(set(numbers))]
    return Grammar(tuple(Rule.read(line) for line in lines))


def expand(grammar: Grammar, keep: Sequence[str] = ("Object", "Num")) -> Grammar:
    """The expanded grammar: rules that mirror phrases, made from those of a compact grammar.

    Symbols that do not lead back to themselves are written out wherever they occur (except `keep`). The start
    symbol then leads straight to each action, and to each action that others follow. The rules that make
    sequences stay, so the plans that can be made are the same.
    """
    rules = list(grammar.rules)
    flat = [s for s in grammar.numbers if s not in keep and s != grammar.start]
    while (symbol := _inlinable(rules, flat)) is not None:
        rules = _inlined(rules, symbol)
    rules = _led(rules, grammar.start)
    return Grammar(tuple(dict.fromkeys(rules)))


def _inlinable(rules: list[Rule], symbols: Sequence[str]) -> str | None:
    """The first of the symbols that is in use and does not lead back to itself."""
    for symbol in symbols:
        own = [rule for rule in rules if rule.symbol == symbol]
        if any(symbol in r.symbols for r in rules) and not any(symbol in r.symbols for r in own):
            return symbol
    return None


def _inlined(rules: list[Rule], symbol: str) -> list[Rule]:
    own = [rule.becomes for rule in rules if rule.symbol == symbol]
    star = f"*{symbol}"
    made: list[Rule] = []
    for rule in rules:
        if rule.symbol == symbol:
            continue
        if star not in rule.becomes:
            made.append(rule)
            continue
        at = rule.becomes.index(star)
        made += [Rule(rule.symbol, rule.becomes[:at] + other + rule.becomes[at + 1 :]) for other in own]
    return made


def _led(rules: list[Rule], start: str) -> list[Rule]:
    """The start symbol leads to each rule of the symbol it renames, alone and with more to follow."""
    made: list[Rule] = []
    for rule in rules:
        if rule.symbol != start or not rule.unit:
            made.append(rule)
            continue
        (symbol,) = rule.symbols
        own = [other for other in rules if other.symbol == symbol]
        single = [other.becomes for other in own if not other.repeats]
        made += [Rule(start, becomes) for becomes in single]
        if len(single) < len(own):
            made += [Rule(start, (*becomes, ",", f"*{symbol}")) for becomes in single]
    return made
