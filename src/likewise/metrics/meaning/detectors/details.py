"""What only one text says: answers to WHEN, WHERE, WHY and HOW, and other words without a partner."""

from __future__ import annotations

from likewise.metrics.meaning.change import Change
from likewise.metrics.meaning.detectors.stretch_view import change_between, content, is_near, quoted
from likewise.metrics.meaning.read_text import ReadText
from likewise.metrics.meaning.word_alignment import WordAlignment
from likewise.metrics.meant import GROUPS, group_of

__all__ = ["detail_changes"]

_QUESTIONS = {"temporal": "WHEN", "locative": "WHERE", "purpose": "WHY"}
_ARTICLES = frozenset(["a", "an", "the"])
ROLES_LOST = 0.6
"""Closeness from which a filler without partner is said to be lost, and not told in other words."""


def detail_changes(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    """Details added and dropped, by role where a whole filler is concerned."""
    changes = []
    for stretch in alignment.stretches:
        ones = [i for i in content(a, stretch.a) if alignment.to_b[i] < 0]
        others = [j for j in content(b, stretch.b) if alignment.to_a[j] < 0]
        if bool(ones) == bool(others):
            continue
        read, words, mine = (a, ones, stretch.a) if ones else (b, others, stretch.b)
        theirs = (b, stretch.b) if ones else (a, stretch.a)
        bare = all(theirs[0].lows[i] in _ARTICLES for i in theirs[1])
        role = _role(read, words) if bare and alignment.closeness >= ROLES_LOST else None
        shown = [i for i in mine if min(words) - 2 <= i <= max(words)]
        said, lost = quoted(read, shown), bool(ones)
        sides = (shown, []) if lost else ([], shown)
        if role:
            kind, sentence = ("role-lost", "lost") if lost else ("role-added", "added")
            sentence = f"{role} '{said}' is {sentence}"
        else:
            kind, sentence = ("dropped", "dropped") if lost else ("added", "added")
            sentence = f"'{said}' is {sentence}"
        confidence = 0.8 if is_near(alignment) else 0.4
        changes.append(change_between(kind, a, sides[0], b, sides[1], confidence, sentence, role))
    return changes


def _role(read: ReadText, words: list[int]) -> str | None:
    """The question that these words answer, where they are a whole filler that may be left out."""
    for frame in read.frames:
        for label, first, last in frame.roles:
            inside = content(read, range(first, last))
            whole = label.startswith("ARGM-") and inside and set(inside) == set(words)
            dated = any(words[0] in range(m.first, m.last) for m in read.moments)
            if whole and (last - first > 1 or dated):
                question = _QUESTIONS.get(GROUPS[group_of(label)])
                if question:
                    return question
    return None
