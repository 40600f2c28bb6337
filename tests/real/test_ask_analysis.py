"""Question analysis on real questions: English ones with answers, Japanese ones with typed answers."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from typing import Any

import pytest

from likewise.ask import ANSWER_TYPES
from likewise.ask.analysis import analyze_native_question, analyze_question
from likewise.frames import frame_parser
from parts import needs_data, real_data

pytestmark = needs_data("clqa")


@pytest.fixture(scope="module")
def english() -> list[dict[str, Any]]:
    files = ("ec_questions.jsonl", "ej_questions.jsonl")
    texts = [real_data("clqa", name).read_text(encoding="utf-8") for name in files]
    return [json.loads(line) for text in texts for line in text.splitlines()]


def test_every_english_question_is_read_and_all_types_are_met(english: list[dict[str, Any]]) -> None:
    parser = frame_parser("en", "small")
    questions = [analyze_question(row["question_en"], parser=parser) for row in english]
    counts = Counter(question.answer_type for question in questions)
    assert set(counts) == set(ANSWER_TYPES)
    assert counts["thing"] < 0.5 * len(questions)
    keywords = sum(len(question.keywords) for question in questions) / len(questions)
    assert 2.5 < keywords < 5


def test_questions_that_ask_for_a_number_or_a_year_have_such_answers(english: list[dict[str, Any]]) -> None:
    """The answers say whether the type was right, as far as digits and number words can."""
    parser = frame_parser("en", "small")
    years, numbers = list[bool](), list[bool]()
    for row in english:
        question = analyze_question(row["question_en"], parser=parser)
        answer = " ".join(row["answers_en"]).lower()
        has_digit = any(char.isdigit() for char in answer)
        if question.subtype == "year":
            years.append(has_digit)
        elif question.answer_type == "number":
            numbers.append(has_digit or any(word in answer.split() for word in NUMBER_WORDS))
    assert sum(years) / len(years) > 0.9
    assert sum(numbers) / len(numbers) > 0.75


NUMBER_WORDS = frozenset(
    (
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "third",
        "half",
        "several",
    )
)


def test_japanese_questions_with_typed_answers() -> None:
    """Of the questions whose answer people called a date, a person or a place, most are taken for such."""
    wanted = {"Date/Time": "time", "Person": "person", "Location": "location"}
    right, total = Counter[str](), Counter[str]()
    with gzip.open(real_data("clqa", "ja_mono_qa.jsonl.gz"), "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in list(stream)[::12]]
    for row in rows:
        kind = row["answers"][0]["type"]
        if kind in wanted:
            total[kind] += 1
            right[kind] += analyze_native_question(row["question"], "ja").answer_type == wanted[kind]
    shares = {kind: right[kind] / total[kind] for kind in wanted}
    assert shares["Date/Time"] > 0.88
    assert shares["Person"] > 0.88
    assert shares["Location"] > 0.82
