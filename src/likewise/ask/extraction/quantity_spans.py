"""Numbers with their units, money, shares, dates and times in Chinese and Japanese text, by rules.

What each unit measures is in `likewise/data/ask/units.tsv`. A span is given with its unit and without it,
with and without "about", a date whole and in parts, because answers are written either way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from likewise.ask.question import AnswerType
from likewise.data import path as data_path

__all__ = ["DIGITS", "HAN_NUMERALS", "QuantityPlace", "is_bare", "quantities"]

DIGITS = "0-9０-９"
HAN_NUMERALS = "〇零一二三四五六七八九十百千万萬亿億兆廿卅两兩壹贰貳叁參肆伍陆陸柒捌玖拾佰仟"
_HAN = f"[{HAN_NUMERALS}]"
_BIG = "[十百千万萬亿億兆]"
_ARABIC = f"[{DIGITS}]+(?:[,，.．][{DIGITS}]+)*"
_NUMERAL = (
    rf"(?:{_ARABIC}(?:\s?{_BIG}+(?:{_ARABIC}{_BIG}*)*)?"
    rf"|[数數几幾半]?{_HAN}+[数數几幾多余餘]?|[半数數])"
)
_ABOUT = (
    "(?:大约|大約|约|約|近|超过|超過|将近|將近|至少|最多|不到|およそ|ほぼ|最大|少なくとも|第|总共|總共|全)"
)
_TO = r"\s?(?:-|－|–|—|~|～|〜|至|到|から|或|、|ないし)\s?"
_YEAR = rf"(?:{_ARABIC}|[〇零一二三四五六七八九]{{2,4}}|元)"
_ERA = (
    "(?:公元前|西元前|紀元前|公元|西元|西暦|前|民国|民國|明治|大正|昭和|平成|令和|慶応|慶應|元治|文久|万延|安政|嘉永|弘化|天保"
    "|文政|文化|享和|寛政|天明|安永|明和|宝暦|寛延|延享|寛保|元文|享保|正徳|宝永|元禄|貞享|天和|延宝|寛文|万治|明暦|承応|慶安"
    "|正保|寛永|元和|慶長|文禄|天正|元亀|永禄|弘治|天文|大永|永正|文亀|明応|延徳|長享|文明|応仁|天平|延暦|弘仁|承和|貞観|延喜"
    "|光绪|光緒|宣统|宣統|同治|咸丰|咸豐|道光|嘉庆|嘉慶|乾隆|雍正|康熙|顺治|順治|崇祯|崇禎|万历|萬曆|嘉靖|正德|弘治|成化"
    "|永乐|永樂|洪武|贞观|貞觀|开元|開元|天宝|天寶|元和|建安|建炎|绍兴|紹興)"
)
_DATE = (
    rf"(?:{_ERA}\s?)?{_YEAR}\s?年(?:代)?(?:\s?{_NUMERAL}\s?月(?:\s?{_NUMERAL}\s?[日号號])?)?"
    rf"(?:初期|中期|后期|後期|末期|初|末|底|前半|後半|前|后|後|頃|ごろ|间|春|夏|秋|冬|春天|夏天|秋天|冬天)?"
)
_TIME = re.compile(
    rf"(?P<range>{_DATE}{_TO}{_DATE})|(?P<date>{_DATE})"
    rf"|(?P<span>[{DIGITS}]{{3,4}}\s?[-–—~～至到]\s?{_DATE})"
    rf"|(?P<century>(?:{_ERA}\s?)?{_NUMERAL}\s?(?:世纪|世紀)(?:\s?{_YEAR}\s?年代)?(?:初期|中期|末期|后期|後期|初|末|中叶|中葉|前半|後半)?)"
    rf"|(?P<day>{_NUMERAL}\s?月(?:\s?{_NUMERAL}\s?[日号號])?(?:末|初|底|下旬|上旬|中旬)?)|(?P<dayonly>{_NUMERAL}\s?日)"
    rf"|(?P<clock>(?:上午|下午|午前|午後|晚上|凌晨|早上)?\s?(?:[{DIGITS}]{{1,2}}[:：][{DIGITS}]{{2}}(?:[:：][{DIGITS}]{{2}})?"
    rf"|{_NUMERAL}\s?(?:时|時|点|點)(?:\s?{_NUMERAL}\s?分|半)?))"
    r"|(?P<weekday>(?:星期|周|週|礼拜|禮拜)[一二三四五六日天]|[月火水木金土日]曜日?)"
    r"|(?P<season>(?:春|夏|秋|冬)(?:季|天|期)|春|夏|秋|冬)|(?P<yearonly>(?<![.,\d])(?:1[0-9]|20)[0-9]{2}(?![.,\d]))"
)
_SUBTYPES = {
    "range": "period", "span": "period", "date": "date", "century": "century", "day": "date",
    "dayonly": "date", "clock": "clock", "weekday": "weekday", "season": "season", "yearonly": "year",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class QuantityPlace:
    """A number or a time at a place of a text."""

    start: int
    end: int
    answer_type: AnswerType
    subtype: str
    unit: str = ""


def quantities(text: str) -> list[QuantityPlace]:
    """All numbers and times of a text with the parts of them that may be meant, each span once per type."""
    seen = dict[tuple[int, int, str], QuantityPlace]()
    for one in (*_times(text), *_numbers(text)):
        seen.setdefault((one.start, one.end, one.answer_type), one)
    return sorted(seen.values(), key=lambda one: (one.start, one.end, one.answer_type))


def is_bare(text: str) -> bool:
    """Whether it is a single Han numeral, as many words have one in them."""
    return len(text) == 1 and not text.isdigit()


def _times(text: str) -> Iterator[QuantityPlace]:
    for match in _TIME.finditer(text):
        kind = str(match.lastgroup)
        yield from _time(text, match.start(), match.end(), _SUBTYPES[kind])
        if kind == "range":  # each end is a time by itself
            for part in re.finditer(_DATE, match.group()):
                yield from _time(text, match.start() + part.start(), match.start() + part.end(), "date")


def _time(text: str, start: int, end: int, subtype: str) -> Iterator[QuantityPlace]:
    """A time, and the shorter ones that it holds: the year of a date, a date without "early"."""
    whole = text[start:end]
    if subtype == "date" and re.fullmatch(rf"(?:{_ERA}\s?)?{_YEAR}\s?年", whole):
        subtype = "year"
    elif subtype == "date" and re.match(rf"(?:{_ERA}\s?)?{_YEAR}\s?年代", whole):
        subtype = "decade"
    yield QuantityPlace(start, end, "time", subtype)
    for pattern, kind in (
        (rf"(?:{_ERA}\s?)?{_YEAR}\s?年", "year"),
        (rf"{_NUMERAL}\s?月(?:\s?{_NUMERAL}\s?[日号號])?", "date"),
    ):
        for part in re.finditer(pattern, whole):
            if part.group() != whole:
                yield QuantityPlace(start + part.start(), start + part.end(), "time", kind)
                if kind == "year" and (bare := re.search(rf"[{DIGITS}]{{3,4}}", part.group())):
                    yield QuantityPlace(
                        start + part.start() + bare.start(), start + part.start() + bare.end(), "time", kind
                    )
    if subtype == "year" and (bare := re.search(rf"[{DIGITS}]{{3,4}}", whole)):
        yield QuantityPlace(start + bare.start(), start + bare.end(), "time", "year")


def _numbers(text: str) -> Iterator[QuantityPlace]:
    for match in _number_pattern().finditer(text):
        number, unit = match.group("number"), match.group("unit") or ""
        prefix = match.group("prefix") or ""
        subtype = "money" if match.group("sign") else _subtype(prefix, unit)
        yield QuantityPlace(match.start("number"), match.end("number"), "number", subtype, unit)
        yield QuantityPlace(match.start(), match.end(), "number", subtype, unit)
        if unit:
            yield QuantityPlace(match.start("number"), match.end(), "number", subtype, unit)
        if match.group("sign"):
            yield QuantityPlace(match.start("sign"), match.end(), "number", "money", match.group("sign"))
        if len(number) > 1 and number[-1] in "多余餘数數":
            yield QuantityPlace(match.start("number"), match.end("number") - 1, "number", subtype, unit)


def _subtype(prefix: str, unit: str) -> str:
    if "第" in prefix:
        return "rank"
    if unit in ("%", "％") or prefix.startswith("百分之"):
        return "percentage"
    return _units().get(unit, "count") if unit else "count"


@cache
def _units() -> dict[str, str]:
    """What each unit measures; the first line that has it counts."""
    units = dict[str, str]()
    for line in Path(data_path("ask/units.tsv")).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            subtype, words = line.split("\t")
            for word in words.split():
                units.setdefault(word, subtype)
    for word in ("名", "位", "次", "回", "节", "節"):  # ranks only after "number .."
        units[word] = "count"
    return units


@cache
def _number_pattern() -> re.Pattern[str]:
    units = "|".join(map(re.escape, sorted(_units(), key=lambda unit: (-len(unit), unit))))
    return re.compile(
        rf"(?P<prefix>(?:{_ABOUT}\s?)?(?:百分之|[{HAN_NUMERALS}]+分之)?)(?P<sign>[$＄￥¥€£]\s?)?"
        rf"(?P<number>{_NUMERAL}(?:{_TO}{_NUMERAL})?)(?P<half>½)?(?:\s?(?P<unit>{units}))?"
        r"(?P<after>以上|以下|左右|多|余|餘|前|后|後)?"
    )
