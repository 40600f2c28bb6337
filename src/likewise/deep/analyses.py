"""Analyses of a sentence by a grammar, wherever they come from.

An `Analysis` is a derivation (the syntax) and an MRS (the meaning, minimal recursion semantics) as text;
PyDelphin's objects are made when they are first asked for. An `Item` is a sentence with its analyses, best
first where the source ranks them. `likewise.deep.sources` reads items from files, `likewise.deep.parsers` has
them made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from likewise.deep.derivations import read_derivation
from likewise.deep.mrs import check_mrs, read_mrs
from likewise.deep.syntax_trees import derivation_tree
from likewise.errors import InputError
from likewise.records import Tree

if TYPE_CHECKING:
    from delphin.derivation import Derivation
    from delphin.eds import EDS
    from delphin.mrs import MRS

__all__ = ["Analysis", "Item", "Skipped", "sound"]


@dataclass(frozen=True)
class Analysis:
    """One analysis of a text; either of its two halves may be empty where the source has only the other."""

    text: str
    derivation: str = ""
    mrs: str = ""
    score: float | None = None

    def __getstate__(self) -> dict[str, Any]:
        # PyDelphin's objects cannot all be sent to another process; they are made again there.
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}

    def fresh(self) -> Analysis:
        """The same analysis without the objects that were made of it, which take far more memory."""
        return Analysis(self.text, self.derivation, self.mrs, self.score)

    @cached_property
    def parsed_derivation(self) -> Derivation:
        """PyDelphin's derivation."""
        return read_derivation(self.derivation)

    @cached_property
    def parsed_mrs(self) -> MRS:
        """PyDelphin's MRS, read but not checked."""
        return read_mrs(self.mrs)

    @cached_property
    def dependencies(self) -> EDS:
        """The MRS as elementary dependencies: a graph whose nodes are predicates."""
        from likewise.deep.dependencies import elementary_dependencies

        return elementary_dependencies(self.parsed_mrs)

    def tree(self, heads: Mapping[str, int] | None = None, *, root: bool = False) -> Tree:
        """The derivation as a tree over characters of the text."""
        return derivation_tree(self.parsed_derivation, heads, text=self.text, root=root)

    def check(self) -> None:
        """Refuse a broken half: unreadable text, handles in a circle, a predicate without its place."""
        if not self.derivation and not self.mrs:
            raise InputError("an analysis without derivation and MRS")
        if self.derivation:
            _ = self.parsed_derivation
        if self.mrs:
            check_mrs(self.parsed_mrs, self.text)


@dataclass(frozen=True)
class Item:
    """A sentence and its analyses, none where the parser found none."""

    id: str
    text: str
    analyses: tuple[Analysis, ...] = ()


@dataclass
class Skipped:
    """What was left out: a complaint about each broken analysis, and how many items had no other."""

    complaints: list[InputError] = field(default_factory=list)
    items: int = 0


def sound(items: Iterable[Item], skipped: Skipped | None = None) -> Iterator[Item]:
    """Items with sound analyses only. A broken one is refused, or left out and noted in `skipped`.

    An item that loses all its analyses is left out itself; one that had none from the start stays.
    """
    for item in items:
        kept = []
        for number, analysis in enumerate(item.analyses):
            try:
                analysis.check()
            except InputError as error:
                where = f"item {item.id}, analysis {number + 1}"
                complaint = InputError(error.message, field=where)
                if skipped is None:
                    raise complaint from None
                skipped.complaints.append(complaint)
            else:
                kept.append(analysis)
        if kept or not item.analyses:
            yield item if len(kept) == len(item.analyses) else Item(item.id, item.text, tuple(kept))
        elif skipped is not None:
            skipped.items += 1
