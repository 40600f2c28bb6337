"""Whether a response is a copy: the longest run of words shared with the challenge or a training line.

A response is called copied if at least five words in a row stand in the challenge or in one training line, or
if a run of at least three words makes up seven tenths of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from likewise.freestyle.line_corpus import LineCorpus
from likewise.freestyle.response import CopiedRun

__all__ = ["RUN", "SHARE", "copied_from", "copied_run", "is_copy", "longest_common_run", "stutters"]

RUN = 5
"""So many words in a row are a copy."""
SHARE = 0.7
"""A run of this share of the response is a copy, if it has at least `_LEAST` words."""
_LEAST = 3


def is_copy(run: int, words: int) -> bool:
    """Whether a shared run of so many words makes a response of so many words a copy."""
    return run >= RUN or (run >= _LEAST and run >= SHARE * words)


def longest_common_run(words: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """Begin and length of the longest run of `words` that stands in `other` too; of several the first."""
    begin, best = 0, 0
    row = [0] * (len(other) + 1)
    for i, word in enumerate(words):
        row = [0, *(row[j] + 1 if word == theirs else 0 for j, theirs in enumerate(other))]
        if max(row) > best:
            best = max(row)
            begin = i + 1 - best
    return begin, best


def copied_run(words: Sequence[str], line: Sequence[str], origin: str) -> CopiedRun | None:
    """The run that makes `words` a copy of one line, or None."""
    begin, length = longest_common_run(words, line)
    if not is_copy(length, len(words)):
        return None
    return CopiedRun(origin, " ".join(line), " ".join(words[begin : begin + length]))


def copied_from(words: Sequence[str], challenge: Sequence[str], corpus: LineCorpus) -> CopiedRun | None:
    """What a response was copied from: the challenge, else a line of the training text, else None."""
    copied = copied_run(words, challenge, "challenge")
    if copied is not None:
        return copied
    begin, length, row = corpus.longest_run(words)
    if not is_copy(length, len(words)):
        return None
    return CopiedRun("training", corpus.text(row), " ".join(words[begin : begin + length]))


def stutters(words: Sequence[str]) -> bool:
    """Whether a word, or a run of words, is said again at once."""
    return any(
        words[begin : begin + size] == words[begin + size : begin + 2 * size]
        for size in range(1, len(words) // 2 + 1)
        for begin in range(len(words) - 2 * size + 1)
    )
