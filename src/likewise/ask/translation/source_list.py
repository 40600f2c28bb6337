"""The sources that a translator has by default: all that is installed, the glossary first."""

from __future__ import annotations

from collections.abc import Iterable

from likewise.ask.translation.candidate_source import CandidateSource
from likewise.ask.translation.chinese_dictionary import ChineseDictionary, has_cedict
from likewise.ask.translation.copied_text import CopiedText
from likewise.ask.translation.embedded_dictionary import EmbeddedDictionary
from likewise.ask.translation.glossary import Glossary
from likewise.ask.translation.japanese_dictionary import (
    JapaneseDictionary,
    JapaneseNames,
    has_edict,
    has_enamdict,
)
from likewise.ask.translation.kana import Kana
from likewise.ask.translation.numerals import Numerals
from likewise.ask.translation.regional_variants import RegionalVariants

__all__ = ["standard_sources"]


def standard_sources(
    lang: str, *, glossary: Glossary | None = None, others: Iterable[CandidateSource] = (),
    installed: bool = True,
) -> list[CandidateSource]:  # fmt: skip
    """Sources for `zh`, `zh-Hans`, `zh-Hant` or `ja`, and `others` after them.

    With `installed=False` only what comes with the package is used, whatever else is there.
    """
    sources: list[CandidateSource] = [glossary] if glossary is not None else []
    if lang == "ja":
        if installed and has_edict():
            sources.append(JapaneseDictionary())
        if installed and has_enamdict():
            sources.append(JapaneseNames())
    else:
        sources.append(RegionalVariants(lang))
        if installed and has_cedict():
            sources.append(ChineseDictionary(lang))
    sources += [EmbeddedDictionary(lang), Numerals(lang), *others, CopiedText()]
    return [*sources, Kana()] if lang == "ja" else sources
