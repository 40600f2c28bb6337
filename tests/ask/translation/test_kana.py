"""Names in kana (section 5.2 of the paper)."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.ask.question import Keyword
from likewise.ask.translation import (
    Kana,
    hiragana,
    kana_of_romaji,
    katakana,
    katakana_of_english,
    romaji_of_kana,
)


def name(text: str) -> Keyword:
    return Keyword(text, "name", 0, len(text))


def test_the_names_of_the_paper() -> None:
    assert kana_of_romaji("Yusuke") == ("ゆすけ", "ゆうすけ")
    assert kana_of_romaji("Funabashi") == ("ふなばし",)


@pytest.mark.parametrize(
    ("romaji", "kana"),
    [
        ("Tokyo", "とうきょう"),
        ("Sapporo", "さっぽろ"),
        ("Shimbun", "しんぶん"),
        ("Ohno", "おおの"),
        ("Kōbe", "こうべ"),
        ("Ken'ichi", "けんいち"),
        ("Matcha", "まっちゃ"),
    ],
)
def test_romaji(romaji: str, kana: str) -> None:
    assert kana in kana_of_romaji(romaji)


def test_what_is_no_romaji_has_no_hiragana() -> None:
    assert kana_of_romaji("Berlin") == ()
    assert kana_of_romaji("") == ()


@pytest.mark.parametrize(
    ("english", "kana"),
    [
        ("Berlin", "ベルリン"),
        ("Tesla", "テスラ"),
        ("Hitler", "ヒトラー"),
        ("Kant", "カント"),
        ("Ann", "アン"),
    ],
)
def test_english_names(english: str, kana: str) -> None:
    assert kana in katakana_of_english(english)


def test_candidates_of_names_only() -> None:
    texts = [one.text for one in Kana().candidates(name("Yusuke"))]
    assert texts[:2] == ["ゆすけ", "ゆうすけ"]
    assert "ユウスケ" in texts
    assert Kana().candidates(name("leaves")) == []
    assert Kana().candidates(name("NFL")) == []
    assert "ベルリン" in [one.text for one in Kana().candidates(name("Berlin"))]


@pytest.mark.parametrize(
    ("kana", "romaji"),
    [("ふなばし", "funabashi"), ("さっぽろ", "sapporo"), ("マッチャ", "matcha"), ("ベルリー", "berurii")],
)
def test_kana_in_latin_letters(kana: str, romaji: str) -> None:
    assert romaji_of_kana(kana) == romaji


@given(st.text("あいうえおかきくけこさしすせそたちつてとなにぬねの", max_size=8))
def test_kana_there_and_back(kana: str) -> None:
    assert hiragana(katakana(kana)) == kana
    assert not kana or kana in kana_of_romaji(romaji_of_kana(kana)) or "う" in kana or "お" in kana


@given(st.text(max_size=12))
def test_no_name_is_too_odd(text: str) -> None:
    for form in katakana_of_english(text):
        assert all("\u30a0" <= c <= "\u30ff" for c in form)
    kana_of_romaji(text)
