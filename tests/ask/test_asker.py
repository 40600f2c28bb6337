"""The whole path from a question to its answers, over a few documents and what comes with the package."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from likewise.ask import Asker, AskSettings, Document, answers_row, build_index
from likewise.errors import InputError

LEXICAL = AskSettings(retrieval="lexical", extractors=("light-ix", "patterns"))


def test_an_answer_has_its_document_and_place(plain_asker: Asker) -> None:
    answers = plain_asker.ask("Who improved papermaking?", LEXICAL)
    assert answers.question.answer_type == "person"
    assert answers.answers[0].text == "蔡伦"
    place = answers.answers[0].evidence[0]
    assert place.document == "paper"
    assert plain_asker.document("paper").text[place.start : place.end] == "蔡伦"


def test_every_step_is_in_the_trace(plain_asker: Asker) -> None:
    row = answers_row(plain_asker.ask("How long is the river?", LEXICAL), trace=True)
    assert set(row) == {"question", "answers", "keywords", "query", "step", "trace"}
    trace = row["trace"]
    assert trace["analysis"]["answer_type"] == "number"
    assert {one["document"] for one in trace["documents"]} >= {"river"}
    assert set(trace["seconds"]) == {"analysis", "translation", "retrieval", "extraction", "answers"}
    assert all("sources" in one for word in trace["keywords"] for one in word["candidates"])
    json.dumps(row)


def test_a_question_in_the_language_of_the_documents_is_taken_as_it_is(plain_asker: Asker) -> None:
    answers = plain_asker.ask("谁改进了造纸术？", LEXICAL)
    assert answers.answers[0].text == "蔡伦"
    assert all(one.used[0].sources == ("copied",) for one in answers.translation.keywords)


@pytest.mark.parametrize("text", ["", "   ", "?!"])
def test_an_empty_question_is_refused(plain_asker: Asker, text: str) -> None:
    with pytest.raises(InputError, match="question"):
        plain_asker.ask(text, LEXICAL)


def test_a_question_in_other_letters_is_refused(plain_asker: Asker) -> None:
    with pytest.raises(InputError, match="English"):
        plain_asker.ask("Кто изобрёл телефон?", LEXICAL)


def test_no_keyword_translated_says_so(plain_asker: Asker) -> None:
    answers = plain_asker.ask("Who frobnicated the zorblax?", LEXICAL)
    assert answers.answers == ()
    assert answers.reason


def test_corrections_of_a_person_win(plain_asker: Asker) -> None:
    how = replace(LEXICAL, run="human")
    answers = plain_asker.ask("Where does the zorblax live?", how, corrections={"zorblax": "大熊猫"})
    (fixed,) = [one for one in answers.translation.keywords if one.keyword.text == "zorblax"]
    assert [one.text for one in fixed.used] == ["大熊猫"]
    assert answers.hits[0].document.id == "panda"


@pytest.mark.parametrize("run", ["best", "gold", "human"])
def test_runs_need_what_they_are_about(plain_asker: Asker, run: str) -> None:
    with pytest.raises(InputError, match=f"run {run} needs"):
        plain_asker.ask("Who improved papermaking?", replace(LEXICAL, run=run))


def test_a_gold_question_gives_the_keywords(plain_asker: Asker) -> None:
    how = replace(LEXICAL, run="gold")
    answers = plain_asker.ask("Who improved papermaking?", how, gold="是谁改进了造纸术？")
    assert answers.answers[0].text == "蔡伦"
    assert {"gold"} == {source for one in answers.translation.keywords for source in one.used[0].sources}


def test_a_glossary_beats_all_other_sources(small_index: Path, tmp_path: Path) -> None:
    table = tmp_path / "glossary.tsv"
    table.write_text("gizmo\t電話\n", encoding="utf-8")
    asker = Asker.open(small_index, glossary=table, installed=False)
    answers = asker.ask("Who invented the gizmo?", LEXICAL)
    assert answers.hits[0].document.id == "bell"


def test_merging_off_leaves_the_bare_ranking(plain_asker: Asker) -> None:
    bare = plain_asker.ask("Who improved papermaking?", replace(LEXICAL, merge="off"))
    texts = [one.text for one in bare.candidates[: len(bare.answers)]]
    assert [one.text for one in bare.answers] == texts


@pytest.mark.parametrize(
    ("field", "value"),
    [("run", "other"), ("candidates", "all"), ("retrieval", "google"), ("documents", 0), ("answers", 0)],
)
def test_settings_that_there_are_not_are_refused(field: str, value: object) -> None:
    with pytest.raises(InputError, match="expected"):
        AskSettings(**{field: value})  # type: ignore[arg-type]


def test_english_documents_are_asked_as_they_are(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    documents = [
        Document("a", "The telephone was invented by Alexander Graham Bell in 1876.", "en"),
        Document("b", "Pandas eat bamboo in the mountains of Sichuan.", "en"),
    ]
    build_index(documents, "en", folder, dense=False, words=False)
    answers = Asker.open(folder, installed=False).ask("When was the telephone invented?", LEXICAL)
    assert answers.hits[0].document.id == "a"
    assert answers.answers[0].text == "1876"
