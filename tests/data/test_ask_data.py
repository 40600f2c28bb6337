"""The embedded documents, questions and dictionaries of `likewise ask`."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from likewise.data import ASK_LANGUAGES, ask_files

HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fa]")
TRADITIONAL = re.compile("[灣臺國學樓館這個來園號選電導氣龍門紅質買賣]")
SIMPLIFIED = re.compile("[国学楼馆这个来园号选电导气龙门红质买卖发长东乐书]")
KINDS = {"noun", "verb", "adjective", "number", "time", "place", "organization", "person", "title"}


def lines(file: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(file).read_text("utf-8").splitlines()]


def rows(file: str) -> list[list[str]]:
    text = Path(file).read_text("utf-8").splitlines()
    return [line.split("\t") for line in text if not line.startswith("#")]


DOCUMENTS = {lang: lines(ask_files(lang)[0]) for lang in ASK_LANGUAGES}
QUESTIONS = lines(ask_files()[1])
DICTIONARIES = {lang: rows(ask_files(lang)[2]) for lang in ASK_LANGUAGES}


@pytest.mark.parametrize("lang", ASK_LANGUAGES)
def test_paragraphs_are_many_short_and_told_apart(lang: str) -> None:
    documents = DOCUMENTS[lang]
    assert len(documents) >= 60
    assert all(set(one) == {"id", "title", "text", "lang"} for one in documents)
    assert all(60 <= len(one["text"]) <= 150 for one in documents)
    assert all(one["id"].startswith(f"{lang}-") for one in documents)
    for field in ("id", "title", "text"):
        assert max(Counter(one[field] for one in documents).values()) == 1, field


def test_each_paragraph_is_in_its_script() -> None:
    for one in DOCUMENTS["ja"]:
        assert one["lang"] == "ja"
        assert len(KANA.findall(one["text"])) > 10, one["id"]
    for one in DOCUMENTS["zh"]:
        assert not KANA.search(one["text"]), one["id"]
        assert len(HAN.findall(one["text"])) > 45, one["id"]
        wrong = {"zh-Hans": TRADITIONAL, "zh-Hant": SIMPLIFIED}[one["lang"]]
        assert not wrong.search(one["text"]), one["id"]
    assert sum(one["lang"] == "zh-Hant" for one in DOCUMENTS["zh"]) >= 5


def test_questions_are_sixty_with_one_id_each() -> None:
    assert len({one["id"] for one in QUESTIONS}) == len(QUESTIONS) == 60
    assert len({one["question_en"] for one in QUESTIONS}) == 60
    assert Counter(one["lang"] for one in QUESTIONS) == {"zh": 30, "ja": 30}
    fields = {"id", "lang", "question_en", "question_gold", "answers", "answers_en", "doc"}
    assert all(set(one) == fields for one in QUESTIONS)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: one["id"])
def test_each_answer_stands_where_it_is_said_to(question: dict[str, Any]) -> None:
    texts = {one["id"]: one["text"] for one in DOCUMENTS[question["lang"]]}
    for answer in question["answers"]:
        start = answer["start"]
        assert texts[question["doc"]][start : start + len(answer["text"])] == answer["text"]
    assert question["question_en"].isascii()
    assert question["question_gold"].endswith("？")
    assert (KANA.search(question["question_gold"]) is not None) == (question["lang"] == "ja")
    assert all(unicodedata.name(text[0]).startswith(("LATIN", "DIGIT")) for text in question["answers_en"])


@pytest.mark.parametrize("lang", ASK_LANGUAGES)
def test_a_dictionary_has_four_columns_each_filled(lang: str) -> None:
    table = DICTIONARIES[lang]
    assert all(len(row) == 4 and all(row) for row in table)
    assert {row[3] for row in table} == KINDS
    assert len({(row[0], row[1], row[3]) for row in table}) == len(table)
    assert len({row[0] for row in table}) >= 600
    assert all(row[0].isascii() for row in table)


def test_readings_are_in_pinyin_and_kana() -> None:
    for _, target, reading, _ in DICTIONARIES["zh"]:
        assert not TRADITIONAL.search(target), target
        assert len(reading.split()) == len(re.findall(r"[\u3400-\u9fff]|[0-9]+", target)), target
        assert not HAN.search(reading), target
    for _, target, reading, _ in DICTIONARIES["ja"]:
        assert not HAN.search(reading), target
        assert KANA.search(reading) or reading.isascii(), target


def test_the_table_of_variants_holds_the_paper_s_rows() -> None:
    """Table 9 of Mitamura et al. (2006), as far as it is certain."""
    table = rows(str(Path(ask_files()[1]).parent / "variants.tsv"))
    pairs = {(mainland, taiwan) for mainland, taiwan, *_ in table}
    assert pairs >= {
        ("电脑游戏", "電玩"),
        ("吉尼斯世界纪录", "金氏世界紀錄"),
        ("麦田里的守望者", "麥田捕手"),
        ("塞林格", "沙林傑"),
        ("吕克·贝松", "盧貝松"),
        ("帕瓦罗蒂", "帕華洛帝"),
    }
    assert len(pairs) >= 66
