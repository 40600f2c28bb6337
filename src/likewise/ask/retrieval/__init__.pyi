"""The public names of likewise.ask.retrieval: what other rooms and users may use."""

from .counted_words import CollectionWords as CollectionWords
from .document_index import (
    DocumentIndex as DocumentIndex,
    SearchMethod as SearchMethod,
    SearchResult as SearchResult,
    collection_words as collection_words,
    open_index as open_index,
)
from .document_source import DocumentSource as DocumentSource
from .index_builder import (
    IndexReport as IndexReport,
    MarkText as MarkText,
    SearchEngine as SearchEngine,
    build_index as build_index,
)
from .keyword_scores import QueryForm as QueryForm
from .opensearch_request import (
    index_request as index_request,
    intervals_request as intervals_request,
    merged_hits as merged_hits,
    shard_document as shard_document,
)
from .query_matches import matching_passages as matching_passages, matching_spans as matching_spans
from .query_text import dumps_query as dumps_query, loads_query as loads_query
from .relaxation import (
    RelaxedQuery as RelaxedQuery,
    keyword_priority as keyword_priority,
    relaxed_queries as relaxed_queries,
)
from .search_tokens import SearchTokenizer as SearchTokenizer
from .structured_query import (
    AllOf as AllOf,
    AnyOf as AnyOf,
    NotQuery as NotQuery,
    OrderedWindow as OrderedWindow,
    QueryTerm as QueryTerm,
    ReadingTerm as ReadingTerm,
    SpanQuery as SpanQuery,
    StructuredQuery as StructuredQuery,
    Synonyms as Synonyms,
    TypeTerm as TypeTerm,
    UnorderedWindow as UnorderedWindow,
)
from .tantivy_engine import TantivyIndex as TantivyIndex
from .token_postings import Spans as Spans, TokenPostings as TokenPostings
