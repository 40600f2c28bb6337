"""Places of English documents that may be answers, and answers out of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from likewise.ask import (
    Document,
    Hit,
    Keyword,
    KeywordTranslation,
    Question,
    QuestionTranslation,
    TranslationCandidate,
)
from likewise.ask.extraction import default_extractors, extract, sentences_of, spans_of, word_tools
from likewise.ask.extraction.english_names import english_names
from likewise.ask.extraction.english_quantities import english_quantities
from likewise.errors import InputError

TEXT = (
    "The telephone was invented by Alexander Graham Bell in 1876. He was born in Edinburgh on March 3, 1847. "
    "He founded the Bell Telephone Company in Boston, and wrote “The Question of Time” for $3.5 million."
)


def measured(text: str) -> dict[str, tuple[str, str]]:
    return {text[one.start : one.end]: (one.answer_type, one.subtype) for one in english_quantities(text)}


@pytest.mark.parametrize(
    ("text", "place", "kind"),
    [
        ("in 1876.", "1876", ("time", "year")),
        ("on March 3, 1847,", "March 3, 1847", ("time", "date")),
        ("on 3 March 1847,", "3 March 1847", ("time", "date")),
        ("in March 1847", "March 1847", ("time", "date")),
        ("from 1914 to 1918", "1914 to 1918", ("time", "period")),
        ("in the late 1990s", "late 1990s", ("time", "decade")),
        ("in the 19th century", "19th century", ("time", "century")),
        ("in the fifth century BC", "fifth century BC", ("time", "century")),
        ("in 44 BC", "44 BC", ("time", "year")),
        ("on Monday", "Monday", ("time", "weekday")),
        ("at 10:30 am", "10:30 am", ("time", "clock")),
        ("6,650 kilometers long", "6,650 kilometers", ("number", "distance")),
        ("6,650 kilometers long", "6,650", ("number", "distance")),
        ("for $3.5 million", "$3.5 million", ("number", "money")),
        ("for 5 million dollars", "5 million dollars", ("number", "money")),
        ("about 95 percent of", "95 percent", ("number", "percentage")),
        ("some 20% of", "20%", ("number", "percentage")),
        ("twenty-one people", "twenty-one", ("number", "count")),
        ("its 42nd president", "42nd", ("number", "rank")),
        ("the third son", "third", ("number", "rank")),
        ("1,976 copies", "1,976", ("number", "count")),
    ],
)
def test_numbers_and_times(text: str, place: str, kind: tuple[str, str]) -> None:
    assert measured(text)[place] == kind


def test_parts_of_a_date_are_there() -> None:
    assert measured("on March 3, 1847")["1847"] == ("time", "year")


def test_names_have_types() -> None:
    found = {span.text: span.answer_type for span in spans_of(TEXT, "en") if span.shape == "name"}
    assert found["Alexander Graham Bell"] == "person"
    assert found["Edinburgh"] == "location"
    assert found["Bell Telephone Company"] == "organization"


def test_a_surname_alone_is_the_person() -> None:
    rows = [[("Marie", 0, 5, "nz"), ("Curie", 6, 11, "nz")], [("Curie", 0, 5, "nz"), ("smiled", 6, 12, "v")]]
    assert english_names(rows) == [[(0, 2, "person")], [(0, 1, "person")]]


def test_names_with_small_words_stand_whole_and_in_parts() -> None:
    words = [("University", 0, 10, "nz"), ("of", 11, 13, "p"), ("Paris", 14, 19, "nz")]
    assert [name[:2] for name in english_names([words])[0]] == [(0, 3), (0, 1), (2, 3)]
    assert english_names([words])[0][0][2] == "organization"


def test_titles_and_noun_phrases() -> None:
    found = {span.text: (span.answer_type, span.shape) for span in spans_of(TEXT, "en")}
    assert found["The Question of Time"] == ("title", "quoted")
    assert found["telephone"] == ("thing", "noun")


def test_words_are_those_of_the_parser() -> None:
    assert word_tools("en") == "english"
    first, *_ = sentences_of(TEXT, "en")
    assert [word.text for word in first.words][-3:] == ["in", "1876", "."]
    assert all(TEXT[word.start : word.end] == word.text for s in sentences_of(TEXT, "en") for word in s.words)


def asked(text: str, kind: str, *keywords: str, focus: str = "") -> list[str]:
    rows = tuple(
        KeywordTranslation(Keyword(word, "word", 0, 0, word), (TranslationCandidate(word, ("copied",), 1.0),))
        for word in keywords
    )
    question = Question(text, kind, "", tuple(row.keyword for row in rows), focus)  # type: ignore[arg-type]
    hits = [Hit(Document("d", TEXT, "en"), 1.0, 1)]
    return [one.text for one in extract(question, QuestionTranslation("en", rows), hits)]


def test_answers_by_their_type() -> None:
    assert asked("Who invented the telephone?", "person", "invent", "telephone")[0] == "Alexander Graham Bell"
    assert asked("When was the telephone invented?", "time", "invent", "telephone")[0] == "1876"
    assert asked("What company did he found?", "organization", "found")[0] == "Bell Telephone Company"


def test_the_ranker_is_not_for_english() -> None:
    assert default_extractors("en") == ("light-ix", "patterns")
    hits = [Hit(Document("d", TEXT, "en"), 1.0, 1)]
    question = Question("Who?", "person", "", ())
    with pytest.raises(InputError, match="has not learnt English"):
        extract(question, QuestionTranslation("en", ()), hits, extractors=("ranker",))


@settings(max_examples=25, deadline=None)
@given(st.text("The Bell of 1876 in May, $3.5m (x) “y” and 20%.\n", max_size=50))
def test_places_are_where_they_say(text: str) -> None:
    spans = spans_of(text, "en")
    assert len({(one.start, one.end) for one in spans}) == len(spans)
    for one in spans:
        assert text[one.start : one.end] == one.text != ""
