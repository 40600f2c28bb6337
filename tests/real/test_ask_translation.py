"""Keywords of the development questions: how many have a candidate that stands in the gold question."""

from __future__ import annotations

import json

import pytest

from likewise.ask.question import Keyword, Question
from likewise.ask.translation import (
    DictionaryPages,
    PageIndex,
    Translator,
    has_cedict,
    has_edict,
    has_enamdict,
    standard_sources,
    stands_in,
    translation_accuracy,
)
from likewise.ask.translation.chinese_dictionary import cedict_index
from likewise.ask.translation.japanese_dictionary import edict_index
from likewise.text import function_words
from parts import needs_data, real_data

pytestmark = needs_data("clqa")


def split_question(text: str) -> Question:
    """Content words by themselves: what is measured here is translation, not analysis."""
    keywords, at = list[Keyword](), 0
    for word in text.rstrip("?").split():
        at = text.index(word, at)
        bare = word.strip("\"',.()")
        if bare and bare.lower() not in function_words():
            kind = "name" if bare[0].isupper() and at else "number" if bare.isdigit() else "word"
            keywords.append(Keyword(bare, kind, at, at + len(bare)))  # type: ignore[arg-type]
    return Question(text, "thing", "", tuple(keywords))


@pytest.mark.parametrize(
    ("lang", "questions", "documents", "some", "first"),
    [
        ("zh-Hans", "ec_questions.jsonl", "ec_docs.jsonl", 0.55, 0.40),
        ("ja", "ej_questions.jsonl", "ej_docs.jsonl", 0.50, 0.38),
    ],
)
def test_candidates_stand_in_the_gold_question(
    lang: str, questions: str, documents: str, some: float, first: float
) -> None:
    installed = has_edict() and has_enamdict() if lang == "ja" else has_cedict()
    if not installed:
        pytest.skip(f"no dictionary of {lang} is installed")
    with open(real_data("clqa", documents), encoding="utf-8") as stream:
        pages = PageIndex(json.loads(line)["text"] for line in stream)
    with open(real_data("clqa", questions), encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream][::10]
    counter = DictionaryPages(edict_index() if lang == "ja" else cedict_index())
    translator = Translator(lang, standard_sources(lang), counter, collection=pages)
    keywords, known, right = 0, 0, 0.0
    for row in rows:
        result = translator.translate(split_question(row["question_en"]))
        gold = row["question_gold"]
        keywords += len(result.keywords)
        known += sum(any(stands_in(c.text, gold) for c in one.candidates) for one in result.keywords)
        right += translation_accuracy(result, gold) * len(result.keywords)
    assert known / keywords >= some
    assert right / keywords >= first
