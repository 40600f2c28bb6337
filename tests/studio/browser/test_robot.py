"""The page Robot in a real browser: the arm at work, a choice, undo; by keys, on a phone, without scripts."""

from __future__ import annotations

import html
from typing import Any

import pytest
from playwright.sync_api import Page

from likewise.studio.robot.service import RobotService, layout_text
from likewise.worlds.blocks import Block, Board

from .steps import PHONE, Visit, look
from .stub_robot import stub_robot

pytestmark = pytest.mark.browser

RED, BLUE = Block("red", "cube"), Block("blue", "cube")
BOARD = Board({(1, 2, 0): RED, (4, 4, 0): BLUE, (4, 5, 0): Block("green", "prism")}, arm=(6, 6, 7))
PUT, AWAY = "Put the red cube on the blue one", "Put the red cube in the corner"
BROWSER_SPEECH = """
window.SpeechRecognition = class {
  static available(asked) {
    window.asked = asked;
    return Promise.resolve("%s");
  }
  start() {
    window.local = this.processLocally;
    this.onresult({ results: [[{ transcript: "take the" }], [{ transcript: "red cube" }]] });
    this.onend();
  }
};
"""


@pytest.fixture
def told(live: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    robot = live.app.state.studio.service(RobotService)
    stub_robot(robot, monkeypatch)
    monkeypatch.setattr(robot, "board", lambda **_: BOARD)
    return live


def order(page: Page, text: str) -> None:
    page.get_by_label("Your order").fill(text)
    page.get_by_role("button", name="Order", exact=True).click()


def done(page: Page, said: str) -> None:
    page.locator("p.done").get_by_text(said).wait_for()


def seen(page: Page, block: str) -> list[str | None]:
    """How the blocks at a place are shown that are not in all boards."""
    return [
        one.get_attribute("visibility")
        for one in page.locator(f'#board [data-block="{block}"][data-steps]').all()
    ]


def test_an_order_the_arm_a_choice_and_undo(told: Any, visit: Visit) -> None:
    page = visit("rita")
    page.goto("/robot")
    order(page, PUT)
    done(page, "the red cube from row 2, column 6 to row 5, column 4")
    page.get_by_role("button", name="Pause").wait_for()  # it plays by itself
    assert page.get_by_label("Your order").input_value() == ""
    page.get_by_text("8 of 8: the arm comes up").wait_for()
    page.get_by_role("button", name="Play").wait_for()
    assert "visible" in seen(page, "4,4,1")
    assert seen(page, "1,2,0") == ["hidden"]
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_text("7 of 8: the gripper opens").wait_for()
    page.get_by_role("button", name="Play").click()
    page.get_by_text("8 of 8").wait_for()
    page.get_by_role("button", name="red (color)").hover()
    assert page.locator(".tree .lit").all_inner_texts() == ["color: red"]
    page.get_by_text("What the arm does").click()
    assert page.locator("#arm-steps .now").inner_text() == "the arm comes up"
    page.get_by_label("Write the colours on the blocks").check()
    assert page.locator("#board .lw-colour-name").first.is_visible()

    order(page, AWAY)
    page.get_by_text("Did you mean").wait_for()
    assert page.get_by_label("Your order").input_value() == AWAY
    assert page.locator("#board .lw-colour-name").first.is_visible()  # the wish is kept
    look(page, "robot-choice")
    page.get_by_role("button", name="B move the red cube").click()
    done(page, "the red cube from row 5, column 4 to row 1, column 8")
    assert page.locator(".done-orders li").count() == 2
    page.get_by_role("button", name="Undo").click()
    done(page, f"taken back: {AWAY}")
    assert page.locator(".done-orders li").count() == 1
    assert page.get_by_label("Your order").input_value() == AWAY
    look(page, "robot-undone")


def test_by_keys_alone_with_less_motion_on_a_phone(told: Any, visit: Visit) -> None:
    page = visit("rita", reduced_motion="reduce", viewport=PHONE)
    page.goto("/robot")
    page.get_by_label("Your order").focus()
    page.keyboard.type(PUT)
    page.keyboard.press("Enter")
    page.get_by_text("8 of 8: the arm comes up").wait_for()
    assert page.get_by_role("button", name="Play").is_visible()  # nothing moves by itself
    page.locator("#f-text:focus").wait_for()  # ready for the next order
    page.keyboard.type(AWAY)
    page.keyboard.press("Enter")
    page.get_by_text("Did you mean").wait_for()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "choose-A":
            break
    page.keyboard.press("Enter")
    done(page, "to row 1, column 1")
    tops = [page.locator(name).evaluate("one => one.getBoundingClientRect().top + scrollY")
            for name in ("#f-text", "#board svg", "#told", "#another")]  # fmt: skip
    assert tops == sorted(tops)
    box = page.locator("#board svg").bounding_box()
    assert box is not None
    assert box["width"] > 0.8 * PHONE["width"]
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_without_scripts(told: Any, visit: Visit) -> None:
    page = visit("rita", java_script_enabled=False)
    page.goto("/robot")
    order(page, PUT)
    done(page, "the red cube")
    assert not page.get_by_role("button", name="Play").is_visible()
    assert [one in ("visible", None) for one in seen(page, "4,4,1")].count(True) == 1
    assert seen(page, "1,2,0") == ["hidden"]
    order(page, AWAY)
    page.get_by_role("button", name="A move the red cube").click()
    done(page, "to row 1, column 1")
    page.get_by_role("button", name="Undo").click()
    done(page, "taken back")
    page.get_by_text("Another board").click()
    page.get_by_label("A file of layouts").set_input_files(
        {"name": "broken.txt", "mimeType": "text/plain", "buffer": b"1 1\n0 0 9 O\n"}
    )
    page.get_by_role("button", name="Bring it").click()
    page.get_by_role("alert").get_by_text("line 2: expected x, y, z from 0 to 7").wait_for()
    assert page.locator(".done-orders li").count() == 1
    own = layout_text(Board({(0, 0, 0): BLUE}))
    page.get_by_label("A file of layouts").set_input_files(
        {"name": "own.txt", "mimeType": "text/plain", "buffer": own.encode()}
    )
    page.get_by_role("button", name="Bring it").click()
    page.locator("#board [data-block='0,0,0']").wait_for()
    assert html.unescape(page.locator("[name=layout]").first.input_value()).split() == own.split()


def test_speech_only_where_it_stays_on_the_device(told: Any, visit: Visit) -> None:
    for found, offered in (("available", True), ("unavailable", False), ("downloadable", False)):
        page = visit("rita")
        page.add_init_script(BROWSER_SPEECH % found)
        page.goto("/robot")
        page.wait_for_function("() => window.asked !== undefined")
        assert page.evaluate("window.asked.processLocally") is True
        assert page.locator("#speak").is_visible() == offered
        if offered:
            page.get_by_role("button", name="Speak").click()
            assert page.evaluate("window.local") is True
            assert page.get_by_label("Your order").input_value() == "take the red cube"
            look(page, "robot-speech")
    page = visit("rita")
    page.add_init_script("delete window.SpeechRecognition; delete window.webkitSpeechRecognition;")
    page.goto("/robot")
    assert not page.locator("#speak").is_visible()
