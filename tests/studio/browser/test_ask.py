"""The page Ask in a browser: answers, words, steps, corrections; by keys, on a phone, without scripts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from likewise.studio.ask.glossary_shelf import GlossaryShelf
from likewise.studio.ask.service import AskService

from .steps import Visit, look
from .stub_ask import ASK_FORTRESS, ASK_RED, FORTRESS, stub_ask

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 800}


@pytest.fixture
def asked(live: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    service = live.app.state.studio.service(AskService)
    monkeypatch.setattr(service, "glossaries", GlossaryShelf(tmp_path / "kept"))
    stub_ask(service, monkeypatch)
    return live


def ask(page: Page, question: str) -> None:
    page.get_by_label("Your question").fill(question)
    page.get_by_role("button", name="Ask", exact=True).click()


def gloss(page: Page) -> str:
    """What stands under the first text for the word that is lit."""
    return str(
        page.locator("#snippet-1 .lit").evaluate("one => getComputedStyle(one, '::after').content")
    ).strip('"')


def test_answers_words_and_every_step(asked: Any, visit: Visit) -> None:
    page = visit("rita", permissions=["clipboard-read", "clipboard-write"])
    page.goto("/ask")
    look(page, "ask-empty")
    ask(page, ASK_RED)
    page.get_by_role("heading", name="2 answers").wait_for()
    said = "2 answers. The likeliest: 曹雪芹, Cao Xueqin, 70 % sure."
    assert page.locator("#announced").inner_text() == said
    assert page.locator("#answer-1 mark").inner_text() == "曹雪芹"
    page.locator("#snippet-1").get_by_text("作家").hover()
    assert gloss(page) == "zuò jiā · writer"
    page.get_by_role("heading", name="2 answers").hover()
    assert page.locator("#snippet-1 .lit").count() == 0
    page.locator("#answer-1").get_by_text("Word by word").click()
    page.locator("#answer-1 .word").get_by_text("Cao Xueqin").wait_for()
    page.locator("#answer-1").get_by_role("button", name="Copy").click()
    page.locator("#answer-1").get_by_role("button", name="Copied").wait_for()
    cited = page.evaluate("navigator.clipboard.readText()")
    assert cited == "“曹雪芹” (Cao Xueqin), zh-red (红楼梦), 10-13"
    for step in page.locator(".trace > details > summary").all():
        step.click()
    page.get_by_role("cell", name="#UW40(写 红楼梦)").wait_for()
    page.locator(".keywords").get_by_text("3 candidates").click()
    page.get_by_role("cell", name="too rare").wait_for()
    look(page, "ask-answers")


def test_a_correction_is_asked_again_and_remembered(asked: Any, visit: Visit) -> None:
    page = visit("rita")
    page.goto("/ask")
    ask(page, ASK_FORTRESS)
    page.get_by_text("No good answer: no keyword but 'wrote' has a translation.").first.wait_for()
    look(page, "ask-nothing")
    page.get_by_label(f"Your translation of {FORTRESS}").fill("围城")
    page.get_by_role("button", name="Ask again").click()
    page.get_by_text("Remembered in the glossary").wait_for()
    page.get_by_role("heading", name="钱钟书").wait_for()
    assert page.get_by_label(f"Your translation of {FORTRESS}").input_value() == "围城"
    look(page, "ask-again")
    ask(page, ASK_FORTRESS)
    page.get_by_text("Remembered").wait_for(state="detached")
    page.get_by_role("heading", name="钱钟书").wait_for()
    # A candidate is taken by a click; what is not to be remembered is not.
    page.locator(".keywords").get_by_text("3 candidates").click()
    page.get_by_role("button", name="take 著").click()
    assert page.get_by_label("Your translation of wrote").input_value() == "著"
    page.get_by_label("Remember my translations").uncheck()
    page.get_by_role("button", name="Ask again").click()
    page.locator("#target-1").and_(page.get_by_label("Your translation of wrote")).wait_for()
    page.goto("/ask/glossary")
    assert page.locator("tbody tr").count() == 1
    look(page, "ask-glossary")
    page.get_by_role("button", name=f"Take out {FORTRESS}").click()
    page.get_by_text("There is none yet.").wait_for()


def test_what_is_wrong_is_said(asked: Any, visit: Visit) -> None:
    page = visit("rita")
    page.goto("/ask")
    ask(page, "Где Москва?")
    page.get_by_role("alert").get_by_text("in letters that are not Latin, expected English").wait_for()
    look(page, "ask-fault")
    assert page.get_by_label("Your question").input_value() == "Где Москва?"


def test_by_keys_alone_on_a_phone(asked: Any, visit: Visit) -> None:
    page = visit("rita", viewport=PHONE)
    page.goto("/ask")
    page.get_by_label("Your question").focus()
    page.keyboard.type(ASK_RED)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="2 answers").wait_for()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "snippet-1":
            break
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert gloss(page) == "zuò jiā · writer"
    assert page.locator("#announced").inner_text() == "作家: zuò jiā · writer"
    page.keyboard.press("ArrowLeft")
    assert gloss(page) == "hóng lóu mèng · Dream of the Red Chamber"
    page.keyboard.press("Escape")
    assert page.locator("#snippet-1 .lit").count() == 0
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "target-2":
            break
    page.keyboard.type("围城")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="钱钟书").wait_for()
    for step in page.locator("#answers details").all():
        step.evaluate("one => { one.open = true; }")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_an_address_asks_by_itself(asked: Any, visit: Visit) -> None:
    page = visit("rita")
    page.goto("/ask?lang=zh&question=Who+wrote+Dream+of+the+Red+Chamber%3F")
    page.get_by_role("heading", name="曹雪芹").wait_for()
    page.get_by_role("link", name="Who wrote The Tale of Genji?").click()
    page.get_by_role("alert").wait_for()  # the stub knows nothing of it
    assert page.get_by_label("Documents", exact=True).input_value() == "ja"


def test_without_scripts(asked: Any, visit: Visit) -> None:
    page = visit("rita", java_script_enabled=False)
    page.goto("/ask")
    page.get_by_role("link", name="Who wrote Romance of the Three Kingdoms?").click()
    assert page.get_by_label("Your question").input_value() == "Who wrote Romance of the Three Kingdoms?"
    ask(page, ASK_FORTRESS)
    page.get_by_text("No good answer:").first.wait_for()
    assert not page.get_by_role("button", name="take").first.is_visible()
    page.get_by_label(f"Your translation of {FORTRESS}").fill("围城")
    page.get_by_role("button", name="Ask again").click()
    page.get_by_role("heading", name="钱钟书").wait_for()
    assert page.locator(".trace details").first.is_visible()
    assert not page.locator("#answer-1").get_by_role("button", name="Copy").is_visible()
    page.get_by_role("link", name="glossary").first.click()
    page.get_by_role("cell", name="围城").wait_for()
