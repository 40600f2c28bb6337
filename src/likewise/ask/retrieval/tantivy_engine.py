"""Structured queries by tantivy, for collections that are too large to keep postings in memory.

It finds passages that may match (terms as phrases, Boolean operators); windows, marks and synonyms inside
them are then verified from the stored tokens by the reference, so both give the same documents. Its own
windows are no help: with a slop of 2 or more they match reversed order too, and they do not nest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from likewise.ask.retrieval.query_matches import hiragana, matching_passages
from likewise.ask.retrieval.search_tokens import FIRST_WORD, SearchTokenizer
from likewise.ask.retrieval.structured_query import (
    AllOf,
    AnyOf,
    NotQuery,
    OrderedWindow,
    QueryTerm,
    ReadingTerm,
    StructuredQuery,
    Synonyms,
    TypeTerm,
    UnorderedWindow,
)
from likewise.ask.retrieval.token_postings import Places, TokenPostings
from likewise.errors import MissingPartError

__all__ = ["INSTALL_ASK", "TantivyIndex"]

INSTALL_ASK = "likewise[ask]"
HEAP = 64 * 1024 * 1024
TOKENS, NUMBER = "tokens", "number"


class TantivyIndex:
    """The passages of some postings, in a folder of tantivy's, or in memory."""

    def __init__(self, postings: TokenPostings, tokenizer: SearchTokenizer, index: Any) -> None:
        self.postings = postings
        self.tokenizer = tokenizer
        self._tantivy = _module()
        self._index = index
        self._searcher = index.searcher()

    @classmethod
    def build(
        cls, postings: TokenPostings, tokenizer: SearchTokenizer, folder: Path | None = None
    ) -> TantivyIndex:
        """Index each passage of the postings."""
        tantivy = _module()
        builder = tantivy.SchemaBuilder()
        builder.add_text_field(TOKENS, stored=False, tokenizer_name="whitespace", index_option="position")
        builder.add_integer_field(NUMBER, stored=False, indexed=False, fast=True)
        index = tantivy.Index(builder.build(), path=None if folder is None else str(folder))
        # The order of passages must not depend on how threads run.
        writer = index.writer(heap_size=HEAP, num_threads=1)
        names = _names(tokenizer)
        marks = _marks_by_passage(postings)
        tokens = postings.tokens
        for number, (begin, end) in enumerate(
            zip(postings.bounds[:-1].tolist(), postings.bounds[1:].tolist(), strict=True)
        ):
            own = tokens[begin : end - 1].tolist()
            text = " ".join([chr(one) if one < FIRST_WORD else names[one - FIRST_WORD] for one in own])
            if number in marks:
                text = " ".join((text, *marks[number]))
            # Given as fields by name, values go over without being looked at one by one.
            writer.add_document(tantivy.Document(**{TOKENS: text, NUMBER: number}))
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        return cls(postings, tokenizer, index)

    @classmethod
    def open(cls, postings: TokenPostings, tokenizer: SearchTokenizer, folder: Path) -> TantivyIndex:
        """Open what `build` left in a folder, with the postings that it was built from."""
        return cls(postings, tokenizer, _module().Index.open(str(folder)))

    def matching_passages(self, query: StructuredQuery) -> Places:
        """The passages that a query matches, in order: the same as those of the reference."""
        candidates = self._found(self._candidates(query))
        if not len(candidates) or _is_exact(query):
            return candidates
        only = self.postings.only(candidates)
        return candidates[matching_passages(query, only, self.tokenizer)]

    def _found(self, query: Any) -> Places:
        result = self._searcher.search(query, limit=max(1, self._searcher.num_docs), count=False)
        addresses = [address for _, address in result.hits]
        if not addresses:
            return np.zeros(0, np.int64)
        return np.sort(np.array(self._searcher.fast_field_values(NUMBER, addresses), np.int64))

    def _candidates(self, query: StructuredQuery) -> Any:
        """A query of tantivy's that matches at least all that this one does."""
        match query:
            case QueryTerm(text):
                return self._phrase([token for token, _, _ in self.tokenizer.spans(text)])
            case TypeTerm(kind):
                return self._phrase([f"*{kind}"])
            case ReadingTerm(kana):
                return self._phrase([f"@{hiragana(kana)}"])
            case AllOf(parts) | OrderedWindow(parts, _) | UnorderedWindow(parts, _):
                return self._boolean("Must", parts)
            case AnyOf(parts) | Synonyms(parts, _):
                return self._boolean("Should", parts)
            case NotQuery(part):
                every = self._tantivy.Query.all_query()
                if not _is_exact(part):
                    return every
                occur = self._tantivy.Occur
                return self._tantivy.Query.boolean_query(
                    [(occur.Must, every), (occur.MustNot, self._candidates(part))]
                )

    def _boolean(self, occur: str, parts: Sequence[StructuredQuery]) -> Any:
        kind = getattr(self._tantivy.Occur, occur)
        return self._tantivy.Query.boolean_query([(kind, self._candidates(part)) for part in parts])

    def _phrase(self, tokens: Sequence[str]) -> Any:
        query, schema = self._tantivy.Query, self._index.schema
        if not tokens:
            return query.empty_query()
        if len(tokens) == 1:
            return query.term_query(schema, TOKENS, tokens[0])
        return query.phrase_query(schema, TOKENS, list(tokens))


def _is_exact(query: StructuredQuery) -> bool:
    """Whether tantivy's own matches are just those of the query."""
    match query:
        case OrderedWindow() | UnorderedWindow():
            return False
        case AllOf(parts) | AnyOf(parts) | Synonyms(parts, _):
            return all(_is_exact(part) for part in parts)
        case NotQuery(part):
            return _is_exact(part)
        case _:
            return True


def _names(tokenizer: SearchTokenizer) -> Sequence[str]:
    return list(tokenizer.words)


def _marks_by_passage(postings: TokenPostings) -> dict[int, list[str]]:
    """The names of the marks that each passage has, which stand behind its text."""
    own = dict[int, list[str]]()
    for name, spans in postings.marks.items():
        passages: Iterable[int] = np.unique(postings.passages_of(spans.starts)).tolist()
        for passage in passages:
            own.setdefault(passage, []).append(name)
    return own


def _module() -> Any:
    if find_spec("tantivy") is None:
        raise MissingPartError("tantivy", INSTALL_ASK)
    return import_module("tantivy")
