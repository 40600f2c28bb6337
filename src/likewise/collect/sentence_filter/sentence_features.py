"""How an English sentence is worded, as numbers: against what trusted workers write, and against its cluster.

Trusted workers' own sentences are the only dictionary and grammar: nothing is downloaded, and words that
belong to the campaign are known. Capitals and the full stop do not count: they are mended by a machine.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np

from likewise.text import function_words, stem, words

__all__ = ["FEATURES", "SentenceParts", "Surroundings", "Usage", "damaged", "features", "parts_of"]

FEATURES = (
    "few words",
    "many words",
    "unknown words",
    "misspelled words",
    "rare words",
    "odd letters",
    "unknown pairs of words",
    "pairs of words",
    "worst pair of words",
    "avoided pairs of words",
    "shapes",
    "worst shape",
    "function words",
    "repeated words",
    "speaks of the video",
    "speaks of the writer",
    "digits",
    "odd punctuation",
    "several sentences",
    "no cluster",
    "words not in the cluster",
    "support in the cluster",
    "same as one of the cluster",
)
"""The features in their order; the last four need the item's trusted sentences."""

# The paper's task page names both as bad: describing the video itself, and liking it (Figure 1).
_VIDEO = frozenset(
    ["video", "videos", "clip", "clips", "scene", "scenes", "footage", "movie", "film", "segment", "showing"]
)
_WRITER = frozenset(["i", "me", "my", "we", "our", "us", "you", "your"])
_STOPS = re.compile(r"[.!?]+(?=\s|$)")
_ODD = re.compile(r"[^\w\s.,'’-]|\s[.,]|,,|\.\.")
_RARE = 3
_LONGEST = 30
"""A longer word is unknown, whatever it is; looking for slips in it would take long."""

_NUMBER = {
    "is": "are", "are": "is", "was": "were", "were": "was", "has": "have", "have": "has",
    "man": "men", "men": "man", "woman": "women", "women": "woman", "a": "an", "an": "a",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SentenceParts:
    """What a sentence is made of."""

    words: tuple[str, ...]
    shapes: tuple[str, ...]
    stems: frozenset[str]

    def grams(self) -> Counter[str]:
        """All that is counted of a sentence: words, pairs, shapes (~), runs of letters (#)."""
        ends = ("<", *self.words, ">")
        counts = Counter(ends)
        counts.update(f"{a} {b}" for a, b in pairwise(ends))
        for a, b, c in zip(self.shapes, self.shapes[1:], self.shapes[2:], strict=False):
            counts.update((f"~{a} {b} {c}", f"~{a} {b}", f"~~{b} {c}", f"~~{b}"))
        counts.update(run for word in set(self.words) for run in _letters(word))
        return counts


def parts_of(text: str) -> SentenceParts:
    """Take a sentence apart."""
    its = tuple(words(text))
    content = frozenset(stem(word) for word in its if word not in function_words())
    return SentenceParts(its, ("<", "<", *map(_shape, its), ">"), content)


@lru_cache(maxsize=65536)
def _shape(word: str) -> str:
    """A function word stands for itself, any other for its ending: what is left is the grammar."""
    if word in function_words():
        return word
    for ending in ("ing", "ed", "ly", "s"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            return f"-{ending}"
    return "-"


def _letters(word: str) -> list[str]:
    padded = f"<{word}>"
    return [f"#{padded[i : i + 4]}" for i in range(max(1, len(padded) - 3))]


def _cuts(word: str) -> Iterator[str]:
    """The word, and the word with one letter left out: two words share one if they differ by a slip."""
    yield word
    for i in range(len(word)):
        yield word[:i] + word[i + 1 :]


@dataclass(frozen=True)
class Usage:
    """How often trusted workers used what `SentenceParts.grams` counts."""

    counts: Mapping[str, int]

    @cached_property
    def total(self) -> int:
        """The number of words."""
        return max(1, sum(count for _, count in self._words()))

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(stem(word) for word, count in self._words() if count >= _RARE)

    @cached_property
    def _near(self) -> frozenset[str]:
        common = (word for word, count in self._words() if count > 5 and 3 < len(word) <= _LONGEST)
        return frozenset(cut for word in common for cut in _cuts(word))

    def _words(self) -> Iterator[tuple[str, int]]:
        return ((g, n) for g, n in self.counts.items() if g[0] not in "~#<>" and " " not in g)

    def misspelled(self, word: str) -> bool:
        """Whether an unknown word looks like a slip in a common one, and not like another form of it."""
        if not 3 < len(word) <= _LONGEST or stem(word) in self._stems:
            return False
        return any(cut in self._near for cut in _cuts(word))


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The trusted sentences of an item: how many use each stem, and which sentences they are."""

    size: int
    stems: Mapping[str, int]
    sentences: frozenset[tuple[str, ...]]

    @classmethod
    def of(cls, cluster: Sequence[SentenceParts]) -> Surroundings:
        """Count the stems of some sentences."""
        stems = Counter(s for parts in cluster for s in parts.stems)
        return cls(len(cluster), stems, frozenset(parts.words for parts in cluster))


def features(
    text: str, parts: SentenceParts, around: Surroundings, usage: Usage, own: Mapping[str, int] | None = None
) -> list[float]:
    """The numbers of a sentence that has words; what `own` holds is taken off the usage first."""
    its, counts, less = parts.words, usage.counts, own or {}

    def used(gram: str) -> int:
        return max(0, counts.get(gram, 0) - less.get(gram, 0))

    n, ends = len(its), ("<", *its, ">")
    known = [used(word) for word in ends]
    rare = [word for word, count in zip(ends, known, strict=True) if count <= _RARE]
    unknown = [word for word, count in zip(ends, known, strict=True) if count == 0]
    pairs = [used(f"{a} {b}") for a, b in pairwise(ends)]
    # Common words that others keep apart ("a women", "man riding") tell more than rare ones.
    avoided = [
        min(0.0, math.log((seen + 0.5) / (a * b / usage.total + 0.5)))
        for seen, (a, b) in zip(pairs, pairwise(known), strict=True)
    ]
    shapes = [
        _likelihood(used, *triple)
        for triple in zip(parts.shapes, parts.shapes[1:], parts.shapes[2:], strict=False)
    ]
    return [
        max(0.0, math.log(6 / n)),
        max(0.0, math.log(n / 8)),
        len(unknown) / n,
        sum(map(usage.misspelled, unknown)) / n,
        len(rare) / n,
        max((5 - _mean_log([used(run) for run in _letters(word)]) for word in rare), default=0.0),
        sum(seen == 0 for seen in pairs) / len(pairs),
        _mean_log(pairs),
        min(avoided),
        sum(avoided),
        sum(shapes) / len(shapes),
        min(shapes),
        sum(word in function_words() for word in its) / n,
        float(sum(a == b for a, b in pairwise(its))),
        float(not _VIDEO.isdisjoint(its)),
        float(not _WRITER.isdisjoint(its)),
        float(any(char.isdigit() for char in text)),
        float(min(3, len(_ODD.findall(text.strip())))),
        float(len(_STOPS.findall(text)) > 1),
        *_place(parts, around),
    ]


def _place(parts: SentenceParts, around: Surroundings) -> list[float]:
    """How the sentence fits what trusted workers wrote of the same item."""
    if around.size == 0:
        return [1.0, 0.0, 0.0, 0.0]
    shared = [around.stems.get(s, 0) for s in parts.stems] or [0]
    return [
        0.0,
        sum(count == 0 for count in shared) / len(shared),
        math.log1p(sum(shared) / len(shared)),
        float(parts.words in around.sentences),
    ]


def _likelihood(used: Callable[[str], int], a: str, b: str, c: str) -> float:
    """Logarithm of how likely shape c is after a and b, smoothed by how likely it is after b."""
    after_b = (used(f"~~{b} {c}") + 0.05) / (used(f"~~{b}") + 5)
    return math.log((used(f"~{a} {b} {c}") + 5 * after_b) / (used(f"~{a} {b}") + 5))


def _mean_log(counts: Sequence[int]) -> float:
    return sum(map(math.log1p, counts)) / len(counts)


def damaged(text: str, rng: np.random.Generator) -> str | None:
    """The sentence with one slip: a small word lost, a letter wrong, a wrong form, two words swapped."""
    tokens = text.split()
    for _ in range(8 if tokens else 0):
        i = int(rng.integers(len(tokens)))
        token = tokens[i]
        word = token.lower().strip(".,")
        small = word in function_words()
        kind = int(rng.integers(5))
        if kind == 0 and small and len(tokens) > 2:
            return " ".join(tokens[:i] + tokens[i + 1 :])
        if kind == 1 and not small and len(word) > 4:
            return " ".join([*tokens[:i], _mistyped(token, rng), *tokens[i + 1 :]])
        if kind == 2 and word in _NUMBER:
            return " ".join([*tokens[:i], _NUMBER[word] + token[len(word) :], *tokens[i + 1 :]])
        if kind == 3 and not small and len(word) > 4:
            return " ".join([*tokens[:i], _wrong_form(word) + token[len(word) :], *tokens[i + 1 :]])
        if kind == 4 and i + 2 < len(tokens):
            return " ".join([*tokens[:i], tokens[i + 1], token, *tokens[i + 2 :]])
    return None


def _mistyped(token: str, rng: np.random.Generator) -> str:
    at, kind = int(rng.integers(1, len(token) - 2)), int(rng.integers(4))
    before, letter, after = token[:at], token[at], token[at + 1 :]
    if kind == 0:
        return before + after
    if kind == 1:
        return before + letter + letter + after
    if kind == 2:
        return before + after[0] + letter + after[1:]
    return before + "aeiou"[int(rng.integers(5))] + after


def _wrong_form(word: str) -> str:
    for ending in ("ing", "ed", "s"):
        if word.endswith(ending):
            return word.removesuffix(ending)
    return word + "ing"
