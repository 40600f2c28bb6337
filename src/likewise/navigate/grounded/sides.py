"""Left and right, found from walks: so that every walk teaches its mirror image too.

The word said most often where people turn left rather than right is the word for left, in any language; what
it differs in from the word for right is swapped in all words ("lefthand", 左边).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

__all__ = ["mirrored_words", "side_words"]

LEAST = 0.25
"""How much more often a word must be said with one side than with the other to be that side's."""


def side_words(examples: Sequence[tuple[Sequence[str], frozenset[int]]]) -> tuple[str, str] | None:
    """The words for left and right from words and the turns (in quarters) made for them; None if unsure."""
    sides = [(set(words), 3 in turns) for words, turns in examples if (3 in turns) != (1 in turns)]
    lefts = sum(left for _, left in sides)
    rights = len(sides) - lefts
    if not lefts or not rights:
        return None
    counts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for words, left in sides:
        counts[left].update(words)
    lead = {
        word: counts[True][word] / lefts - counts[False][word] / rights
        for word in sorted(set(counts[True]) | set(counts[False]))
    }
    one, other = max(lead, key=lambda w: lead[w]), min(lead, key=lambda w: lead[w])
    return (one, other) if lead[one] > LEAST and lead[other] < -LEAST else None


def mirrored_words(vocabulary: Iterable[str], left: str, right: str) -> dict[str, str]:
    """For each word with a side in it the word for the other side, where that is known too."""
    known = set(vocabulary) | {left, right}
    ends = _shared(left[::-1], right[::-1])
    starts = min(_shared(left, right), len(left) - ends - 1, len(right) - ends - 1)
    one, other = (word[max(starts, 0) : len(word) - ends] for word in (left, right))
    swap = {one: other, other: one}
    sides = re.compile("|".join(re.escape(part) for part in sorted(swap, key=len, reverse=True)))
    turned = {word: sides.sub(lambda match: swap[match.group()], word) for word in sorted(known)}
    return {word: image for word, image in turned.items() if image != word and image in known}


def _shared(one: str, other: str) -> int:
    """How many characters two words begin with alike, one at least left over in each."""
    count = 0
    while count < min(len(one), len(other)) - 1 and one[count] == other[count]:
        count += 1
    return count
