"""The page Negation in a real browser: the example, a word chosen by mouse and by key, how it looks."""

from __future__ import annotations

import json
from typing import Any

import pytest

from likewise.studio.negation import worker
from likewise.studio.negation.service import NegationService

from .steps import Visit, look

pytestmark = pytest.mark.browser


@pytest.fixture
def found(live: Any, plain_resolver: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(worker, "resolver_of", lambda folder: plain_resolver)
    process = live.app.state.studio.service(NegationService).process
    monkeypatch.setattr(process, "ask", lambda question: json.loads(json.dumps(worker.answer(question))))
    return live


def test_the_way_to_a_word(found: Any, visit: Visit) -> None:
    page = visit("rita")
    page.goto("/negation")
    page.get_by_role("link", name="Show an example with deep semantics").click()
    page.get_by_role("heading", name="What is denied").wait_for()  # asked for by the page itself
    first = page.locator(".sentences > li").first
    word = first.get_by_role("button", name="small")
    word.click()
    said = first.locator(".why")
    assert said.inner_text() == (
        "small: neg “not” → has ARG1 → _open_v_cause “open” → has ARG2 → _the_q “the” → has RSTR → "
        "_small_a_1 “small”"
    )
    lit = [text.split("\n")[0] for text in first.locator("svg .lit").all_text_contents()]
    assert lit == ["negnot", "_open_v_causeopen", "_the_qthe", "_small_a_1small"]
    assert word.get_attribute("aria-pressed") == "true"
    other = first.get_by_role("button", name="did")
    other.focus()
    page.keyboard.press("Enter")
    assert said.inner_text().endswith("→ has the auxiliary → “did”")
    assert word.get_attribute("aria-pressed") == "false"
    page.keyboard.press("Enter")
    assert said.is_hidden()
    assert first.locator(".lit").count() == 0
    word.click()
    first.locator("summary", has_text="Why each word").click()
    first.get_by_text("The syntax: derivation").click()
    look(page, "negation")
    page.get_by_label("Sentences, one a line").fill("It rained.\nHe did not go.")
    page.get_by_role("button", name="Find").click()
    page.get_by_text("Nothing is denied here").wait_for()
    assert page.locator("mark.cue").nth(1).text_content() == "not (cue)"
    page.get_by_role("button", name="go").click()
    assert page.locator(".why:not([hidden])").inner_text().startswith("go is in: ")
    page.get_by_label("Sentences, one a line").fill("")
    page.get_by_text("Deep analyses (given)").click()
    page.get_by_label("JSON lines").fill("{")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("alert").wait_for()
