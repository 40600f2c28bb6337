"""A parse and what the metrics look at in it, each worked out once: a gold parse meets many candidates."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from likewise.io import DependencySentence
from likewise.metrics.parses.spans import Span, plain, spans
from likewise.metrics.parses.triples import Triple, dependency_structure, triples_of
from likewise.records import Tree

if TYPE_CHECKING:
    from delphin.eds import EDS
    from delphin.mrs import MRS

__all__ = ["Bracket", "Dependency", "Key", "Parse", "Word", "part_of_speech"]


class Bracket(NamedTuple):
    """A constituent: its label and the characters it covers."""

    label: str
    start: int
    end: int


class Word(NamedTuple):
    """A word and what is said of it: the labels from the root down to it, its entry, its part of speech."""

    form: str
    path: tuple[str, ...]
    entry: str | None
    pos: str


Key = tuple[int, int, int]
"""A word's place: its characters, and its number among those that share them (0, but `du` is de + le)."""


class Dependency(NamedTuple):
    """A dependent word, its head, and the rule or relation that joins them.

    The root's head is (-1, -1, 0).
    """

    dependent: Key
    head: Key
    label: str


_ROOT: Key = (-1, -1, 0)


class _Phrase(NamedTuple):
    """A node with daughters: the leaves it covers, and for each daughter the leaf that is its head."""

    node: Tree
    first: int
    last: int
    heads: tuple[int, ...]


class Parse:
    """A tree, a dependency sentence or an MRS (or a tree and an MRS), for the metrics.

    Without `punctuation` its characters do not count (see `spans`), so brackets and words are compared as
    if there were none; `text` is the sentence, which an MRS needs for that. Without `properties` those of
    the MRS's variables (number, tense ..) do not count.
    """

    def __init__(
        self,
        tree: Tree | None = None,
        *,
        sentence: DependencySentence | None = None,
        mrs: MRS | None = None,
        text: str | None = None,
        punctuation: bool = True,
        properties: bool = True,
    ) -> None:
        self.tree = tree
        self.sentence = sentence
        self.mrs = mrs
        self.text = text
        self.punctuation = punctuation
        self.properties = properties

    @property
    def empty(self) -> bool:
        """Whether nothing was parsed: no words and no predicates."""
        if any(leaf.form for leaf in self.leaves) or (self.mrs is not None and self.mrs.rels):
            return False
        return self.sentence is None or not self.sentence.words

    @cached_property
    def leaves(self) -> tuple[Tree, ...]:
        """The leaves of the tree."""
        return () if self.tree is None else self.tree.leaves()

    @cached_property
    def is_derivation(self) -> bool:
        """Whether the leaves of the tree name lexical entries."""
        return bool(self.leaves) and all(leaf.entry for leaf in self.leaves)

    @cached_property
    def places(self) -> list[Span]:
        """The characters of each leaf."""
        return spans((leaf.form or "" for leaf in self.leaves), punctuation=self.punctuation)

    @cached_property
    def characters(self) -> str:
        """All characters of the words: two parses of one sentence have the same."""
        forms = [leaf.form or "" for leaf in self.leaves]
        if self.sentence is not None:
            forms = [form for form, _ in self.sentence.tokens]
        return "".join(map(plain, forms))

    @cached_property
    def _phrases(self) -> list[_Phrase]:
        """The nodes with daughters that count, mothers first; each is met before and after its daughters."""
        phrases: dict[int, _Phrase] = {}
        open_nodes: list[tuple[int, Tree, int, list[int]]] = []
        waiting: list[tuple[Tree, bool]] = [] if self.tree is None else [(self.tree, False)]
        entered = leaf = 0
        while waiting:
            node, done = waiting.pop()
            if done:
                number, node, first, heads = open_nodes.pop()
                phrases[number] = _Phrase(node, first, leaf, tuple(heads))
                head = heads[node.head or 0]
            elif node.daughters:
                open_nodes.append((entered, node, leaf, []))
                entered += 1
                waiting.append((node, True))
                waiting.extend((daughter, False) for daughter in reversed(node.daughters))
                continue
            else:
                head, leaf = leaf, leaf + 1
            if open_nodes:
                open_nodes[-1][3].append(head)
        return [phrases[number] for number in range(entered) if self._counts(phrases[number])]

    def _counts(self, phrase: _Phrase) -> bool:
        """Whether a node is one of the tree: no wrapper (which has no label), and not a node over nothing.

        Where punctuation does not count, neither do the grammar rules that only attach it to a word.
        """
        label, starts = phrase.node.label, self.places
        if not label or starts[phrase.first][0] == starts[phrase.last - 1][1]:
            return False
        if self.punctuation or not self.is_derivation:
            return True
        return not label.endswith("_plr") and "pct" not in label.split("_")[0].split("-")

    @cached_property
    def brackets(self) -> list[Bracket]:
        """Every node with daughters that counts."""
        places = self.places
        return [
            Bracket(node.label, places[first][0], places[last - 1][1])
            for node, first, last, _ in self._phrases
        ]

    @cached_property
    def words(self) -> dict[Key, Word]:
        """Each word by its place."""
        if self.sentence is not None:
            return {
                key: Word(word.form, (), None, word.pos)
                for key, word in zip(self._numbered, self.sentence.words, strict=True)
                if key[0] < key[1]
            }
        paths: list[list[str]] = [[] for _ in self.leaves]
        for node, first, last, _ in self._phrases:
            for leaf in range(first, last):
                paths[leaf].append(node.label)
        return {
            (*place, 0): Word(leaf.form or "", (*path, leaf.label), leaf.entry, part_of_speech(leaf))
            for place, leaf, path in zip(self.places, self.leaves, paths, strict=True)
            if place[0] < place[1]
        }

    @cached_property
    def _numbered(self) -> list[Key]:
        """Places of the words of a dependency sentence."""
        assert self.sentence is not None
        tokens = self.sentence.tokens
        places = spans((form for form, _ in tokens), punctuation=self.punctuation)
        return [(*place, k) for place, (_, size) in zip(places, tokens, strict=True) for k in range(size)]

    @cached_property
    def dependencies(self) -> list[Dependency]:
        """Directed bilexical dependencies; those of a dependency sentence include the one to the root."""
        if self.sentence is not None:
            keys = self._numbered
            found = [
                Dependency(key, _ROOT if word.head == 0 else keys[word.head - 1], word.relation)
                for key, word in zip(keys, self.sentence.words, strict=True)
            ]
        else:
            keys = [(*place, 0) for place in self.places]
            found = [
                Dependency(keys[head], keys[heads[node.head or 0]], node.label)
                for node, _, _, heads in self._phrases
                for place, head in enumerate(heads)
                if place != (node.head or 0)
            ]
        return [
            d for d in found if d.dependent[0] < d.dependent[1] and (d.head[0] < d.head[1] or d.head == _ROOT)
        ]

    @cached_property
    def eds(self) -> EDS | None:
        """The elementary dependency structure of the MRS."""
        return None if self.mrs is None else dependency_structure(self.mrs)

    @cached_property
    def triples(self) -> Counter[Triple]:
        """Elementary dependency triples of the MRS."""
        if self.eds is None:
            return Counter()
        return triples_of(self.eds, text=None if self.punctuation else self.text, properties=self.properties)


_CLASSES = {
    "n": "n", "noun": "n", "ne": "n", "nom": "n", "np": "n", "pn": "n", "v": "v", "aux": "v",
    "a": "a", "adj": "a", "adv": "a", "p": "p", "pp": "p", "prep": "p", "r": "p",
    "det": "d", "conj": "c", "comp": "comp", "pct": "pct",
}  # fmt: skip
"""What the last part of a lexical entry's name says of its class."""


def part_of_speech(leaf: Tree) -> str:
    """The label of a Penn leaf; of a derivation's, the class in its lexical type or its entry's name.

    `n_pp_c-of_le` is a noun by its type and `dog_n1` by its name; an entry that names no class (`the_1`)
    is a class of its own.
    """
    if leaf.entry is None:
        return leaf.label
    if leaf.label.endswith("_le"):
        return leaf.label.split("_")[0]
    last = leaf.entry.rpartition("_")[2].rstrip("0123456789")
    return _CLASSES.get(last, leaf.entry)
