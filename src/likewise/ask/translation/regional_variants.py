"""What the mainland and Taiwan call differently (Mitamura et al. 2006, section 5.1, Table 9).

Names that were translated twice cannot be got by changing characters; they stand in a table of our own.
"""

from __future__ import annotations

from functools import cache

from likewise.ask.question import Keyword
from likewise.ask.translated import TranslationCandidate
from likewise.ask.translation.candidate_source import found_candidates
from likewise.ask.translation.chinese_dictionary import cedict_lines, has_cedict, taiwan_pairs
from likewise.ask.translation.chinese_script import to_simplified
from likewise.ask.translation.english_forms import english_key, lookup_forms
from likewise.data import path as data_path
from likewise.io import read_table

__all__ = ["RegionalVariants", "regional_pairs"]


@cache
def regional_pairs() -> tuple[tuple[str, str, str], ...]:
    """(mainland, Taiwan, English) of the embedded table."""
    rows = read_table(data_path("ask/variants.tsv"), delimiter="\t")
    return tuple((row["mainland"], row["taiwan"], row["english"]) for _, row in rows)


class RegionalVariants:
    """Both regions' words for a keyword: all of them where `lang` is `zh`, else those of its region first."""

    name = "variant"

    def __init__(self, lang: str = "zh") -> None:
        self.lang = lang

    def candidates(self, keyword: Keyword) -> list[TranslationCandidate]:
        """Words of the table for the keyword."""
        table, own = _by_english(), []
        for key, sure in lookup_forms(keyword):
            for mainland, taiwan in table.get(key, ()):
                first, second = (taiwan, mainland) if self.lang == "zh-Hant" else (mainland, taiwan)
                own.append((first, 0.95 * sure, ""))
                own.append((second, (0.9 if self.lang == "zh" else 0.4) * sure, ""))
        return found_candidates(own, self.name)

    def variants_of(self, text: str) -> list[str]:
        """The other region's word for a Chinese one, if they differ by more than characters."""
        return list(_by_word().get(to_simplified(text), ()))


@cache
def _by_english() -> dict[str, list[tuple[str, str]]]:
    table: dict[str, list[tuple[str, str]]] = {}
    for mainland, taiwan, english in regional_pairs():
        for gloss in english.split(";"):
            table.setdefault(english_key(gloss), []).append((mainland, taiwan))
    return table


@cache
def _by_word() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    pairs = [(mainland, taiwan) for mainland, taiwan, _ in regional_pairs()]
    if has_cedict():
        pairs += [(to_simplified(mainland), taiwan) for mainland, taiwan, _ in taiwan_pairs(cedict_lines())]
    for mainland, taiwan in pairs:
        for one, other in ((mainland, taiwan), (to_simplified(taiwan), mainland)):
            table[one] = tuple(dict.fromkeys((*table.get(one, ()), other)))
    return table
