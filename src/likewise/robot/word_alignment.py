"""How often each word stands for something in the tree: what a good reading must not leave out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from likewise.robot.command_tokens import Word, command_words
from likewise.robot.corpus import Command
from likewise.worlds.blocks import Rcl

__all__ = ["WordAlignment"]


class WordAlignment:
    """For each word seen in training, in how many commands it stood, and in how many it was aligned."""

    def __init__(self, counts: Mapping[str, tuple[int, int]]) -> None:
        self.counts = {word: (int(seen), int(used)) for word, (seen, used) in counts.items()}

    @classmethod
    def of(cls, commands: Iterable[Command]) -> WordAlignment:
        """Counted over commands with aligned trees."""
        counts: dict[str, list[int]] = {}
        for command in commands:
            if command.rcl is None:
                continue
            words = command_words(command.text)
            used = _aligned(command.rcl)
            for place, word in enumerate(words):
                row = counts.setdefault(word.text, [0, 0])
                row[0] += 1
                row[1] += place in used
        return cls({word: (seen, used) for word, (seen, used) in counts.items()})

    def left_out(self, tree: Rcl, words: tuple[Word, ...]) -> tuple[float, int]:
        """How many words a reading leaves out that should mean something, and how many unknown ones."""
        used = _aligned(tree)
        missed, unknown = 0.0, 0
        for place, word in enumerate(words):
            if place in used:
                continue
            for text in word.text.split():
                seen, aligned = self.counts.get(text, (0, 0))
                if seen:
                    missed += aligned / (seen + 1)
                elif text.isalnum():
                    unknown += 1
        return missed, unknown

    def unknown(self, words: tuple[Word, ...]) -> list[str]:
        """The words that were never seen, in their order; a word may be heard as several, or as none."""
        texts = [text for word in words for text in word.text.split()]
        return [text for text in texts if text not in self.counts and text.isalnum()]


def _aligned(tree: Rcl) -> set[int]:
    return {place for one in tree.walk() if one.span for place in range(*one.span)}
