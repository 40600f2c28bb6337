"""Dates and times of a text: clock times, days, months, years, weekdays, seasons, relative days.

Months, weekdays and the like of six languages are in `likewise/data/meaning/calendar.tsv`. A moment is
compared only with moments of its own kind: "on Monday" says nothing against "in May".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from likewise.metrics.meaning.number_words import numerals, read_number
from likewise.metrics.meaning.word_forms import lemma, lines_of
from likewise.metrics.meaning.words import Word

__all__ = ["Moment", "read_moments"]

_HALF_DAY = 720
_TIME_OF = re.compile(r"(\d{1,2}):(\d{2})")
_TURN = {
    "last": -1,
    "past": -1,
    "previous": -1,
    "this": 0,
    "current": 0,
    "next": 1,
    "coming": 1,
    "following": 1,
}
_UNITS = frozenset(
    [
        "second",
        "minute",
        "hour",
        "day",
        "week",
        "weekend",
        "month",
        "quarter",
        "year",
        "decade",
        "century",
        "season",
        "semester",
        "term",
    ]
)
_BEFORE_YEAR = frozenset(
    [
        "in",
        "since",
        "of",
        "by",
        "until",
        "till",
        "from",
        "during",
        "before",
        "after",
        "around",
        "circa",
        "early",
        "late",
        "mid",
        "and",
        "to",
    ]
)
_CAPITAL = frozenset(["may", "march", "sun", "sat", "sep", "mars", "mai", "août", "hier", "morgen"])
"""Words that are months or days only with a capital, or (German, French) in their own language."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A point or stretch of time: its kind, its value, and the words from `first` to before `last`.

    Clock times are minutes of the day; `half` is 0 where it is not known which half of the day is meant.
    """

    kind: str
    value: float
    first: int
    last: int
    half: int = 0

    def equals(self, other: Moment) -> bool:
        """Whether both are the same; a time of day without its half agrees with either."""
        if self.kind != other.kind:
            return False
        if self.kind == "clock" and not (self.half and other.half):
            return self.value % _HALF_DAY == other.value % _HALF_DAY
        return self.value == other.value


@cache
def _calendar() -> dict[str, tuple[str, int]]:
    table: dict[str, tuple[str, int]] = {}
    for line in lines_of("calendar.tsv"):
        kind, value, words = line.split("\t")
        table.update({word: (kind, int(value)) for word in words.split()})
    return table


def read_moments(words: Sequence[Word], lang: str) -> list[Moment]:
    """The moments of a text in their order."""
    lows = [word.low for word in words]
    found: list[Moment] = []
    at = 0
    while at < len(lows):
        here = list(_moments(words, lows, at, lang))
        found += here
        at = max((one.last for one in here), default=at + 1)
    return found


def _moments(words: Sequence[Word], lows: Sequence[str], at: int, lang: str) -> Iterator[Moment]:
    if lang in {"zh", "ja"}:
        yield from _han(lows, at, lang)
        return
    clock = _clock(lows, at, lang)
    if clock is not None:
        yield clock
        return
    dated = _dated(words, lows, at, lang)
    if dated:
        yield from dated
        return
    entry = _entry(words, at, lang)
    if lang == "en" and lows[at] in _TURN and at + 1 < len(lows):
        after = _entry(words, at + 1, lang)
        unit = lemma(lows[at + 1])
        if unit in {lemma(u) for u in _UNITS}:
            yield Moment(f"turn {unit}", _TURN[lows[at]], at, at + 2)
            return
        if after and after[0] in {"weekday", "season", "month", "part"}:
            yield Moment(f"turn {after[0]}", _TURN[lows[at]], at, at + 2)
            yield Moment(after[0], after[1], at + 1, at + 2)
            return
    if lang == "en" and lows[at] == "tonight":
        yield Moment("relative", 0, at, at + 1)
        return
    if entry and entry[0] != "month":
        yield Moment(entry[0], entry[1], at, at + 1)
    elif re.fullmatch(r"1[0-9]{3}|20[0-9]{2}", lows[at]) and _is_year(lows, at):
        yield Moment("year", float(lows[at]), at, at + 1)


def _entry(words: Sequence[Word], at: int, lang: str) -> tuple[str, int] | None:
    """The month, weekday or the like at a place; words that are others too need their capital."""
    if at >= len(words):
        return None
    low = words[at].low
    if low in _CAPITAL and (not words[at].text[0].isupper() or at == 0) and lang == "en":
        return None
    if low in {"sun", "sat", "mars", "mai", "hier", "morgen"} and lang == "en":
        return None
    if low == "spring" and lang == "en" and at and words[at - 1].low in {"to", "a", "they", "we", "it"}:
        return None
    return _calendar().get(low)


def _dated(words: Sequence[Word], lows: Sequence[str], at: int, lang: str) -> list[Moment]:
    """A month with the day and the year around it: March 5, 2019; the first of March; 5. März."""
    day, month_at = None, at
    number = _day_number(lows, at, lang)
    if number is not None:
        skip = number[1]
        while skip < len(lows) and lows[skip] in {"of", ".", "de"}:
            skip += 1
        if skip < len(words) and (entry := _entry(words, skip, lang)) and entry[0] == "month":
            day, month_at = number[0], skip
    entry = _entry(words, month_at, lang)
    if not entry or entry[0] != "month":
        return []
    end = month_at + 1
    if day is None and (after := _day_number(lows, end, lang)) and not _is_long(lows, end):
        day, end = after
    moments = [Moment("month", entry[1], at, end)]
    if day is not None:
        moments.append(Moment("day", day, at, end))
    comma = end + (lows[end : end + 1] in ([","], ["of"], ["de"]))
    if comma < len(lows) and re.fullmatch(r"1[0-9]{3}|20[0-9]{2}", lows[comma]):
        moments.append(Moment("year", float(lows[comma]), comma, comma + 1))
        moments[0] = Moment("month", entry[1], at, comma + 1)
    return moments


def _is_long(lows: Sequence[str], at: int) -> bool:
    return at < len(lows) and len(lows[at]) >= 4 and lows[at].isdigit()


def _day_number(lows: Sequence[str], at: int, lang: str) -> tuple[float, int] | None:
    """A number from 1 to 31 in figures, or an English ordinal, and where it ends."""
    if at >= len(lows):
        return None
    bare = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?", lows[at])
    if bare and 1 <= int(bare[1]) <= 31:
        return float(bare[1]), at + 1
    table = numerals(lang)["ordinal"]
    start = at + (lows[at] == "the")
    if start < len(lows) and lows[start] in table and table[lows[start]] <= 31:
        return table[lows[start]], start + 1
    number = read_number(lows, start, lang) if start < len(lows) and lang == "en" else None
    if number and lows[number.end : number.end + 1] == ["-"] and number.end + 1 < len(lows):
        ones = table.get(lows[number.end + 1])
        if ones is not None and number.value + ones <= 31:
            return number.value + ones, number.end + 2
    return None


def _is_year(lows: Sequence[str], at: int) -> bool:
    """Whether four figures are a year: behind a word of time, or with nothing countable behind them."""
    before = lows[at - 1] if at else ""
    after = lows[at + 1] if at + 1 < len(lows) else ""
    return (
        before in _BEFORE_YEAR
        or not after.isalpha()
        or (at > 0 and after in {"and", "the", "was", "by", "in"})
    )


def _clock(lows: Sequence[str], at: int, lang: str) -> Moment | None:
    """A time of the day: 4:30 pm, half past four, ten o'clock, noon, at nine in the morning."""
    if lang == "en" and lows[at] in {"noon", "midday", "midnight"}:
        return Moment(
            "clock", 0 if lows[at] == "midnight" else 720, at, at + 1, 2 if lows[at] != "midnight" else 1
        )
    if lang == "en" and (past := _past(lows, at)):
        minutes, end = past
        return _halved(lows, minutes, at, end)
    exact = _TIME_OF.fullmatch(lows[at])
    if exact and int(exact[1]) < 25 and int(exact[2]) < 60:
        minutes = int(exact[1]) * 60 + int(exact[2])
        return _halved(lows, minutes, at, at + 1)
    if lang != "en":
        return None
    number = read_number(lows, at, "en")
    if number is None or number.value != int(number.value) or not 1 <= number.value <= 24:
        return None
    end, minutes = number.end, int(number.value) * 60
    after = lows[end] if end < len(lows) else ""
    if after == "o" and lows[end + 1 : end + 3] == ["'", "clock"]:
        return _halved(lows, minutes, at, end + 3)
    if after in {"o'clock", "am", "pm", "a.m.", "p.m.", "a.m", "p.m"}:
        return _halved(lows, minutes, at, end + (after == "o'clock"))
    if lows[end : end + 3] in (
        ["in", "the", "morning"],
        ["in", "the", "afternoon"],
        ["in", "the", "evening"],
    ):
        return _halved(lows, minutes, at, end)
    if lows[end : end + 2] == ["at", "night"]:
        return _halved(lows, minutes, at, end)
    leads = at > 0 and lows[at - 1] in {"at", "until", "till", "by", "past", "from", "before", "after"}
    closed = not after.isalpha() or after in {
        "and",
        "to",
        "on",
        "every",
        "each",
        "but",
        "or",
        "tomorrow",
        "today",
    }
    if leads and lows[at - 1] == "at" and closed and number.value <= 12:
        return Moment("clock", minutes, at, end)
    return None


def _past(lows: Sequence[str], at: int) -> tuple[int, int] | None:
    """half past four, a quarter to nine, ten past six: minutes of the half day, and where it ends."""
    start = at + (lows[at] in {"a", "an"})
    if start >= len(lows):
        return None
    named = {"half": 30, "quarter": 15}.get(lows[start])
    number = None if named else read_number(lows, start, "en")
    minutes, end = (
        (named, start + 1) if named else (int(number.value), number.end) if number else (None, start)
    )
    if minutes is None or end + 1 >= len(lows) or lows[end] not in {"past", "to"}:
        return None
    hour = read_number(lows, end + 1, "en")
    if hour is None or not 1 <= hour.value <= 12 or (lows[end] == "to" and not named):
        return None
    turned = minutes if lows[end] == "past" else -minutes
    return int(hour.value) * 60 + turned, hour.end


def _halved(lows: Sequence[str], minutes: int, first: int, end: int) -> Moment:
    """The time with its half of the day, where the words behind it tell."""
    after = lows[end] if end < len(lows) else ""
    behind = lows[end + 2] if lows[end : end + 2] == ["in", "the"] and end + 2 < len(lows) else ""
    if after in {"am", "a.m.", "a.m"} or behind == "morning":
        return Moment("clock", minutes % _HALF_DAY, first, end + (1 if not behind else 3), 1)
    night = lows[end : end + 2] == ["at", "night"]
    if after in {"pm", "p.m.", "p.m"} or behind in {"afternoon", "evening"} or night:
        last = end + (3 if behind else 2 if night else 1)
        return Moment("clock", minutes % _HALF_DAY + _HALF_DAY, first, last, 2)
    return Moment("clock", minutes, first, end, 2 if minutes > _HALF_DAY else 0)


def _han(lows: Sequence[str], at: int, lang: str) -> Iterator[Moment]:
    """Chinese and Japanese: 2019年3月5日, 三月, 星期一, 昨天, 下午三点."""
    number = read_number(lows, at, lang)
    if number is not None:
        after = lows[number.end : number.end + 1]
        kinds = {
            "年": "year",
            "月": "month",
            "日": "day",
            "号": "day",
            "號": "day",
            "点": "clock",
            "點": "clock",
            "時": "clock",
        }
        if after and after[0] in kinds and lows[number.end + 1 : number.end + 2] != ["間"]:
            kind = kinds[after[0]]
            if kind == "year" and number.value < 1000:
                return
            value = number.value * 60 if kind == "clock" else number.value
            yield Moment(kind, value, at, number.end + 1)
        return
    for size in (3, 2, 1):
        word = "".join(lows[at : at + size])
        entry = _calendar().get(word)
        if entry and (size > 1 or entry[0] in {"season"}):
            yield Moment(entry[0], entry[1], at, at + size)
            return
