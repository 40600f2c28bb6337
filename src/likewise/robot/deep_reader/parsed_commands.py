"""Analyses of commands by a deep parser: kept in a file, or made when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable

from likewise.deep import AnalysisSource, Item, read_items
from likewise.errors import InputError
from likewise.io import Source
from likewise.robot.command_tokens import Word, command_words
from likewise.robot.deep_reader.determiners import with_determiners
from likewise.robot.deep_reader.mrs_meaning import mrs_meaning
from likewise.robot.deep_reader.predications import CommandMeaning

__all__ = ["KeptAnalyses", "ParsedCommands"]

_RANK = 0.3
"""What each place further down the parser's list costs."""


class KeptAnalyses:
    """Analyses in a file: JSON lines or a profile. A command is found by its words.

    Determiners and signs do not count, since a text may have been given to the parser with others.
    """

    def __init__(self, items: Source | Iterable[Item]) -> None:
        listed = (
            items if not isinstance(items, (str, bytes)) and hasattr(items, "__iter__") else read_items(items)
        )
        self._items: dict[tuple[str, ...], Item] = {}
        for item in listed:
            self._items.setdefault(_key(command_words(item.text)), item)

    def analyses(self, words: tuple[Word, ...]) -> list[CommandMeaning]:
        """The analyses of a command, the parser's best first; none where the file does not have it."""
        item = self._items.get(_key(words))
        return _meanings(item, words) if item else []


class ParsedCommands:
    """Analyses made by a parser: `likewise.deep.Ace`, `likewise.deep.WebService`."""

    def __init__(self, parser: AnalysisSource) -> None:
        self._parser = parser

    def analyses(self, words: tuple[Word, ...]) -> list[CommandMeaning]:
        """The analyses of a command, the parser's best first."""
        text = with_determiners(words)
        return _meanings(next(iter(self._parser.analyse([text]))), words) if text else []


def _meanings(item: Item, words: tuple[Word, ...]) -> list[CommandMeaning]:
    meanings = []
    for rank, analysis in enumerate(item.analyses):
        try:
            meanings.append(mrs_meaning(analysis, words, _RANK * rank))
        except InputError:
            continue
    return meanings


def _key(words: tuple[Word, ...]) -> tuple[str, ...]:
    return tuple(word.text for word in words if word.text.isalnum() and word.text != "the")
