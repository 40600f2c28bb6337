"""MEANT, UMEANT and IMEANT: candidates against references of the same language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from likewise.installation import install_line
from likewise.metrics.base import listed
from likewise.metrics.meant.frame_text import text_reader
from likewise.metrics.meant.metric import FrameMetric, Pairs
from likewise.metrics.meant.similarity_kinds import similarity
from likewise.metrics.meant.word_similarity import Exact, Similarity
from likewise.records import Segment
from likewise.text import (
    INSTALL_MULTILINGUAL,
    MULTILINGUAL_LANGUAGES,
    code_of,
    find_language,
    is_english,
    language_of_script,
    main_script,
)

__all__ = ["IMEANT", "MEANT", "UMEANT"]

UNKNOWN = "und"
"""The code of a language that cannot be told, or of sides in two different ones."""
_OTHER = MULTILINGUAL_LANGUAGES[0]


@dataclass(frozen=True)
class MEANT(FrameMetric):
    """How much of who did what to whom in a reference is in the candidate (Lo et al. 2014)."""

    name = "meant"
    measures = "who did what to whom, kept"
    needs_references = True

    def _pairs(self, segments: Sequence[Segment]) -> list[Pairs]:
        rows: list[tuple[str, str]] = []
        for segment in segments:
            lang = segment.lang or "en"
            rows += [(segment.candidate, lang), *((text, lang) for text in listed(segment.references))]
        read = iter(self._read(rows))
        pairs: list[Pairs] = []
        for segment in segments:
            candidate = next(read)
            pairs.append([(candidate, next(read)) for _ in segment.references])
        return pairs

    def _language(self, segment: Segment, pairs: Pairs) -> str:
        """What the segment says; of texts that cannot be English, the one most often written like that."""
        if self.similarity != "auto":
            return "en"
        lang = code_of(segment.lang or "en")
        if not is_english(lang):
            language = find_language(lang)
            return language.code if language else lang
        if not segment.candidate.strip() or all(text.lack != "unread" for pair in pairs for text in pair):
            return "en"
        own, *others = (
            language_of_script(main_script(text)) for text in (segment.candidate, *segment.references)
        )
        return own if own is not None and own in others else UNKNOWN

    def _language_remarks(self, languages: Counter[str]) -> list[str]:
        others = sorted((lang, n) for lang, n in languages.items() if lang != "en")
        return [f"{self.name}: {_remark(lang, n, self._similarity(lang))}" for lang, n in others]

    def _similarity(self, lang: str = "en") -> Similarity:
        return similarity(self.similarity, base=self.base, lang=lang)

    def _similarity_names(self) -> tuple[str, str]:
        words, sentences = super()._similarity_names()
        if self.similarity != "auto":
            return words, sentences
        other = self._similarity(_OTHER)
        own = other.sentence_signature if self.backoff != "words" and other.reads_sentences else "words"
        # `auto` is one similarity for English and one for other languages.
        rest = "" if self.backoff == "words" else f";others-{own}"
        return f"{words};others-{other.signature}", sentences + rest

    def _parsers(self) -> str:
        return text_reader("en", self.parser, self.relative).signature


def _remark(lang: str, count: int, used: Similarity) -> str:
    """Which similarity read texts that the English encoder does not."""
    name = "a language that is not known" if lang == UNKNOWN else lang
    segments = f"{count} segment{'' if count == 1 else 's'} in {name}"
    if isinstance(used, Exact):
        hint = f" ({install_line(INSTALL_MULTILINGUAL)} brings one)" if lang in MULTILINGUAL_LANGUAGES else ""
        return f"{segments}: equal words alone count, since no encoder that is installed reads them{hint}"
    return f"{segments}: words are compared by {used.signature}, since the English encoder does not read them"


@dataclass(frozen=True)
class UMEANT(MEANT):
    """MEANT with weights from how often each role group comes up in the references (Lo and Wu 2012)."""

    weights: str = "unsupervised"

    name = "umeant"
    measures = "who did what to whom, kept"
    whole = True


@dataclass(frozen=True)
class IMEANT(MEANT):
    """MEANT with fillers compared under an inversion transduction grammar (Wu et al. 2014)."""

    phrase: str = "imeant"

    name = "imeant"
    measures = "who did what to whom, kept"
