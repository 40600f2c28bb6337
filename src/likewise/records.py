"""The few plain records that travel through the house."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Cluster", "Description", "Frame", "Pattern", "Rating", "Role", "Segment", "Tree"]


@dataclass(frozen=True, slots=True)
class Segment:
    """One candidate text, what it came from, what it should mean, and what people said of it.

    `human` maps a criterion to a number. A criterion written `name@judge` is one judge's score;
    asking for `name` then means the mean of its judges (see `likewise.evaluate.metric_judge`).
    """

    id: str
    candidate: str
    source: str | None = None
    references: tuple[str, ...] = ()
    system: str | None = None
    human: Mapping[str, float] = field(default_factory=dict, hash=False)
    lang: str | None = None
    source_lang: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The segment as its JSON-lines object, absent fields left out."""
        row: dict[str, Any] = {"id": self.id}
        if self.source is not None:
            row["source"] = self.source
        row["candidate"] = self.candidate
        if self.references:
            row["references"] = list(self.references)
        if self.system is not None:
            row["system"] = self.system
        if self.human:
            row["human"] = dict(self.human)
        if self.lang is not None:
            row["lang"] = self.lang
        if self.source_lang is not None:
            row["source_lang"] = self.source_lang
        return row


@dataclass(frozen=True, slots=True)
class Rating:
    """What one rater says of one item on one criterion: a number, or a label where there is no scale.

    An item is told from others by its name, and by its system where there are several.
    """

    item: str
    rater: str
    criterion: str
    value: float | str
    system: str | None = None


@dataclass(frozen=True, slots=True)
class Description:
    """One text of a cluster: who wrote it, in which tier and language, where that is known."""

    text: str
    worker: str | None = None
    tier: str | None = None
    lang: str | None = None


@dataclass(frozen=True, slots=True)
class Cluster:
    """Texts that describe the same thing, so that each is a paraphrase of the others."""

    id: str
    texts: tuple[Description, ...] = ()


@dataclass(frozen=True, slots=True)
class Pattern:
    """A ranked paraphrase of a source term with the labels (0 or 1) that assessors gave it."""

    source: str
    paraphrase: str
    rank: int
    labels: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Tree:
    """A syntax tree: a phrase over its daughters, or a leaf, which has a form and no daughters.

    `span` counts characters of the sentence, end exclusive. `head` is the index of the head daughter
    where that is known, `entry` the lexical entry of a derivation's leaf.
    """

    label: str
    daughters: tuple[Tree, ...] = ()
    form: str | None = None
    span: tuple[int, int] | None = None
    head: int | None = None
    entry: str | None = None

    def walk(self) -> Iterator[Tree]:
        """Every node, a mother before her daughters, left to right."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.daughters))

    def leaves(self) -> tuple[Tree, ...]:
        """The nodes without daughters, left to right."""
        return tuple(node for node in self.walk() if not node.daughters)


@dataclass(frozen=True, slots=True)
class Role:
    """Part of a frame: its label (`ARG0`, `ARGM-TMP`) and the tokens that fill it, half open from 0."""

    label: str
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """Who did what to whom: the tokens of a predicate, half open from 0, and its roles.

    `sense` is the roleset (`bite.01`) where that is known.
    """

    predicate: tuple[int, int]
    roles: tuple[Role, ...] = ()
    sense: str = ""
