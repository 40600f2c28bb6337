"""What a tagger sees of a sentence around one cue: features of every word, most of them from the tree.

Follows the path features of constituent-based scope taggers (White 2012; Read et al. 2012): where the word's
branch meets the cue's, what hangs there, which clauses lie between. Marks of punctuation and the cue's own
words are no places of the sequence; a word knows what stands before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from likewise.negation.conll import Part, Sentence
from likewise.trees import CLAUSES, ConstituentTree, flat_tree, read_tree

__all__ = ["View", "is_mark", "kind_of", "view"]


def is_mark(word: str) -> bool:
    """Whether it is punctuation: nothing in it is a letter or digit."""
    return not any(c.isalnum() for c in word)


def kind_of(cue: Sequence[Part], words: Sequence[str]) -> str:
    """The cue's kind: its words, or the affix with a hyphen where it is a piece of a word."""
    first = cue[0]
    if len(cue) == 1 and first.text != words[first.token]:
        affix = first.text.lower()
        return f"{affix}-" if words[first.token].lower().startswith(affix) else f"-{affix}"
    return " ".join(part.text.lower() for part in cue)


@dataclass
class View:
    """A sentence seen from one cue; `places` are the tokens that may be in its scope."""

    sentence: Sentence
    cue: tuple[Part, ...]
    tree: ConstituentTree = field(repr=False)
    heard: dict[int, Any] = field(default_factory=dict, repr=False)
    """What nets have said of it."""

    def __post_init__(self) -> None:
        words = self.sentence.words
        self.kind = kind_of(self.cue, words)
        self.affixal = self.kind.startswith("-") or self.kind.endswith("-")
        self.anchor = self.cue[0].token
        own = set() if self.affixal else {part.token for part in self.cue}
        self.places = [t for t, word in enumerate(words) if t not in own and not is_mark(word)]

    @cached_property
    def chain(self) -> list[int]:
        """Nodes over the cue, innermost first."""
        return self.tree.chain(self.anchor)

    @cached_property
    def rank(self) -> dict[int, int]:
        """Place in the cue's chain of each node of it."""
        return {node: k for k, node in enumerate(self.chain)}

    @cached_property
    def clauses_below(self) -> list[int]:
        """How many clauses of the cue's chain lie strictly below its k-th node."""
        found = [0]
        for node in self.chain:
            found.append(found[-1] + (self.tree.labels[node] in CLAUSES))
        return found

    @cached_property
    def lowered(self) -> list[str]:
        """The words in small letters."""
        return [word.lower() for word in self.sentence.words]

    @cached_property
    def boundaries(self) -> list[tuple[int, int, int, int]]:
        """Of each token: marks, conjunctions, quotes and verbs before it in the sentence, counted."""
        marks = joins = quotes = verbs = 0
        found = []
        for word, tag in zip(self.lowered, self.sentence.tags, strict=True):
            found.append((marks, joins, quotes, verbs))
            marks += word in {",", ";", ":", "--", "-"}
            joins += tag == "CC"
            quotes += word in {"``", "''", '"', "“", "”"}
            verbs += tag[:2] in {"VB", "MD"}
        return [*found, (marks, joins, quotes, verbs)]


def view(sentence: Sentence, cue: tuple[Part, ...], tree: ConstituentTree | None = None) -> View:
    """The view of a cue; the tree of the sentence's own column where none is handed in."""
    if tree is None:
        tree = read_tree(sentence.syntax) if sentence.syntax else flat_tree(len(sentence.words))
    return View(sentence, cue, tree)
