"""The page Paraphrase in a real browser: the dial asks again, both halves of a pair light up together."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from likewise.studio.paraphrase.service import ParaphraseService

from .steps import PHONE, Visit, shoot

pytestmark = pytest.mark.browser

SCORES = {"phrase": -1.0, "phrase-inverse": -2.0, "lexical": -1.0, "lexical-inverse": -1.0}
PAIRS = [("a man", "someone"), ("is slicing", "is cutting up"), ("a tomato", "a tomato")]


def test_the_dial_and_the_pairs(live: Any, visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float | None] = []

    def ask(name: str, text: str, novelty: float | None, nbest: int) -> dict[str, Any]:
        asked.append(novelty)
        uses = [
            {"start": 2 * i, "end": 2 * i + 2, "source": a, "target": b, "scores": SCORES}
            for i, (a, b) in enumerate(PAIRS)
        ]
        said = {"text": "someone is cutting up a tomato", "score": -1.5, "pinc": 60.0}
        wording = {**said, "phrases": uses, "reasons": {"support": 1.0}}
        return {"model": name, "source": text, "paraphrases": [wording] * nbest}

    monkeypatch.setattr(live.app.state.studio.service(ParaphraseService), "ask", ask)
    page = visit("rita", viewport=PHONE)
    page.goto("/paraphrase")
    page.get_by_label("Sentence").fill("A man is slicing a tomato.")
    page.get_by_role("button", name="Paraphrase").click()
    page.get_by_role("heading", name="Wordings").wait_for()
    assert page.locator(".wordings > li").count() == 5
    first = page.locator(".wordings > li").first
    first.get_by_role("button", name="is cutting up").hover()
    assert first.locator(".from .lit").all_inner_texts() == ["is slicing"]
    assert page.locator(".lit").count() == 2  # not in the other wordings
    first.get_by_role("button", name="someone").click()
    assert first.locator(".held").all_inner_texts() == ["someone", "a man"]
    first.get_by_text("Why this wording").click()
    shoot(page, "paraphrase")
    dial = page.get_by_label("Novelty")
    dial.focus()
    with page.expect_response("**/paraphrase"):
        dial.press("ArrowRight")
    assert page.locator("#novelty-shown").inner_text() == "0.65"
    page.locator("#answers .held").first.wait_for(state="detached")
    page.get_by_label("Use the dial").uncheck()
    with page.expect_response("**/paraphrase"):
        page.get_by_role("button", name="Paraphrase").click()
    assert asked == [0.6, 0.65, None]
    found = Axe().run(page).response["violations"]
    assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []
