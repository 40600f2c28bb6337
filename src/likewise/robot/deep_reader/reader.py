"""The deep reader: analyses of a command, turned into orders by numbered rules (Packard 2014, section 3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from likewise.deep import AnalysisSource, Item
from likewise.io import Source
from likewise.robot.command_words import Word
from likewise.robot.deep_reader.command_grammar import CommandGrammar
from likewise.robot.deep_reader.conversion_state import Unreadable
from likewise.robot.deep_reader.order_conversion import orders_of
from likewise.robot.deep_reader.parsed_commands import KeptAnalyses, ParsedCommands
from likewise.robot.deep_reader.predications import CommandMeaning
from likewise.robot.deep_reader.rule_table import RuleTable, own_rules
from likewise.robot.readings import Reading
from likewise.robot.vocabulary import RobotVocabulary
from likewise.worlds.blocks import Rcl

__all__ = ["DeepReader"]


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
        best: dict[Rcl, Reading] = {}
        for meaning in self.source.analyses(words):
            try:
                orders = orders_of(meaning, self.rules)
            except Unreadable:
                continue
            for tree, cost in orders:
                bare, score = tree.bare(), -(meaning.cost + cost)
                if bare not in best or best[bare].score < score:
                    best[bare] = Reading(tree, score, self.name, meaning.notes)
        return sorted(best.values(), key=lambda one: -one.score)[:most]
