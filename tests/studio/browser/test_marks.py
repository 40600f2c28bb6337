"""Marking words and joining marks in a real browser: by keys, by mouse, by finger, in several scripts."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from likewise.collect.answers import answers_of
from likewise.collect.campaigns import add_items, create_campaign
from likewise.collect.tasks import load_yaml

from .steps import PHONE, Visit, answered, look, shoot

pytestmark = pytest.mark.browser

YAML = """
name: roles
title: Who does what?
instructions: Mark who acts and what they do. Then join them.
stimulus: [{name: text, label: Sentence}]
answer:
  - {name: marks, kind: spans, of: text, label: Mark the words, labels: [who, action, thing]}
  - {name: joins, kind: links, label: Join them, labels: [does, to], required: false}
"""
PLAIN = """
name: names
title: Mark the names
stimulus: [{name: text, label: Sentence}]
answer: [{name: marks, kind: spans, of: text, label: Names, required: false, overlap: true, max: 2}]
"""


def campaign(live: Any, slug: str, yaml: str, *texts: str) -> None:
    task = load_yaml(yaml)
    made = create_campaign(live.store, title=slug, task=task.name, settings=dict(task.settings), slug=slug)
    add_items(live.store, made, [{"text": text} for text in texts])


def given(live: Any, slug: str) -> list[dict[str, Any]]:
    return [answer.payload for answer in answers_of(live.store, slug)]


def word(page: Page, text: str) -> Locator:
    return page.get_by_role("listbox").locator("[role=option]").filter(has_text=text).first


def said(page: Page, text: str) -> None:
    page.locator("#answer [role=status]").get_by_text(text).first.wait_for()


def test_by_keys_alone(live: Any, visit: Visit) -> None:
    campaign(live, "keys", YAML, "A man slices a tomato.", "Next one.")
    page = visit("wanda")
    page.goto("/work/keys")
    word(page, "A").focus()
    page.keyboard.press("Enter")
    said(page, "Begins at “A”")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    said(page, "Marked who: “A man”.")
    # Only one word can be reached by Tab, so a long text is no long way.
    assert page.locator(".words [tabindex='0']").count() == 1
    page.keyboard.press("2")
    said(page, "Label: action.")
    page.keyboard.press("ArrowRight")
    for _ in range(2):
        page.keyboard.press("Enter")
    said(page, "Marked action: “slices”.")
    # Shift and an arrow begin too; Escape forgets it.
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Escape")
    said(page, "Begin again.")
    page.keyboard.press("3")
    page.keyboard.press("Shift+End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    said(page, "Marked thing: “a tomato”.")
    assert word(page, "tomato").get_attribute("aria-selected") == "true"
    assert word(page, "tomato").get_attribute("aria-label") == "tomato, thing"
    # What is marked is not marked again, and goes by a key.
    page.keyboard.press("Enter")
    said(page, "thing: “a tomato” is marked already.")
    page.keyboard.press("Delete")
    said(page, "Removed thing: “a tomato”.")

    page.get_by_label("From").focus()
    page.keyboard.press("Tab")  # the label
    page.keyboard.press("Tab")  # to
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    said(page, "Joined does: “A man” to “slices”.")
    shoot(page, "marks-keys")
    look(page, "marks")
    answered(page, lambda: page.keyboard.press("Control+Enter"), "Thank you.")
    ends = {"start": 0, "end": 5, "text": "A man"}, {"start": 6, "end": 12, "text": "slices"}
    assert given(live, "keys") == [
        {
            "marks": [{**ends[0], "label": "who"}, {**ends[1], "label": "action"}],
            "joins": [{"from": ends[0], "to": ends[1], "label": "does"}],
        }
    ]
    # The next one came as a part of the page, and works too.
    page.get_by_text("Nothing is marked yet.").wait_for()
    word(page, "Next").dblclick()
    said(page, "Marked who: “Next”.")


def test_by_finger(live: Any, visit: Visit) -> None:
    campaign(live, "finger", YAML, "我不喜欢苹果。")
    page = visit("wanda", viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto("/work/finger")
    word(page, "我").tap()
    word(page, "我").tap()
    said(page, "Marked who: “我”.")
    page.locator(".labels label").filter(has_text="action").tap()
    word(page, "欢").tap()
    word(page, "不").tap()  # backwards is as good
    said(page, "Marked action: “不喜欢”.")
    # A finger needs room.
    box = word(page, "苹").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 24
    assert page.evaluate("matchMedia('(pointer: coarse)').matches")
    shoot(page, "marks-finger")
    page.get_by_role("button", name="Join").tap()
    said(page, "Joined does: “我” to “不喜欢”.")
    # A link goes with its mark.
    page.get_by_role("button", name="Remove who: “我”").tap()
    page.get_by_text("Nothing is joined yet.").wait_for()
    answered(page, lambda: page.get_by_role("button", name="Submit").tap(), "nothing more for you")
    assert given(live, "finger") == [{"marks": [{"start": 1, "end": 4, "label": "action", "text": "不喜欢"}]}]


def test_by_mouse_from_right_to_left_with_emoji(live: Any, visit: Visit) -> None:
    text = "👩‍👩‍👧 هذا الكتاب جميل"
    campaign(live, "mouse", PLAIN, text, "Nobody here.")
    page = visit("wanda")
    page.goto("/work/mouse")
    page.evaluate("document.querySelector('.words').dir = 'rtl'")
    word(page, "الكتاب").hover()
    page.mouse.down()
    word(page, "جميل").hover()
    page.mouse.up()
    said(page, "Marked “الكتاب جميل”.")
    # To the left is onwards here.
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.textContent") == "هذا"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    said(page, "Marked “👩‍👩‍👧 هذا الكتاب جميل”.")
    word(page, "هذا").dblclick()
    said(page, "No more than 2 marks.")
    answered(page, lambda: page.get_by_role("button", name="Submit").click(), "Thank you.")
    (answer,) = given(live, "mouse")
    assert [text[m["start"] : m["end"]] for m in answer["marks"]] == [text, "الكتاب جميل"]
    # No mark at all is an answer where none is asked for.
    answered(page, lambda: page.get_by_role("button", name="Submit").click(), "nothing more for you")
    assert given(live, "mouse")[1] == {}


def test_what_is_missing_is_said_and_what_is_there_stays(live: Any, visit: Visit) -> None:
    campaign(live, "missing", YAML.replace("labels: [who, action, thing]", "labels: [who], min: 2"), "A man.")
    page = visit("wanda")
    page.goto("/work/missing")
    page.get_by_role("button", name="Submit").click()
    page.get_by_text("is empty, an answer is needed here").wait_for()
    word(page, "man").dblclick()
    page.get_by_role("button", name="Submit").click()
    page.get_by_text("expected at least 2 marks, found 1").wait_for()
    page.get_by_role("button", name="Remove “man”").wait_for()
    look(page, "marks-missing")
    word(page, "A").dblclick()
    answered(page, lambda: page.get_by_role("button", name="Submit").click(), "nothing more for you")


def test_reviewers_read_them(live: Any, visit: Visit) -> None:
    campaign(live, "read", PLAIN, "Ada wrote.")
    page = visit("wanda")
    page.goto("/work/read")
    word(page, "Ada").dblclick()
    answered(page, lambda: page.get_by_role("button", name="Submit").click(), "nothing more for you")
    owner = visit("olga")
    for address in ("/answers/read", "/people/read"):
        owner.goto(address)
        owner.get_by_text("mark: Ada").wait_for()
    look(owner, "marks-review")


def test_the_designer_shows_them(live: Any, visit: Visit) -> None:
    page = visit("olga")
    page.goto("/designer?example=roles")
    page.locator("#preview [role=option]").filter(has_text="potato").dblclick()
    page.locator("#preview .marked").get_by_text("potato").wait_for()
    page.get_by_role("button", name="Preview").click()
    page.locator("#preview").get_by_text("Nothing is marked yet.").wait_for()
    page.locator("#preview [role=option]").filter(has_text="man").dblclick()
    page.locator("#preview .marked").get_by_text("man").wait_for()
    look(page, "marks-designer")
