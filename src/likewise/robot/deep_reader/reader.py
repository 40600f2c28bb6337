"""The deep reader: analyses of a command, turned into orders by numbered rules (Packard 2014, section 3)."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from itertools import islice
from operator import itemgetter
from typing import Protocol

from likewise.deep import AnalysisSource, Item
from likewise.io import Source
from likewise.robot.command_tokens import Word
from likewise.robot.deep_reader.analysis_repairs import repaired
from likewise.robot.deep_reader.attachments import with_other_attachments
from likewise.robot.deep_reader.command_grammar import CommandGrammar
from likewise.robot.deep_reader.conversion_state import Unreadable
from likewise.robot.deep_reader.order_choices import OpenOrder
from likewise.robot.deep_reader.order_conversion import open_order
from likewise.robot.deep_reader.parsed_commands import KeptAnalyses, ParsedCommands
from likewise.robot.deep_reader.predications import CommandMeaning
from likewise.robot.deep_reader.rule_table import RuleTable, own_rules
from likewise.robot.readings import Reading
from likewise.robot.vocabulary import RobotVocabulary
from likewise.worlds.blocks import Rcl

__all__ = ["DeepReader"]

_DRAWN = 4
"""How many trees are drawn for each reading that is wanted, since many are the same."""
_FARTHEST = 12.0
"""How much more than the best a reading may cost."""


class MeaningSource(Protocol):
    """Gives analyses of commands: our grammar, a parser, a file."""

    def analyses(self, words: tuple[Word, ...]) -> list[CommandMeaning]:
        """The analyses of a command, the best first."""


class DeepReader:
    """Reads commands by rules over deep analyses.

    The analyses are those of our own grammar, unless a deep parser is given (`parser`: `likewise.deep.Ace`
    or another source) or a file of what one made (`analyses`: JSON lines or a profile). `rules`: how many
    of the numbered rules to use; `vocabulary`: words of one's own.
    """

    name = "deep"

    def __init__(
        self,
        *,
        vocabulary: RobotVocabulary | None = None,
        rules: int | None = None,
        parser: AnalysisSource | None = None,
        analyses: Source | Iterable[Item] | None = None,
    ) -> None:
        self.rules = own_rules() if vocabulary is None else RuleTable(own_rules().log, None, vocabulary)
        if rules is not None:
            self.rules = self.rules.first_rules(rules)
        self.source: MeaningSource
        if analyses is not None:
            self.source = KeptAnalyses(analyses)
        elif parser is not None:
            self.source = ParsedCommands(parser)
        else:
            self.source = CommandGrammar(vocabulary=vocabulary)

    @staticmethod
    def rule_count() -> int:
        """How many numbered rules there are."""
        return own_rules().count

    def read(self, words: tuple[Word, ...], *, most: int = 20) -> list[Reading]:
        """Up to `most` readings, the likeliest first, each tree once."""
        readings: dict[Rcl, Reading] = {}
        for cost, tree, notes in _trees(self.orders(words), _DRAWN * most):
            bare = tree.bare()
            if bare not in readings:
                readings[bare] = Reading(tree, -cost, self.name, notes)
                if len(readings) == most:
                    break
        return sorted(readings.values(), key=lambda one: -one.score)

    def orders(self, words: tuple[Word, ...]) -> list[OpenOrder]:
        """What the analyses of a command can be turned into, the likeliest first; each once."""
        orders: dict[object, OpenOrder] = {}
        for meaning in self._meanings(words):
            try:
                order = open_order(meaning, self.rules)
            except Unreadable:
                continue
            known = orders.setdefault(order.same_as(), order)
            if order.cost < known.cost:
                orders[order.same_as()] = order
        return sorted(orders.values(), key=lambda one: one.cost)

    def _meanings(self, words: tuple[Word, ...]) -> Iterator[CommandMeaning]:
        """The analyses; those of a general parser repaired, and with phrases hung elsewhere."""
        for meaning in self.source.analyses(words):
            if meaning.parsed:
                yield from with_other_attachments(repaired(meaning, self.rules), self.rules)
            else:
                yield meaning


def _trees(orders: list[OpenOrder], most: int) -> Iterator[tuple[float, Rcl, tuple[str, ...]]]:
    """The trees of all orders, about in the order of their cost; far unlikelier ones are left out."""
    farthest = orders[0].cost + _FARTHEST if orders else 0.0
    streams = (((cost, tree, one.notes) for cost, tree in one.trees(most)) for one in orders)
    for row in islice(heapq.merge(*streams, key=itemgetter(0)), most):
        if row[0] <= farthest:
            yield row
