"""Several parts of an index as one, without what was removed: nothing is read or encoded again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from likewise.ask.retrieval.counted_words import CollectionWords, merged_words
from likewise.ask.retrieval.index_part import IndexPart, PartContent, Passage
from likewise.ask.retrieval.search_tokens import FIRST_WORD
from likewise.ask.retrieval.token_postings import Spans, TokenPostings, sorted_spans

__all__ = ["merged_content", "words_of_part"]


def words_of_part(part: IndexPart) -> CollectionWords:
    """The words of a part's passages, with their vectors."""
    vectors = part.word_vectors
    rows = np.zeros((len(part.collection_words), 0), np.float16) if vectors is None else vectors
    return CollectionWords(tuple(part.collection_words), part.word_counts, rows.astype(np.float32))


def merged_content(parts: Sequence[IndexPart]) -> PartContent:
    """The live documents of the parts, in their order. Words keep the counts of removed documents."""
    documents: list[tuple[str, str, str]] = []
    passages: list[Passage] = []
    words: dict[str, int] = {}
    tokens, bounds, sentences, sentence_tokens, vectors = [], [np.zeros(1, np.int64)], [], [], []
    marks = dict[str, list[Spans]]()
    size = 0
    for part in parts:
        own = np.flatnonzero(part.live)
        renumbered = np.full(len(part.live), -1, np.int32)
        renumbered[own] = np.arange(len(own)) + len(passages)
        places = {}
        for number, document in enumerate(part.documents):
            if number not in part.removed:
                places[number] = len(documents)
                documents.append(document)
        for number in own.tolist():
            document_number, start = part.passages[number].tolist()
            passages.append(Passage(places[document_number], start, part.text(number)))
        only = part.postings.only(own)
        for word in part.tokenizer.words:
            words.setdefault(word, FIRST_WORD + len(words))
        table = np.array([words[word] for word in part.tokenizer.words], np.int32)
        is_word = only.tokens >= FIRST_WORD
        fresh = only.tokens.copy()
        fresh[is_word] = table[only.tokens[is_word] - FIRST_WORD]
        tokens.append(fresh)
        bounds.append(only.bounds[1:] + size)
        for name, spans in only.marks.items():
            marks.setdefault(name, []).append(Spans(spans.starts + size, spans.ends + size))
        size += len(fresh)
        rows = np.array(part.sentences)
        kept = part.live[rows[:, 0]]
        begins = part.sentence_tokens[kept] - part.postings.bounds[rows[kept, 0]]
        rows = rows[kept]
        rows[:, 0] = renumbered[rows[:, 0]]
        sentences.append(rows)
        sentence_tokens.append(begins + np.concatenate(bounds)[rows[:, 0]])
        if part.has_vectors:
            vectors.append(part.stored_vectors[kept])
    joined = {
        name: sorted_spans(
            np.concatenate([one.starts for one in own]), np.concatenate([one.ends for one in own])
        )
        for name, own in marks.items()
    }
    # A part of tantivy's has no order of its own.
    made = TokenPostings if parts[0].postings.order is None else TokenPostings.ordered
    collection = merged_words([words_of_part(part) for part in parts])
    has_words = any(part.word_vectors is not None for part in parts)
    return PartContent(
        documents=documents,
        passages=passages,
        postings=made(np.concatenate(tokens), np.concatenate(bounds), joined),
        words=list(words),
        sentences=np.concatenate(sentences),
        sentence_tokens=np.concatenate(sentence_tokens),
        vectors=np.concatenate(vectors) if vectors else None,
        collection_words=collection.words,
        word_counts=collection.counts if has_words else None,
        word_vectors=collection.vectors.astype(np.float16) if has_words else None,
    )
