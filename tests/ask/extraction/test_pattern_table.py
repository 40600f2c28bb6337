"""Phrases in which answers stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise.ask import Question
from likewise.ask.extraction import KeywordForms, answer_patterns, matching_form, read_patterns, spans_of
from likewise.ask.extraction.pattern_table import pattern_scores
from likewise.errors import InputError


def score(text: str, answer: str, kind: str, *keywords: str, lang: str = "zh") -> float:
    spans = spans_of(text, lang)
    question = Question("?", kind, "", ())  # type: ignore[arg-type]
    forms = tuple(KeywordForms(((word, 1.0),)) for word in keywords)
    scores = pattern_scores(question, forms, matching_form(text, lang), spans, lang)
    return max(value for span, value in zip(spans, scores, strict=True) if span.text == answer)


@pytest.mark.parametrize(
    ("text", "answer", "kind", "lang"),
    [
        ("电话由贝尔发明。", "贝尔", "person", "zh"),
        ("大学位于北京市。", "北京市", "location", "zh"),
        ("他于1715年出生。", "1715年", "time", "zh"),
        ("这被称为白人大迁移。", "白人大迁移", "thing", "zh"),
        ("電話は1876年に発明された。", "1876年", "time", "ja"),
    ],
)
def test_embedded_patterns(text: str, answer: str, kind: str, lang: str) -> None:
    assert score(text, answer, kind, lang=lang) > 0


def test_a_keyword_may_stand_in_a_pattern() -> None:
    assert score("首都是北京。", "北京", "thing", "首都") > score("首都是北京。", "北京", "thing")


def test_the_embedded_patterns_are_read() -> None:
    assert {one.lang for one in answer_patterns()} == {"zh", "ja", "en"}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("zh\tperson\t*\tx<A>", "expected 5 columns, got 4"),
        ("zh\tking\t*\tx<A>\t1", "expected answer types"),
        ("zh\tperson\t*\tx\t1", "expected <A> once"),
        ("zh\tperson\t*\t(<A>\t1", "no pattern with a weight"),
        ("zh\tperson\t*\t<A>\tmuch", "no pattern with a weight"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "patterns.tsv"
    file.write_text(f"# patterns\n{line}\n", "utf-8")
    with pytest.raises(InputError, match=message) as caught:
        read_patterns(str(file))
    assert caught.value.line == 2
