"""The numbered rules from predications to RCL: look-up tables, and switches for what the code does.

`likewise/data/robot_rules.tsv` is the log of Packard (2014, section 3.2): each rule has a number, and the
reader can run with the first n of them only, which is how his Figure 3 is drawn. Rows of one number belong
together. Columns: number, kind, key, value, and on the first row of a number what the rule is for.

A key is a predicate without its leading line (`pick_v_up`), the same without its sense (`pick_v`), a lemma
alone, or a sense alone (`=tile`). A value may name several readings with what each costs: `gray | white:3`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from likewise.data import path
from likewise.errors import InputError
from likewise.io import Source, name_of, read_lines
from likewise.robot.deep_reader.predications import Predication, predicate_parts
from likewise.robot.vocabulary import RobotVocabulary, robot_vocabulary

__all__ = ["Options", "ReadingRule", "RuleTable", "load_rules", "own_rules"]

_ELEMENTS = {
    "type": ("type", "n"),
    "color": ("color", "an"),
    "indicator": ("indicator", "anx"),
    "relation": ("relation", "p"),
    "direction": ("relation", "p"),
    "cardinal": ("cardinal", ""),
    "region": ("indicator", "n"),
}
"""The tables that take words over from the shared vocabulary: the RCL element, and parts of speech."""

NOUN_KINDS = {
    "thing": ("cube", "prism", "stack", "cube-group"),
    "place": ("corner", "edge", "region"),
    "tile": ("tile",),
    "ground": ("board",),
    "agent": ("robot",),
}
"""Kinds of nouns in our grammar, which are senses of predicates (`_row_n_place`), and what each can be."""

Options = tuple[tuple[str, float], ...]
"""What a predicate may mean, with the cost of each; the cheapest first."""


@dataclass(frozen=True, slots=True)
class ReadingRule:
    """One row of the log."""

    number: int
    kind: str
    key: str
    value: str
    summary: str


class RuleTable:
    """The rules that are switched on."""

    def __init__(
        self,
        rules: Iterable[ReadingRule],
        first: int | None = None,
        vocabulary: RobotVocabulary | None = None,
    ) -> None:
        self.log = tuple(rules)
        self.vocabulary = robot_vocabulary() if vocabulary is None else vocabulary
        self.first = self.count if first is None else first
        self._options: dict[tuple[str, str], Options] = {}
        self._looked_up: dict[tuple[str, str, str], Options] = {}
        for rule in self.log:
            if rule.number <= self.first:
                self._options[rule.kind, rule.key] = _options(rule.value)
        self._shared_on = self.on("shared vocabulary")

    @property
    def count(self) -> int:
        """How many rules the log has."""
        return max((rule.number for rule in self.log), default=0)

    def on(self, switch: str) -> bool:
        """Whether the code of a switch is to run."""
        return ("do", switch) in self._options

    def word(self, kind: str, key: str) -> Options:
        """What a key means in a table; nothing where it is not there."""
        return self._options.get((kind, key), ())

    def options(self, kind: str, predication: Predication) -> Options:
        """What a predicate means in a table, its full name tried first."""
        lemma, pos, sense = predicate_parts(predication.name)
        if predication.constant and not pos:
            lemma = predication.constant.lower()
        for key in (f"{lemma}_{pos}_{sense}", f"={sense}", f"{lemma}_{pos}", lemma):
            found = self._options.get((kind, key))
            if found:
                return found
        if not self._shared_on:
            return ()
        if kind.startswith("action"):
            return self._shared_action(kind, lemma)
        return self._shared(kind, lemma, pos, sense)

    def _shared_action(self, kind: str, lemma: str) -> Options:
        """What the rows `=take`, `=drop` and `=move` say of a verb of the vocabulary."""
        values = [one.value for one in self.vocabulary.meanings(*lemma.split("+")) if one.name == "action"]
        if not values:
            return ()
        return self._options.get((kind, "=move" if "move" in values else f"={values[0]}"), ())

    def _shared(self, kind: str, lemma: str, pos: str, sense: str) -> Options:
        """What the words of a predicate mean in the vocabulary that both readers use."""
        name, uses = _ELEMENTS.get(kind, ("", ""))
        if not name or pos not in uses:
            return ()
        key = (name, lemma, sense)
        known = self._looked_up.get(key)
        if known is None:
            meanings = self.vocabulary.meanings(*lemma.split("+"))
            fitting = [one.value for one in meanings if one.name == name]
            if kind == "type" and sense in NOUN_KINDS:
                fitting = [value for value in fitting if value in NOUN_KINDS[sense]]
            known = self._looked_up[key] = tuple((value, float(at)) for at, value in enumerate(fitting))
        return known

    def first_rules(self, count: int) -> RuleTable:
        """The same log with only the first rules switched on."""
        return RuleTable(self.log, count, self.vocabulary)


def load_rules(source: Source) -> RuleTable:
    """The rules of a file."""
    rules: list[ReadingRule] = []
    for number, line in read_lines(source):
        if not line.strip() or line.startswith("#"):
            continue
        row = [part.strip() for part in line.split("\t")]
        if len(row) not in (4, 5) or not row[0].isdigit():
            raise InputError(
                "expected number, kind, key, value and a summary with tabs between",
                file=name_of(source),
                line=number,
            )
        rules.append(ReadingRule(int(row[0]), row[1], row[2], row[3], row[4] if len(row) == 5 else ""))
    return RuleTable(rules)


@cache
def own_rules() -> RuleTable:
    """The rules that come with the package."""
    return load_rules(path("robot_rules.tsv"))


def _options(value: str) -> Options:
    options = []
    for part in value.split("|"):
        name, _, cost = part.strip().partition(":")
        options.append((name.strip(), float(cost or 0)))
    return tuple(options)
