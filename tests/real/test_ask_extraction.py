"""Candidates and normal forms on the development questions, each with the document that has the answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from likewise.ask.answers.answer_forms import plain_form
from likewise.ask.extraction import spans_of
from parts import needs_data, real_data

pytestmark = needs_data("clqa")


def rows(name: str) -> Iterator[dict[str, Any]]:
    with open(real_data("clqa", name), encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@pytest.mark.parametrize(("part", "lang", "least"), [("ec", "zh", 0.87), ("ej", "ja", 0.9)])
def test_the_answer_is_among_the_candidates(part: str, lang: str, least: float) -> None:
    texts = {row["id"]: row["text"] for row in rows(f"{part}_docs.jsonl")}
    there = list[bool]()
    for row in rows(f"{part}_questions.jsonl"):
        forms = {plain_form(span.text) for span in spans_of(texts[row["doc"]], lang)}
        there.append(any(plain_form(answer["text"]) in forms for answer in row["answers"]))
    assert sum(there) / len(there) >= least
