"""Do paraphrases of a verb help to recognise that two sentences mean the same?

The extrinsic side of the DIMPLE paper (Shima and Mitamura 2011, sections 3.3 and 3.4): of the positive
pairs of a corpus in which a source verb occurs, the share that is recognised, first by a match of the
stemmed verb, else by the verb on one side and one of its paraphrases on the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from likewise.errors import InputError
from likewise.io import SentencePair
from likewise.text import content_words, stem, words

__all__ = ["Recognition", "pairs_with_term", "recognise"]


@dataclass(frozen=True, slots=True)
class Recognition:
    """Positive pairs with the term, and how many of them were recognised in which way.

    `share` is None where no positive pair has the term: there was nothing to recognise.
    """

    pairs: int
    matched_unigram: int
    matched_pattern: int
    share: float | None


def pairs_with_term(pairs: Iterable[SentencePair], term: str) -> list[SentencePair]:
    """The pairs, positive or not, with the term in at least one side (whole words, any case)."""
    finder = _finder(term)
    return [pair for pair in pairs if finder.search(pair.first) or finder.search(pair.second)]


def recognise(
    pairs: Iterable[SentencePair],
    source_term: str,
    paraphrases: Sequence[str],
    *,
    stem: Callable[[str], str] = stem,
    lang: str = "en",
) -> Recognition:
    """Count the positive pairs with the source term that the term and its paraphrases recognise.

    Paraphrases without a content word are ignored, since "to" would match nearly every sentence.
    """
    term = _finder(source_term)
    # "to take" stands for its verb: the particle alone says nothing.
    stems = set(map(stem, content_words(source_term, lang) or words(source_term, lang)))
    finders = [_finder(paraphrase) for paraphrase in paraphrases if content_words(paraphrase, lang)]
    total = unigram = pattern = 0
    for pair in pairs_with_term((pair for pair in pairs if pair.positive), source_term):
        total += 1
        first, second = pair.first, pair.second
        if all(stems <= set(map(stem, words(side, lang))) for side in (first, second)):
            unigram += 1
        elif any(
            (term.search(first) and finder.search(second)) or (term.search(second) and finder.search(first))
            for finder in finders
        ):
            pattern += 1
    return Recognition(total, unigram, pattern, (unigram + pattern) / total if total else None)


def _finder(phrase: str) -> re.Pattern[str]:
    """Finds the phrase as whole words, so that "killed" is not found in "skilled" (footnote 5)."""
    parts = phrase.split()
    if not parts:
        raise InputError("empty, expected at least one word", field="term")
    return re.compile(r"(?<!\w)" + r"\s+".join(map(re.escape, parts)) + r"(?!\w)", re.IGNORECASE)
