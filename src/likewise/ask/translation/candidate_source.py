"""What every source of translations is, wherever it looks (Mitamura et al. 2006, section 3.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from likewise.ask.question import Keyword
from likewise.ask.translated import TranslationCandidate

__all__ = ["SOURCE_ORDER", "CandidateSource", "found_candidates", "merged_candidates"]

SOURCE_ORDER = (
    "glossary", "gold", "corrected", "variant", "numeral", "dictionary", "names", "phrases", "mined",
    "sentence", "copied", "kana", "sounds", "parts", "neighbours",
)  # fmt: skip
"""Sources from the most trusted to the least."""


class CandidateSource(Protocol):
    """Something that may know what a keyword is in the language of the documents."""

    @property
    def name(self) -> str:
        """The name that its candidates carry."""

    def candidates(self, keyword: Keyword) -> list[TranslationCandidate]:
        """What the keyword can be, the best first, each once; nothing where it is unknown.

        The score of a candidate says from 0 to 1 how surely it is meant, as far as this source can tell.
        """


def found_candidates(
    found: Iterable[tuple[str, float, str]], source: str, *, most: int = 40
) -> list[TranslationCandidate]:
    """Candidates of one source from (text, score, reading), each text once with its best score."""
    best: dict[str, tuple[float, str]] = {}
    for text, score, reading in found:
        if text and (text not in best or best[text][0] < score):
            best[text] = (score, reading)
    ordered = sorted(best.items(), key=lambda item: (-item[1][0], len(item[0]), item[0]))
    return [
        TranslationCandidate(text, (source,), score=score, reading=reading)
        for text, (score, reading) in ordered[:most]
    ]


def merged_candidates(lists: Iterable[Iterable[TranslationCandidate]]) -> list[TranslationCandidate]:
    """Candidates of several sources, each text once, with all its sources and its best score."""
    known: dict[str, TranslationCandidate] = {}
    for candidates in lists:
        for one in candidates:
            other = known.get(one.text)
            if other is None:
                known[one.text] = one
                continue
            sources = sorted({*one.sources, *other.sources}, key=_trust)
            score, reading = max(one.score, other.score), other.reading or one.reading
            known[one.text] = TranslationCandidate(one.text, tuple(sources), score=score, reading=reading)
    return list(known.values())


def _trust(source: str) -> tuple[int, str]:
    return (SOURCE_ORDER.index(source) if source in SOURCE_ORDER else len(SOURCE_ORDER), source)
