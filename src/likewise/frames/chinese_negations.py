"""Negations that the treebank writes as one word with their verb (不会, 不去), cut off as words of their own.

So a frame can say that its verb is denied, and the verb is the same word with and without.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import accumulate

from likewise.frames.chinese_network import ReadWords
from likewise.frames.chinese_role_words import words_that

__all__ = ["with_negations_cut"]

NEGATIONS = "不没未别"
WHOLE = (
    "不如",
    "不满",
    "不足",
    "不顾",
    "不料",
    "不安",
    "不至",
    "不见",
    "没落",
    "没收",
    "不等",
    "不懈",
    "不同",
    "不断",
)
"""Words of their own right."""


def with_negations_cut(words: Sequence[str], read: ReadWords, known: Container[str]) -> ReadWords:
    """What was read with such words cut in two; words in simplified characters, `known` ones may be verbs.

    The negation hangs on its verb as `neg`. Without heads only words and tags change.
    """
    cut = [_is_cut(*one, known) for one in zip(words, read.sizes, read.upos, strict=True)]
    if not any(cut):
        return read
    # The number of each word after the cuts, that of its second part where it has two; 0 stays the root.
    number = [0, *accumulate(2 if one else 1 for one in cut)]
    sizes, tags, heads, relations = list[int](), list[str](), list[int](), list[str]()
    for k, one in enumerate(cut):
        sizes += [1, read.sizes[k] - 1] if one else [read.sizes[k]]
        tags += ["ADV", read.upos[k]] if one else [read.upos[k]]
        if read.heads:
            heads += [number[k + 1]] * one + [number[read.heads[k]]]
            relations += ["neg"] * one + [read.relations[k]]
    return ReadWords(sizes, tags, heads, relations)


def _is_cut(word: str, size: int, tag: str, known: Container[str]) -> bool:
    if size < 2 or len(word) != size or tag not in ("VERB", "AUX") or word in WHOLE:
        return False
    first, rest = word[0], word[1:]
    if first in NEGATIONS and rest in words_that("may follow a negation"):
        return True
    return tag == "VERB" and (first == "别" or (first == "不" and rest in known))
