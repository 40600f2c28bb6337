"""One form for all ways to write an answer, so that equal answers can be merged and compared.

Width (NFKC), script, case, blanks, quotes; numbers in digits; dates with the years of eras counted in the
Western way; 90年代; names without their dots and honorifics; units by one name; kana without long marks.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from pathlib import Path

from likewise.ask.answers.numerals import NUMERAL, numeral_text, numeral_value
from likewise.ask.question import AnswerType
from likewise.data import path as data_path

__all__ = ["ERAS", "normal_form", "plain_form"]

ERAS = {
    "民国": 1911, "明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018,
}  # fmt: skip
"""The year before the first one of each era."""
_EDGES = " \t\n。，,.、；;：:「」『』《》〈〉“”\"'‘’（）()[]【】·・"
_HONORIFICS = ("さん", "ちゃん", "先生", "女士", "小姐", "氏", "様", "君", "选手", "選手")
_NAME_MARKS = re.compile(r"(?<=[^\W\d_])\s*[·・•‧=゠]\s*(?=[^\W\d_])")
_ABOUT = re.compile(r"^(?:大约|约|約|およそ|ほぼ|近)(?=[0-9〇零一二三四五六七八九十百千万亿億数])")


@lru_cache(maxsize=65536)
def plain_form(text: str) -> str:
    """Width, case, script, blanks and marks at the edges alone: what nobody would call another answer."""
    from likewise.frames import simplified_chinese

    form = unicodedata.normalize("NFKC", text).lower()
    if not form.isascii():
        form = simplified_chinese(form)
    form = re.sub(r"(?<![a-z0-9])\s+|\s+(?![a-z0-9])", "", form)
    form = re.sub(r"(?<=[0-9])\s+(?=[0-9])", " ", form)
    return form.strip(_EDGES) or form.strip()


@lru_cache(maxsize=65536)
def normal_form(text: str, answer_type: AnswerType = "thing", lang: str = "") -> str:
    """The form that all ways to write the same answer share; the type says what may be taken for equal."""
    form = plain_form(text)
    form = _eras(form)
    form = re.sub(r"(?<=[0-9]),(?=[0-9]{3})", "", form)
    form = _numbers(form, answer_type)
    if answer_type in ("number", "time"):
        form = _ABOUT.sub("", form)
        form = re.sub(r"^(?:公元|西元|西暦|纪元)(?=[0-9])", "", form)
        form = re.sub(r"^(?:西元|公元|纪元)?前(?=[0-9])", "公元前", form)
    if answer_type == "time":
        form = re.sub(r"^([0-9]{3,4})$", r"\1年", form)
        form = re.sub(r"(?<=月)([0-9]+)号", r"\1日", form)
        form = re.sub(r"^(?:19|20)(?=[0-9]0年代$)", "", form)
    if answer_type in ("person", "location", "organization", "title", "thing"):
        form = _NAME_MARKS.sub("", form)
        if answer_type == "person":
            for honorific in _HONORIFICS:
                form = form.removesuffix(honorific) if len(form) > len(honorific) + 1 else form
        form = re.sub(r"(?<=[ァ-ヺ])ー", "", form)
    return form


def _eras(form: str) -> str:
    """Years of eras as Western ones; 民國前 is left as it is."""
    pattern = rf"({'|'.join(ERAS)})(元|[0-9]+|[〇一二三四五六七八九十]+)年"

    def western(match: re.Match[str]) -> str:
        year = 1 if match[2] == "元" else int(numeral_value(match[2]) or 0)
        return f"{ERAS[match[1]] + year}年"

    return re.sub(pattern, western, form)


def _numbers(form: str, answer_type: AnswerType) -> str:
    """Numerals in digits where they are numerals: in numbers and times all, elsewhere those before a unit."""
    if answer_type in ("number", "time") or form[:1].isdigit():
        form = NUMERAL.sub(lambda m: _in_digits(m.group()), form)
        form = re.sub(r"(?<=[0-9])\s+(?=[^0-9a-z])", "", form)
        form = _measured_pattern().sub(_measured, form)
    return form


def _in_digits(numeral: str) -> str:
    value = numeral_value(numeral)
    return numeral if value is None else numeral_text(value)


def _measured(match: re.Match[str]) -> str:
    names = _units()
    sign, unit = match["sign"] or "", match["unit"] or ""
    return f"{match['number']}{names.get(unit, unit)}{names.get(sign, sign)}"


@cache
def _units() -> dict[str, str]:
    """The one name of each unit that has several."""
    lines = Path(data_path("ask/equal_units.tsv")).read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {word: name for name, words in rows for word in words.split()}


@cache
def _measured_pattern() -> re.Pattern[str]:
    units = "|".join(map(re.escape, sorted(_units(), key=lambda unit: (-len(unit), unit))))
    return re.compile(rf"(?P<sign>[$€£¥]|us\$)?(?P<number>[0-9][0-9.]*)(?P<unit>{units})?(?![a-z])")
