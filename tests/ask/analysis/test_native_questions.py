"""Questions in Chinese and Japanese: answer type by question words, content words as keywords."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from likewise.ask import ANSWER_TYPES
from likewise.ask.analysis import NATIVE_LANGUAGES, analyze_native_question, analyze_question
from likewise.data import ask_files
from likewise.errors import InputError
from likewise.frames import frame_parser

CASES = [
    ("zh", "《红楼梦》的作者是谁？", "person", "", ["红楼梦", "作者"]),
    ("zh-Hant", "《紅樓夢》的作者是誰？", "person", "", ["紅樓夢", "作者"]),
    ("zh", "爱因斯坦何时去世？", "time", "", ["爱因斯坦", "去世"]),
    ("zh", "北京大学是哪一年成立的？", "time", "year", ["北京大学", "成立"]),
    ("zh", "故宫在哪里？", "location", "place", ["故宫"]),
    ("zh", "哪个国家的人口最多？", "location", "country", ["人口"]),
    ("zh", "哪条河流经巴黎？", "location", "river", ["巴黎"]),
    ("zh", "哪家公司生产这种汽车？", "organization", "company", ["生产", "汽车"]),
    ("zh", "日本有多少岛屿？", "number", "count", ["日本", "岛屿"]),
    ("zh", "长城有几个城门？", "number", "count", ["长城"]),
    ("zh", "珠穆朗玛峰有多高？", "number", "length", ["珠穆朗玛峰"]),
    ("zh", "房子多少钱？", "number", "money", ["房子"]),
    ("zh", "牛顿出版了哪本书？", "title", "book", ["牛顿", "出版"]),
    ("zh", "天空为什么是蓝色的？", "reason", "cause", ["天空", "蓝色"]),
    ("zh-Hant", "這個時期被稱為什麼？", "thing", "", ["時期"]),
    ("zh-Hant", "哪一機構管理青海？", "organization", "", ["青海"]),
    ("zh", "人们如何制作豆腐？", "reason", "manner", ["制作", "豆腐"]),
    ("zh", "端午节吃什么？", "thing", "", []),
    ("ja", "『源氏物語』の作者は誰ですか？", "person", "", ["源氏物語", "作者"]),
    ("ja", "電話を発明したのはだれ？", "person", "", ["電話", "発明"]),
    ("ja", "アインシュタインはいつ亡くなりましたか？", "time", "", ["アインシュタイン"]),
    ("ja", "東京タワーは何年に完成しましたか？", "time", "year", ["東京", "タワー", "完成"]),
    ("ja", "金閣寺はどこにありますか？", "location", "place", ["金閣寺"]),
    ("ja", "コーヒーの生産が最も多い国はどの国ですか？", "location", "country", ["コーヒー", "生産"]),
    ("ja", "プリウスを発売したのはどの会社ですか？", "organization", "company", ["プリウス", "発売"]),
    ("ja", "日本には島がいくつありますか？", "number", "count", ["日本", "島"]),
    ("ja", "富士山の高さは何メートルですか？", "number", "length", ["富士山"]),
    ("ja", "このゲームはいくら？", "number", "money", ["ゲーム"]),
    ("ja", "1905年に発表された小説は何ですか？", "title", "book", ["1905", "発表"]),
    ("ja", "空はなぜ青いのですか？", "reason", "cause", ["空"]),
    ("ja", "和紙はどのように作られますか？", "reason", "manner", ["和紙"]),
    ("ja", "力士は何を食べますか？", "thing", "", ["力士"]),
]


@pytest.mark.parametrize(("lang", "text", "answer_type", "subtype", "expected"), CASES)
def test_types_and_keywords(
    lang: str, text: str, answer_type: str, subtype: str, expected: list[str]
) -> None:
    question = analyze_native_question(text, lang)
    assert (question.answer_type, question.subtype) == (answer_type, subtype)
    texts = [one.text for one in question.keywords]
    assert [one for one in texts if one in expected] == expected
    assert all(text[one.start : one.end] == one.text for one in question.keywords)


@pytest.mark.parametrize(
    ("text", "lang", "message"),
    [
        ("", "zh", "empty"),
        ("？", "ja", "empty"),
        ("Who is it?", "zh", "characters of zh"),
        ("谁？", "fr", "expected one of"),
        ("誰？", "ja", "names nothing"),
        ("是谁？", "zh", "names nothing"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, lang: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        analyze_native_question(text, lang)


def test_all_languages_and_types_are_covered() -> None:
    assert {lang for lang, *_ in CASES} <= set(NATIVE_LANGUAGES)
    counts = Counter((lang[:2], kind) for lang, _, kind, *_ in CASES)
    assert all(counts[lang, kind] for lang in ("zh", "ja") for kind in ANSWER_TYPES)


def test_the_embedded_questions_ask_for_the_same_in_both_languages() -> None:
    """English and its translation: same type in nine of ten, all types there."""
    rows = [json.loads(line) for line in Path(ask_files()[1]).read_text("utf-8").splitlines()]
    parser = frame_parser("en", "small")
    pairs = [
        (
            analyze_question(row["question_en"], parser=parser).answer_type,
            analyze_native_question(row["question_gold"], row["lang"]).answer_type,
        )
        for row in rows
    ]
    assert sum(english == native for english, native in pairs) >= 54
    for lang in ("zh", "ja"):
        types = {pair[0] for pair, row in zip(pairs, rows, strict=True) if row["lang"] == lang}
        assert types == set(ANSWER_TYPES)
