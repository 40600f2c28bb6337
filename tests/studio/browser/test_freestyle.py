"""The page Freestyle in a real browser, on phone and desk, sound off and on, with scripts and without."""

from __future__ import annotations

from typing import Any

import pytest

from likewise.collect import get_campaign
from likewise.studio.freestyle.service import FreestyleService

from .steps import PHONE, Visit, look
from .stub_freestyle import USE, stub_freestyle

pytestmark = pytest.mark.browser

VERSE = "I saw a cat\nupon a mat\nit looked at me\nmy dog\na\nb\nc\nd"


@pytest.fixture
def asked(live: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    return stub_freestyle(live.app.state.studio.service(FreestyleService), monkeypatch)


def test_your_verse(asked: list[Any], visit: Visit) -> None:
    page = visit("rita", viewport=PHONE)
    page.goto("/freestyle")
    page.get_by_label("Lines").fill(VERSE)
    page.get_by_role("button", name="Find the rhymes").click()
    page.get_by_role("heading", name="Stanzas").wait_for()
    assert page.locator(".stanza").count() == 3
    assert page.locator(".verse .letter").all_inner_texts() == [*"AABC", *"DEDE"]
    # Letters say what colours say.
    assert page.locator(".verse b.rhyme").all_inner_texts() == ["cat", "mat", "a", "b", "c", "d"]
    look(page, "freestyle-verse")


def test_a_battle_on_a_phone_with_the_sound_off(asked: list[Any], live: Any, visit: Visit) -> None:
    page = visit("rita", viewport=PHONE)
    page.add_init_script("delete window.AudioContext; delete window.speechSynthesis;")
    page.goto("/freestyle/battle")
    assert page.locator("[data-sound]").is_hidden()
    page.get_by_label("Your line").fill("by the sea")
    page.get_by_role("button", name="Say it").click()
    page.get_by_role("heading", name="What the machine thought of").wait_for()
    assert page.locator(".battle li").count() == 2
    page.get_by_label("Your line").fill("so free")
    page.keyboard.press("Enter")
    page.locator(".battle li").nth(3).wait_for()
    assert page.locator(".responses .copied").inner_text().startswith("Copied from a training line")
    first = page.locator(".responses > li").first
    first.get_by_text("Why this rhyme").click()
    assert first.get_by_text("by the sea / come with me").is_visible()
    first.get_by_label("good").first.check()
    first.get_by_label("bad").last.check()
    first.get_by_role("button", name="Rate").click()
    page.get_by_text("The rating is kept").wait_for()
    look(page, "freestyle-battle")
    assert get_campaign(live.store, "freestyle-responses").task == "rate"


def test_rules_of_long_words_fit_a_phone(
    asked: list[Any], visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(USE, "source", "through the wondering neighbourhoods")
    monkeypatch.setitem(USE, "target", "everlasting understanding")
    page = visit("rita", viewport=PHONE)
    page.goto("/freestyle/battle")
    page.get_by_label("Your line").fill("by the sea")
    page.get_by_role("button", name="Say it").click()
    page.get_by_text("Why this rhyme").first.click()
    rules = page.get_by_role("region", name="Rules used").first
    assert rules.is_visible()
    assert rules.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0


def test_sound_is_off_until_it_is_asked_for(asked: list[Any], visit: Visit) -> None:
    page = visit("rita")
    page.add_init_script(
        "window.said = []; window.beats = 0;"
        "class Said { constructor(text) { this.text = text; } } window.SpeechSynthesisUtterance = Said;"
        "Object.defineProperty(window, 'speechSynthesis', {value: {cancel() {}, speak(u) "
        "{ window.said.push([u.text, u.lang]); }}});"
        "const Real = window.AudioContext; window.AudioContext = class extends Real "
        "{ constructor() { super(); window.beats += 1; } };"
    )
    page.goto("/freestyle/battle?model=embedded-fr")
    voice, beat = page.get_by_label("Read aloud"), page.get_by_label("Beat")
    assert not voice.is_checked()
    assert not beat.is_checked()
    page.get_by_label("Your line").fill("the sea")
    page.get_by_role("button", name="Say it").click()
    page.locator(".battle li").nth(1).wait_for()
    assert page.evaluate("[window.said, window.beats]") == [[], 0]
    voice.check()
    beat.check()
    page.get_by_label("Your line").fill("the tea")
    page.get_by_role("button", name="Say it").click()
    page.locator(".battle li").nth(3).wait_for()
    while not page.evaluate("window.said.length"):
        page.wait_for_timeout(20)
    assert page.evaluate("window.said") == [["and look <b>at</b> me", "fr"]]
    assert page.evaluate("window.beats") == 1
    beat.uncheck()


def test_two_players(asked: list[Any], visit: Visit) -> None:
    page = visit("rita")
    page.goto("/freestyle/battle")
    page.get_by_label("Against").select_option("two")
    page.get_by_label("Player 1").fill("Ann")
    page.get_by_label("Player 2").fill("Ben")
    for number, (who, line) in enumerate((("Your line", "the sea"), ("Ben, your line", "a cup of tea"))):
        page.get_by_label(who).fill(line)
        page.get_by_role("button", name="Say it").click()
        page.locator(".battle li").nth(number).wait_for()
    assert page.get_by_label("Score").inner_text().split() == ["Ann", "0", ":", "1", "Ben"]
    page.get_by_role("button", name="Suggest a line").click()
    page.get_by_role("heading", name="Lines to answer with").wait_for()
    look(page, "freestyle-two")
    page.get_by_role("button", name="New battle").click()
    page.locator(".battle").wait_for(state="detached")


def test_a_model_that_was_learnt_stands_in_the_table_at_once(live: Any, visit: Visit) -> None:
    page = visit("rita")
    page.goto("/freestyle/models")
    page.get_by_label("Name of the model").fill("mine")
    page.get_by_label("Lyrics", exact=True).fill(
        "I saw a cat\nupon a mat\nit looked at me\nbeside the sea\n\n" * 3
    )
    page.get_by_role("button", name="Learn", exact=True).click()
    page.get_by_text("is learnt").wait_for()
    assert page.get_by_role("row", name="mine (English)").is_visible()
    assert page.locator("#models").count() == 1
    page.get_by_role("link", name="Battle with it").wait_for()


def test_write_with_me(asked: list[Any], visit: Visit) -> None:
    page = visit("rita", viewport=PHONE)
    page.goto("/freestyle/write")
    page.get_by_label("Rhyme scheme").fill("ABAB")
    page.get_by_label("Theme words").fill("sea rain")
    page.get_by_label("Words a line").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("[data-shown]").inner_text() == "9"
    page.get_by_role("button", name="Write", exact=True).click()
    page.locator(".written > li").nth(3).wait_for()
    page.get_by_label("Line 2", exact=True).fill("my own line")
    page.get_by_label("Keep this line").nth(1).check()
    page.get_by_text("Wishes for line 3").click()
    page.get_by_label("Ends with").nth(2).fill("day")
    with page.expect_response("**/freestyle/write"):
        page.get_by_role("button", name="Another line 3").click()
    page.locator('[name="seed"][value="3"]').wait_for(state="attached")
    assert asked[-1][4]["again"] == 2
    assert asked[-1][4]["ends"] == [[2, "day"]]
    assert page.get_by_label("Line 2", exact=True).input_value() == "my own line"
    assert page.get_by_label("Keep this line").nth(1).is_checked()
    look(page, "freestyle-write")


def test_all_of_it_works_without_scripts(asked: list[Any], visit: Visit) -> None:
    page = visit("rita", java_script_enabled=False)
    page.goto("/freestyle")
    page.get_by_label("Lines").fill(VERSE)
    page.get_by_role("button", name="Find the rhymes").click()
    assert page.locator(".stanza").count() == 3
    page.get_by_role("link", name="Battle").click()
    for line in ("by the sea", "so free"):
        page.get_by_label("Your line").fill(line)
        page.get_by_role("button", name="Say it").click()
    assert page.locator(".battle li").count() == 4
    rated = page.locator(".responses > li").nth(2)
    rated.get_by_label("acceptable").first.check()
    rated.get_by_label("acceptable").last.check()
    rated.get_by_role("button", name="Rate").click()
    assert page.get_by_text("The rating is kept").is_visible()
    page.goto("/freestyle/write")
    page.get_by_role("button", name="Write", exact=True).click()
    assert page.locator(".written > li").count() == 4
