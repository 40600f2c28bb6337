"""Work in a real browser: a film that plays, a survey, and pieces of work with several problems."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from likewise.collect import ledger
from likewise.collect.answers import answers_of
from likewise.collect.campaigns import add_items, create_campaign

from .film import film
from .steps import PHONE, Visit, answered, shoot

pytestmark = pytest.mark.browser

MAP = {
    "nodes": [
        {"x": 0, "y": 0, "item": "chair"}, {"x": 0, "y": 1}, {"x": 0, "y": 2},
        {"x": 1, "y": 0, "item": "lamp"}, {"x": 1, "y": 2}, {"x": 2, "y": 0},
    ],
    "edges": [
        {"from": [0, 0], "to": [0, 1], "floor": "brick"}, {"from": [0, 1], "to": [0, 2]},
        {"from": [0, 0], "to": [1, 0], "wall": "fish"}, {"from": [0, 2], "to": [1, 2], "floor": "grass"},
        {"from": [1, 0], "to": [2, 0]},
    ],
}  # fmt: skip
PLAYER = "document.getElementById('player')"
LENGTH = 12  # seconds of the film: who stops late on a busy machine still stops long before its end
# Not by wait_for_function: the pages' policy forbids what it needs.
UNTIL = """new Promise((done, fail) => {
  const player = document.getElementById("player");
  setTimeout(() => fail(new Error(`still at ${player.currentTime}`)), 60_000);
  const look = () => (CONDITION) ? done(player.currentTime) : setTimeout(look, 10);
  look();
})"""


def worker_of(live: Any) -> int:
    return int(live.accounts["wanda"].worker_id)


def given(live: Any, slug: str) -> list[dict[str, Any]]:
    return [answer.payload for answer in answers_of(live.store, slug)]


def until(page: Page, condition: str) -> float:
    """Wait for something of the player; gives the time that it shows then."""
    return float(page.evaluate(UNTIL.replace("CONDITION", condition)))


def test_a_film_of_ones_own_plays_its_segment_without_sound(live: Any, visit: Visit) -> None:
    owner = visit("olga")
    campaign = create_campaign(live.store, title="What happens?", task="describe", slug="film")
    owner.goto("/clips/film")
    bar = {"name": "bar.webm", "mimeType": "video/webm", "buffer": film(owner, LENGTH)}
    owner.get_by_label("Film", exact=True).set_input_files(files=[bar])  # type: ignore[list-item]
    owner.get_by_role("button", name="Upload").click()
    name = owner.locator("code").filter(has_text="webm").inner_text()
    add_items(live.store, campaign, [{"media": name, "start": s, "end": s + 0.8} for s in (1.0, 1.6)])

    page = visit("wanda")
    page.goto("/work/film")
    until(page, "player.readyState > 0")
    assert page.evaluate(f"[{PLAYER}.videoWidth, {PLAYER}.duration, {PLAYER}.muted]") == [96, LENGTH, True]
    assert until(page, "!player.seeking") == pytest.approx(1.0, abs=0.02)
    # Of what is over in a moment one may see nothing; what was played the player knows afterwards too.
    page.get_by_role("button", name="Play segment").click()
    assert 1.8 <= until(page, "player.played.length && player.paused") < LENGTH - 4
    assert page.evaluate(f"{PLAYER}.played.start(0)") == pytest.approx(1.0, abs=0.02)
    assert page.evaluate(f"{PLAYER}.muted")
    shoot(page, "film")
    # The entire film begins at its beginning and does not stop where the segment does.
    page.get_by_role("button", name="Play entire video").click()
    until(page, "player.played.start(0) < 0.02")
    # Not played to its end here: on a busy machine the browser's decoder may stand still half-way.
    assert page.evaluate(f"{PLAYER}.dataset.stop") == ""

    page.get_by_label("Language you are writing in").fill("English")
    page.get_by_label("Your description in one sentence").fill("A bar moves to the right.")
    answered(page, lambda: page.get_by_role("button", name="Submit").click(), "Thank you. 0.01 USD")
    # The next one came as a part of the page: without sound as well, also by the player's own button.
    until(page, "player.readyState > 0 && player.currentTime > 1.5")
    assert page.evaluate(f"{PLAYER}.muted")
    page.evaluate(f"{PLAYER}.play()")
    assert 2.4 <= until(page, "player.played.length && player.paused") < LENGTH - 4


def test_a_survey_by_keyboard(live: Any, visit: Visit) -> None:
    questions = [
        {"name": "native", "kind": "choice", "label": "Is English your first language?",
         "options": ["yes", "no"]},
        {"name": "ease", "kind": "scale", "label": "Was it easy?", "max": 5, "low": "hard", "high": "easy"},
        {"name": "why", "kind": "textarea", "label": "Why?", "required": False, "help": "In any language."},
        {"name": "town", "label": "Where do you live?"},
    ]  # fmt: skip
    campaign = create_campaign(live.store, title="About you", task="survey", slug="survey")
    add_items(live.store, campaign, [{"intro": "Thank you for your work.", "questions": questions}])
    page = visit("wanda", viewport=PHONE)
    page.goto("/work/survey")
    page.get_by_text("Thank you for your work.").wait_for()
    page.get_by_label("yes").check()
    page.keyboard.press("4")
    assert page.get_by_role("radio", name="4").is_checked()
    shoot(page, "survey")
    # What is missing keeps the form here; the browser says so.
    page.keyboard.press("Control+Enter")
    assert page.get_by_label("Where do you live?").evaluate("field => field.validity.valueMissing")
    page.get_by_label("Where do you live?").fill("Porto")
    page.get_by_label("Why?").fill("É fácil.")
    answered(page, lambda: page.keyboard.press("Control+Enter"), "nothing more for you")
    assert given(live, "survey") == [{"native": "yes", "ease": 4, "why": "É fácil.", "town": "Porto"}]


def test_three_instructions_make_one_piece_of_work(live: Any, visit: Visit) -> None:
    before = ledger.balance(live.store, worker_of(live))
    campaign = create_campaign(live.store, title="Tell the way", task="instruct", slug="tell", rates=(3, 5))
    walks = (["FORWARD"], ["RIGHT"], ["FORWARD", "FORWARD", "RIGHT"], ["LEFT", "LEFT"])
    add_items(live.store, campaign, [{"map": MAP, "start": [0, 2, 0], "actions": list(w)} for w in walks])
    page, other = visit("wanda"), visit("wanda")
    page.goto("/work/tell")
    page.get_by_text("Problem 1 of 3").wait_for()
    page.get_by_text("0.03 USD each, 0.09 USD for all 3").wait_for()
    page.get_by_label("Language you are writing in").fill("English")
    page.get_by_label("Your instruction").fill("Walk one block to the brick floor.")
    other.goto("/work/tell")
    answered(page, lambda: page.keyboard.press("Control+Enter"), "Problem 2 of 3")
    page.get_by_text("1 of 1 moves: at 0,2, looking right").wait_for()  # the turn was shown
    # The language is kept, so one goes on with what is still empty.
    assert page.evaluate("document.activeElement.id") == "f-text"
    shoot(page, "instruct")
    page.reload()
    page.get_by_text("Problem 2 of 3").wait_for()
    # The other tab still holds the first problem: what it sends is not taken twice.
    other.get_by_label("Language you are writing in").fill("English")
    other.get_by_label("Your instruction").fill("The same once more.")
    answered(other, lambda: other.keyboard.press("Control+Enter"), "Problem 2 of 3")
    answered(page, lambda: page.get_by_role("button", name="Skip").click(), "Problem 3 of 3")
    page.get_by_label("Language you are writing in").fill("English")
    page.get_by_label("Your instruction").fill("Two blocks to the chair, then look right.")
    answered(page, lambda: page.keyboard.press("Control+Enter"), "0.03 USD each")
    assert page.get_by_text("Problem").count() == 0  # one walk is left, and it stands alone
    assert [answer["text"][:4] for answer in given(live, "tell")] == ["Walk", "Two "]
    assert ledger.balance(live.store, worker_of(live)) - before == 6


def test_five_walks_by_three_keys(live: Any, visit: Visit) -> None:
    campaign = create_campaign(live.store, title="Follow the way", task="follow", slug="follow", rates=(1, 2))
    says = ["Go to the chair.", "Turn right.", "Turn round.", "Walk a little.", "Fly to the moon."]
    add_items(live.store, campaign, [{"map": MAP, "start": [0, 2, 0], "instruction": s} for s in says])
    keys = [["ArrowUp", "ArrowUp", "ArrowUp"], ["ArrowRight"], ["ArrowLeft", "ArrowLeft"], ["ArrowUp"]]
    page = visit("wanda", viewport=PHONE)
    page.goto("/work/follow")
    for number, pressed in enumerate(keys, start=1):
        page.get_by_text(f"Problem {number} of 5").wait_for()
        page.get_by_text(says[number - 1]).wait_for()
        for key in pressed:
            page.keyboard.press(key)
        if number == 1:
            page.get_by_text("There is a wall ahead.").wait_for()
            shoot(page, "follow")
        answered(page, lambda: page.get_by_role("button", name="Submit").click(), "Thank you. 0.01 USD")
    page.get_by_label("I do not understand it, or it leads nowhere").check()
    answered(page, lambda: page.get_by_role("button", name="Submit").click(), "nothing more for you")
    found = given(live, "follow")
    assert [answer["actions"] for answer in found] == [
        ["FORWARD", "FORWARD"], ["RIGHT"], ["LEFT", "LEFT"], ["FORWARD"], [],
    ]  # fmt: skip
    assert [answer["path"][-1] for answer in found[:3]] == [[0, 0, 0], [0, 2, 90], [0, 2, 180]]
    assert found[4]["skipped"]
    assert ledger.check(live.store) == []
