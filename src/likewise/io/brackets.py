"""Bracketed trees in the style of the Penn Treebank, one a line or over many lines.

`(NN dog)` is a leaf: its label is the part of speech. Read as evalb does: function tags and indices are cut
off the labels (`NP-SBJ-1` is an `NP`), traces (`-NONE-`) vanish with the phrases they leave empty, and a
wrapper around the whole (`( ..)`, `TOP`, `ROOT`, `S1`) is taken off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from likewise.errors import InputError
from likewise.io.lines import Advance, Source, name_of, read_lines
from likewise.records import Tree

__all__ = ["dumps_brackets", "loads_brackets", "read_brackets"]

WRAPPERS = ("", "TOP", "ROOT", "S1")
_TRACE = "-NONE-"
_PART = re.compile(r"[()]|[^\s()]+")


def read_brackets(
    path: Source, *, functions: bool = False, progress: Advance | None = None
) -> list[Tree | None]:
    """Every tree of a file; `()`, a missing parse, is a tree without words.

    Where each tree has a line of its own, a blank line gives None: it may stand for a missing parse too.
    `functions` keeps the function tags.
    """
    trees: list[Tree | None] = []
    across = False
    builder = _Builder(name_of(path), functions)
    for number, line in read_lines(path, progress=progress):
        if not line.strip():
            trees.extend([] if builder.open else [None])
            continue
        trees.extend(builder.feed(line, number))
        across = across or bool(builder.open)
    builder.finish()
    if across:
        # Trees over many lines: a blank line only keeps them apart.
        trees = [tree for tree in trees if tree is not None]
    if not trees:
        raise InputError("holds no tree, expected brackets such as (S (NP (PRP It)) ..)", file=name_of(path))
    return trees


def loads_brackets(text: str, *, functions: bool = False) -> Tree:
    """The one tree of a text."""
    builder = _Builder(None, functions)
    trees = [tree for number, line in enumerate(text.split("\n"), 1) for tree in builder.feed(line, number)]
    builder.finish()
    if len(trees) != 1:
        raise InputError(f"expected one tree, found {len(trees)}")
    return trees[0]


def dumps_brackets(tree: Tree) -> str:
    """The tree on one line."""
    parts = []
    waiting: list[Tree | str] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            parts.append(node)
        elif not node.daughters:
            parts.append(f" ({node.label} {node.form})")
        else:
            parts.append(f" ({node.label}")
            waiting.append(")")
            waiting.extend(reversed(node.daughters))
    return "".join(parts).strip()


@dataclass(slots=True)
class _OpenBracket:
    """A phrase whose bracket is still open."""

    line: int
    label: str | None = None
    daughters: list[Tree] = field(default_factory=list)
    words: int = 0
    last: bool = False  # whether a daughter has been seen, be it a trace


class _Builder:
    """Takes lines, gives the trees that they complete."""

    def __init__(self, file: str | None, functions: bool) -> None:
        self.file = file
        self.functions = functions
        self.open: list[_OpenBracket] = []

    def feed(self, line: str, number: int) -> Iterator[Tree]:
        """The trees that end on this line."""
        for part in _PART.findall(line):
            if part == "(":
                self.open.append(_OpenBracket(number))
            elif not self.open:
                self._refuse(
                    "a closing bracket too many" if part == ")" else f"{part}: a word outside brackets",
                    number,
                )
            elif part != ")":
                self._word(part)
            else:
                done = self._close(self.open.pop())
                if not self.open:
                    yield Tree("") if done is None else _unwrapped(done)
                else:
                    self.open[-1].last = True
                    if done is not None:
                        self.open[-1].daughters.append(done)

    def finish(self) -> None:
        """Complain of a bracket that was never closed."""
        if self.open:
            self._refuse("a bracket is opened here and never closed", self.open[0].line)

    def _word(self, part: str) -> None:
        phrase = self.open[-1]
        if phrase.label is None and not phrase.last:
            phrase.label = part if self.functions else _bare(part)
            return
        phrase.daughters.append(Tree("", form=part))
        phrase.words += 1
        phrase.last = True

    def _close(self, phrase: _OpenBracket) -> Tree | None:
        label = phrase.label or ""
        if not phrase.daughters or label == _TRACE:
            return None
        if phrase.words == len(phrase.daughters) == 1:
            return Tree(label, form=phrase.daughters[0].form)
        return Tree(label, tuple(phrase.daughters))

    def _refuse(self, message: str, number: int) -> None:
        raise InputError(message, file=self.file, line=number)


def _bare(label: str) -> str:
    """The label without function tags and indices; `-LRB-` stays what it is."""
    return label if label.startswith("-") else re.split("[-=]", label, maxsplit=1)[0] or label


def _unwrapped(tree: Tree) -> Tree:
    """Without the wrapper; one over several phrases stays, without a label, since it is no phrase."""
    while tree.daughters and tree.label in WRAPPERS:
        if len(tree.daughters) > 1:
            return Tree("", tree.daughters)
        tree = tree.daughters[0]
    return tree
