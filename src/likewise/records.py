"""The few plain records that travel through the house."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Cluster", "Description", "Pattern", "Segment"]


@dataclass(frozen=True, slots=True)
class Segment:
    """One candidate text, what it came from, what it should mean, and what people said of it.

    `human` maps a criterion to a number. A criterion written `name@judge` is one judge's score;
    asking for `name` then means the mean of its judges (see `likewise.evaluate.judge`).
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
