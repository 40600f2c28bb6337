"""Analyses of commands by our own grammar: the default where no deep parser is installed.

People type quickly. A word that is nearly a known one is read as that, for a price; one that says nothing
here, or is not known at all, may be passed over, for a price. So the cheapest analysis uses most words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from likewise.robot.command_words import Word
from likewise.robot.deep_reader.command_chart import cheapest_phrases
from likewise.robot.deep_reader.phrase_grammar import PhraseGrammar, own_grammar
from likewise.robot.deep_reader.phrase_meaning import phrase_meaning
from likewise.robot.deep_reader.predications import CommandMeaning
from likewise.robot.deep_reader.vocabulary_entries import vocabulary_entries
from likewise.robot.deep_reader.word_lexicon import SKIPPED, WordEntry, WordLexicon, own_lexicon
from likewise.robot.spelling import SpellingCorrector
from likewise.robot.vocabulary import RobotVocabulary, robot_vocabulary

__all__ = ["CommandGrammar"]

MOST_WORDS = 60
"""Longer texts are no orders; the chart would take long over them."""
_UNKNOWN = 5.0
"""What it costs to pass over a word that is not known."""
_CORRECTION = 1.5
"""What one wrong letter costs."""

_SIGNS = ";:\"'`*_~…“”‘’«»[]{}<>"

WordChoices = list[tuple[str, float, str]]


class CommandGrammar:
    """A grammar, a lexicon and a vocabulary that analyse commands."""

    def __init__(
        self,
        grammar: PhraseGrammar | None = None,
        lexicon: WordLexicon | None = None,
        vocabulary: RobotVocabulary | None = None,
    ) -> None:
        self.grammar = grammar or own_grammar()
        words = robot_vocabulary() if vocabulary is None else vocabulary
        self.lexicon = (lexicon or own_lexicon()).with_entries(vocabulary_entries(words))

    @cached_property
    def _corrector(self) -> SpellingCorrector:
        return SpellingCorrector(self.lexicon.words)

    def known(self, word: str) -> bool:
        """Whether a word is in the lexicon."""
        return word in self.lexicon.words

    def categories(self, word: str) -> set[str]:
        """What a word can be in the grammar, alone or with others, also where it is misspelt."""
        return {use for known, _, _ in self._choices(word) for use in self.lexicon.categories(known)}

    def analyses(self, words: tuple[Word, ...]) -> list[CommandMeaning]:
        """The analyses of a command, the cheapest first."""
        if not words or len(words) > MOST_WORDS:
            return []
        choices = [self._choices(_bare(word.text)) for word in words]
        edges = list(self._edges(choices))
        notes = tuple(
            f"'{word.text}' passed over" for word, row in zip(words, choices, strict=True) if not row
        )
        return [phrase_meaning(phrase, notes) for phrase in cheapest_phrases(edges, len(words), self.grammar)]

    def _choices(self, word: str) -> WordChoices:
        """The known words that a word may be."""
        if self.known(word):
            return [(word, 0.0, "")]
        return [
            (one.word, _CORRECTION * one.distance, f"'{word}' read as '{one.word}'")
            for one in self._corrector.corrections(word)
        ]

    def _edges(self, choices: Sequence[WordChoices]) -> Iterator[tuple[int, int, str, float, WordEntry]]:
        """Words for the chart, each also with what may be passed over before it, or after the last."""
        entries = [list(self.lexicon.at(choices, start)) for start in range(len(choices))]
        reaches = self._reaches(entries, choices)
        last = len(choices)
        for start, row in enumerate(entries):
            for entry in row:
                if entry.category == SKIPPED:
                    continue
                end = entry.span[1]
                tails = [(last, cost) for at, cost in reaches[last].items() if at == end and at != last]
                for first, before in [(start, 0.0), *reaches[start].items()]:
                    if first != start or not before:
                        for stop, after in [(end, 0.0), *tails]:
                            yield first, stop, entry.category, entry.cost + before + after, entry

    def _reaches(
        self, entries: Sequence[Sequence[WordEntry]], choices: Sequence[WordChoices]
    ) -> list[dict[int, float]]:
        """For each place, from where one can come to it by passing over words, and what that costs."""
        reaches: list[dict[int, float]] = [{} for _ in range(len(choices) + 1)]
        for start, row in enumerate(entries):
            steps = [(entry.span[1], entry.cost) for entry in row if entry.category == SKIPPED]
            if not row or not any(cost == 0 for _, cost, _ in choices[start]):
                steps.append((start + 1, _UNKNOWN))
            for end, cost in steps:
                for first, before in [(start, 0.0), *reaches[start].items()]:
                    if before + cost < reaches[end].get(first, 99.0):
                        reaches[end][first] = before + cost
        return reaches


def _bare(word: str) -> str:
    """A word without the signs around it that do not divide words: `cube;`."""
    return word.strip(_SIGNS) or word
