"""Parallel text: its layouts, its words, and a question that is translated as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise.ask.question import Keyword, Question
from likewise.ask.translated import KeywordTranslation, QuestionTranslation, TranslationCandidate
from likewise.ask.translation import (
    PhraseRendering,
    QuestionTranslator,
    TranslatedSentence,
    english_words,
    keywords_of_sentence,
    read_parallel_text,
    with_sentence,
)
from likewise.errors import InputError

PAIR = ("Who is he?", "彼は誰ですか。")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("p.tsv", "Who is he?\t彼は誰ですか。\n"),
        ("p.tsv", "source\tja\ten\ntatoeba\t彼は誰ですか。\tWho is he?\n"),
        ("p.tsv", "english\ttarget\nWho is he?\t彼 は 誰 です か 。\n"),
        ("p.jsonl", '{"en": "Who is he?", "ja": "彼 は 誰 です か 。"}\n'),
    ],
)
def test_layouts(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert list(read_parallel_text(tmp_path / name, "ja")) == [PAIR]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [("p.tsv", "Who is he?\n", "p.tsv:1: expected English and ja"), ("p.jsonl", '{"en": "a"}\n', "ja")],
)
def test_what_is_wrong_is_told(tmp_path: Path, name: str, text: str, message: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(InputError, match=message):
        list(read_parallel_text(tmp_path / name, "ja"))


def test_english_words() -> None:
    assert english_words("Luther's Bible, can 't it?") == ["luther", "'s", "bible", ",", "can't", "it", "?"]


def test_a_question_is_translated(tmp_path: Path) -> None:
    pairs = [PAIR, ("Where is the book?", "本はどこですか。"), ("Where is he?", "彼はどこですか。")] * 4
    model = QuestionTranslator.fit(pairs, lang="ja")
    model.save(tmp_path / "m")
    for one in (model, QuestionTranslator.load(tmp_path / "m")):
        sentence = one.translate("Where is the book of Tesla?", unknown={"Tesla": "テスラ"}.get)
        assert "本" in sentence.text
        assert "テスラ" in sentence.text
        place = sentence.text.index("テスラ")
        assert "tesla" in sentence.english_of(place, place + 3)
    with pytest.raises(InputError, match="expected zh or ja"):
        QuestionTranslator.fit(pairs, lang="de")
    with pytest.raises(InputError, match="no pair"):
        QuestionTranslator.fit([], lang="ja")


def test_words_of_the_sentence_go_to_their_keywords() -> None:
    book = Keyword("books", "word", 0, 5)
    question = Question("books", "thing", "", (book,))
    own = KeywordTranslation(book, (TranslationCandidate("書籍", ("dictionary",), 1.0),))
    translation = QuestionTranslation("ja", (own,))
    sentence = TranslatedSentence(
        "本は東", (PhraseRendering(("books",), 0, 1), PhraseRendering(("east",), 1, 3))
    )
    words = [Keyword("本", "word", 0, 1), Keyword("東", "word", 2, 3)]
    alone = keywords_of_sentence(translation, sentence, words)
    assert [(one.keyword.text, one.used[0].text) for one in alone.keywords] == [("books", "本"), ("東", "東")]
    both = with_sentence(translation, sentence, words)
    assert [one.text for one in both.keywords[0].used] == ["書籍", "本"]
    assert both.sentence == "本は東"
    assert question.keywords[0] is both.keywords[0].keyword
