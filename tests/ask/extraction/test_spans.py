"""Which places of a document may be answers, and what each looks like."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from likewise.ask.extraction import find_all, matching_form, sentences_of, spans_of


def kinds(text: str, lang: str) -> dict[str, tuple[str, str]]:
    return {span.text: (span.answer_type, span.shape) for span in spans_of(text, lang)}


def test_titles_stand_with_and_without_their_marks() -> None:
    found = kinds("《红楼梦》很长", "zh")
    assert found["红楼梦"] == found["《红楼梦》"] == ("title", "quoted")


def test_brackets_and_clauses() -> None:
    found = kinds("国家联盟(NFL)很大，历史很长。", "zh")
    assert found["NFL"][1] == "bracket"
    assert found["历史很长"][1] == "clause"


def test_a_foreign_name_stays_whole() -> None:
    assert kinds("由卡万·肖特领先", "zh")["卡万·肖特"] == ("person", "name")
    assert "ヴェルナー・シュピース" in kinds("ヴェルナー・シュピースは学者である", "ja")


def test_a_numeral_inside_a_name_is_no_number() -> None:
    assert "万" not in kinds("由卡万·肖特领先", "zh")


@pytest.mark.parametrize(("text", "kind"), [("清华大学", "organization"), ("北京市", "location")])
def test_names_by_their_endings(text: str, kind: str) -> None:
    assert kinds(f"他在{text}工作", "zh")[text][0] == kind


def test_latin_words_are_one() -> None:
    assert "fault-tolerant" in {
        word.text for one in sentences_of("これはfault-tolerantです", "ja") for word in one.words
    }


@pytest.mark.parametrize("tool", ["classes", "frames"])
def test_words_without_extras(tool: str) -> None:
    lang = "ja" if tool == "classes" else "zh"
    text = "東京都で2004年" if lang == "ja" else "他在北京2004年"
    words = [word for one in sentences_of(text, lang, tool) for word in one.words]
    assert "2004" in {word.text for word in words}
    assert all(text[word.start : word.end] == word.text for word in words)


@settings(max_examples=30, deadline=None)
@given(st.text("北京大学在12年的。，（）《》 a·ーカ万", max_size=40), st.sampled_from(["zh", "ja"]))
def test_places_are_where_they_say(text: str, lang: str) -> None:
    spans = spans_of(text, lang)
    assert len({(one.start, one.end) for one in spans}) == len(spans)
    for one in spans:
        assert text[one.start : one.end] == one.text != ""


@given(st.text(max_size=50))
def test_the_matching_form_keeps_places(text: str) -> None:
    assert len(matching_form(text, "zh")) == len(matching_form(text, "ja")) == len(text)


def test_latin_words_match_as_wholes() -> None:
    assert find_all("nfl球队 nfls a1", "nfl") == [0]
    assert find_all("1910年10月", "10") == [5]


def test_scripts_and_widths_match() -> None:
    assert matching_form("愛麗絲ＮＦＬ", "zh") == "爱丽丝nfl"
