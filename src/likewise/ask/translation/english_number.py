"""Numbers and dates of Chinese and Japanese texts in English."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["ERA_NAMES", "english_of_number", "number_of"]

_DIGITS = {c: n for n, c in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2, "兩": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_GROUPS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12}
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip
ERA_NAMES = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018, "民国": 1911, "民國": 1911}
"""Eras with the year before their first."""
_NUMBER = r"[\d,.〇零一二三四五六七八九十百千万萬亿億兆两兩]+"
_DATE = re.compile(
    rf"^(?:(公元前|紀元前|西元前|前|{'|'.join(ERA_NAMES)})?({_NUMBER}|元)年)?(?:({_NUMBER})月)?(?:({_NUMBER})[日号號])?$"
)
_DECADE = re.compile(rf"^(?:({_NUMBER})世[纪紀])?({_NUMBER})年代$")
_CENTURY = re.compile(rf"^({_NUMBER})世[纪紀]$")
_ORDINAL = re.compile(rf"^第({_NUMBER})$")
_PERCENT = re.compile(rf"^(?:百分之({_NUMBER})|({_NUMBER})(?:%|パーセント))$")


def number_of(text: str) -> float | None:
    """The number that digits or numerals say: 1億2000万, 三千七百九十, 二〇〇〇; None for other text."""
    plain = unicodedata.normalize("NFKC", text).replace(",", "")
    if re.fullmatch(r"\d+(?:\.\d+)?", plain):
        return float(plain)
    if re.fullmatch(rf"[{''.join(_DIGITS)}]{{2,}}", plain):
        return float("".join(str(_DIGITS[c]) for c in plain))
    total, group, digit, seen = 0.0, 0.0, None, False
    for token in re.findall(r"\d+(?:\.\d+)?|.", plain):
        seen = True
        if token[0].isdigit() and token[0].isascii():
            digit = float(token)
        elif token in _DIGITS:
            digit = float(_DIGITS[token])
        elif token in _UNITS:
            group += (1.0 if digit is None else digit) * _UNITS[token]
            digit = None
        elif token in _GROUPS:
            amount = group + (digit or 0.0)
            if not amount:
                return None
            total, group, digit = total + amount * _GROUPS[token], 0.0, None
        else:
            return None
    return total + group + (digit or 0.0) if seen else None


def english_of_number(text: str) -> str:
    """A number, date, decade, century, ordinal or share in English; "" for other text."""
    plain = unicodedata.normalize("NFKC", text.strip())
    decade = _DECADE.match(plain)
    if decade:
        century, tens = (number_of(part) if part else None for part in decade.groups())
        if tens is None:
            return ""
        return f"the {int((century - 1) * 100 + tens)}s" if century and tens < 100 else f"the {int(tens)}s"
    century_only = _CENTURY.match(plain)
    if century_only:
        count = number_of(century_only.group(1))
        return f"the {_ordinal(int(count))} century" if count else ""
    ordinal = _ORDINAL.match(plain)
    if ordinal:
        count = number_of(ordinal.group(1))
        return _ordinal(int(count)) if count is not None else ""
    percent = _PERCENT.match(plain)
    if percent:
        count = number_of(percent.group(1) or percent.group(2))
        return f"{count:,.10g}%" if count is not None else ""
    date = _DATE.match(plain)
    if plain and date and any(date.groups()[1:]):
        return _date(*date.groups())
    value = number_of(plain)
    return f"{value:,.15g}" if value is not None else ""


def _date(before: str | None, *parts: str | None) -> str:
    year, month, day = (1.0 if part == "元" else number_of(part) if part else None for part in parts)
    if month is not None and not 1 <= month <= 12:
        return ""
    name = _MONTHS[int(month) - 1] if month else ""
    words = [name, f"{int(day)}" if day is not None else ""]
    first = " ".join(word for word in words if word)
    if year is None:
        return first if month else _ordinal(int(day or 0))
    era = ERA_NAMES.get(before or "", 0)
    said = f"{int(year) + era}" + (" BC" if before and not era else "")
    comma = ", " if month and day is not None else " "
    return f"{first}{comma}{said}" if first else said


def _ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
