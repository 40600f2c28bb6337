"""An index that is searched: by structured queries, by keywords, by sentence vectors, and by both fused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from likewise.ask.documents import Document, Hit
from likewise.ask.question import Question
from likewise.ask.retrieval.counted_words import CollectionWords, merged_words
from likewise.ask.retrieval.fusion import reciprocal_ranks, summed_z_scores
from likewise.ask.retrieval.index_manifest import read_manifest
from likewise.ask.retrieval.index_part import IndexPart
from likewise.ask.retrieval.keyword_scores import KeywordScores, QueryForm, phrase_passages, score_keywords
from likewise.ask.retrieval.part_merge import words_of_part
from likewise.ask.retrieval.query_text import dumps_query
from likewise.ask.retrieval.relaxation import relaxed_queries
from likewise.ask.retrieval.search_tokens import SearchTokenizer
from likewise.ask.retrieval.sentence_vectors import nearest_sentences
from likewise.ask.retrieval.structured_query import StructuredQuery
from likewise.ask.translated import QuestionTranslation
from likewise.errors import InputError
from likewise.io import Source
from likewise.text import multilingual_encoder, multilingual_folder

__all__ = ["DocumentIndex", "SearchMethod", "SearchResult", "collection_words", "open_index"]

SearchMethod = Literal["relaxed", "lexical", "dense", "fused", "ranks"]
METHODS: tuple[SearchMethod, ...] = ("relaxed", "lexical", "dense", "fused", "ranks")
MOST_HELD = 20_000
"""Phrases whose passages are kept in memory."""
LEXICAL_WEIGHT = 0.8
DENSE_WEIGHTS = (0.55, 0.5, 0.3)
"""Of the nearest sentence, the nearest two side by side, and the sentence nearest to the keywords alone.

Fitted to the development questions by a conditional logit, folds by article.
"""

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Documents that were found, the best first, with how they were."""

    hits: tuple[Hit, ...]
    query: str
    """The last structured query that was tried."""
    step: int
    """Its number, counted from 1; 0 where no keyword could be asked for."""
    steps: tuple[tuple[str, int], ...]
    """Each query with how many documents it matched."""
    method: SearchMethod
    """What was used: `fused` is `lexical` where the index has no vectors or no encoder is installed."""
    reason: str = ""
    """Why there are no hits, or why another method was used."""


class DocumentIndex:
    """The documents of a folder that `build_index` made."""

    def __init__(self, folder: Path, lang: str, parts: Sequence[IndexPart]) -> None:
        self.folder = folder
        self.lang = lang
        self.parts = tuple(parts)
        self._firsts = np.cumsum([0, *(len(part.live) for part in parts)])
        self.live: npt.NDArray[np.bool_] = np.concatenate([part.live for part in parts])
        self._lengths: Floats = np.concatenate([np.diff(part.postings.bounds) - 1.0 for part in parts])
        self._held = dict[str, Numbers]()
        self._dictionary = {
            id: (place, number)
            for place, part in enumerate(parts)
            for number, (id, _, _) in enumerate(part.documents)
            if number not in part.removed
        }

    def __len__(self) -> int:
        return len(self._dictionary)

    @property
    def documents(self) -> Mapping[str, Document]:
        """All documents by id, each read from the folder when it is asked for."""
        return _Documents(self)

    @cached_property
    def types(self) -> frozenset[str]:
        """The types that spans are marked with."""
        return frozenset(name[1:] for part in self.parts for name in part.postings.marks if name[0] == "*")

    @property
    def has_vectors(self) -> bool:
        """Whether sentences have vectors."""
        return all(part.has_vectors for part in self.parts)

    @property
    def tokenizer(self) -> SearchTokenizer:
        """What cuts texts and queries into tokens."""
        return self.parts[0].tokenizer

    def passage(self, number: int) -> Document:
        """A passage by its number: a document, or a stretch of a long one with `start`."""
        place = int(np.searchsorted(self._firsts, number, side="right")) - 1
        return self.parts[place].passage(number - int(self._firsts[place]))

    def sentence_vectors(
        self, document: Document
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]] | None:
        """Begin and end of each sentence of a document or passage, with its vector; None without."""
        place, number = self._dictionary.get(document.id, (-1, -1))
        if place < 0 or not self.parts[place].has_vectors:
            return None
        part = self.parts[place]
        own = (part.passages[:, 0] == number) & (part.passages[:, 1] == document.start)
        passage = int(np.argmax(own))
        first, last = np.searchsorted(part.sentences[:, 0], [passage, passage + 1])
        places = part.sentences[first:last, 1:]
        if not own[passage] or not len(places) or places[-1, 1] > len(document.text):
            return None
        return places, part.vectors[first:last]

    def matches(self, query: StructuredQuery) -> Numbers:
        """The passages that a query matches, exactly, in order."""
        found = []
        for first, part in zip(self._firsts, self.parts, strict=False):
            found.append(part.matches(query) + first)
        return np.concatenate(found)

    def pages(self, text: str) -> int:
        """How many passages hold a phrase."""
        return len(self.numbers(text))

    def together(self, texts: Sequence[str]) -> int:
        """How many passages hold all of some phrases."""
        own = [self.numbers(text) for text in dict.fromkeys(texts)]
        return len(reduce(np.intersect1d, own)) if own else 0

    def pair(self, source: str, target: str) -> int:
        """How many passages hold an English term and another; with the two above, an index counts pages."""
        return self.together([source, target])

    def numbers(self, text: str) -> Numbers:
        """The passages that hold a phrase, by number."""
        held = self._held.get(text)
        if held is None:
            if len(self._held) >= MOST_HELD:
                self._held.clear()
            held = self._held[text] = phrase_passages(text, self.parts)
        return held

    def idf(self, text: str) -> float:
        """How rare a phrase is."""
        often = self.pages(text)
        return float(np.log1p((int(self.live.sum()) - often + 0.5) / (often + 0.5)))

    def keyword_scores(self, translation: QuestionTranslation, form: QueryForm = "best") -> KeywordScores:
        """For each passage how much of the keywords it holds, and its best sentence."""
        live = int(self.live.sum())
        return score_keywords(translation.searched, self.parts, self._lengths, live, form)

    def sentence_scores(self, texts: Sequence[str]) -> tuple[Floats, Floats]:
        """For each passage and each text the cosine of the nearest sentence, and of the nearest two."""
        if not self.has_vectors:
            wrong = "has no sentence vectors: build it again with the multilingual encoder installed"
            raise InputError(wrong, file=str(self.folder))
        rows = multilingual_encoder().sentences(texts)
        scores = [
            nearest_sentences(part.vectors, part.sentences[:, 0], len(part.live), rows) for part in self.parts
        ]
        return np.concatenate([one for one, _ in scores]), np.concatenate([two for _, two in scores])

    def search(
        self,
        question: Question,
        translation: QuestionTranslation,
        *,
        method: SearchMethod = "fused",
        limit: int = 20,
        query_form: QueryForm = "best",
    ) -> SearchResult:
        """The documents that should answer a question.

        `relaxed` is the paper's way: documents of stricter queries come first. `lexical` orders by keywords
        alone, `dense` by sentences, `fused` by the sum of both, `ranks` by reciprocal ranks of both.
        """
        if method not in METHODS:
            raise InputError(f"expected one of {', '.join(METHODS)}, not '{method}'", field="method")
        used, reason = self._method(method, translation)
        parts = self._parts(used, question, translation, query_form)
        step_of, steps, query = self._relaxed(question, translation, query_form, limit)
        found = np.ones(len(self.live), np.bool_)
        if used == "relaxed":
            # Any score is below one, so that an earlier step always wins.
            scores = parts["lexical"] / (float(parts["lexical"].max(initial=0.0)) + 1.0) - step_of
            found = step_of > 0
        elif used == "lexical":
            scores = parts["lexical"]
            found = scores > 0
        elif used == "ranks":
            scores = reciprocal_ranks([parts["lexical"], parts["dense"]], [1.0, 1.0])
        elif used == "dense":
            scores = parts["dense"]
        else:
            weights = dict(zip(parts, (LEXICAL_WEIGHT, *DENSE_WEIGHTS), strict=True))
            scores = summed_z_scores([part[self.live] for part in parts.values()], list(weights.values()))
            scores = _spread(scores, self.live)
        hits = self._hits(scores, found & self.live, step_of, parts, limit)
        if not hits and not reason:
            reason = "no document holds any of the keywords"
        return SearchResult(hits, query, len(steps), tuple(steps), used, reason)

    def _method(self, method: SearchMethod, translation: QuestionTranslation) -> tuple[SearchMethod, str]:
        """What can be done of what is asked for."""
        if method in ("fused", "ranks"):
            if not self.has_vectors:
                return "lexical", "the index has no sentence vectors"
            if multilingual_folder() is None:
                return "lexical", "the multilingual encoder is not installed"
            if not any(one.used for one in translation.keywords):
                return "dense", "no keyword has a translation"
        elif method != "dense" and not any(one.used for one in translation.keywords):
            return method, "no keyword has a translation"
        return method, ""

    def _parts(
        self, method: SearchMethod, question: Question, translation: QuestionTranslation, form: QueryForm
    ) -> dict[str, Floats]:
        """The scores that a method needs, by name."""
        parts = dict[str, Floats]()
        if method != "dense":
            parts["lexical"] = self.keyword_scores(translation, form).summed
        if method in ("dense", "ranks"):
            parts["dense"] = self.sentence_scores([question.text])[0][:, 0]
        elif method == "fused":
            keywords = " ".join(one.keyword.text for one in translation.keywords)
            alone, paired = self.sentence_scores([question.text, keywords])
            parts |= {"dense": alone[:, 0], "dense_pair": paired[:, 0], "dense_keywords": alone[:, 1]}
        return parts

    def _relaxed(
        self, question: Question, translation: QuestionTranslation, form: QueryForm, limit: int
    ) -> tuple[npt.NDArray[np.int64], list[tuple[str, int]], str]:
        """The step at which each passage matched (or 0), each query with its matches; the last."""
        step_of = np.zeros(len(self.live), np.int64)
        steps: list[tuple[str, int]] = []
        text = ""
        queries = relaxed_queries(
            translation, question.answer_type, form=form, types=self.types, idf=self.idf
        )
        for step, relaxed in enumerate(queries, 1):
            matched = self.matches(relaxed.query)
            fresh = matched[step_of[matched] == 0]
            step_of[fresh] = step
            text = dumps_query(relaxed.query)
            steps.append((text, len(matched)))
            if np.count_nonzero(step_of) >= limit:
                break
        return step_of, steps, text

    def _hits(
        self,
        scores: Floats,
        found: npt.NDArray[np.bool_],
        steps: npt.NDArray[np.int64],
        parts: Mapping[str, Floats],
        limit: int,
    ) -> tuple[Hit, ...]:
        """The best passages, one of each document."""
        hits: list[Hit] = []
        seen = set[tuple[int, int]]()
        own = np.flatnonzero(found)
        for number in own[np.argsort(-scores[own], kind="stable")].tolist():
            if len(hits) == limit:
                break
            place = int(np.searchsorted(self._firsts, number, side="right")) - 1
            local = number - int(self._firsts[place])
            key = (place, int(self.parts[place].passages[local, 0]))
            if key not in seen:
                seen.add(key)
                shown = {name: float(part[number]) for name, part in parts.items()}
                passage = self.parts[place].passage(local)
                hits.append(Hit(passage, float(scores[number]), int(steps[number]), shown))
        return tuple(hits)


def _spread(scores: Floats, live: npt.NDArray[np.bool_]) -> Floats:
    """Scores of the live passages at their places among all."""
    spread = np.full(len(live), -np.inf)
    spread[live] = scores
    return spread


class _Documents(Mapping[str, Document]):
    """Documents by id, read when asked for."""

    def __init__(self, index: DocumentIndex) -> None:
        self._index = index

    def __getitem__(self, id: str) -> Document:
        place, number = self._index._dictionary[id]
        return self._index.parts[place].document(number)

    def __iter__(self) -> Iterator[str]:
        return iter(self._index._dictionary)

    def __len__(self) -> int:
        return len(self._index._dictionary)


def open_index(path: Source) -> DocumentIndex:
    """Open the folder that `build_index` made; a damaged one is told by the file that is wrong."""
    folder = Path(path)
    manifest = read_manifest(folder)
    table = manifest.characters()
    parts = [IndexPart(folder / line["name"], line, manifest.lang, table) for line in manifest.parts]
    if not any(part.live.any() for part in parts):
        raise InputError("is an index without documents", file=str(folder))
    return DocumentIndex(folder, manifest.lang, parts)


def collection_words(index: DocumentIndex) -> CollectionWords:
    """The words of the collection, in how many passages each stands, and a vector of each.

    None where the index was built without (`words=True` asks for them).
    """
    return merged_words([words_of_part(part) for part in index.parts])
