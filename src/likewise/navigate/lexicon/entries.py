"""What words mean: n-grams with their meanings, ranked by Score(w, g) = p(g|w) - p(g|not w)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from likewise.io import fingerprint
from likewise.navigate.lexicon.graphs import Fragment, Graph, graph, size, text
from likewise.worlds import Plan

__all__ = ["Entry", "Example", "Gram", "Hints", "PlanLexicon", "example_fingerprint", "grams_of", "score"]

Gram = tuple[str, ...]
Example = tuple[Sequence[str], Plan | Graph]
"""The words of an instruction, and the plan of all that was done and seen."""
Hints = Mapping[tuple[Gram, Fragment], float]


def score(together: int, with_gram: int, with_meaning: int, examples: int) -> float:
    """p(g|w) - p(g|not w) from counts of examples; of a word in every example the second is 0."""
    return together / with_gram - (with_meaning - together) / max(examples - with_gram, 1)


@dataclass(frozen=True, slots=True)
class Entry:
    """A meaning of an n-gram, its score and the counts of examples behind it."""

    gram: Gram
    meaning: Fragment
    score: float
    together: int
    with_gram: int
    with_meaning: int
    examples: int

    def __str__(self) -> str:
        return f"{' '.join(self.gram)} = {text(self.meaning)} ({self.score:.3f})"

    def rank(self) -> tuple[float, int, Fragment]:
        """Best first: by score, then the smaller meaning, then in a fixed order."""
        return -self.score, size(self.meaning), self.meaning


class PlanLexicon:
    """Entries by n-gram, best first.

    An n-gram may mean a thing in whatever direction it is seen. `hints` has the scores of that thing in each
    direction, also those below the threshold: they say which direction is the likeliest.
    """

    def __init__(self, entries: Iterable[Entry], hints: Hints | None = None) -> None:
        by_gram: dict[Gram, list[Entry]] = {}
        for entry in entries:
            by_gram.setdefault(entry.gram, []).append(entry)
        self._entries: Mapping[Gram, tuple[Entry, ...]] = {
            gram: tuple(sorted(by_gram[gram], key=Entry.rank)) for gram in sorted(by_gram)
        }
        self._hints = dict(hints or {})
        self.longest = max(map(len, self._entries), default=0)

    def entries(self, gram: Iterable[str]) -> tuple[Entry, ...]:
        """The meanings of an n-gram, best first; none where it has none."""
        return self._entries.get(tuple(gram), ())

    def hint(self, gram: Gram, meaning: Fragment) -> float:
        """The score of a condition, a thing in a direction; -1 where it was never seen with the n-gram."""
        return self._hints.get((gram, meaning), -1.0)

    def explain(self, word: str, most: int = 10) -> list[Entry]:
        """What a word means: its own entries first, then those of the n-grams that hold it."""
        entries_with = [e for gram, entries in self._entries.items() if word in gram for e in entries]
        return sorted(entries_with, key=lambda e: (len(e.gram) > 1, *e.rank(), e.gram))[:most]

    def __iter__(self) -> Iterator[Entry]:
        return (entry for entries in self._entries.values() for entry in entries)

    def __len__(self) -> int:
        return sum(map(len, self._entries.values()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlanLexicon) and (self._entries, self._hints) == (
            other._entries,
            other._hints,
        )

    __hash__ = None  # type: ignore[assignment]


def grams_of(words: Sequence[str], longest: int) -> list[Gram]:
    """The distinct n-grams of a text, n from 1."""
    line = tuple(words)
    grams = (line[i : i + n] for n in range(1, longest + 1) for i in range(len(line) - n + 1))
    return list(dict.fromkeys(grams))


def example_fingerprint(examples: Iterable[Example]) -> str:
    """The fingerprint of words and plans."""
    return fingerprint([list(words), graph(plan)] for words, plan in examples)
