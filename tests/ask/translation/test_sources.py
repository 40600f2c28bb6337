"""Sources other than dictionaries: glossary, variants, copies, neighbours, documents, parallel text."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from likewise.ask.translation import (
    CopiedText,
    Glossary,
    LearntPhrases,
    MinedPairs,
    NearestWords,
    Numerals,
    RegionalVariants,
    collection_words,
    merged_candidates,
    regional_pairs,
    standard_sources,
    to_simplified,
    word_vectors,
)
from likewise.errors import InputError
from likewise.text import MultilingualEncoder

from .keywords import keyword, name, number

TABLE_9 = [
    ("computer game", "电脑游戏", "電玩"),
    ("Guinness World Records", "吉尼斯世界纪录", "金氏世界紀錄"),
    ("The Catcher in the Rye", "麦田里的守望者", "麥田捕手"),
    ("Salinger", "塞林格", "沙林傑"),
    ("Luc Besson", "吕克·贝松", "盧貝松"),
    ("Pavarotti", "帕瓦罗蒂", "帕華洛帝"),
]


@pytest.mark.parametrize(("english", "mainland", "taiwan"), TABLE_9)
def test_table_9_of_the_paper(english: str, mainland: str, taiwan: str) -> None:
    for lang, wanted in (("zh-Hans", [mainland, taiwan]), ("zh-Hant", [taiwan, mainland])):
        assert [one.text for one in RegionalVariants(lang).candidates(name(english))] == wanted
    assert RegionalVariants().variants_of(mainland) == [taiwan]
    assert mainland in RegionalVariants().variants_of(taiwan)


def test_every_pair_differs_by_more_than_characters() -> None:
    pytest.importorskip("opencc", reason="opencc is not installed")
    assert all(to_simplified(taiwan) != mainland for mainland, taiwan, _ in regional_pairs())


def test_the_glossary_is_kept_whole(tmp_path: Path) -> None:
    file = tmp_path / "own" / "glossary.tsv"
    one, other = Glossary(file), Glossary(file)
    one.append("Kyoto Protocol", "京都议定书")
    one.append("bury", "埋葬")
    one.append("bury", "掩埋")
    assert [found.text for found in other.candidates(keyword("buried", lemma="bury"))] == ["掩埋", "埋葬"]
    assert file.read_text("utf-8").splitlines()[0] == "english\ttarget"
    assert [each.name for each in file.parent.iterdir()] == ["glossary.tsv"]
    assert len(other) == 3
    file.unlink()
    assert other.candidates(keyword("bury")) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [("a\n", r"g.tsv:1: expected English, a tab"), ("a\tb\n\tc\n", r"g.tsv:2: field 'english': is empty")],
)
def test_a_broken_glossary_is_told(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "g.tsv").write_text(text, "utf-8")
    with pytest.raises(InputError, match=message):
        Glossary(tmp_path / "g.tsv")


def test_what_cannot_be_remembered() -> None:
    for english, target in (("", "x"), ("x", " "), ("?", "x"), ("#x", "y")):
        with pytest.raises(InputError):
            Glossary().append(english, target)


def test_copies() -> None:
    def copies(text: str) -> list[float]:
        return [one.score for one in CopiedText().candidates(name(text))]

    assert copies("NFL") == copies("X.25") == [0.8]
    assert copies("Kawann Short") == [0.2]
    assert CopiedText().candidates(keyword("leaf")) == []
    assert CopiedText().candidates(name("?!")) == []
    assert [one.text for one in CopiedText().candidates(number("50"))] == ["50"]
    assert [one.text for one in Numerals("ja").candidates(number("50"))] == ["50", "五十"]


def encoder() -> MultilingualEncoder:
    places = {"leaf": 0, "叶子": 0, "葉": 0, "树叶": 0, "石": 1}

    def encode(texts: list[str]) -> np.ndarray:
        rows = np.eye(3, dtype=np.float32)[[places.get(text, 2) for text in texts]]
        return rows + np.float32(0.3) * np.array([[text == "树叶"] * 3 for text in texts], np.float32)

    return MultilingualEncoder(encode, name="try", width=3)


def test_the_nearest_words_of_the_collection() -> None:
    words = collection_words(["叶子 石 树叶", "叶子 2 、"], str.split)
    assert words == ["叶子", "树叶", "石"]
    vectors = word_vectors(words, encoder())
    assert vectors.dtype == np.float16
    near = NearestWords(words, vectors, encoder=encoder())
    assert [one.text for one in near.candidates(keyword("leaf"))] == ["树叶", "叶子"]
    assert near.candidates(number("5")) == []
    assert NearestWords([], word_vectors([], encoder()), encoder=encoder()).candidates(keyword("x")) == []
    with pytest.raises(InputError, match="3 words with vectors for 2"):
        NearestWords(words, vectors[:2])


def test_documents_say_it_in_brackets(tmp_path: Path) -> None:
    documents = [
        ("布什", "美国前总统布什（Bush）来了。"),
        ("", "英国作家查尔斯·狄更斯（英语：Charles Dickens，1812年）"),
        ("", "作者はヴェルナー・シュピース（Werner Spies）である"),
    ]
    mined = MinedPairs.mined(documents)
    assert [one.text for one in mined.candidates(name("Bush"))] == ["布什"]
    assert [one.text for one in mined.candidates(name("Werner Spies"))] == ["ヴェルナー・シュピース"]
    assert "查尔斯·狄更斯" in mined.candidates(name("Charles Dickens"))[0].text
    mined.dump(tmp_path / "m.tsv")
    assert MinedPairs.load(tmp_path / "m.tsv").pairs == mined.pairs


def test_phrases_are_learnt_and_kept(tmp_path: Path) -> None:
    pairs = [
        ("red leaf", "红 叶子"),
        ("red stone", "红 石头"),
        ("big leaf", "大 叶子"),
        ("big stone", "大 石头"),
    ]
    learnt = LearntPhrases.learn(pairs * 3, str.split)
    assert learnt.candidates(keyword("leaf"))[0].text == "叶子"
    assert learnt.candidates(keyword("stones"))[0].text == "石头"
    learnt.dump(tmp_path / "p.tsv.gz")
    again = LearntPhrases.load(tmp_path / "p.tsv.gz")
    assert len(again) == len(learnt)
    assert again.candidates(keyword("leaf"))[0].text == "叶子"
    with pytest.raises(InputError, match="no pair"):
        LearntPhrases.learn([], str.split)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("english\ttarget\na\tb\n", "field 'forward': is not in the header"),
        ("english\ttarget\tforward\tbackward\tcount\na\tb\t2\t1\t1\n", "p.tsv:2: field 'forward'"),
    ],
)
def test_a_broken_table_is_told(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "p.tsv").write_text(text, "utf-8")
    with pytest.raises(InputError, match=message):
        LearntPhrases.load(tmp_path / "p.tsv")


def test_several_sources_of_one_text() -> None:
    found = merged_candidates(
        [CopiedText().candidates(number("50")), Numerals("ja").candidates(number("50"))]
    )
    assert [(one.text, one.sources, one.score) for one in found] == [
        ("50", ("numeral", "copied"), 1.0),
        ("五十", ("numeral",), 0.85),
    ]


def test_sources_without_anything_installed() -> None:
    names = [one.name for one in standard_sources("ja", glossary=Glossary(), installed=False)]
    assert names == ["glossary", "dictionary", "numeral", "copied", "kana"]
    assert [one.name for one in standard_sources("zh", installed=False)] == [
        "variant",
        "dictionary",
        "numeral",
        "copied",
    ]
