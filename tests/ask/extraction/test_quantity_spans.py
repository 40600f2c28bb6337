"""Numbers and times in Chinese and Japanese text, with their units."""

from __future__ import annotations

import pytest

from likewise.ask.extraction import quantities


def found(text: str) -> set[tuple[str, str, str]]:
    return {(text[one.start : one.end], one.answer_type, one.subtype) for one in quantities(text)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("生于1715年", ("1715年", "time", "year")),
        ("生于1715年", ("1715", "time", "year")),
        ("2007年5月3日举行", ("2007年5月3日", "time", "date")),
        ("2007年5月3日举行", ("2007年", "time", "year")),
        ("平成12年に完成", ("平成12年", "time", "year")),
        ("民國93年", ("民國93年", "time", "year")),
        ("20世纪初", ("20世纪初", "time", "century")),
        ("1990年代", ("1990年代", "time", "decade")),
        ("1914年至1918年", ("1914年至1918年", "time", "period")),
        ("1914年至1918年", ("1918年", "time", "year")),
        ("午後3時に", ("午後3時", "time", "clock")),
        ("星期三", ("星期三", "time", "weekday")),
        ("金曜日", ("金曜日", "time", "weekday")),
        ("约15公里", ("15公里", "number", "distance")),
        ("约15公里", ("约15公里", "number", "distance")),
        ("高さ約15メートル", ("15メートル", "number", "length")),
        ("3.5亿美元", ("3.5亿美元", "number", "money")),
        ("価格は1,200円", ("1,200円", "number", "money")),
        ("$12.5万", ("$12.5万", "number", "money")),
        ("占25%的人", ("25%", "number", "percentage")),
        ("38岁", ("38岁", "number", "age")),
        ("三千七百九十人", ("三千七百九十人", "number", "count")),
        ("第6位", ("第6位", "number", "rank")),
        ("20-30个", ("20-30个", "number", "count")),
        ("一万二千頭", ("一万二千", "number", "count")),
    ],
)
def test_quantity(text: str, expected: tuple[str, str, str]) -> None:
    assert expected in found(text)


def test_no_era_in_plain_words() -> None:
    assert "生于1715年" not in {text for text, _, _ in found("他出生于1715年")}


@pytest.mark.parametrize("text", ["", "没有", "なし", "abc"])
def test_text_without_numbers(text: str) -> None:
    assert found(text) == set()
