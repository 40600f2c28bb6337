"""How well passages hold the keywords of a question: BM25 over phrases, candidates of translation weighed.

For each keyword its candidates are phrases with their own document frequency. `best` takes of each passage
the candidate that says most, `syn` counts all of them as one word (#SYN), `weighted` counts each by its share
(#WSYN). To the passage's score comes that of its best sentence, in which the keywords stand together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from likewise.ask.retrieval.index_part import IndexPart
from likewise.ask.translated import KeywordTranslation, TranslationCandidate

__all__ = ["KeywordScores", "QueryForm", "phrase_passages", "score_keywords"]

QueryForm = Literal["best", "syn", "weighted"]
Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

K1, B = 1.2, 0.5
SHARE_POWER = 0.2
"""How much less an unlikely candidate counts: its share of the likeliest one's, to this power."""
PARTIAL_WEIGHT = 1.0
"""Of passages that hold pairs of a candidate's tokens, beside those that hold all of it in order."""
WHOLE_WEIGHT = 0.5
"""Of a name or a phrase that is searched for by its words too, for it was not found as a whole."""
VERB_WEIGHT = 0.75
"""Of verbs: they have the most translations, and say the least of what a document is about."""
SENTENCE_WEIGHT = 2.0
"""Of the best sentence beside the whole passage."""


@dataclass(frozen=True, slots=True)
class KeywordScores:
    """A score for each passage: of the whole, and of its best sentence."""

    passages: Floats
    sentences: Floats

    @property
    def summed(self) -> Floats:
        """Both together."""
        return self.passages + SENTENCE_WEIGHT * self.sentences


@dataclass(frozen=True, slots=True)
class _Found:
    """Where a candidate stands: passages with how often each holds it, and sentences."""

    passages: Numbers
    counts: Floats
    sentences: Numbers
    share: float


def phrase_passages(text: str, parts: Sequence[IndexPart]) -> Numbers:
    """The passages that hold a phrase; those of parts are numbered one behind the other."""
    return _find(TranslationCandidate(text, ()), 1.0, parts).passages


def _find(candidate: TranslationCandidate, top: float, parts: Sequence[IndexPart]) -> _Found:
    passages: list[Numbers] = []
    counts: list[Numbers] = []
    sentences: list[Numbers] = []
    first = first_sentence = 0
    for part in parts:
        places = part.phrase_places(candidate.text)
        own, often = np.unique(part.postings.passages_of(places), return_counts=True)
        passages.append(own + first)
        counts.append(often)
        held = np.unique(np.searchsorted(part.sentence_tokens, places, side="right") - 1)
        sentences.append(held[held >= 0] + first_sentence)
        first += len(part.live)
        first_sentence += len(part.sentences)
    share = max(candidate.score, 1e-9) / top if top > 0 else 1.0
    return _Found(
        np.concatenate(passages), np.concatenate(counts).astype(np.float64), np.concatenate(sentences), share
    )


def score_keywords(
    translations: Sequence[KeywordTranslation],
    parts: Sequence[IndexPart],
    lengths: Floats,
    live: int,
    form: QueryForm = "best",
) -> KeywordScores:
    """How much of the keywords each passage holds, and its best sentence."""
    total = np.zeros(len(lengths))
    owners = np.concatenate(
        [part.sentences[:, 0] + first for part, first in zip(parts, _firsts(parts), strict=True)]
    )
    in_sentences = np.zeros(len(owners))
    pairs: dict[str, _Found] = {}
    # The long passages of a collection hold more by chance.
    norms = K1 * (1 - B + B * lengths / max(1e-9, float(lengths.mean()) if len(lengths) else 1.0))
    for translation in translations:
        used = _distinct(translation.used, parts)
        if used:
            weight = _weight(translation)
            top = max(one.score for one in used)
            found = [_find(one, top, parts) for one in used]
            if form == "best":
                _add_best(found, norms, live, total, in_sentences, weight)
                total += weight * PARTIAL_WEIGHT * _partial(used, found, parts, norms, live, pairs)
            else:
                _add_together(found, norms, live, total, in_sentences, weight, by_share=form == "weighted")
    best = np.zeros(len(lengths))
    if len(owners):
        begins = np.flatnonzero(np.concatenate(([True], owners[1:] != owners[:-1])))
        best[owners[begins]] = np.maximum.reduceat(in_sentences, begins)
    return KeywordScores(total, best)


def _weight(translation: KeywordTranslation) -> float:
    """Fitted to the development questions, folds by article."""
    verb = VERB_WEIGHT if translation.keyword.part_of_speech == "VERB" else 1.0
    return verb * (WHOLE_WEIGHT if translation.words else 1.0)


def _firsts(parts: Sequence[IndexPart]) -> list[int]:
    return [0, *np.cumsum([len(part.live) for part in parts])[:-1].tolist()]


def _distinct(
    candidates: Sequence[TranslationCandidate], parts: Sequence[IndexPart]
) -> list[TranslationCandidate]:
    """Each text once as it is searched: in an index of both scripts two of them may be the same."""
    seen: dict[tuple[str, ...], TranslationCandidate] = {}
    for one in candidates:
        seen.setdefault(tuple(token for token, _, _ in parts[0].tokenizer.spans(one.text)), one)
    return list(seen.values())


def _add_best(
    found: Sequence[_Found], norms: Floats, live: int, total: Floats, in_sentences: Floats, weight: float
) -> None:
    """Of each passage and each sentence the candidate that says most."""
    scores, said = np.zeros(len(norms)), np.zeros(len(in_sentences))
    for one in found:
        idf = _idf(len(one.passages), live) * one.share**SHARE_POWER
        own = _bm25(one.counts, norms[one.passages], idf)
        scores[one.passages] = np.maximum(scores[one.passages], own)
        said[one.sentences] = np.maximum(said[one.sentences], idf)
    total += weight * scores
    in_sentences += weight * said


def _partial(
    used: Sequence[TranslationCandidate],
    found: Sequence[_Found],
    parts: Sequence[IndexPart],
    norms: Floats,
    live: int,
    pairs: dict[str, _Found],
) -> Floats:
    """Of each passage the candidate whose neighbouring tokens it holds best, though not the whole of it."""
    best = np.zeros(len(norms))
    for one, whole in zip(used, found, strict=True):
        tokens = [token for token, _, _ in parts[0].tokenizer.spans(one.text)]
        texts = [" ".join(tokens[n : n + 2]) for n in range(len(tokens) - 1)] or tokens
        scores = np.zeros(len(norms))
        for text in texts:
            if text not in pairs:
                pairs[text] = _find(TranslationCandidate(text, ()), 1.0, parts)
            own = pairs[text]
            scores[own.passages] += _bm25(own.counts, norms[own.passages], _idf(len(own.passages), live))
        best = np.maximum(best, scores * whole.share**SHARE_POWER / max(1, len(texts)) ** 0.5)
    return best


def _add_together(
    found: Sequence[_Found],
    norms: Floats,
    live: int,
    total: Floats,
    in_sentences: Floats,
    weight: float,
    *,
    by_share: bool,
) -> None:
    """All candidates as one word, which stands wherever any of them does."""
    counts, held, said = np.zeros(len(norms)), np.zeros(len(norms)), np.zeros(len(in_sentences))
    for one in found:
        share = one.share if by_share else 1.0
        counts[one.passages] += share * one.counts
        held[one.passages] = np.maximum(held[one.passages], share)
        said[one.sentences] = np.maximum(said[one.sentences], share)
    idf = _idf(float(held.sum()), live)
    own = np.flatnonzero(counts)
    total[own] += weight * _bm25(counts[own], norms[own], idf)
    in_sentences += weight * idf * said


def _idf(frequency: float, live: int) -> float:
    return float(np.log1p((max(live, frequency) - frequency + 0.5) / (frequency + 0.5)))


def _bm25(counts: Floats, norms: Floats, idf: float) -> Floats:
    scored: Floats = idf * counts * (K1 + 1) / (counts + norms)
    return scored
