"""Pattern harvest: for a term, the wordings that take its place in aligned descriptions, best first.

The phrase table of a paraphraser already holds them (Bannard & Callison-Burch 2005 go by way of another
language; here both sides are English). A pair is scored in both directions, each probability by the lower end
of its Wilson interval, so that a pair seen once does not outrank one seen a hundred times. What only adds or
only leaves out words is no other wording, and of wordings that differ in function words the best one stays.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import exp, sqrt
from typing import Any, Protocol

import numpy as np

from likewise.io import Source, write_text
from likewise.records import Pattern
from likewise.text import Tokenization, content_words, function_words, words
from likewise.transduce import PhraseOption, PhraseTable

__all__ = ["HarvestedPattern", "dump_harvest", "harvest", "harvest_table", "lower_bound"]

Z = 1.96
LONGEST_TERM = 3
"""Words of a term, where terms are chosen by how often they were seen."""
SHORTEST_EXAMPLE = 2
"""Words that an example sentence has besides the term, at least."""


@dataclass(frozen=True, slots=True)
class HarvestedPattern(Pattern):
    """A pattern that nobody has labelled yet, with what speaks for it and a sentence to see the term in."""

    score: float = 0.0
    count: int = 0
    example: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The pattern as its JSON-lines object, ready for a collection task of the type `pattern`."""
        names = ("source", "paraphrase", "rank", "score")
        row: dict[str, Any] = {name: getattr(self, name) for name in names}
        return row | ({"example": self.example} if self.example else {})


class Learned(Protocol):
    """What a paraphraser has to offer here."""

    @property
    def table(self) -> PhraseTable: ...
    @property
    def tokenization(self) -> Tokenization: ...
    @property
    def training_texts(self) -> Sequence[str]: ...


def harvest(
    paraphraser: Learned,
    terms: Sequence[str] | None = None,
    k: int = 10,
    *,
    most: int = 50,
    lang: str = "en",
) -> list[HarvestedPattern]:
    """The `k` best patterns of each term; without terms, of the `most` frequent content phrases.

    A term that the table does not know, or that has no other wording, gives nothing.
    """
    return harvest_table(
        paraphraser.table, terms, k, tokenization=paraphraser.tokenization,
        texts=paraphraser.training_texts, most=most, lang=lang,
    )  # fmt: skip


def harvest_table(
    table: PhraseTable,
    terms: Sequence[str] | None = None,
    k: int = 10,
    *,
    tokenization: Tokenization | None = None,
    texts: Sequence[str] = (),
    most: int = 50,
    lang: str = "en",
) -> list[HarvestedPattern]:
    """As `harvest`, from a phrase table alone; example sentences are taken from `texts`."""
    if terms is None:
        chosen = list(islice((t for t in _frequent(table, lang) if _ranked(table, t, 1, lang)), most))
    else:
        line = (tokenization or Tokenization("words")).line
        chosen = [line(term) for term in terms]
    chosen = list(dict.fromkeys(term for term in chosen if term))
    examples = _examples(chosen, texts)
    return [
        HarvestedPattern(term, option.target, rank, (), score, option.count, examples.get(term))
        for term in chosen
        for rank, (score, option) in enumerate(_ranked(table, term, k, lang), 1)
    ]


def dump_harvest(patterns: Iterable[HarvestedPattern], path: Source) -> int:
    """Write patterns as JSON lines, whole or not at all; returns how many."""
    count = 0
    with write_text(path) as stream:
        for pattern in patterns:
            stream.write(json.dumps(pattern.as_dict(), ensure_ascii=False) + "\n")
            count += 1
    return count


def lower_bound(count: float, total: float, z: float = Z) -> float:
    """The lower end of Wilson's interval for a share of `count` in `total` (Wilson 1927)."""
    share, square = count / total, z * z
    middle = share + square / (2 * total)
    spread = z * sqrt(share * (1 - share) / total + square / (4 * total * total))
    return max(0.0, (middle - spread) / (1 + square / total))


def _score(option: PhraseOption) -> float:
    """The geometric mean of p(paraphrase|term) and p(term|paraphrase), each at its lower end."""
    count = option.count
    ways = (max(exp(option.scores[name]), 1e-12) for name in ("phrase", "phrase-inverse"))
    forward, backward = (lower_bound(count, max(count / p, count)) for p in ways)
    return sqrt(forward * backward)


def _ranked(table: PhraseTable, term: str, k: int, lang: str) -> list[tuple[float, PhraseOption]]:
    """Other wordings of a term, best first, no two of which differ in function words alone."""
    own = content_words(term, lang)
    scored = [(_score(option), option) for option in table.options(term) if _other(own, option.target, lang)]
    scored.sort(key=lambda pair: (-pair[0], -pair[1].count, pair[1].target))
    kept: dict[tuple[str, ...], tuple[float, PhraseOption]] = {}
    for score, option in scored:
        kept.setdefault(tuple(content_words(option.target, lang)), (score, option))
    return list(kept.values())[:k]


def _other(own: Sequence[str], target: str, lang: str) -> bool:
    """Whether each side says something in a content word that the other side lacks."""
    theirs = content_words(target, lang)
    return bool(set(own) - set(theirs)) and bool(set(theirs) - set(own))


def _frequent(table: PhraseTable, lang: str) -> Iterator[str]:
    """Source phrases by falling count: short ones that end in a content word, one for each content."""
    if not len(table):
        return
    ignored, seen = function_words(lang), set()
    sizes = np.diff(table.source_bounds)
    totals = np.add.reduceat(table.counts.astype(np.int64), table.rows[:-1])
    for number in np.lexsort((np.arange(len(totals)), -totals)).tolist():
        if sizes[number] > LONGEST_TERM:
            continue
        phrase = table.source_phrase(number)
        said = words(phrase, lang)
        if not said or said[-1] in ignored:
            continue
        content = tuple(content_words(phrase, lang))
        if content not in seen:
            seen.add(content)
            yield phrase


def _examples(terms: Sequence[str], texts: Sequence[str]) -> dict[str, str]:
    """For each term the shortest sentence that has it and a few words more; the first of equals."""
    shortest: dict[str, str] = {}
    padded = [(f" {text} ", text.count(" ") + 1) for text in dict.fromkeys(texts)]
    for term in terms:
        wanted, least = f" {term} ", term.count(" ") + 1 + SHORTEST_EXAMPLE
        hits = [(size, text) for text, size in padded if size >= least and wanted in text]
        if hits:
            shortest[term] = min(hits, key=lambda hit: hit[0])[1].strip()
    return shortest
