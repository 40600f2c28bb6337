"""The page Diff and its API: both sides marked, languages, what is unread, refusals."""

from __future__ import annotations

import json
from typing import Any

import pytest

from likewise.errors import InputError
from likewise.studio.diff import worker
from likewise.studio.diff.service import DiffService
from likewise.studio.diff.shown_diff import shown

from .browser.stub_diff import A, B, stub_diff

V1 = "/api/v1/diff"


@pytest.fixture
def asked(house: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The house with a process that answers in this one, by an engine whose answers are plain to see."""
    stub_diff(monkeypatch)
    process = house.app.state.studio.service(DiffService).process
    monkeypatch.setattr(process, "ask", lambda question: json.loads(json.dumps(worker.answer(question))))
    return house


def test_the_api_answers_as_the_command_does(asked: Any) -> None:
    told = asked.client("rita").post(V1, json={"a": A, "b": B}).json()
    assert (told["same"], told["score"], told["lang"], told["lang_b"]) == (False, 2.0, "en", "en")
    assert [change["kind"] for change in told["changes"]] == ["number", "role-lost"]
    assert "drawings" not in told
    told = asked.client("rita").post(V1, json={"a": A, "b": B, "lang_b": "German", "draw": True}).json()
    assert (told["lang_b"], told["unread"]) == ("de", ["roles"])
    assert told["drawings"] == {"a": "<svg>arcs</svg>", "b": None}


def test_refuses(asked: Any) -> None:
    for body, said in [
        ({"a": A}, ""),
        ({"a": A, "b": " "}, "expected a text of at most 2,000 characters"),
        ({"a": A, "b": "b" * 2001}, ""),
        ({"a": A, "b": "b\x08"}, "control characters"),
        ({"a": A, "b": B, "lang": "nl"}, "expected one of en, zh, ja, de, es, fr"),
        ({"a": A, "b": B, "lang_b": "nl"}, "expected one of en"),
        ({"a": A, "b": B, "more": 1}, ""),
    ]:
        answer = asked.client("olga").post(V1, json=body)
        assert answer.status_code == 422, body
        assert said in answer.json()["error"]["message"]
    assert asked.client("wim").post(V1, json={"a": A, "b": B}).status_code == 403
    assert asked.client().post(V1, json={"a": A, "b": B}).status_code == 401


def test_the_page_marks_both_sides(asked: Any) -> None:
    client = asked.client("rita")
    assert 'hx-trigger="load"' not in client.get("/diff").text
    assert 'hx-trigger="load"' in client.get("/diff?example=swap").text
    linked = client.get("/diff", params={"a": A, "b": B, "lang": "nl", "lang_b": "de"}).text
    assert '<option value="de" selected>' in linked
    whole = client.post("/diff", data={"a": f"{A}\r\nNo.", "b": B, "lang": "en", "lang_b": ""}).text
    assert "<h1>Diff</h1>" in whole
    assert '<span class="hidden">number: </span>30<sup>1</sup></a>' in whole
    assert "2 changes of meaning." in whole
    assert "30 became 300" in whole
    assert "confidence 97 %" in whole
    assert 'aria-label="Colours"' in whole
    part = client.post("/diff", data={"a": A, "b": B, "lang": "en", "lang_b": "de"},
                       headers={"hx-request": "true"}).text  # fmt: skip
    assert "<h1>" not in part
    assert "<b>Not read:</b>" in part
    assert 'lang="de"' in part
    same = client.post("/diff", data={"a": "He left.", "b": "He <i>went</i>.", "lang": "en"}).text
    assert "No change of meaning was found." in same
    assert "<i>went" not in same
    wrong = client.post("/diff", data={"a": "", "b": B, "lang": "en"})
    assert wrong.status_code == 422
    assert 'role="alert"' in wrong.text


def test_what_is_unsure_or_unnamed_is_said(asked: Any) -> None:
    client = asked.client("rita")
    unnamed = client.post("/diff", data={"a": "Odd.", "b": "Even.", "lang": "en"}).text
    assert "no single change can be named" in unnamed


def test_a_language_without_frames_has_no_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    from likewise import frames

    def none(lang: str) -> Any:
        raise InputError(f"no frames for {lang}")

    stub_diff(monkeypatch)
    monkeypatch.setattr(frames, "frame_parser", none)
    question = {"a": A, "b": B, "lang": "ja", "lang_b": "ja", "draw": True}
    told = worker.answer(question)
    assert told["drawings"] == {"a": None, "b": None}
    assert shown(A, B, told)["drawn"] is False
