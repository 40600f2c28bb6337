"""Tokens with their places in the text as it was given."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings, strategies as st

from likewise.ask.retrieval import SearchTokenizer
from likewise.ask.retrieval.script_table import simplified_characters, simplified_text


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("ヴェル・シュ", ["ヴ", "ェ", "ル", "・", "シ", "ュ"]),
        ("A·B", ["a", "・", "b"]),
        ("2004年", ["2004", "年"]),
        ("ＡＢＣ　ｄ", ["abc", "d"]),
        ("3,790円 12,34 1,234,567", ["3790", "円", "12", "34", "1234567"]),
        ("Beyoncé O'Neill MP3", ["beyonce", "o", "neill", "mp", "3"]),
        ("ｶﾞｽ", ["ガ", "ス"]),
        ("㌔", ["キ", "ロ"]),
        ("か\u3099", ["が"]),
        ("「北京」。上海！", ["北", "京", "上", "海"]),
        ("한국어 Привет", ["한국어", "привет"]),
        ("", []),
        ("。、", []),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert [token for token, _, _ in SearchTokenizer().spans(text)] == tokens


def test_places_are_those_of_the_text_as_given() -> None:
    spans = SearchTokenizer({ord("國"): ord("国")}).spans("ｶﾞ 國 3,790")
    assert spans == [("ガ", 0, 2), ("国", 3, 4), ("3790", 5, 10)]


def test_both_scripts_are_one() -> None:
    table = simplified_characters()
    if not table:
        pytest.skip("no table of characters; get one with: pip install 'likewise[ask]'")
    tokenizer = SearchTokenizer(table)
    assert tokenizer.numbers("聯合國秘書長") == tokenizer.numbers("联合国秘书长")
    assert simplified_text("聯合國", table) == "联合国"


@given(st.text(max_size=40))
@settings(max_examples=150, deadline=None)
def test_spans_are_in_order_and_cover_every_letter(text: str) -> None:
    spans = SearchTokenizer().spans(text)
    places = [place for _, begin, end in spans for place in (begin, end)]
    assert all(0 <= begin < end <= len(text) for _, begin, end in spans)
    assert [begin for _, begin, _ in spans] == sorted(begin for _, begin, _ in spans)
    assert not places or places[-1] <= len(text)
    covered = {place for _, begin, end in spans for place in range(begin, end)}
    for place, sign in enumerate(text):
        if unicodedata.category(sign) in ("Ll", "Lu", "Nd", "Lo") and not ord(sign) > 0x30000:
            assert place in covered


def test_tokens_of_several_texts_are_those_of_each() -> None:
    texts = ["北京 is big", "", "x 北京"]
    tokenizer = SearchTokenizer()
    read = tokenizer.tokenize(texts)
    assert len(read.bounds) == len(texts) + 1
    for number, text in enumerate(texts):
        own = read.numbers[read.bounds[number] : read.bounds[number + 1] - 1].tolist()
        assert own == tokenizer.numbers(text)


def test_words_of_a_query_that_no_text_holds_are_not_learnt() -> None:
    tokenizer = SearchTokenizer()
    tokenizer.tokenize(["alpha beta"])
    assert tokenizer.numbers("gamma") == [-1]
    assert list(tokenizer.words) == ["alpha", "beta"]
