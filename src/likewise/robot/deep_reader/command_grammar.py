"""Analyses of commands by our own grammar: the default where no deep parser is installed.

People type quickly. A word that is nearly a known one is read as that, for a price; one that says nothing
here, or is not known at all, may be passed over, for a price. So the cheapest analysis uses most words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from likewise.robot.command_tokens import Word
from likewise.robot.deep_reader.command_chart import cheapest_phrases
from likewise.robot.deep_reader.phrase_grammar import PhraseGrammar, own_grammar
from likewise.robot.deep_reader.phrase_meaning import phrase_meaning
from likewise.robot.deep_reader.predications import CommandMeaning
from likewise.robot.deep_reader.vocabulary_entries import vocabulary_entries
from likewise.robot.deep_reader.word_lattice import WordLattice, word_lattice
from likewise.robot.deep_reader.word_lexicon import SKIPPED, WordEntry, WordLexicon, own_lexicon
from likewise.robot.spelling import SpellingCorrector
from likewise.robot.vocabulary import RobotVocabulary, robot_vocabulary

__all__ = ["CommandGrammar"]

MOST_WORDS = 60
"""Longer texts are no orders; the chart would take long over them."""
_UNKNOWN = 5.0
"""What it costs to pass over a word that is not known."""

_SIGNS = ";:\"'`*_~…“”‘’«»[]{}<>"


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
        """The categories of a word in the grammar, alone or with others, also where it is misspelt."""
        near = [word] if self.known(word) else [one.word for one in self._corrector.corrections(word)]
        return {use for known in near for use in self.lexicon.categories(known)}

    def analyses(self, words: tuple[Word, ...]) -> list[CommandMeaning]:
        """The analyses of a command, the cheapest first."""
        if not words or len(words) > MOST_WORDS:
            return []
        lattice = word_lattice([_bare(word.text) for word in words], self.known, self._corrector)
        edges = list(self._edges(lattice))
        notes = tuple(
            f"'{word.text}' passed over"
            for word, node in zip(words, lattice.nodes, strict=False)
            if not lattice.arcs[node]
        )
        phrases = cheapest_phrases(edges, lattice.size, self.grammar)
        return [phrase_meaning(phrase, notes) for phrase in phrases]

    def _edges(self, lattice: WordLattice) -> Iterator[tuple[int, int, str, float, WordEntry]]:
        """Words for the chart, each also with what may be passed over before it, or after the last."""
        entries = [list(self.lexicon.at(lattice, start)) for start in range(lattice.size)]
        reaches = self._reaches(entries, lattice)
        last = lattice.size
        for start, row in enumerate(entries):
            for entry in row:
                if entry.category == SKIPPED:
                    continue
                end = entry.span[1]
                typed = replace(entry, span=lattice.typed(start, end))
                tails = [(last, cost) for at, cost in reaches[last].items() if at == end and at != last]
                for first, before in [(start, 0.0), *reaches[start].items()]:
                    if first != start or not before:
                        for stop, after in [(end, 0.0), *tails]:
                            yield first, stop, entry.category, entry.cost + before + after, typed

    def _reaches(
        self, entries: Sequence[Sequence[WordEntry]], lattice: WordLattice
    ) -> list[dict[int, float]]:
        """For each node, from where one can come to it by passing over words, and what that costs."""
        reaches: list[dict[int, float]] = [{} for _ in range(lattice.size + 1)]
        for start, row in enumerate(entries):
            steps = [(entry.span[1], entry.cost) for entry in row if entry.category == SKIPPED]
            if (not row or not any(arc.cost == 0 for arc in lattice.arcs[start])) and start in lattice.nodes:
                steps.append((lattice.nodes[lattice.places[start] + 1], _UNKNOWN))
            for end, cost in steps:
                for first, before in [(start, 0.0), *reaches[start].items()]:
                    if before + cost < reaches[end].get(first, 99.0):
                        reaches[end][first] = before + cost
        return reaches


def _bare(word: str) -> str:
    """A word without the signs around it that do not divide words: `cube;`."""
    return word.strip(_SIGNS) or word
