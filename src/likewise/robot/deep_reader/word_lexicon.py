"""The words of the grammar: patterns of words, their categories and their predicates.

`likewise/data/robot_lexicon.tsv`: words, category, predicate, cost. Words in brackets may be missing
(`on (the) top of`), an upright line divides alternatives, and `_` stands for a blank in one (`in|next_to`).
A noun's plural is made here, unless it is written after a slash: `die / dice`. The predicate is without its
leading line; `=` makes one of the words, `-` is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

from likewise.data import path
from likewise.errors import InputError
from likewise.io import Source, name_of, read_lines
from likewise.robot.deep_reader.word_lattice import WordLattice

__all__ = ["WordEntry", "WordLexicon", "load_lexicon", "own_lexicon"]

SKIPPED = "SKIP"
"""The category of words that may be passed over."""
PARTICIPLE = "PART"
STOPPED = "STOP"
"""The category of words that must not be passed over."""
_POS = {"VT": "v", "VM": "v", "N": "n", "P": "p", "D": "p"}
"""Parts of speech of categories whose words make their own predicate; all others are adjectives."""
_PIECE = re.compile(r"\([^)]*\)|\S+")


@dataclass(frozen=True, slots=True)
class WordEntry:
    """A word, or several as one, in the grammar."""

    category: str
    predicate: str
    cost: float = 0.0
    plural: bool = False
    constant: str = ""
    span: tuple[int, int] = (0, 0)
    note: str = ""


class WordLexicon:
    """All entries, found by the words that they begin with."""

    def __init__(self, rows: Iterable[tuple[tuple[str, ...], WordEntry]]) -> None:
        self._rows = tuple(rows)
        self._tree: dict[Any, Any] = {}
        for words, entry in self._rows:
            node = self._tree
            for word in words:
                node = node.setdefault(word, {})
            node.setdefault(None, []).append(entry)
        self._categories: dict[str, set[str]] = {}
        for words, entry in self._rows:
            for word in words:
                self._categories.setdefault(word, set()).add(entry.category)
        self.words = frozenset(self._categories)

    def categories(self, word: str) -> set[str]:
        """The categories of all entries with a word."""
        return self._categories.get(word, set())

    def with_entries(self, rows: Iterable[tuple[tuple[str, ...], WordEntry]]) -> WordLexicon:
        """A lexicon with further entries, but for phrases that have one of the same category already.

        "Placed on" and the like are left out too: the grammar puts them together.
        """
        known = {(words, entry.category) for words, entry in self._rows}
        participles = {words[0] for words, entry in self._rows if entry.category == PARTICIPLE}
        stopped = {words for words, entry in self._rows if entry.category == STOPPED}
        fresh = (
            (words, entry)
            for words, entry in rows
            if (words, entry.category) not in known
            and words not in stopped
            and not (entry.category.startswith("P[") and words[0] in participles)
        )
        return WordLexicon((*self._rows, *fresh))

    def at(self, lattice: WordLattice, start: int) -> Iterator[WordEntry]:
        """The entries that begin at a node; their spans go from node to node."""
        found = [(self._tree, start, 0.0, "")]
        while found:
            tree, at, cost, note = found.pop()
            for entry in tree.get(None, ()):
                yield replace(entry, cost=entry.cost + cost, span=(start, at), note=note)
            for arc in lattice.arcs[at]:
                after = tree.get(arc.word)
                if after is not None:
                    found.append((after, arc.end, cost + arc.cost, note or arc.note))


def load_lexicon(source: Source) -> WordLexicon:
    """The lexicon of a file."""
    rows: list[tuple[tuple[str, ...], WordEntry]] = []
    for number, line in read_lines(source):
        if not line.strip() or line.startswith("#"):
            continue
        row = [part.strip() for part in line.split("\t")]
        if not 2 <= len(row) <= 4:
            raise InputError(
                "expected words, category, predicate, cost with tabs between",
                file=name_of(source),
                line=number,
            )
        rows += _entries(*row)
    return WordLexicon(rows)


@cache
def own_lexicon() -> WordLexicon:
    """The lexicon that comes with the package."""
    return load_lexicon(path("robot_lexicon.tsv"))


def _entries(
    words: str, category: str, predicate: str = "", cost: str = ""
) -> Iterator[tuple[tuple[str, ...], WordEntry]]:
    predicate, _, constant = predicate.partition("=")
    singular, _, plural = (part.strip() for part in words.partition("/"))
    for written in _written(singular):
        name = "" if predicate == "-" else f"_{predicate}" if "_" in predicate else predicate
        if not name and constant == "" and predicate != "-":
            name = f"_{'+'.join(written)}_{_POS.get(category.partition('[')[0], 'a')}_1"
        entry = WordEntry(category, name, float(cost or 0), constant=constant)
        yield written, entry
        if category.startswith("N[") and plural != "-":
            many = tuple(plural.split()) if plural else (*written[:-1], _plural(written[-1]))
            yield many, replace(entry, plural=True)


def _written(pattern: str) -> Iterator[tuple[str, ...]]:
    """All ways to write a pattern."""
    pieces: list[list[str]] = []
    for piece in _PIECE.findall(pattern):
        if piece.startswith("("):
            pieces.append(["", *piece[1:-1].split("|")])
        else:
            pieces.append(piece.split("|"))
    for chosen in product(*pieces):
        words = " ".join(chosen).replace("_", " ").split()
        if words:
            yield tuple(words)


def _plural(word: str) -> str:
    if re.search(r"(s|x|ch|sh)$", word):
        return word + "es"
    return re.sub(r"([^aeiou])y$", r"\1ie", word) + "s"
