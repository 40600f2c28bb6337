"""Lemmas of English words: forms known to go by no rule, irregular verbs, and a rule for all others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from likewise.data import path as data_path
from likewise.frames.lemma_rules import lemma_by_rule

__all__ = ["EnglishLemmas", "is_regular"]


def is_regular(rule: str) -> bool:
    """Whether a rule is one of an ending (cars, tried, making); other rules hold for a few words each."""
    off, _, on = rule.removeprefix("=").partition("+")
    return int(off) <= 4 and on in ("", "e", "y") and off + on not in ("1e", "1y", "0e", "0y", "4y", "4e")


@dataclass(frozen=True)
class EnglishLemmas:
    """Lemmas that forms were seen with, the most common first, by form and tag."""

    seen: Mapping[tuple[str, str], Sequence[str]]

    @staticmethod
    def of(exceptions: Iterable[str]) -> EnglishLemmas:
        """From lines `form<tab>tag<tab>lemma<tab>lemma..`."""
        rows = [line.split("\t") for line in exceptions]
        return EnglishLemmas({(row[0], row[1]): row[2:] for row in rows})

    def lemma(self, word: str, tag: str, rule: str, regular: str) -> str:
        """Of a word with a tag, by the best of all rules and by the best of the regular ones."""
        known = self.seen.get((word.lower(), tag))
        if known:
            guess = lemma_by_rule(word, rule)
            return guess if guess in known else known[0]
        if tag in ("VERB", "AUX") and word.lower() in _irregular_verbs():
            return _irregular_verbs()[word.lower()]
        return lemma_by_rule(word, regular)


@cache
def _irregular_verbs() -> dict[str, str]:
    lines = Path(data_path("irregular_verbs.txt")).read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {form: row[0] for row in rows for form in row[1:]}
