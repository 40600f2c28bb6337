"""What a detector asks about stretches: which one a word is in,
which words of it still have no explanation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from likewise.metrics.meaning.change import Change
from likewise.metrics.meaning.read_text import ReadText
from likewise.metrics.meaning.word_alignment import Stretch, WordAlignment

__all__ = ["NEAR_TEXTS", "change_between", "content", "is_near", "quoted", "stretch_of"]

NEAR_TEXTS = 0.5
"""Closeness from which two texts are one with edits, so that an edit can be trusted to be one."""


def is_near(alignment: WordAlignment) -> bool:
    """Whether B is A with edits."""
    return alignment.closeness >= NEAR_TEXTS


def stretch_of(alignment: WordAlignment, word: int, in_b: bool = False) -> Stretch | None:
    """The stretch that holds a word of A (or of B); None where the word kept its place."""
    for stretch in alignment.stretches:
        if word in (stretch.b if in_b else stretch.a):
            return stretch
    return None


def content(read: ReadText, words: Iterable[int]) -> list[int]:
    """Those words that are content."""
    return [i for i in words if read.words[i].is_content]


def quoted(read: ReadText, words: Sequence[int]) -> str:
    """Words as they stand in their text."""
    side = read.side_of(words)
    return side.text if side else ""


def change_between(
    kind: str,
    a: ReadText,
    ones: Sequence[int],
    b: ReadText,
    others: Sequence[int],
    confidence: float,
    sentence: str,
    role: str | None = None,
) -> Change:
    """A change with the words of both sides."""
    return Change(kind, a.side_of(ones), b.side_of(others), role, round(confidence, 3), sentence)
