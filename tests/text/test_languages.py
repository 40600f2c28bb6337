"""The table of languages: every line is sound, and every way to call a language leads to it."""

from __future__ import annotations

from collections import Counter

import pytest

from likewise.text.languages import (
    all_languages,
    code_of,
    find_language,
    is_english,
    language_of_script,
    name_of,
    nearest_languages,
    same_language,
    unknown_language,
)
from likewise.text.stems import algorithms, stem
from likewise.text.tokenizers import TOKENIZERS

MSVD = (
    "Albanian Arabic Bosnian Bulgarian Chinese Croatian Czech Danish Dutch English Estonian Farsi Filipino "
    "French Georgian German Greek Gujarati Hebrew Hindi Hungarian Indonesian Italian Japanese Kannada Korean "
    "Macedonian Malayalam Marathi Norwegian Polish Portuguese Romanian Russian Serbian Slovak Slovene "
    "Spanish Swahili Swedish Tagalog Tamil Telugu Thai Turkish Ukrainian Urdu Vietnamese"
)


def test_every_line_is_sound() -> None:
    for one in all_languages():
        assert one.code == one.code.lower()
        assert 2 <= len(one.code) <= 3
        assert one.tokenizer in TOKENIZERS
        if one.stemmer is not None:
            assert one.stemmer in algorithms()
            assert stem(one.own_name, one.stemmer)
    calls = Counter(
        call for one in all_languages() for call in {one.code, one.name, one.own_name, *one.others}
    )
    assert [call for call, times in calls.items() if times > 1] == []


@pytest.mark.parametrize(
    ("calls", "code"),
    [
        ("en eng EN English english en-GB en_US", "en"),
        ("de deu ger German deutsch DEUTSCH", "de"),
        ("fil tl tgl Filipino Tagalog Pilipino", "fil"),
        ("zh zho cmn Chinese Mandarin 中文 zh-Hans", "zh"),
        ("sl Slovene Slovenian slovenščina", "sl"),
        ("fa Farsi Persian فارسی", "fa"),
        ("el Greek Ελληνικά ΕΛΛΗΝΙΚΆ", "el"),
    ],
)
def test_every_call_leads_to_the_language(calls: str, code: str) -> None:
    for call in calls.split():
        language = find_language(call)
        assert language is not None
        assert language.code == code
    assert find_language("Bahasa Indonesia") == find_language("id")


def test_all_languages_of_the_video_corpus_are_known() -> None:
    assert [name for name in MSVD.split() if find_language(name) is None] == []


def test_facts() -> None:
    assert {one.code for one in all_languages() if one.direction == "rtl"} == {
        "ar",
        "fa",
        "he",
        "ps",
        "ur",
        "yi",
    }
    unspaced = {one.code for one in all_languages() if not one.is_spaced}
    assert unspaced == {"bo", "ja", "km", "lo", "my", "th", "zh"}
    tokenizers = {one.code: one.tokenizer for one in all_languages()}
    assert [tokenizers[code] for code in ("en", "zh", "ja", "th")] == ["13a", "zh", "ja-mecab", "char"]
    assert [language_of_script(s) for s in ("Cyrillic", "Arabic", "Devanagari", "Runic")] == [
        "ru", "ar", "hi", None,
    ]  # fmt: skip


def test_what_the_table_lacks_stays_as_it_is() -> None:
    assert [code_of(name) for name in ("English", "Klingon", "pt-BR", "")] == ["en", "Klingon", "pt-BR", ""]
    assert [name_of(name) for name in ("deutsch", "tl", "Klingon")] == ["German", "Filipino", "Klingon"]
    assert same_language("Klingon", "Klingon")
    assert not same_language("Klingon", "English")
    assert not same_language("pt-BR", "pt-PT")
    assert same_language("tl", "Filipino")
    assert is_english("en-GB")
    assert not is_english("und")


def test_an_unknown_one_is_told_with_its_neighbours() -> None:
    assert nearest_languages("Englsh")[0] == "English"
    assert nearest_languages("deutch")[0] == "German"
    told = "frnch.csv: field 'lang': unknown language 'Frnch', the nearest names: French"
    assert str(unknown_language("Frnch", file="frnch.csv")).startswith(told)
    assert "expected a code (en) or a name (English)" in str(unknown_language("xqxq"))
