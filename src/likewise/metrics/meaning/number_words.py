"""Numbers as they are written: digits, and number words of English, German, Spanish, French, Chinese,
Japanese.

`read_number` reads from a place among words and says the value and where the number ends. The words are in
`likewise/data/meaning/numerals.tsv`; what is here is how each language puts them together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from likewise.metrics.meaning.word_forms import lines_of

__all__ = ["NumberRead", "numerals", "read_number"]

_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_HAN_ONES = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2, "ニ": 2}
_HAN_SMALL = {"十": 10, "百": 100, "千": 1000}
_HAN_LARGE = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12}
_COMMA_DECIMAL = frozenset(["de", "es", "fr"])


class NumberRead(NamedTuple):
    """A number from `start` to before `end` of the words."""

    value: float
    end: int


@cache
def numerals(lang: str) -> dict[str, dict[str, float]]:
    """By kind (one, times, ordinal, part, join, count), the words of a language and their values."""
    kinds: dict[str, dict[str, float]] = {k: {} for k in ("one", "times", "ordinal", "part", "join", "count")}
    for line in lines_of("numerals.tsv"):
        code, kind, value, words = line.split("\t")
        if code == lang:
            kinds[kind].update({word: float(value) for word in words.split()})
    return kinds


def read_number(words: Sequence[str], start: int, lang: str = "en") -> NumberRead | None:
    """The cardinal number that begins at this place of words in small letters; None where there is none."""
    if lang in {"zh", "ja"}:
        return _han(words, start)
    table = numerals(lang)
    value = digits(words[start], lang)
    if value is not None:
        end = start + 1
        while end < len(words) and words[end] in table["times"]:
            value *= table["times"][words[end]]
            end += 1
        return NumberRead(value, end)
    return _spelled(words, start, lang)


def digits(word: str, lang: str = "en") -> float | None:
    """The value of a number in figures, thousands parted by marks or not."""
    if not _DIGITS.fullmatch(word):
        return None
    decimal, thousands = (",", ".") if lang in _COMMA_DECIMAL else (".", ",")
    if re.fullmatch(rf"\d{{1,3}}(?:\{thousands}\d{{3}})+(?:\{decimal}\d+)?", word):
        word = word.replace(thousands, "")
    elif word.count(thousands) and not word.count(decimal):
        # One mark that parts no group of three is the decimal mark of the other custom.
        word = word.replace(thousands, decimal, 1)
    try:
        return float(word.replace(decimal, "."))
    except ValueError:
        return None


def _spelled(words: Sequence[str], start: int, lang: str) -> NumberRead | None:
    """A number in words: ones and tens add up, hundred and thousand multiply what stands before them."""
    table = numerals(lang)
    total, current, at, seen, last = 0.0, 0.0, start, False, 0.0
    while at < len(words):
        word = words[at]
        compound = _german(word) if lang == "de" and word not in table["one"] else None
        if word in {"-", "‐"} and seen and at + 1 < len(words) and _is_numeral(words[at + 1], lang):
            at += 1
            continue
        if word in table["join"] and seen and at + 1 < len(words) and _may_join(words, at, lang, last):
            at += 1
            continue
        if compound is not None:
            current, seen = current + compound, True
        elif word in table["one"]:
            value = table["one"][word]
            if lang == "fr" and value == 20 and current % 10 == 4 and last == 4:
                current += 76  # quatre-vingts
            elif seen and not _adds(last, value, lang):
                break
            else:
                current += value
            last, seen = value, True
        elif word in table["times"] and (seen or _bare_times(words, at, lang)):
            size = table["times"][word]
            if size >= 1000:
                total, current = total + max(current, 1.0) * size, 0.0
            else:
                current = max(current, 1.0) * size
            last, seen = size, True
        else:
            break
        at += 1
    return NumberRead(total + current, at) if seen else None


def _is_numeral(word: str, lang: str) -> bool:
    table = numerals(lang)
    return word in table["one"] or word in table["times"]


def _may_join(words: Sequence[str], at: int, lang: str, last: float) -> bool:
    """Whether "and" joins two parts of one number: behind hundred or thousand, in Spanish and French tens."""
    if words[at + 1] not in numerals(lang)["one"]:
        return False
    return last >= 100 if lang == "en" else last >= 20


def _adds(last: float, value: float, lang: str) -> bool:
    """Whether a number word goes on with the number before it: twenty-one, hundred five, but not "two
    three"."""
    if last >= 100:
        return value < last
    if lang == "fr":
        return last >= 10 and value < last and (last >= 20 or last == 10)
    return last >= 20 and value < 10


def _bare_times(words: Sequence[str], at: int, lang: str) -> bool:
    """Whether "thousand" stands without a number before it and is one all the same: a thousand, mil, cent."""
    if lang != "en":
        return words[at] not in {"million", "millionen", "millones", "millions", "milliarden"}
    return at > 0 and words[at - 1] in {"a", "per", "one"} and len(words[at]) > 2


@lru_cache(maxsize=4096)
def _german(word: str) -> float | None:
    """A German compound: zweihundertfünfzig, dreiundzwanzig, achttausend."""
    table = numerals("de")
    if word in table["one"]:
        return table["one"][word]
    if word in {"ein", "eine"}:
        return None
    for mark, size in (("tausend", 1000.0), ("hundert", 100.0)):
        if mark in word:
            before, _, after = word.partition(mark)
            left = 1.0 if before in {"", "ein"} else _german(before)
            right = 0.0 if not after else _german(after.removeprefix("und"))
            return None if left is None or right is None else left * size + right
    ones, joined, tens = word.partition("und")
    if joined and tens in table["one"] and table["one"][tens] >= 20:
        small = 1.0 if ones == "ein" else table["one"].get(ones)
        return None if small is None else table["one"][tens] + small
    return None


def _han(words: Sequence[str], start: int) -> NumberRead | None:
    """Figures and Chinese numerals, mixed as they come: 三十, 3万5千, 二〇一九."""
    total, section, current, at, seen, plain = 0.0, 0.0, 0.0, start, False, ""
    while at < len(words):
        word = words[at]
        value = digits(word)
        if value is not None and (not seen or current == 0.0):
            current, plain = value, ""
        elif word in _HAN_ONES:
            plain += str(_HAN_ONES[word])
            current = float(plain) if plain else 0.0
        elif word in _HAN_SMALL:
            section += (current if (plain or current) else 1.0) * _HAN_SMALL[word]
            current, plain = 0.0, ""
        elif word in _HAN_LARGE and seen:
            total += (section + current) * _HAN_LARGE[word]
            section, current, plain = 0.0, 0.0, ""
        else:
            break
        seen = True
        at += 1
    return NumberRead(total + section + current, at) if seen else None
