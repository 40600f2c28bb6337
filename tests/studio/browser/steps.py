"""What people do in the studio, step by step, for the tests in a real browser."""

from __future__ import annotations

import os
from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

PASSWORD = "a long enough password"
PHONE = {"width": 375, "height": 720}
DESK = {"width": 1180, "height": 860}
SHOTS = os.environ.get("LIKEWISE_SHOTS")
"""A folder for pictures of the pages, where someone wants to look at them."""

Visit = Callable[..., Page]


def shoot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def sign_in(page: Page, login: str) -> None:
    page.goto("/sign-in")
    page.get_by_label("Name").fill(login)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda url: "sign-in" not in url)


def join(visit: Visit, link: str, login: str) -> Page:
    page = visit()
    page.goto(link)
    page.get_by_label("Name").fill(login)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Join").click()
    page.wait_for_url("**/work")
    return page


def answered(page: Page, act: Callable[[], None], said: str) -> None:
    """Do what sends the answer, and wait until its form has gone and this is said."""
    # A form may stand there before the page's scripts have run; a key pressed then goes nowhere.
    page.wait_for_load_state("domcontentloaded")
    token = page.locator("[name=token]").get_attribute("value")
    act()
    page.locator(f'[name=token][value="{token}"]').wait_for(state="detached")
    page.get_by_text(said).first.wait_for()


def new_campaign(page: Page, title: str, task: str, stimuli: str, **fields: str) -> str:
    page.goto("/campaigns/new")
    page.get_by_label("Title").fill(title)
    page.get_by_label("Task", exact=True).select_option(task)
    for label, value in fields.items():
        page.get_by_label(label.replace("_", " ").replace(" tier", ", tier")).fill(value)
    page.get_by_role("button", name="Open the campaign").click()
    page.wait_for_url("**/campaigns/*")
    page.get_by_label("Stimuli, one JSON object a line").fill(stimuli)
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("status").get_by_text("Added").wait_for()
    return page.url.split("?")[0].rsplit("/", 1)[1]


def invitation(page: Page, slug: str) -> str:
    page.goto(f"/campaigns/{slug}")
    page.get_by_role("button", name="Make an invitation link").click()
    return page.get_by_label("Invitation link").input_value()


def look(page: Page, name: str) -> None:
    """Nothing too wide, nothing that axe finds serious, on either screen and paper."""
    for size, screen in ((DESK, "desk"), (PHONE, "phone")):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        for paper in ("light", "dark"):
            page.emulate_media(color_scheme=paper)
            shoot(page, f"{name}-{screen}-{paper}")
            found = Axe().run(page).response["violations"]
            assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(DESK)
