"""Keywords of English questions: names, phrases, numbers and words, and what the question form uses up."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.ask import Question
from likewise.ask.analysis import analyze_question
from likewise.ask.analysis.word_lemmas import regular_lemma
from likewise.errors import InputError
from likewise.frames import frame_parser

PARSER = frame_parser("en", "small")


def keywords(text: str) -> list[str]:
    return [one.text for one in analyze_question(text, parser=PARSER).keywords]


CASES = [
    # the paper's example of section 3.1: "old" is no keyword of how-old
    ("How old was the Mayor of Funabashi City when he resigned?", ["Mayor", "Funabashi City", "resigned"]),
    # the paper's Table 1
    ("When did Bush leave Iraq?", ["Bush", "leave", "Iraq"]),
    ("Which river flows through Paris?", ["flows", "Paris"]),
    ("In what year did Tesla die?", ["Tesla", "die"]),
    ("in what year did tesla die", ["tesla", "die"]),
    ("WHICH RIVER FLOWS THROUGH PARIS?", ["FLOWS", "PARIS"]),
    ("Name the capital of France.", ["capital", "France"]),
    ("Where is Kenya located?", ["Kenya"]),
    ("What is the name of the president of the Bank of America?", ["president", "Bank of America"]),
    ("Who founded the Office of Western Medicine?", ["founded", "Office of Western Medicine"]),
    ("Where was Super Bowl 50 held?", ["Super Bowl 50", "held"]),
    ("When did Henry VIII marry?", ["Henry VIII", "marry"]),
    ("Who was the mother of Ludwig van Beethoven?", ["mother", "Ludwig van Beethoven"]),
    ("When was St. Paul's Cathedral built?", ["St. Paul's Cathedral", "built"]),
    ("When did Ludwig Mies van der Rohe leave Berlin?", ["Ludwig Mies van der Rohe", "leave", "Berlin"]),
    ("Which shogun built Kinkaku-ji?", ["shogun", "built", "Kinkaku-ji"]),
    ("In what year did Zheng He begin his voyages?", ["Zheng He", "voyages"]),
    ("When did President Bush visit Japan?", ["President", "Bush", "visit", "Japan"]),
    ("What does the immune system protect against?", ["immune system", "protect"]),
    ("Who played the lead in “Gone with the Wind”?", ["played", "lead", "Gone with the Wind"]),
    ("What did Cai Lun improve in the year 105?", ["Cai Lun", "improve", "year", "105"]),
    ("What is oxygen?", ["oxygen"]),
    ("What is the process of turning CO2 into sugar called?", ["process", "turning", "CO2", "sugar"]),
    ("How many people live in Tokyo?", ["people", "live", "Tokyo"]),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_keywords_in_the_order_of_the_question(text: str, expected: list[str]) -> None:
    assert keywords(text) == expected


def test_kinds_and_lemmas() -> None:
    question = analyze_question(
        "Which companies in New York founded 3 steam engines in 1,850 days?", parser=PARSER
    )
    got = {one.text: (one.kind, one.lemma, one.part_of_speech) for one in question.keywords}
    assert got["New York"] == ("name", "New York", "PROPN")
    assert got["founded"] == ("word", "found", "VERB")
    assert got["steam engines"] == ("phrase", "steam engine", "NOUN")
    assert got["1,850"] == ("number", "1850", "NUM")
    assert question.focus == "company"


@pytest.mark.parametrize(
    ("token", "tag", "read", "lemma"),
    [
        ("founded", "VERB", "founde", "found"),
        ("named", "VERB", "nam", "name"),
        ("losing", "VERB", "los", "lose"),
        ("companies", "NOUN", "companie", "company"),
        ("taxes", "NOUN", "taxe", "tax"),
        ("children", "NOUN", "childre", "child"),
        ("invented", "VERB", "invente", "invent"),
        ("stopped", "VERB", "stopp", "stop"),
        ("stared", "VERB", "star", "stare"),
        ("left", "VERB", "leave", "leave"),
        ("won", "VERB", "win", "win"),
        ("born", "VERB", "bear", "born"),
        ("Paris", "PROPN", "Paris", "Paris"),
    ],
)
def test_lemmas_are_words(token: str, tag: str, read: str, lemma: str) -> None:
    assert regular_lemma(token, tag, read) == lemma


def test_the_noun_asked_for_is_the_focus_and_used_up_where_the_table_says_so() -> None:
    river = analyze_question("Which river flows through Paris?", parser=PARSER)
    museum = analyze_question("Which museum keeps the painting?", parser=PARSER)
    assert (river.focus, museum.focus) == ("river", "museum")
    assert "river" not in [one.text for one in river.keywords]
    assert "museum" in [one.text for one in museum.keywords]


def test_phrases_of_a_dictionary_are_kept_together_and_others_taken_apart() -> None:
    text = "When did hybrid rice and old sea charts spread?"
    known = analyze_question(text, parser=PARSER, known_phrase={"hybrid rice"}.__contains__)
    assert [one.text for one in known.keywords] == ["hybrid rice", "old", "sea", "charts", "spread"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("  ?!", "empty"),
        ("红楼梦的作者是谁？", "Chinese or Japanese"),
        ("富士山はどこにありますか？", "Chinese or Japanese"),
        ("Где находится Москва?", "not Latin"),
        ("Who is it?", "names nothing to look for"),
        ("why?", "names nothing to look for"),
        ("Where is " + "very " * 500 + "far?", "at most 2,000"),
    ],
)
def test_what_is_no_question_in_english_is_told_in_one_line(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as raised:
        analyze_question(text, parser=PARSER)
    assert raised.value.field == "question"
    assert "\n" not in str(raised.value)


def test_a_question_with_a_few_foreign_characters_is_read() -> None:
    assert "西游记" in analyze_question("Who wrote the novel 西游记 in China?", parser=PARSER).text


WORDS = """who what which when where how many old is the was of in did name river year Tesla New York Super
Bowl 50 largest engine steam 1,984 wrote called - ' " « é , . ? Who WHAT Zheng He 's"""


@given(st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=14).map(" ".join))
def test_keywords_stand_in_the_text_in_order_without_overlap(text: str) -> None:
    try:
        question = analyze_question(text, parser=PARSER)
    except InputError:
        return
    end = 0
    for one in question.keywords:
        assert text[one.start : one.end] == one.text
        assert one.start >= end
        assert one.text.strip()
        assert one.lemma.strip()
        end = one.end
    assert question == analyze_question(text, parser=PARSER)


@given(st.sampled_from([text for text, _ in CASES]), st.booleans())
def test_the_mark_at_the_end_changes_no_type(text: str, mark: bool) -> None:
    bare = text.rstrip("?.") + ("?" if mark else "")
    first, second = analyze_question(text, parser=PARSER), analyze_question(bare, parser=PARSER)
    assert (first.answer_type, first.subtype) == (second.answer_type, second.subtype)


def test_a_question_is_a_plain_record() -> None:
    question = analyze_question("Who founded Sony?", parser=PARSER)
    assert isinstance(question, Question)
    assert hash(question) == hash(analyze_question("Who founded Sony?", parser=PARSER))
