"""XMEANT: candidates against their sources in another language, without references (Lo et al. 2014)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from likewise.errors import InputError
from likewise.metrics.base import check_choice
from likewise.metrics.meant.comparison import Comparer
from likewise.metrics.meant.cross_lingual import (
    KINDS,
    CrossLingualComparer,
    CrossLingualSimilarity,
    cross_lingual,
    kind_of,
)
from likewise.metrics.meant.frame_text import text_reader
from likewise.metrics.meant.metric import FrameMetric, Pairs
from likewise.metrics.meant.phrase_form import GRAMMATICAL, PhraseForm
from likewise.records import Segment
from likewise.text import MULTILINGUAL_LANGUAGES, code_of

__all__ = ["XMEANT", "XMEANTBitg"]

_WORDS, _BACKOFF = ("equal", "rare"), ("words", "cosine")


@dataclass(frozen=True)
class XMEANT(FrameMetric):
    """How much of who did what to whom in the source is in the candidate (Lo et al. 2014, section 3.1).

    Words are compared by a translation table (`table`, a folder that `likewise meant table` wrote, or
    `default`: Chinese and English), by the multilingual encoder, or by the better of both.
    """

    table: str = "default"

    name = "xmeant"
    measures = "who did what to whom, kept from the source"
    needs_source = True
    _other_side: ClassVar[str] = "source"
    modes: ClassVar[dict[str, dict[str, Any]]] = {
        "best": {
            "words": "rare", "sentence": 0.8, "backoff": "cosine", "unaligned": "count", "match": "fillers",
        },
        "paper": {
            "words": "equal", "sentence": 0.0, "backoff": "words", "unaligned": "count", "match": "fillers",
        },
    }  # fmt: skip

    def __post_init__(self) -> None:
        check_choice(self.name, "similarity", self.similarity, KINDS)
        check_choice(self.name, "mode", self.mode, ("best", "paper"))
        kind = kind_of(self.similarity) if self.mode == "best" or self.similarity != "auto" else "table"
        object.__setattr__(self, "similarity", kind)
        self._check_effect(kind)
        super().__post_init__()

    def _check_ways(self) -> None:
        """Words may count by how rare they are, and sentences be compared by the encoder too."""
        for key, choices in (("words", _WORDS), ("backoff", _BACKOFF)):
            own = "words" if (self.similarity, key) == ("table", "backoff") else self.modes[self.mode][key]
            value = getattr(self, key)
            check_choice(self.name, key, own if value is None else value, choices)
            if value is None:
                object.__setattr__(self, key, own)

    def _check_effect(self, kind: str) -> None:
        """Refuse what would do nothing under this similarity."""
        if kind == "encoder" and self.table != "default":
            raise InputError(f"{self.name}: similarity=encoder uses no table")
        if kind == "table" and self.base is not None:
            raise InputError(f"{self.name}: base is for the encoder, and similarity is {kind}")
        if kind == "table" and self.backoff == "cosine":
            raise InputError(f"{self.name}: backoff=cosine needs similarity=encoder or both")
        if self.several != "best":
            raise InputError(f"{self.name}: several is for references, and here there is one source")

    def _check_grammar(self) -> None:
        """Where there is a table, words without a partner have its probabilities, not the null weight."""
        if self.phrase in GRAMMATICAL and self.similarity != "encoder":
            if self.null is not None:
                raise InputError(f"{self.name}: null has no effect, the table says how words stand alone")
            super()._check_grammar()
            object.__setattr__(self, "null", None)
            return
        super()._check_grammar()

    def settings(self) -> dict[str, Any]:
        """The settings that have an effect; the table is named by what it was learnt from."""
        rows = {f.name: getattr(self, f.name) for f in fields(self)}
        similarity = self._similarity()
        rows["similarity"] = similarity.signature
        if self.backoff == "cosine":
            rows["backoff"] = similarity.sentence_signature
        rows["parser"] = self._parsers()
        return {
            key: v for key, v in rows.items() if v is not None and key not in ("base", "table", "several")
        }

    def _pairs(self, segments: Sequence[Segment]) -> list[Pairs]:
        rows: list[tuple[str, str]] = []
        for segment in segments:
            source, target = self._languages(segment)
            rows += [(segment.candidate, target), (segment.source or "", source)]
        read = iter(self._read(rows))
        return [[(next(read), next(read))] for _ in segments]

    def _languages(self, segment: Segment) -> tuple[str, str]:
        """Of source and candidate. One that neither table nor encoder knows is refused.

        A source that does not say its language has that of the table: in another script it is flagged.
        """
        table = self._similarity().table
        target = code_of(segment.lang or "en") or str(segment.lang)
        source = segment.source_lang or (table.languages[0] if table is not None else "zh")
        source = code_of(source) or source
        if table is not None and (source, target) == table.languages:
            return source, target
        if self.similarity == "table" or not {source, target} <= set(MULTILINGUAL_LANGUAGES):
            raise InputError(
                f"{self.name}: there is no translation table from {source} to {target} (segment "
                f"'{segment.id}'): learn one with likewise meant table, or install the multilingual encoder"
            )
        return source, target

    def _similarity(self, lang: str = "en") -> CrossLingualSimilarity:
        return cross_lingual(self.similarity, self.table, self.base)

    def _parsers(self) -> str:
        return "+".join(text_reader(lang, self.parser, self.relative).signature for lang in ("zh", "en"))

    def _comparer(self, lang: str = "en") -> Comparer:
        form = PhraseForm(self.phrase, self.semiring or "viterbi", self.null or 0.0)
        return CrossLingualComparer(
            self._similarity(), form, form,
            unaligned=str(self.unaligned), match=str(self.match), words=str(self.words),
            backoff="words" if self.backoff == "words" else "pieces", whole=bool(self.sentence),
        )  # fmt: skip


@dataclass(frozen=True)
class XMEANTBitg(XMEANT):
    """XMEANT with fillers compared under a bracketing transduction grammar (Lo et al. 2014, section 3.2)."""

    phrase: str = "bitg"

    name = "xmeant-bitg"
    measures = "who did what to whom, kept from the source"
