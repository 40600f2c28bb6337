"""Names by their sound."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.ask.translation import SoundedNames, english_sounds, name_distance, word_sounds

from .keywords import keyword, name, number

CHINESE = ["特斯拉", "特色", "卡罗莱纳", "约什·诺曼", "普利斯特里", "爱因斯坦", "河流", "政府"]
JAPANESE = ["テスラ", "ジャクソンヴィル", "ヴィクトリア", "システム", "政府", "プリーストリー"]


@pytest.mark.parametrize(
    ("english", "sounds"),
    [("Tesla", "tesla"), ("Phoenix", "foeniks"), ("Knight", "nit"), ("Joseph", "josef"), ("Church", "CurC")],
)
def test_sounds_of_spelling(english: str, sounds: str) -> None:
    assert english_sounds(english) == sounds


def test_sounds_of_words() -> None:
    assert word_sounds("特斯拉", "zh") == "tesila"
    assert word_sounds("テスラ", "ja") == "tesura"
    assert word_sounds("政府", "zh") == ""
    assert word_sounds("政府", "ja") == ""


@pytest.mark.parametrize(
    ("english", "lang", "word"),
    [
        ("Tesla", "zh", "特斯拉"), ("Carolina", "zh", "卡罗莱纳"), ("Priestley", "zh", "普利斯特里"),
        ("Einstein", "zh", "爱因斯坦"), ("Tesla", "ja", "テスラ"), ("Jacksonville", "ja", "ジャクソンヴィル"),
        ("Victoria", "ja", "ヴィクトリア"), ("Priestley", "ja", "プリーストリー"),
    ],
)  # fmt: skip
def test_nearest_word(english: str, lang: str, word: str) -> None:
    names = SoundedNames(CHINESE if lang == "zh" else JAPANESE, lang)
    assert names.candidates(name(english))[0].text == word


def test_parts_of_names_are_heard_too() -> None:
    found = [one.text for one in SoundedNames(CHINESE, "zh").candidates(name("Josh Norman"))]
    assert "诺曼" in found


def test_what_is_no_name_is_not_heard() -> None:
    names = SoundedNames(CHINESE, "zh")
    assert names.candidates(keyword("tesla")) == []
    assert names.candidates(number("1984")) == []
    assert names.candidates(name("USA")) == []
    assert SoundedNames([], "zh").candidates(name("Tesla")) == []


@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=30), st.sampled_from(JAPANESE))
def test_distance_is_no_less_than_nothing(english: str, word: str) -> None:
    assert name_distance(english, word, "ja") >= 0.0
