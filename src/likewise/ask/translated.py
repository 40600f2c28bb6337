"""Keywords with what they can be in the language of the documents, and how each was found and judged.

The words of Mitamura et al. (2006, section 3.2): candidates of several sources, a translation score for each
combination of them, a language model over what stands together on pages.
"""

from __future__ import annotations

from dataclasses import dataclass

from likewise.ask.question import Keyword

__all__ = ["Combination", "KeywordTranslation", "QuestionTranslation", "TranslationCandidate"]


@dataclass(frozen=True, slots=True)
class TranslationCandidate:
    """One word or phrase that a keyword can be."""

    text: str
    sources: tuple[str, ...]
    """Where it is from, the most trusted first: `glossary`, `dictionary`, `names`, `phrases`, `neighbours`,
    `copied`, `kana`, `sounds`, `variant`, `numeral`, `corrected`, `gold`, `sentence`."""
    score: float = 0.0
    """Its share among the candidates of the keyword that were kept, from 0 to 1."""
    pruned: str = ""
    """Why it is not used, in plain words; "" where it is."""
    reading: str = ""
    """Kana or pinyin, where known."""


@dataclass(frozen=True, slots=True)
class KeywordTranslation:
    """A keyword with its candidates, those in use first and the best of them first."""

    keyword: Keyword
    candidates: tuple[TranslationCandidate, ...]
    words: tuple[KeywordTranslation, ...] = ()
    """The words of a name or a phrase by themselves, where nothing that it can be as a whole is found."""

    @property
    def used(self) -> tuple[TranslationCandidate, ...]:
        """The candidates that were not pruned."""
        return tuple(one for one in self.candidates if not one.pruned)


@dataclass(frozen=True, slots=True)
class Combination:
    """A candidate for each keyword, and how good they are together (noisy channel)."""

    texts: tuple[str, ...]
    translation: float
    language_model: float
    overall: float


@dataclass(frozen=True, slots=True)
class QuestionTranslation:
    """All keywords of a question in the language of the documents."""

    lang: str
    """`zh-Hans`, `zh-Hant`, `zh` (both) or `ja`."""
    keywords: tuple[KeywordTranslation, ...]
    combinations: tuple[Combination, ...] = ()
    """The best ones that were weighed, the best first."""
    window: int = 0
    """How many keywords stand together in a window of the language model; 0 where all do."""
    sentence: str = ""
    """The whole question in that language, where it was translated as one."""

    @property
    def searched(self) -> tuple[KeywordTranslation, ...]:
        """What documents are searched for: each keyword, and its words where it is not found as a whole."""
        return tuple(one for keyword in self.keywords for one in (keyword, *keyword.words))
