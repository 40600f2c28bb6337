"""Replies become verdicts or stay replies: nothing is guessed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from likewise.evaluate import LanguageJudge
from likewise.evaluate.llm_judge.judge_reply import read_reply

Make = Callable[..., LanguageJudge]
LABELS = {"kept": 1, "kept in part": 0.5, "lost": 0}


@pytest.mark.parametrize(
    ("given", "reply", "verdict"),
    [
        ({}, '{"verdict": 4, "reason": "r"}', 4),
        ({}, 'Well.\n```json\n{"reason": "so {x}", "verdict": "4.5"}\n```', 4.5),
        ({}, '{"a": {"verdict": 9}, "verdict": 1}', 1),
        ({}, '{"verdict": 0}', None),
        ({}, '{"verdict": 6}', None),
        ({}, '{"verdict": true}', None),
        ({}, '{"verdict": null}', None),
        ({}, '{"verdict": NaN}', None),
        ({}, '{"verdict": "four"}', None),
        ({}, '{"verdict": 4}{"verdict": 5}', None),
        ({}, '{"verdict": 4', None),
        ({}, "4", None),
        ({}, "", None),
        ({}, "[" * 100_000, None),
        ({"reply": "number"}, " 4\n", 4),
        ({"reply": "number"}, "Score: 3.5.", 3.5),
        ({"reply": "number"}, "4/5", None),
        ({"reply": "number"}, "-4", None),
        ({"reply": "number"}, "none", None),
        ({"labels": LABELS}, '{"verdict": "Kept in part"}', 0.5),
        ({"labels": LABELS}, '{"verdict": "maybe"}', None),
        ({"labels": LABELS, "reply": "label"}, "Kept in part.", 0.5),
        ({"labels": LABELS, "reply": "label"}, "LOST", 0),
        ({"labels": LABELS, "reply": "label"}, "not kept but lost", None),
        ({"labels": LABELS, "reply": "label"}, "unkept", None),
        ({"labels": {"0": 0, "1": 1}}, '{"verdict": 1}', 1),
        ({"reply": "pattern", "pattern": r"Rating: \[\[(\d+)\]\]"}, "Rating: [[2]]", 2),
        ({"reply": "pattern", "pattern": r"Rating: \[\[(\d+)\]\]"}, "Rating: 2", None),
        ({"reply": "pattern", "pattern": r"Rating: \[\[(\d+)\]\]"}, "Rating: [[2]] Rating: [[3]]", None),
        ({"mode": "pair"}, '{"verdict": "second"}', "second"),
        ({"mode": "pair"}, '{"verdict": "A"}', None),
        ({"mode": "pair", "reply": "label"}, "Tie", "tie"),
        ({"mode": "pair", "reply": "label"}, "The first is better than the second", None),
    ],
)
def test_replies(make_judge: Make, given: dict[str, Any], reply: str, verdict: float | str | None) -> None:
    read = read_reply(reply, make_judge(**given))
    assert read.verdict == verdict
    assert (read.why == "") == (verdict is not None)


def test_the_reason_is_kept_with_a_verdict_that_is_none(make_judge: Make) -> None:
    read = read_reply('{"reason": "I like it", "verdict": 7}', make_judge())
    assert (read.verdict, read.reason) == (None, "I like it")
    assert read.why == "the verdict is '7', expected a number from 1 to 5"
