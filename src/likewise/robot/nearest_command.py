"""The simplest reader of all, to measure others by: the nearest training command, its tree adapted.

Nearest is the command with the fewest word edits; where the two differ in a word that training knows as a
value (a colour, a shape, ..), the leaf over that word gets the other word's value.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from likewise.robot.command_tokens import Word, command_words
from likewise.robot.corpus import Command
from likewise.robot.readings import Reading
from likewise.worlds.blocks import Rcl

__all__ = ["NearestCommand"]


class NearestCommand:
    """Remembers commands with their trees."""

    name = "nearest"

    def __init__(self, commands: Sequence[Command]) -> None:
        self._rows: dict[tuple[str, ...], Rcl] = {}
        values: dict[tuple[str, str], Counter[str]] = {}
        for one in commands:
            if one.rcl is None:
                continue
            words = tuple(word.text for word in command_words(one.text))
            self._rows.setdefault(words, one.rcl)
            for leaf in one.rcl.walk():
                if leaf.span and leaf.span[1] == leaf.span[0] + 1:
                    values.setdefault((leaf.name, words[leaf.span[0]]), Counter())[leaf.value] += 1
        self._counts = {row: Counter(row) for row in self._rows}
        self._values = {key: count.most_common(1)[0][0] for key, count in values.items()}

    def read(self, words: tuple[Word, ...], *, most: int = 20) -> list[Reading]:
        """The adapted trees of the nearest commands."""
        typed = tuple(word.text for word in words)
        readings: dict[Rcl, Reading] = {}
        for edits, row in self._nearest(typed, most):
            tree = self._adapted(self._rows[row], row, typed)
            readings.setdefault(tree, Reading(tree, -float(edits), self.name))
        return list(readings.values())

    def _nearest(self, typed: tuple[str, ...], most: int) -> list[tuple[int, tuple[str, ...]]]:
        """The nearest rows with their edits; rows whose words differ too much are never compared in full."""
        counts = Counter(typed)
        least = sorted(
            (max(len(row), len(typed)) - (own & counts).total(), row) for row, own in self._counts.items()
        )
        near: list[tuple[int, tuple[str, ...]]] = []
        for bound, row in least:
            if len(near) == most and bound > near[-1][0]:
                break
            insort(near, (_edits(row, typed), row))
            del near[most:]
        return near

    def _adapted(self, tree: Rcl, old: tuple[str, ...], new: tuple[str, ...]) -> Rcl:
        partners: dict[int, str] = {}
        for tag, i, i_end, j, j_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if tag == "replace" and i_end - i == j_end - j:
                partners |= {i + k: new[j + k] for k in range(i_end - i)}
        return self._with(tree, partners)

    def _with(self, tree: Rcl, partners: dict[int, str]) -> Rcl:
        value = tree.value
        if tree.span is not None and tree.span[1] == tree.span[0] + 1 and tree.span[0] in partners:
            value = self._values.get((tree.name, partners[tree.span[0]]), value)
        return Rcl(tree.name, value, tuple(self._with(one, partners) for one in tree.children))


def _edits(a: Sequence[str], b: Sequence[str]) -> int:
    """Insertions, deletions and replacements of words (Levenshtein)."""
    row = list(range(len(b) + 1))
    for i, one in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, other in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (one != other))
    return row[-1]
