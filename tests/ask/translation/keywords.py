"""Keywords for the tests of this folder."""

from __future__ import annotations

from likewise.ask.question import Keyword, KeywordKind, Question

__all__ = ["asked", "keyword", "name", "number"]


def keyword(text: str, kind: KeywordKind = "word", lemma: str = "") -> Keyword:
    return Keyword(text, kind, 0, len(text), lemma)


def name(text: str) -> Keyword:
    return keyword(text, "name")


def number(text: str) -> Keyword:
    return keyword(text, "number")


def asked(*keywords: Keyword) -> Question:
    return Question(" ".join(one.text for one in keywords), "thing", "", keywords)
