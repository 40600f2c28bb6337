"""Dictionaries turned round: lines of their files, cleaned glosses, forms of English words."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from likewise.ask.translation import ChineseDictionary, EmbeddedDictionary, JapaneseDictionary, JapaneseNames
from likewise.ask.translation.chinese_dictionary import cedict_entries, taiwan_pairs
from likewise.ask.translation.embedded_dictionary import read_dictionary
from likewise.ask.translation.english_forms import english_key, lookup_forms
from likewise.ask.translation.gloss_cleaning import cleaned_glosses
from likewise.ask.translation.gloss_index import GlossIndex
from likewise.ask.translation.japanese_dictionary import edict_entries, enamdict_entries
from likewise.errors import InputError

from .keywords import keyword, name

CEDICT = [
    "# CC-CEDICT",
    "離開 离开 [li2 kai1] /to depart/to leave/",
    "葉子 叶子 [ye4 zi5] /leaf/CL:片[pian4]/",
    "灌木 灌木 [guan4 mu4] /bush/shrub/",
    "布什 布什 [Bu4 shi2] /Bush (name)/George H.W. Bush, US president 1988-1992/",
    "布希 布希 [Bu4 xi1] /Taiwan equivalent of 布什[Bu4 shi2]/(Tw) Bush/",
    "華沙 华沙 [Hua2 sha1] /Warsaw, capital of Poland/",
]
EDICT = [
    "　？？？ /EDICT, Japanese-English/",
    "葉 [は] /(n) (1) leaf/blade (of grass)/(P)/EntL1/",
    "葉っぱ [はっぱ] /(n) (col) leaf/",
]
ENAMDICT = [
    "祐介 [ゆうすけ] /(m) Yuusuke/",
    "船橋 [ふなばし] /(p,s) Funabashi/",
    "ブッシュ /(s) Bush/",
]


def test_chinese_entries() -> None:
    source = ChineseDictionary("zh", GlossIndex.of(cedict_entries(CEDICT)))
    assert [one.text for one in source.candidates(keyword("leaves", lemma="leave"))][:2] == ["离开", "離開"]
    assert "叶子" in [one.text for one in source.candidates(keyword("leaves"))]
    assert {one.text for one in source.candidates(name("Bush"))} == {"布什", "布希", "灌木"}
    assert [one.text for one in source.candidates(name("Warsaw"))] == ["华沙", "華沙"]
    assert source.candidates(keyword("CL")) == []
    hant = ChineseDictionary("zh-Hant", GlossIndex.of(cedict_entries(CEDICT)))
    assert [one.text for one in hant.candidates(name("Warsaw"))] == ["華沙"]


def test_equivalents_of_taiwan() -> None:
    assert list(taiwan_pairs(CEDICT)) == [("布什", "布希", "Taiwan equivalent of 布什[Bu4 shi2]")]


def test_japanese_entries() -> None:
    source = JapaneseDictionary(GlossIndex.of(edict_entries(EDICT)))
    found = source.candidates(keyword("leaves"))
    assert [(one.text, one.reading) for one in found] == [("葉", "は"), ("葉っぱ", "はっぱ")]
    assert found[0].score > found[1].score


def test_japanese_names_are_found_without_their_long_vowels() -> None:
    source = JapaneseNames(GlossIndex.of(enamdict_entries(ENAMDICT)))
    assert [one.text for one in source.candidates(name("Yusuke"))] == ["祐介"]
    assert [one.text for one in source.candidates(name("Funabashi"))] == ["船橋"]
    assert [one.text for one in source.candidates(name("Bush"))] == ["ブッシュ"]
    assert source.candidates(keyword("bush")) == []


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("studies", "study"), ("wolves", "wolf"), ("boxes", "box"), ("children", "child"),
        ("stopped", "stop"),
        ("making", "make"), ("Tesla's", "tesla"), ("teams'", "teams"), ("went", "go"), ("Café", "cafe"),
    ],
)  # fmt: skip
def test_forms_to_look_up(text: str, form: str) -> None:
    assert form in dict(lookup_forms(keyword(text)))


def test_keys() -> None:
    assert english_key("to leave") == english_key("Leave!") == "leave"
    assert english_key("The U.S.") == "u.s"
    assert english_key("") == ""


def test_glosses_are_cleaned() -> None:
    keys = {
        gloss.key: gloss.weight
        for gloss in cleaned_glosses(["to leave (a place)", "variant of x", "Bush, US president"])
    }
    assert keys.keys() == {"leave", "bush us president", "bush"}
    assert cleaned_glosses(["leaf"], common=True)[0].weight > cleaned_glosses(["leaf"])[0].weight


def test_an_index_is_built_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIKEWISE_CACHE", str(tmp_path))
    first = GlossIndex.opened("try", "1", lambda: cedict_entries(CEDICT))
    again = GlossIndex.opened("try", "1", lambda: pytest.fail("built twice"))
    assert first.words_of("bush") == again.words_of("bush") != []
    assert [one.name[:4] for one in (tmp_path / "dictionaries").iterdir()] == ["try-"]
    for index in (first, again):
        index.close()


def test_a_damaged_index_is_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIKEWISE_CACHE", str(tmp_path))
    GlossIndex.opened("try", "1", lambda: cedict_entries(CEDICT)).close()
    (kept,) = (tmp_path / "dictionaries").iterdir()
    kept.write_bytes(b"no database")
    index = GlossIndex.opened("try", "1", lambda: cedict_entries(CEDICT))
    assert index.words_of("bush")
    index.close()


def test_where_nothing_can_be_written_it_is_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LIKEWISE_CACHE", str(tmp_path / "file"))
    index = GlossIndex.opened("try", "1", lambda: cedict_entries(CEDICT))
    assert index.words_of("bush")
    index.close()
    with pytest.raises(sqlite3.ProgrammingError):
        index.words_of("bush")


def test_the_embedded_layout(tmp_path: Path) -> None:
    file = tmp_path / "d.tsv"
    file.write_text("English\ttarget\treading\tkind\nbush; shrub\t灌木\tguàn mù\tnoun\nBush\t布什\n", "utf-8")
    source = EmbeddedDictionary("zh-Hans", GlossIndex.of(read_dictionary(file)))
    assert [one.text for one in source.candidates(keyword("shrubs"))] == ["灌木"]
    file.write_text("bush\n", "utf-8")
    with pytest.raises(InputError, match=r"d.tsv:1: expected English, a tab"):
        list(read_dictionary(file))


def test_the_embedded_dictionaries_can_be_read() -> None:
    for lang in ("zh", "ja"):
        assert EmbeddedDictionary(lang).candidates(name("Japan"))
