"""Numbers in the forms of the languages."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.ask.translation import number_forms, numeral
from likewise.ask.translation.numerals import number_of_words


@pytest.mark.parametrize(
    ("number", "chinese", "japanese"),
    [
        (0, "零", "零"),
        (10, "十", "十"),
        (15, "十五", "十五"),
        (105, "一百零五", "百五"),
        (110, "一百一十", "百十"),
        (1005, "一千零五", "千五"),
        (3790, "三千七百九十", "三千七百九十"),
        (10_005, "一万零五", "一万五"),
        (120_000, "十二万", "十二万"),
        (230_000_000, "二亿三千万", "二億三千万"),
    ],
)
def test_numerals(number: int, chinese: str, japanese: str) -> None:
    assert numeral(number, "zh-Hans") == chinese
    assert numeral(number, "ja") == japanese


@pytest.mark.parametrize(
    ("text", "lang", "form"),
    [
        ("50", "ja", "五十"),
        ("1990", "zh-Hans", "1990年"),
        ("1990s", "zh-Hans", "20世纪90年代"),
        ("70's", "ja", "70年代"),
        ("third", "zh-Hans", "第三"),
        ("3rd", "ja", "第3"),
        ("19th century", "zh-Hant", "19世紀"),
        ("nineteenth century", "zh-Hans", "十九世纪"),
        ("February 7, 2016", "ja", "2016年2月7日"),
        ("7 February 2016", "zh-Hans", "2016年2月7日"),
        ("January", "zh-Hans", "1月"),
        ("12,500,000", "zh-Hans", "1250万"),
        ("2.3 billion", "ja", "23億"),
        ("30%", "zh-Hans", "百分之30"),
        ("twenty-five", "ja", "25"),
        ("three million", "zh-Hans", "三百万"),
    ],
)
def test_forms(text: str, lang: str, form: str) -> None:
    assert form in number_forms(text, lang)


def test_digits_come_first_and_words_are_no_numbers() -> None:
    assert number_forms("50", "zh-Hans")[0] == "50"
    assert number_forms("shrub", "ja") == []
    assert number_of_words("two hundred and five") == 205
    assert number_of_words("hundred and one") is None
    assert number_of_words("") is None


@given(st.integers(0, 10**12))
def test_a_numeral_is_of_its_language_alone(number: int) -> None:
    assert set(numeral(number, "ja")) <= set("零〇一二三四五六七八九十百千万億兆")
