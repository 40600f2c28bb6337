"""The page Frames and its API: arcs and roles, what is refused, who may ask."""

from __future__ import annotations

import json
from typing import Any

import pytest

from likewise.frames import frame_parser, frames_as_dict
from likewise.studio.frames import worker
from likewise.studio.frames.service import FramesService

V1 = "/api/v1/frames"


@pytest.fixture
def asked(house: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The house with a process that answers in this one."""
    service = house.app.state.studio.service(FramesService)
    monkeypatch.setattr(
        service.process, "ask", lambda question: json.loads(json.dumps(worker.answer(question)))
    )
    return house


def test_texts_are_read_as_on_the_command_line(asked: Any) -> None:
    body = {"text": "The dog bit the man.\n\n It rained. \r\n", "model": "small"}
    told = asked.client("rita").post(V1, json=body).json()
    read = frame_parser("en", "small").parse(["The dog bit the man.", "It rained."])
    assert told["model"] == frame_parser("en", "small").signature
    assert [one["text"] for one in told["texts"]] == ["The dog bit the man.", "It rained."]
    for one, sentence in zip(told["texts"], read, strict=True):
        assert one == {"text": one["text"], **frames_as_dict(sentence), "flags": []}
    drawn = asked.client("rita").post(V1, json={**body, "draw": True}).json()["texts"]
    assert all(one["drawing"].startswith("<svg") for one in drawn)


def test_refuses(asked: Any) -> None:
    bad: list[tuple[dict[str, Any], str]] = [
        ({}, ""),
        ({"text": " \n "}, "expected a text"),
        ({"text": "a\n" * 21}, "at most 20 lines of at most 2,000 characters"),
        ({"text": "a" * 2001}, "at most 20 lines of at most 2,000 characters"),
        ({"text": "a" * 10_001}, ""),
        ({"text": "a\x08"}, "control characters"),
        ({"text": "a", "lang": "fr"}, "expected one of en, zh"),
        ({"text": "a", "model": "huge"}, "expected one of auto, small, encoder"),
        ({"text": "a", "more": 1}, ""),
    ]
    for body, said in bad:
        answer = asked.client("olga").post(V1, json=body)
        assert answer.status_code == 422, body
        assert said in answer.json()["error"]["message"]


def test_who_may_ask(asked: Any) -> None:
    assert asked.client().post(V1, json={"text": "a"}).status_code == 401
    assert asked.client("wim").post(V1, json={"text": "a"}).status_code == 403
    assert asked.client("wim", accept="text/html").get("/frames").status_code == 403


def test_the_page(asked: Any) -> None:
    rita = asked.client("rita", accept="text/html")
    assert "being loaded" not in rita.get("/frames").text
    waiting = rita.get("/frames?example=en").text
    assert "being loaded" in waiting
    assert "The dog bit the man yesterday." in waiting
    assert 'value="zh" selected' in rita.get("/frames?text=a&lang=zh").text.replace("  ", " ")
    given = {"text": "The dog bit the man.", "lang": "en", "model": "small"}
    whole = rita.post("/frames", data=given)
    assert whole.status_code == 200
    assert "<svg" in whole.text
    assert "<dt>ARG1</dt>" in whole.text
    part = rita.post("/frames", data=given, headers={"hx-request": "true"}).text
    assert "<h1>" not in part
    assert "<svg" in part
    assert "<b>" not in rita.post("/frames", data={**given, "text": "The <b> dog."}).text
    fault = rita.post("/frames", data={**given, "text": " "})
    assert fault.status_code == 422
    assert "expected a text" in fault.text
    assert "There is no predicate here." in rita.post("/frames", data={**given, "text": "Hm."}).text
