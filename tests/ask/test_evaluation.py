"""What is counted, and which stage an answer was lost at: hand-worked cases."""

from __future__ import annotations

from dataclasses import replace

import pytest

from likewise.ask import (
    AnswerCandidate,
    Answers,
    Document,
    GoldQuestion,
    Hit,
    Keyword,
    KeywordTranslation,
    Question,
    QuestionTranslation,
    TranslationCandidate,
)
from likewise.ask.answers import JudgedAnswers
from likewise.ask.error_stages import STAGES, stage_of_error
from likewise.ask.evaluation import AskedQuestion, AskScores, figures

GOLD = GoldQuestion("1", "Who invented the phone?", ("贝尔",), "bell", "谁发明了电话？")
NAME = Keyword("phone", "word", 17, 22)
RIGHT, WRONG = (
    TranslationCandidate("电话", ("dictionary",), 0.6),
    TranslationCandidate("声", ("dictionary",), 0.4),
)
PLACE = AnswerCandidate("贝尔", "bell", 0, 2, "person", 0.5, "light-ix")
HIT = Hit(Document("bell", "贝尔发明了电话", "zh"), 1.0, 1)


def answers(
    candidates: tuple[TranslationCandidate, ...] = (RIGHT,),
    hits: tuple[Hit, ...] = (),
    places: tuple[AnswerCandidate, ...] = (),
    keyword: Keyword = NAME,
) -> Answers:
    question = Question(GOLD.text, "person", "inventor", (keyword,))
    translation = QuestionTranslation("zh", (KeywordTranslation(keyword, candidates),))
    return Answers(question, translation, (), "", 0, (), hits, places)


@pytest.mark.parametrize(
    ("given", "stage"),
    [
        (answers(places=(PLACE,)), "ranking"),
        (answers(hits=(HIT,)), "extraction"),
        (answers(), "retrieval"),
        (answers(()), "no candidate"),
        (answers((WRONG,)), "wrong sense"),
        (answers((WRONG, replace(RIGHT, pruned="another one was chosen"))), "lexical choice"),
        (answers((TranslationCandidate("電玩", ("variant",), 1.0),)), "wrong sense"),
    ],
)
def test_the_first_stage_that_failed_is_to_blame(given: Answers, stage: str) -> None:
    assert stage in STAGES
    assert stage_of_error(GOLD, given, read=5) == stage


def test_a_regional_word_is_a_stage_of_its_own() -> None:
    gold = replace(GOLD, gold="谁发明了电脑游戏？")
    game = answers(
        (TranslationCandidate("電玩", ("dictionary",), 1.0),), keyword=Keyword("game", "word", 0, 4)
    )
    assert stage_of_error(gold, game, read=5) == "regional variant"


def test_a_name_spelt_otherwise_is_a_spelling_gap() -> None:
    gold = replace(GOLD, gold="谁是帕瓦罗蒂？")
    name = Keyword("Pavarotti", "name", 0, 9)
    assert stage_of_error(
        gold, answers((TranslationCandidate("帕瓦罗帝", ("names",), 1.0),), keyword=name), 5
    ) == ("spelling gap")


def test_no_keyword_is_the_fault_of_the_analysis() -> None:
    bare = answers()
    assert stage_of_error(GOLD, replace(bare, question=replace(bare.question, keywords=())), 5) == "analysis"


def asked(rank: int, right: int, *, supported: bool = True, stage: str = "") -> AskedQuestion:
    judged = JudgedAnswers(right == 1 and supported, right == 1, right)
    return AskedQuestion(GOLD, answers(), judged, rank, 0.5, stage, 0.1)


def test_figures_are_shares_of_all_questions() -> None:
    rows = [
        asked(1, 1),
        asked(2, 1, supported=False),
        asked(0, 0, stage="retrieval"),
        asked(7, 2, stage="ranking"),
    ]
    row = figures(rows)
    assert row["n"] == 4
    assert row["recall_at"] == {"1": 0.25, "5": 0.5, "10": 0.75, "20": 0.75}
    assert (row["top1"], row["top1_u"], row["mrr"]) == (0.25, 0.5, 0.625)
    assert row["translation_accuracy"] == 0.5
    whole = AskScores(tuple(rows)).as_dict()
    assert whole["errors"] == {"retrieval": 1, "ranking": 1}
    assert whole["ranks"] == {"0": 1, "1": 1, "2": 1, "7": 1}
    assert whole["named"]["n"] == 4


def test_no_questions_have_no_shares() -> None:
    assert figures([])["top1"] is None
