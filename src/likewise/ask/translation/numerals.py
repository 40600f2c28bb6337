"""Numbers as Chinese and Japanese texts write them: digits kept, and the numerals of the language."""

from __future__ import annotations

import re

from likewise.ask.question import Keyword
from likewise.ask.translated import TranslationCandidate
from likewise.ask.translation.chinese_script import to_traditional

__all__ = ["Numerals", "number_forms", "number_of_words", "numeral"]

_DIGITS = "〇一二三四五六七八九"
_SMALL = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15,
    "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30,
    "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14,
    "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19,
    "twentieth": 20,
}  # fmt: skip
_LARGE = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
           "november", "december")  # fmt: skip
_MONTH = "|".join(_MONTHS)
_DATE = re.compile(
    rf"^(?:({_MONTH}) )?(?:(\d{{1,2}})(?:st|nd|rd|th)?,? ?)?(?:of )?(?:({_MONTH}),? ?)?(\d{{4}})?$"
)
_DECADE = re.compile(r"^(?:the )?(\d{2})?(\d0)'?s$")
_CENTURY = re.compile(r"^(?:the )?(?:(\d{1,2})(?:st|nd|rd|th)|(\w+))[ -]century$")
_ORDINAL = re.compile(r"^(\d+)(?:st|nd|rd|th)$")
_FIGURE = re.compile(r"^\$?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?: (\w+))?( ?%| ?percent| ?per cent)?$")


def numeral(number: int, lang: str) -> str:
    """A whole number in the characters of the language: 3790 is 三千七百九十."""
    if number == 0:
        return "零"
    groups, rest, units = list[str](), number, ("", "万", "亿" if lang.startswith("zh") else "億", "兆")
    for unit in units:
        group, rest = rest % 10_000, rest // 10_000
        if group:
            # A Chinese numeral says where places are empty: 一千零五.
            gap = "零" if lang.startswith("zh") and rest and group < 1000 else ""
            groups.append(gap + _below_ten_thousand(group, lang) + unit)
    text = "".join(reversed(groups))
    text = text[1:] if lang.startswith("zh") and text.startswith("一十") else text
    return to_traditional(text) if lang == "zh-Hant" else text


def number_of_words(text: str) -> int | None:
    """The number that English words say, as "twenty-five" or "three million"; None for other words."""
    total, group, seen = 0, 0, False
    for word in re.split(r"[ -]+", text.lower().replace(" and ", " ").strip()):
        if word in _SMALL:
            group += _SMALL[word]
        elif word == "hundred" and seen:
            group *= 100
        elif word in _LARGE and seen:
            total, group = total + group * _LARGE[word], 0
        else:
            return None
        seen = True
    return total + group if seen else None


def number_forms(text: str, lang: str) -> list[str]:
    """A number, date, decade, century or ordinal as documents may write it, the likeliest form first."""
    bare = re.sub(r"\s+", " ", text.strip())
    low = bare.lower().removeprefix("the ")
    chinese = lang.startswith("zh")
    century = _CENTURY.match(low)
    if century:
        count = int(century.group(1)) if century.group(1) else _ORDINALS.get(century.group(2))
        word = "世紀" if lang in ("ja", "zh-Hant") else "世纪"
        return [f"{count}{word}", f"{numeral(count, lang)}{word}"] if count else []
    decade = _DECADE.match(low)
    if decade:
        first, tens = decade.groups()
        own = [f"{first or ''}{tens}年代", f"{tens}年代"]
        if first and chinese:
            word = "世紀" if lang == "zh-Hant" else "世纪"
            own += [f"{int(first) + 1}{word}{tens}年代", f"{numeral(int(tens), lang)}年代"]
        return list(dict.fromkeys(own))
    ordinal = _ORDINAL.match(low)
    place = int(ordinal.group(1)) if ordinal else _ORDINALS.get(low)
    if place is not None:
        return [f"第{numeral(place, lang)}", f"第{place}", str(place)]
    date = _DATE.match(low)
    if date and (date.group(1) or date.group(3)):
        return _date_forms(date.group(4), date.group(1) or date.group(3), date.group(2))
    figure = _FIGURE.match(low)
    if figure and (figure.group(3) is None or figure.group(3) in _LARGE):
        return _figure_forms(figure, lang)
    count = number_of_words(low)
    return [numeral(count, lang), str(count)] if count is not None else []


class Numerals:
    """Numbers, dates, decades and centuries in the forms of the language."""

    name = "numeral"

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def candidates(self, keyword: Keyword) -> list[TranslationCandidate]:
        """The forms of a keyword that is a number."""
        forms = number_forms(keyword.text, self.lang)
        return [
            TranslationCandidate(form, (self.name,), score=max(0.1, 1.0 - 0.15 * n))
            for n, form in enumerate(dict.fromkeys(forms))
        ]


def _below_ten_thousand(group: int, lang: str) -> str:
    text, gap = "", False
    for size, unit in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = group // size % 10
        if not digit:
            gap = gap or bool(text)
            continue
        if gap and lang.startswith("zh"):
            text += "零"
        gap = False
        plain = lang == "ja" and digit == 1 and size > 1
        text += ("" if plain else _DIGITS[digit]) + unit
    return text


def _date_forms(year: str | None, month: str, day: str | None) -> list[str]:
    number = _MONTHS.index(month) + 1
    full = (f"{year}年" if year else "") + f"{number}月" + (f"{day}日" if day else "")
    forms = [full]
    if year and day:
        forms += [f"{year}年{number}月", f"{number}月{day}日"]
    return [*forms, f"{numeral(number, 'zh')}月"] if full == f"{number}月" else forms


def _figure_forms(figure: re.Match[str], lang: str) -> list[str]:
    digits, fraction, scale, percent = figure.groups()
    plain = digits.replace(",", "")
    value = float(plain + (fraction or "")) * _LARGE.get(scale or "", 1)
    own = [plain + (fraction or "")] if scale is None else []
    if percent:
        number = own[0] if own else f"{value:g}"
        return [f"{number}%", f"百分之{number}" if lang.startswith("zh") else f"{number}パーセント"]
    if "," in digits and scale is None:
        own.insert(0, digits + (fraction or ""))
    whole = int(value) if value.is_integer() else None
    if whole is not None and whole >= 10_000:
        own += _in_groups(whole, lang)
    if whole is not None and len(plain) < 16:
        if scale is None and len(plain) == 4 and whole < 2100:
            # Four digits are a year more often than not.
            own += [f"{plain}年", "".join(_DIGITS[int(c)] for c in plain)]
        else:
            own.append(numeral(whole, lang))
    return own


def _in_groups(whole: int, lang: str) -> list[str]:
    """12,500,000 as 1250万, 230,000,000 as 2.3亿 and 2億3000万."""
    hundred_millions = "億" if lang in ("ja", "zh-Hant") else "亿"
    ten_thousands = "萬" if lang == "zh-Hant" else "万"
    forms = []
    for unit, size in ((hundred_millions, 10**8), (ten_thousands, 10**4)):
        if whole >= size and round(whole / size, 4) * size == whole:
            forms.append(f"{whole / size:.4f}".rstrip("0").rstrip(".") + unit)
            high, low = divmod(whole, size)
            if low and low % 10**4 == 0 and size > 10**4:
                forms.append(f"{high}{unit}{low // 10**4}{ten_thousands}")
            break
    return forms
