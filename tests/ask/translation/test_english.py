"""What the asker reads: answers in English, readings, glosses."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from likewise.ask.translation import gloss, number_of, numeral, reading, render_english, word_gloss
from likewise.ask.translation.english_number import english_of_number
from likewise.ask.translation.word_gloss import _with_mark


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("2003年7月4日", "July 4, 2003"), ("7月", "July"), ("平成12年", "2000"), ("民國元年", "1912"),
        ("公元前221年", "221 BC"),
        ("20世纪90年代", "the 1990s"), ("九十年代", "the 90s"), ("19世紀", "the 19th century"),
        ("1億2000万", "120,000,000"), ("三千七百九十", "3,790"), ("２.5", "2.5"), ("二〇〇〇", "2,000"),
        ("百分之三十", "30%"), ("第三", "3rd"), ("13月", ""), ("布什", ""), ("", ""), ("万", ""),
    ],
)  # fmt: skip
def test_numbers_and_dates(text: str, english: str) -> None:
    assert english_of_number(text) == english


@given(st.integers(0, 10**13), st.sampled_from(["zh-Hans", "ja"]))
def test_numerals_come_back(number: int, lang: str) -> None:
    assert number_of(numeral(number, lang)) == number


@given(st.text("〇一十百千万亿年月日第世纪代0123456789.,前", max_size=8))
def test_no_number_is_too_odd(text: str) -> None:
    english_of_number(text)
    number_of(text)


@pytest.fixture
def embedded_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine without the extra."""
    monkeypatch.setattr(word_gloss, "has_cedict", lambda: False)
    monkeypatch.setattr(word_gloss, "has_edict", lambda: False)
    monkeypatch.setattr(word_gloss, "has_enamdict", lambda: False)
    monkeypatch.setattr(word_gloss, "_mecab", lambda: None)
    monkeypatch.setattr(word_gloss, "find_spec", lambda name: None)
    word_gloss.reverse_indexes.cache_clear()
    word_gloss._entry.cache_clear()


@pytest.fixture(autouse=True)
def fresh() -> object:
    yield
    word_gloss.reverse_indexes.cache_clear()
    word_gloss._entry.cache_clear()


def test_the_embedded_dictionary_does(embedded_only: None) -> None:
    assert render_english("日本", "zh") == "Japan"
    assert render_english("麥田捕手", "zh") == "The Catcher in the Rye"
    assert render_english("スピース", "ja") == "Supisu"
    assert reading("河流", "zh") == "hé liú"
    assert reading("ふなばし", "ja") == "ふなばし"
    words = gloss("河流 NFL 2003年7月4日。", "zh")
    assert [(one.text, one.start, one.end, one.english) for one in words] == [
        ("河流", 0, 2, "river"),
        ("NFL", 3, 6, "NFL"),
        ("2003年7月4日", 7, 16, "July 4, 2003"),
    ]


def test_what_is_english_stays() -> None:
    assert render_english("Denver Broncos", "zh") == "Denver Broncos"
    assert render_english("「」 ", "ja") == ""


@pytest.mark.parametrize(
    ("syllable", "marked"),
    [("bu4", "bù"), ("lu:4", "lǜ"), ("ou1", "ōu"), ("guan4", "guàn"), ("de5", "de"), ("r5", "r"), ("·", "·")],
)
def test_tones(syllable: str, marked: str) -> None:
    assert _with_mark(syllable) == marked


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text("布什离开ァーブッシュは1月年a・· 。", max_size=12), st.sampled_from(["zh", "ja"]))
def test_glossed_words_stand_where_they_say(embedded_only: None, text: str, lang: str) -> None:
    end = 0
    for word in gloss(text, lang):
        assert text[word.start : word.end] == word.text
        assert word.start >= end
        end = word.end
