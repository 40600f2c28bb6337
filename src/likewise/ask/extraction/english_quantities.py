"""Numbers with their units, money, shares, ranks, dates and times in English text, by rules.

Units and numerals are in `likewise/data/ask/english_cues.tsv`. A date is given whole and in parts, a number
with what it counts and without, because answers are written either way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from likewise.ask.extraction.english_cues import english_cues
from likewise.ask.extraction.quantity_spans import QuantityPlace

__all__ = ["english_quantities"]

_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?)"
)
_DAY = r"(?:[12]?[0-9]|3[01])(?:st|nd|rd|th)?"
_YEAR = r"(?<![\d.,$€£])(?:1[0-9]{3}|20[0-9]{2})(?![\d%]|[.,]\d)"
_BEFORE_CHRIST = r"(?:BCE?|CE|AD|B\.C\.|A\.D\.)(?!\w)"
_OLD_YEAR = rf"(?:AD\s[0-9]{{1,4}}|[0-9]{{1,4}}\s{_BEFORE_CHRIST})"
_ANY_YEAR = rf"(?:{_OLD_YEAR}|{_YEAR})"
_TIMES = (
    ("period", rf"{_ANY_YEAR}\s?(?:-|–|—|to|until)\s?(?:{_ANY_YEAR}|[0-9]{{2}}(?!\d))"),
    ("date", rf"\b{_MONTH}\s{_DAY}(?:,?\s{_YEAR})?(?!\d)|\b{_DAY}\s(?:of\s)?{_MONTH}(?:,?\s{_YEAR})?\b"),
    ("date", rf"\b{_MONTH},?\s{_YEAR}"),
    ("month", r"\b(?:January|February|April|June|July|August|(?:Sept|Nov|Dec)ember|October)\b(?!\s?\d)"),
    ("decade", r"\b(?:early |late |mid-)?(?:1[0-9]|20)[0-9]0s\b"),
    ("season", rf"\b(?:spring|summer|autumn|fall|winter)(?: of)? {_YEAR}"),
    ("clock", r"\b[0-9]{1,2}(?::[0-9]{2})?\s?(?:a\.m\.|p\.m\.|am\b|pm\b|AM\b|PM\b|o'clock\b)"),
    ("clock", r"\b[0-9]{1,2}:[0-9]{2}\b"),
    ("weekday", r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b"),
    ("year", _ANY_YEAR),
)  # fmt: skip


def english_quantities(text: str) -> list[QuantityPlace]:
    """All numbers and times of a text with the parts of them that may be meant, each span once."""
    seen = dict[tuple[int, int], QuantityPlace]()
    for one in (*_times(text), *_numbers(text)):
        seen.setdefault((one.start, one.end), one)
    return sorted(seen.values(), key=lambda one: (one.start, one.end))


def _times(text: str) -> Iterator[QuantityPlace]:
    order = rf"(?:[0-9]{{1,2}}(?:st|nd|rd|th)|{_words('ordinal')})"
    century = rf"\b(?:early |late |mid-)?{order} (?:century|centuries)(?:\s{_BEFORE_CHRIST})?"
    for subtype, pattern in (*_TIMES[:4], ("century", century), *_TIMES[4:]):
        for match in re.finditer(pattern, text):
            yield QuantityPlace(match.start(), match.end(), "time", subtype)


def _numbers(text: str) -> Iterator[QuantityPlace]:
    for match in _number_pattern().finditer(text):
        unit = match.group("unit") or ""
        if match.group("ordinal") or match.group("number").lower() in english_cues("ordinal"):
            yield QuantityPlace(match.start("number"), match.end("number"), "number", "rank")
            continue
        subtype = "money" if match.group("sign") else _units().get(unit.lower(), "count")
        begin = match.start("sign") if match.group("sign") else match.start("number")
        if unit:
            yield QuantityPlace(begin, match.end("unit"), "number", subtype, unit)
        yield QuantityPlace(begin, match.end("number"), "number", subtype, unit)
        if match.group("sign"):
            yield QuantityPlace(match.start("number"), match.end("number"), "number", "money", unit)


def _words(kind: str) -> str:
    words = sorted(english_cues(kind), key=lambda word: (-len(word), word))
    return "(?:" + "|".join(map(re.escape, words)) + ")"


@cache
def _units() -> dict[str, str]:
    """What each unit measures."""
    kinds = ("percentage", "money", "distance", "length", "area", "weight", "volume", "speed", "temperature",
             "power", "data", "age", "duration")  # fmt: skip
    return {word: kind for kind in kinds for word in english_cues(kind)}


@cache
def _number_pattern() -> re.Pattern[str]:
    units = "|".join(map(re.escape, sorted(_units(), key=lambda unit: (-len(unit), unit))))
    numeral, scale, ordinal = _words("numeral"), _words("scale"), _words("ordinal")
    digits = r"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?"
    small = rf"{numeral}(?:[- ](?:and )?{numeral})*"
    return re.compile(
        rf"(?P<sign>(?:US|AU|NZ|HK)?[$€£¥]\s?)?(?<![\w.,])(?P<number>(?:{digits}(?P<ordinal>st\b|nd\b|rd\b|th\b)?|{small}\b|{ordinal}\b)"
        rf"(?:[- ]{scale}\b)*)(?:[- ]?(?P<unit>(?:{units})(?!\w)))?",
        re.IGNORECASE,
    )
