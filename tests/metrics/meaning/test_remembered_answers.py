"""What was scored is not read again for its flags; another text, language or net is."""

from __future__ import annotations

from dataclasses import replace

import pytest

import likewise as lw
from likewise.metrics.meaning import metric as module
from likewise.metrics.meaning.change import MeaningDiff
from likewise.metrics.meaning.text_diff import diff_many

SEGMENT = lw.Segment(
    "1", "The nurse did not thank the surgeon.", references=("The nurse thanked the surgeon.",)
)


def test_flags_take_the_answer_of_the_score(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(pairs: list[tuple[str, str]], *languages: str) -> list[MeaningDiff]:
        asked.append(len(pairs))
        return diff_many(pairs, *languages)

    monkeypatch.setattr(module, "diff_many", counted)
    monkeypatch.setattr(module, "_answers", {})
    meaning = lw.metrics.get("meaning")
    score = lw.score([SEGMENT, SEGMENT], [meaning])["meaning"].score
    assert "negation" in {flag["kind"] for flag in meaning.flags(SEGMENT)}
    assert meaning.explain(replace(SEGMENT, id="2"))["score"] == score
    assert asked == [1]
    meaning.flags(replace(SEGMENT, candidate="The nurse thanked the surgeon twice."))
    meaning.flags(replace(SEGMENT, lang="de"))
    assert asked == [1, 1, 1]


def test_no_more_is_kept_than_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_answers", {})
    monkeypatch.setattr(module, "_REMEMBERED", 2)
    meaning = lw.metrics.get("meaning")
    for number in range(4):
        meaning.flags(replace(SEGMENT, candidate=f"The nurse thanked {number} surgeons."))
        assert len(module._answers) <= 2
