"""Quantities of a text: numbers with what they measure, in values that can be compared.

1,000, one thousand and 1k are one value; so are 60 minutes and an hour, a dozen and 12, half and 50 percent,
six times a minute and every ten seconds. Units are in `likewise/data/meaning/units.tsv`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from likewise.metrics.meaning.number_words import numerals, read_number
from likewise.metrics.meaning.word_forms import lemma, lines_of
from likewise.metrics.meaning.words import Word

__all__ = ["MONEY", "Quantity", "read_quantities", "units"]

MONEY = frozenset(["dollar", "euro", "sterling", "yen", "yuan", "rupee", "franc"])
_RATES = {
    "hourly": 3600.0, "daily": 86400.0, "nightly": 86400.0, "weekly": 604800.0, "fortnightly": 1209600.0,
    "monthly": 2629800.0, "quarterly": 7889400.0, "yearly": 31557600.0, "annually": 31557600.0,
    "annual": 31557600.0, "biweekly": 1209600.0,
}  # fmt: skip
_BEFORE_UNIT = frozenset(["-", "‐", "of", "a", "an", "more", "full", "whole", "consecutive", "straight"])
_ROUNDED = frozenset(["length", "mass", "volume", "temperature", "area", "speed"])
_SIGNS = frozenset("$€£¥₹")
_SHORT = frozenset(["s", "m", "g", "l", "t", "h", "p", "in", "min", "mi", "ft", "°"])
"""Units that are units only right behind figures."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value with what it measures, and the words from `first` to before `last`.

    `dimension` is that of its unit, or number, share, ordinal, rate. `figure` is the number as written,
    before the unit. `noun` is the key of the word behind it. One that is not `sure` ("one", "an hour") may
    agree with another, and is no sign of a change by itself.
    """

    dimension: str
    value: float
    figure: float
    first: int
    last: int
    noun: str = ""
    unit: str = ""
    sure: bool = True

    def equals(self, other: Quantity) -> bool:
        """Whether both say the same amount of the same."""
        plain = {"number", "share", "ordinal"}
        if self.dimension != other.dimension and not {self.dimension, other.dimension} <= plain:
            return False
        close = 0.016 if self.dimension in {"share", "time", "rate"} or "share" in other.dimension else 0.001
        if self.unit and other.unit and self.unit != other.unit and self.dimension in _ROUNDED:
            close = 0.07  # ten miles and sixteen kilometres
        return abs(self.value - other.value) <= close * max(abs(self.value), abs(other.value), 1e-9)


@cache
def units() -> dict[str, tuple[str, float]]:
    """From a word in small letters to the dimension and the size of the unit."""
    table: dict[str, tuple[str, float]] = {}
    for line in lines_of("units.tsv"):
        dimension, size, words = line.split("\t")
        table.update({word.lower(): (dimension, float(size)) for word in words.split()})
    return table


def read_quantities(words: Sequence[Word], lang: str, taken: frozenset[int] = frozenset()) -> list[Quantity]:
    """The quantities of a text in their order; words that are `taken` (by dates) are left alone."""
    lows = [word.low for word in words]
    found: list[Quantity] = []
    at = 0
    while at < len(lows):
        one = None if at in taken else _quantity(lows, at, lang)
        if one is None or not taken.isdisjoint(range(one.first, one.last)):
            at += 1
            continue
        if found and (whole := _joined(lows, found[-1], one)) is not None:
            found[-1] = whole
        else:
            found.append(one)
        at = one.last
    return found


def _joined(lows: Sequence[str], one: Quantity, other: Quantity) -> Quantity | None:
    """Two amounts that are one: two hours and forty minutes, five feet six inches."""
    if one.dimension != other.dimension or one.dimension not in {"time", "length", "mass"}:
        return None
    between = list(lows[one.last : other.first])
    if between not in ([], ["and"], [","]) or one.unit == other.unit or one.value <= other.value:
        return None
    return replace(one, value=one.value + other.value, last=other.last)


def _quantity(lows: Sequence[str], at: int, lang: str) -> Quantity | None:
    if lows[at] in _RATES:
        return Quantity("rate", 1 / _RATES[lows[at]], 1.0, at, at + 1, unit=lows[at])
    if lang == "en" and lows[at] == "every":
        return _every(lows, at)
    if lows[at : at + 1] == ["per"] or lows[at : at + 1] == ["each"]:
        return None
    start = at
    negative = lows[at] in {"minus", "−"} and at + 1 < len(lows)
    if negative or (lows[at] in _SIGNS and at + 1 < len(lows)):
        start = at + 1
    sign = lows[at] if lows[at] in _SIGNS else ""
    read = _value(lows, start, lang)
    if read is None:
        return None
    value, end, dimension, sure = read
    if negative:
        value = -value
    return _measured(lows, at, end, value, dimension, sure, sign, lang)


def _value(lows: Sequence[str], at: int, lang: str) -> tuple[float, int, str, bool] | None:
    """(value, end, dimension, sure) of a number, fraction, ordinal or word of counting."""
    table = numerals(lang)
    word = lows[at]
    if (
        lang == "zh"
        and lows[at : at + 3] == ["百", "分", "之"]
        and (share := read_number(lows, at + 3, lang))
    ):
        return share.value / 100, share.end, "share", True
    if lang == "en" and word in {"a", "an"}:
        return _with_article(lows, at)
    if word in table["part"] and lang == "en" and (bare := _bare_part(lows, at)):
        return bare
    if word in table["part"] and lang != "en":
        return 1 / table["part"][word], at + 1, "share", False
    number = read_number(lows, at, lang)
    if number is not None:
        value, end = number
        if (
            lang in {"zh", "ja"}
            and lows[end : end + 2] == ["分", "之"]
            and (top := read_number(lows, end + 2, lang))
        ):
            return top.value / max(value, 1), top.end, "share", True
        slash = lows[end : end + 1] == ["/"] and read_number(lows, end + 1, lang)
        if slash and slash.value:
            return value / slash.value, slash.end, "share", True
        skip = end + (lows[end : end + 1] in (["-"], ["‐"]))
        if skip < len(lows) and lows[skip] in table["part"] and value < 20 and _is_part(lows, skip, value):
            return value / table["part"][lows[skip]], skip + 1, "share", True
        if lang == "en" and lows[end : end + 3] == ["and", "a", "half"]:
            times = table["times"].get(lows[end + 3], 0.0) if end + 3 < len(lows) else 0.0
            return (value + 0.5) * (times or 1.0), end + 3 + bool(times), "number", True
        if lang == "en" and skip < len(lows) and skip > end and lows[skip] in table["ordinal"]:
            return value + table["ordinal"][lows[skip]], skip + 1, "ordinal", True
        return value, end, "number", not (lang == "en" and end == at + 1 and word == "one")
    if word in table["ordinal"]:
        return table["ordinal"][word], at + 1, "ordinal", word not in {"first", "second"}
    if word[-2:] in {"st", "nd", "rd", "th"} and word[:-2].isdigit():
        return float(word[:-2]), at + 1, "ordinal", True
    if word in table["count"]:
        return (
            table["count"][word],
            at + 1,
            "number",
            word in {"twice", "thrice", "once", "single", "triple", "double"},
        )
    return None


def _is_part(lows: Sequence[str], at: int, value: float) -> bool:
    """Whether a word is a part ("two thirds", "one third") and no ordinal or second of time."""
    return value > 1 or lows[at] in {"half", "quarter"} or lows[at + 1 : at + 2] == ["of"]


def _with_article(lows: Sequence[str], at: int) -> tuple[float, int, str, bool] | None:
    """What "a" begins: a dozen, a hundred and five, a quarter, an hour, a couple of."""
    table, after = numerals("en"), lows[at + 1] if at + 1 < len(lows) else ""
    if after in table["times"] and len(after) > 2:
        number = read_number(lows, at + 1, "en")
        return (number.value, number.end, "number", True) if number else None
    alone = lows[at + 2 : at + 3] == ["of"] or not "".join(lows[at + 2 : at + 3]).isalpha()
    bound = at > 0 and lows[at - 1] in {"by", "to", "than", "about", "nearly", "almost", "over", "under"}
    if after in table["part"] and (after in {"half", "quarter"} or alone or bound):
        return 1 / table["part"][after], at + 2, "share", True
    if after in table["count"] and after not in {"decade", "century", "fortnight"}:
        single = after in {"single", "couple", "pair", "trio"}
        return table["count"][after], at + 2, "number", single
    if after in units() and after not in _SHORT and len(after) > 2:
        return 1.0, at + 1, "number", False
    return None


def _bare_part(lows: Sequence[str], at: int) -> tuple[float, int, str, bool] | None:
    """ "half" and "quarter" without a number before them: half an hour, half of, half a million."""
    if lows[at] not in {"half", "halves", "quarter"} or (
        lows[at] != "half" and lows[at + 1 : at + 2] != ["of"]
    ):
        return None
    end = at + 1
    while end < len(lows) and lows[end] in {"a", "an", "of", "-"}:
        end += 1
    if end < len(lows) and lows[end] in numerals("en")["times"] and len(lows[end]) > 2:
        return 0.5 * numerals("en")["times"][lows[end]], end + 1, "number", True
    return 1 / numerals("en")["part"][lows[at]], at + 1, "share", True


def _measured(
    lows: Sequence[str], first: int, end: int, value: float, dimension: str, sure: bool, sign: str, lang: str
) -> Quantity:
    """The number with its unit, where one follows (or stands before it, as signs of money do)."""
    table, at = units(), end
    if sign:
        kind, size = table[sign]
        if lows[end : end + 1] == ["m"]:
            value, end = value * 1e6, end + 1
        return Quantity(kind, value * size, value, first, end, unit=sign)
    if lang in {"zh", "ja"}:
        return _han_measured(lows, first, end, value, dimension, sure)
    if (
        lang == "en"
        and lows[end - 1] in {"once", "twice", "thrice"}
        and (rate := _per(lows, end, value, first))
    ):
        return rate
    while at < len(lows) and at < end + 3 and lows[at] in _BEFORE_UNIT and dimension != "ordinal":
        at += 1
    if lang == "en" and lows[at : at + 2] == ["per", "cent"]:
        return Quantity("share", value / 100, value, first, at + 2, unit="percent")
    word = lows[at] if at < len(lows) else ""
    figures = lows[end - 1][:1].isdigit()
    if word in table and dimension != "ordinal" and (word not in _SHORT or (figures and at <= end + 1)):
        kind, size = table[word]
        last = at + 1
        if dimension == "share" and kind == "share":
            size = 1.0
        if lang == "en" and lows[last : last + 3] == ["and", "a", "half"]:
            value, last = value + 0.5, last + 3
        below = kind == "temperature" and (
            lows[last : last + 2] == ["below", "zero"] or "below" in lows[last : last + 2]
        )
        return Quantity(
            kind, (-value if below else value) * size, value, first, last, unit=lemma(word), sure=sure
        )
    if lows[end : end + 2] == ["below", "zero"]:
        return Quantity("temperature", -value, value, first, end + 2, unit="degree")
    if lang == "en" and lows[end : end + 1] == ["times"]:
        rate = _per(lows, end + 1, value, first)
        return rate or Quantity("number", value, value, first, end + 1, noun="time", sure=sure)
    noun = next(
        (lemma(w) for w in lows[end : end + 3] if w.isalpha() and w not in {"of", "the", "a", "more"}), ""
    )
    return Quantity(dimension, value, value, first, end, noun=noun, sure=sure)


def _han_measured(
    lows: Sequence[str], first: int, end: int, value: float, dimension: str, sure: bool
) -> Quantity:
    """A number with a unit of up to four signs behind it."""
    for size in (4, 3, 2, 1):
        word = "".join(lows[end : end + size])
        if word in units() and len(word) >= size:
            kind, scale = units()[word]
            return Quantity(
                kind, value * scale, value, first, min(end + size, len(lows)), unit=word, sure=sure
            )
    return Quantity(dimension, value, value, first, end, sure=sure)


def _per(lows: Sequence[str], at: int, times: float, first: int) -> Quantity | None:
    """A rate: (three times) a day, per week, each month, every two hours."""
    if lows[at : at + 1] in (["a"], ["an"], ["per"], ["each"], ["every"]) and at + 1 < len(lows):
        number = read_number(lows, at + 1, "en")
        count, end = number or (1.0, at + 1)
        unit = units().get(lows[end]) if end < len(lows) else None
        if unit and unit[0] == "time" and len(lows[end]) > 1:
            return Quantity("rate", times / (count * unit[1]), times, first, end + 1, unit=lemma(lows[end]))
    return None


def _every(lows: Sequence[str], at: int) -> Quantity | None:
    """A rate told by its gap: every ten seconds, every other day, every week."""
    other = lows[at + 1 : at + 2] in (["other"], ["second"])
    number = None if other or at + 1 >= len(lows) else read_number(lows, at + 1, "en")
    count, end = (2.0, at + 2) if other else number or (1.0, at + 1)
    unit = units().get(lows[end]) if end < len(lows) else None
    if unit and unit[0] == "time" and len(lows[end]) > 1:
        return Quantity(
            "rate", 1 / (count * unit[1]), count, at, end + 1, unit=lemma(lows[end]), sure=count != 1
        )
    return None
