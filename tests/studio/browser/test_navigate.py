"""The page Navigate in a real browser: start, walk, words and steps, the right path drawn by keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from likewise.data import navigation_folder
from likewise.navigate.followers import Following
from likewise.studio.navigate.service import NavigateService
from likewise.studio.navigate.worker import Guide
from likewise.worlds import Map, Pose, Travel, Turn, Verify, load_maps

from .steps import PHONE, Visit, look

pytestmark = pytest.mark.browser

MUSEUM = load_maps(Path(navigation_folder()) / "maps")["Museum"]
START = next(
    pose
    for place in MUSEUM.places
    for heading in (0, 90, 180, 270)
    if (pose := Pose(*place, heading))
    and MUSEUM.step(pose) is None
    and MUSEUM.step(pose.facing((heading + 90) % 360))
)


class Stub:
    """Turns right and goes one step, whatever it is told."""

    lang = "en"

    def follow(self, world: Map, start: Pose, text: str, *, k: int = 1) -> list[Following]:
        path = tuple(world.walk(start, ["RIGHT", "FORWARD"]))
        plan = (Turn("RIGHT"), Travel(), Verify((("at", "SOFA"),)))
        return [Following(plan, path, -0.5, "no sofa is visible from here", ((0, 1), (), (4,)))]


@pytest.fixture
def guided(live: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    navigators, guide = live.app.state.studio.service(NavigateService), Guide()
    monkeypatch.setattr("likewise.studio.navigate.worker._learnt", lambda lang, kept: Stub())
    monkeypatch.setattr(navigators.process, "ask", lambda question, *, seconds: guide.answer(question))
    ready: list[bool] = []

    # Not ready at first: the page asks again by itself.
    def warm(lang: str) -> bool:
        ready.append(True)
        return len(ready) > 2

    monkeypatch.setattr(navigators, "warm", warm)
    return live


def test_walk_look_and_teach(guided: Any, visit: Visit) -> None:
    page = visit("rita")
    page.goto("/navigate")
    page.get_by_label("Map", exact=True).select_option("Museum")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**map=Museum**")
    page.locator(f'[data-place="{START.x},{START.y}"] rect').click()
    assert page.get_by_label("Start", exact=True).input_value() == f"{START.x},{START.y}"
    page.locator(f'[name=heading][value="{START.heading}"]').check()
    pose = f"{START.x},{START.y},{START.heading}"
    assert page.locator("#world .lw-walker").get_attribute("data-pose") == pose
    page.get_by_label("Instruction").fill("Turn right to the sofa")
    page.get_by_role("button", name="Follow").click()
    page.get_by_text("The follower is being made ready").wait_for()
    page.get_by_role("heading", name="What was understood").wait_for()
    page.get_by_text("2 of 2 moves").wait_for()  # played to the end
    page.get_by_role("button", name="Back", exact=True).click()
    assert "1 of 2" in page.locator(".steps output").inner_text()
    assert page.locator('#world [data-step="1"]').get_attribute("visibility") == "visible"
    page.get_by_role("button", name="Verify ( at: SOFA )").hover()
    assert page.locator(".said .lit").all_inner_texts() == ["sofa"]
    page.mouse.move(0, 0)
    page.get_by_role("button", name="right", exact=True).focus()
    assert page.locator(".plan .lit").all_inner_texts() == ["Turn ( RIGHT )"]
    assert page.get_by_text("no sofa is visible from here").is_visible()

    page.get_by_text("Wrong: draw the right path").click()
    page.locator("[data-move=FORWARD]:focus").wait_for()
    page.keyboard.press("ArrowUp")
    page.get_by_text("There is a wall ahead.").wait_for()
    for key in ("ArrowLeft", "ArrowRight", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    page.get_by_role("button", name="Undo").click()
    assert page.get_by_label("Moves from the start").input_value() == "LEFT RIGHT RIGHT"
    drawn = f"{START.x},{START.y},{(START.heading + 90) % 360}"
    assert page.locator('#world [data-step="0"] .lw-walker').get_attribute("data-pose") == drawn
    page.get_by_label("Moves from the start").fill("RIGHT FORWARD JUMP")
    page.get_by_role("button", name="This is right").click()
    page.get_by_role("alert").wait_for()
    page.get_by_label("Moves from the start").fill("RIGHT FORWARD")
    look(page, "navigate-walk")
    page.get_by_role("button", name="This is right").click()
    page.get_by_text("Counted with right, forward").wait_for()
    assert page.get_by_text("Examples so far: 1 by people here").is_visible()
    assert " → " in page.locator(".lexicon tbody tr").first.inner_text()
    page.locator(f'[data-place="{START.x},{START.y}"] rect').click()
    assert page.locator("#verdict").count() == 0
    assert page.locator("#world .lw-path").count() == 0


def test_less_motion(guided: Any, visit: Visit) -> None:
    page = visit("rita", reduced_motion="reduce", viewport=PHONE)
    page.goto(
        f"/navigate?map=Museum&place={START.x},{START.y}&heading={START.heading}&text=Turn+right+to+the+sofa"
    )
    page.get_by_role("button", name="Follow").click()
    page.get_by_text("2 of 2 moves").wait_for()
    assert page.get_by_role("button", name="Play").is_visible()  # nothing moves by itself
    page.get_by_role("button", name="Right", exact=True).click()
    page.get_by_text("Counted with right, forward").wait_for()


def test_on_a_phone_letters_can_be_read_and_the_walker_is_seen(guided: Any, visit: Visit) -> None:
    page = visit("rita", reduced_motion="reduce", viewport=PHONE)
    page.goto("/navigate?map=Station")
    assert page.locator(".tries").get_attribute("open") is None
    top = "one => one.getBoundingClientRect().top"
    tops = [page.locator(name).evaluate(top) for name in ("#f-text", "#ask .main", "#world .map")]
    assert tops == sorted(tops)
    sizes = "all => all.map(one => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"
    assert min(page.locator("#world svg text").evaluate_all(sizes)) > 11.9
    frame = page.locator("#world .map")
    assert frame.evaluate("one => one.scrollWidth > one.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for place in ("16,5", "10,5"):  # at the one end and at the other
        page.get_by_label("Start", exact=True).select_option(place)
        seen = page.locator("#world .lw-walker").evaluate("one => one.getBoundingClientRect()")
        assert 0 <= seen["left"] < seen["right"] <= PHONE["width"]
