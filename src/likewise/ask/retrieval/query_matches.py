"""What a structured query matches, exactly: the reference that other engines must equal.

Spans of windows after Lemur (Mitamura et al. 2006, section 3.3), read as: `#ODn` lets each part begin at most
n positions behind the end of the part before (1 is side by side) and not before that end; `#UWn` has its
parts, none overlapping another, within n positions from the first begin to the last end. A window is a span
itself, from its first to its last token, so windows nest.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from likewise.ask.retrieval.search_tokens import SearchTokenizer
from likewise.ask.retrieval.structured_query import (
    AllOf,
    AnyOf,
    NotQuery,
    OrderedWindow,
    QueryTerm,
    ReadingTerm,
    SpanQuery,
    StructuredQuery,
    Synonyms,
    TypeTerm,
    UnorderedWindow,
)
from likewise.ask.retrieval.token_postings import Places, Spans, TokenPostings, no_spans, sorted_spans

__all__ = ["hiragana", "matching_passages", "matching_spans"]

_HIRAGANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}


def hiragana(kana: str) -> str:
    """Katakana as hiragana: readings are compared so."""
    return kana.translate(_HIRAGANA)


def matching_passages(query: StructuredQuery, postings: TokenPostings, tokenizer: SearchTokenizer) -> Places:
    """The passages that a query matches, in order."""
    match query:
        case AllOf(parts):
            # Matches of the parts so far, so that a part with none ends the work.
            matched = matching_passages(parts[0], postings, tokenizer)
            for part in parts[1:]:
                if not len(matched):
                    break
                matched = np.intersect1d(matched, matching_passages(part, postings, tokenizer), True)
            return matched
        case AnyOf(parts):
            return np.unique(np.concatenate([matching_passages(one, postings, tokenizer) for one in parts]))
        case NotQuery(part):
            every = np.arange(postings.passages)
            return np.setdiff1d(every, matching_passages(part, postings, tokenizer), True)
        case _:
            return np.unique(postings.passages_of(matching_spans(query, postings, tokenizer).starts))


def matching_spans(query: SpanQuery, postings: TokenPostings, tokenizer: SearchTokenizer) -> Spans:
    """All spans of a query without Boolean operators."""
    match query:
        case QueryTerm(text):
            numbers = tokenizer.numbers(text)
            starts = postings.phrase(numbers)
            return Spans(starts, starts + len(numbers))
        case TypeTerm(kind):
            return postings.marks.get(f"*{kind}", no_spans())
        case ReadingTerm(kana):
            return postings.marks.get(f"@{hiragana(kana)}", no_spans())
        case Synonyms(parts, _):
            found = [matching_spans(part, postings, tokenizer) for part in parts]
            return sorted_spans(
                np.concatenate([one.starts for one in found]), np.concatenate([one.ends for one in found])
            )
        case OrderedWindow(parts, width):
            found = [matching_spans(part, postings, tokenizer) for part in parts]
            return _ordered(_in_shared_passages(found, postings), width, postings)
        case UnorderedWindow(parts, width):
            found = [matching_spans(part, postings, tokenizer) for part in parts]
            return _unordered(_in_shared_passages(found, postings), width, postings)


def _in_shared_passages(parts: Sequence[Spans], postings: TokenPostings) -> list[Spans]:
    """The spans that stand in passages which hold every part."""
    if any(not len(part) for part in parts):
        return [no_spans() for _ in parts]
    passages = [postings.passages_of(part.starts) for part in parts]
    shared = np.ones(postings.passages, np.bool_)
    for own in passages:
        present = np.zeros(postings.passages, np.bool_)
        present[own] = True
        shared &= present
    return [part.kept(shared[own]) for part, own in zip(parts, passages, strict=True)]


def _ordered(parts: Sequence[Spans], width: int, postings: TokenPostings) -> Spans:
    chain = parts[0]
    for part in parts[1:]:
        chain = _joined(chain, part, chain.ends + width, postings)
    return chain


def _unordered(parts: Sequence[Spans], width: int, postings: TokenPostings) -> Spans:
    """Chains of the parts in any order, each set of parts from the sets with one part less."""
    rarest = min(parts, key=len)
    near = [_near(part, rarest, width) for part in parts]
    short = [part.kept(part.ends - part.starts <= width) for part in near]
    every = (1 << len(parts)) - 1
    chains = {1 << place: part for place, part in enumerate(short)}
    for chosen in range(1, every + 1):
        ways = []
        for place, part in enumerate(short):
            before = chains.get(chosen ^ (1 << place)) if chosen >> place & 1 else None
            if before is not None and len(before) and len(part):
                chain = _joined(before, part, before.starts + width, postings)
                ways.append(chain.kept(chain.ends - chain.starts <= width))
        if ways:
            chains[chosen] = sorted_spans(
                np.concatenate([way.starts for way in ways]), np.concatenate([way.ends for way in ways])
            )
    return chains.get(every, no_spans())


def _near(part: Spans, rarest: Spans, width: int) -> Spans:
    """The spans that begin within a window's width of one of the rarest part."""
    if not len(rarest):
        return part.kept(np.zeros(len(part), np.bool_))
    after = np.searchsorted(rarest.starts, part.starts - width)
    nearest = rarest.starts[np.minimum(after, len(rarest) - 1)]
    return part.kept((after < len(rarest)) & (nearest <= part.starts + width))


def _joined(chain: Spans, part: Spans, limits: Places, postings: TokenPostings) -> Spans:
    """Each chain with each span of the part that begins at its end or behind it, and before its limit."""
    if not len(chain) or not len(part):
        return no_spans()
    firsts = np.searchsorted(part.starts, chain.ends)
    counts = np.maximum(np.searchsorted(part.starts, limits) - firsts, 0)
    chains = np.repeat(np.arange(len(chain)), counts)
    before = np.repeat(np.cumsum(counts) - counts, counts)
    nexts = np.repeat(firsts, counts) + np.arange(len(chains)) - before
    same = postings.passages_of(chain.starts[chains]) == postings.passages_of(part.starts[nexts])
    return sorted_spans(chain.starts[chains[same]], part.ends[nexts[same]])
