"""Structured queries as requests of OpenSearch or Elasticsearch, whose `intervals` queries nest alike.

For collections past one machine. A document there is a passage: its search tokens with blanks between them,
and beside them a field for each type of mark, with a sign for each token (`index_request`,
`shard_document`). Each shard answers by itself, and `merged_hits` joins what several give.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from likewise.ask.documents import Document, Hit
from likewise.ask.retrieval.query_matches import hiragana
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

__all__ = ["index_request", "intervals_request", "merged_hits", "shard_document"]

TOKENS, READING, TYPE = "tokens", "reading", "type_"
MARKED, UNMARKED = "x", "_"
_WORDS = {"type": "text", "analyzer": "whitespace"}


def index_request(types: Collection[str] = (), *, shards: int = 1) -> dict[str, Any]:
    """The settings and mappings of an index for `shard_document`, with a field for each type of mark."""
    kept: dict[str, Any] = {name: {"type": "text", "index": False} for name in ("title", "text")}
    fields = {"id": {"type": "keyword"}, "start": {"type": "integer", "index": False}, **kept}
    fields |= dict.fromkeys((TOKENS, READING, *(f"{TYPE}{kind}" for kind in sorted(types))), _WORDS)
    return {"settings": {"number_of_shards": shards}, "mappings": {"properties": fields}}


def shard_document(
    passage: Document, tokenizer: SearchTokenizer, marks: Iterable[tuple[int, int, str]] = ()
) -> dict[str, Any]:
    """A passage as it is sent to the server; marks are spans of characters with a type or `@` a reading."""
    spans = tokenizer.spans(passage.text)
    signs: dict[str, list[str]] = {}
    for begin, end, name in marks:
        field, sign = (READING, hiragana(name[1:])) if name.startswith("@") else (f"{TYPE}{name}", MARKED)
        first = next((place for place, span in enumerate(spans) if begin <= span[1] < end), None)
        if first is not None:
            signs.setdefault(field, [UNMARKED] * len(spans))[first] = sign
    return {
        "id": passage.id,
        "title": passage.title,
        "text": passage.text,
        "start": passage.start,
        TOKENS: " ".join(token for token, _, _ in spans),
        **{field: " ".join(own) for field, own in sorted(signs.items())},
    }


def intervals_request(
    query: StructuredQuery, tokenizer: SearchTokenizer, *, size: int = 20
) -> dict[str, Any]:
    """The body of a search request for a query.

    The server's windows are a little different: it keeps the shortest interval at each place, counts gaps
    over a whole window, gives a mark one position, however long its span is, and lets parts of an unordered
    window overlap. Where the exact documents matter, verify what comes back with `matching_passages`.
    """
    return {
        "size": size,
        "query": _document_query(query, tokenizer),
        "_source": ["id", "title", "text", "start"],
    }


def _document_query(query: StructuredQuery, tokenizer: SearchTokenizer) -> dict[str, Any]:
    match query:
        case AllOf(parts):
            return {"bool": {"must": [_document_query(part, tokenizer) for part in parts]}}
        case AnyOf(parts):
            should = [_document_query(part, tokenizer) for part in parts]
            return {"bool": {"should": should, "minimum_should_match": 1}}
        case NotQuery(part):
            return {"bool": {"must_not": [_document_query(part, tokenizer)]}}
        case _:
            return {"intervals": {TOKENS: _rule(query, tokenizer)}}


def _rule(query: SpanQuery, tokenizer: SearchTokenizer) -> dict[str, Any]:
    match query:
        case QueryTerm(text):
            return _side_by_side(" ".join(token for token, _, _ in tokenizer.spans(text)))
        case TypeTerm(kind):
            return _side_by_side(MARKED, f"{TYPE}{kind}")
        case ReadingTerm(kana):
            return _side_by_side(hiragana(kana), READING)
        case Synonyms(parts, _):
            return {"any_of": {"intervals": [_rule(part, tokenizer) for part in parts]}}
        case OrderedWindow(parts, width):
            # Gaps are counted over a whole window, so one of several parts is built from pairs.
            rule = _rule(parts[0], tokenizer)
            for part in parts[1:]:
                pair = [rule, _rule(part, tokenizer)]
                gaps = width - 1 + sum(map(_gaps, pair))
                rule = {"all_of": {"intervals": pair, "ordered": True, "max_gaps": gaps}}
            return rule
        case UnorderedWindow(parts, width):
            taken = sum(_shortest(part, tokenizer) for part in parts)
            rules = [_rule(part, tokenizer) for part in parts]
            return {"all_of": {"intervals": rules, "ordered": False, "max_gaps": max(0, width - taken)}}


def _side_by_side(tokens: str, field: str | None = None) -> dict[str, Any]:
    rule: dict[str, Any] = {"query": tokens, "ordered": True, "max_gaps": 0}
    return {"match": rule if field is None else {**rule, "use_field": field}}


def _gaps(rule: dict[str, Any]) -> int:
    """The gaps that a rule may have inside: they count in a window around it."""
    kind, own = next(iter(rule.items()))
    inner = [] if kind == "match" else [_gaps(one) for one in own["intervals"]]
    return max(inner, default=0) if kind == "any_of" else int(own["max_gaps"])


def _shortest(query: SpanQuery, tokenizer: SearchTokenizer) -> int:
    """How many positions a span takes at the least."""
    match query:
        case QueryTerm(text):
            return len(tokenizer.spans(text))
        case TypeTerm() | ReadingTerm():
            return 1
        case Synonyms(parts, _):
            return min(_shortest(part, tokenizer) for part in parts)
        case OrderedWindow(parts, _) | UnorderedWindow(parts, _):
            return sum(_shortest(part, tokenizer) for part in parts)


def merged_hits(shards: Iterable[Sequence[Hit]], limit: int = 20) -> tuple[Hit, ...]:
    """The best hits of several shards, each document once."""
    best: dict[str, Hit] = {}
    for hit in (hit for hits in shards for hit in hits):
        old = best.get(hit.document.id)
        if old is None or hit.score > old.score:
            best[hit.document.id] = hit
    return tuple(sorted(best.values(), key=lambda hit: (-hit.score, hit.document.id))[:limit])
