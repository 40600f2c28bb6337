"""Orders to the robot as work in a real browser: writing one, and showing what one means."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from likewise.collect import answers_of, create_campaign
from likewise.collect.tasks import plain_board
from likewise.worlds.blocks import Block, Board, Move, execute

from .steps import PHONE, Visit, answered, look

pytestmark = pytest.mark.browser

RED, BLUE = Block("red", "cube"), Block("blue", "cube")
BOARD = Board({(1, 2, 0): RED, (4, 4, 0): BLUE, (4, 5, 0): Block("green", "prism")}, arm=(6, 6, 7))
AFTER = execute(BOARD, [Move("move", (1, 2, 0), (4, 4, 1))])
HOLDING = Board({**BOARD.blocks, (6, 6, 7): RED}, arm=(6, 6, 7), is_open=False)
BOARDS = {"before": plain_board(BOARD), "after": plain_board(AFTER)}
RIGHT = {"verdict": "carried-out", "block": "1,2,0", "to": "4,4"}


@pytest.fixture
def campaign(live: Any, request: pytest.FixtureRequest) -> Any:
    """Makes a campaign that is this test's own."""

    def make(task: str, *stimuli: dict[str, Any]) -> Any:
        return create_campaign(
            live.store, title="Robot", task=task, slug=f"{request.node.name[:40]}".replace("_", "-"),
            stimuli=stimuli,
        )  # fmt: skip

    return make


def answers(live: Any, campaign: Any) -> list[dict[str, Any]]:
    return [one.payload for one in answers_of(live.store, campaign)]


def submit(page: Page, said: str = "nothing more for you") -> None:
    answered(page, lambda: page.get_by_role("button", name="Submit").click(), said)


def test_an_order_is_written(live: Any, campaign: Any, visit: Visit) -> None:
    made = campaign(
        "robot-command", BOARDS, {**BOARDS, "before": plain_board(AFTER), "after": plain_board(BOARD)}
    )
    page = visit("wanda")
    page.goto(f"/work/{made.slug}")
    assert page.locator(".boards-row svg").count() == 2
    assert page.locator(".boards-row [data-mark]").count() == 2
    assert page.locator(".lw-colour-name").first.is_hidden()
    page.get_by_label("Write the colours on the blocks").check()
    assert page.locator(".lw-colour-name").first.is_visible()
    look(page, "task-robot-command")
    page.get_by_label("Language you are writing in").fill("English")
    page.get_by_label("Your order").fill("Put the red cube on the blue one.")
    submit(page, "Problem 2 of 2")
    page.get_by_label("Your order").fill("Take it back.")
    page.keyboard.press("Control+Enter")
    page.get_by_text("nothing more for you").wait_for()
    assert [one["text"] for one in answers(live, made)] == [
        "Put the red cube on the blue one.",
        "Take it back.",
    ]


def press(page: Page, selector: str) -> None:
    page.locator(f"#pick-board {selector}").first.click(force=True)


def test_an_order_is_shown_on_the_picture(live: Any, campaign: Any, visit: Visit) -> None:
    made = campaign("robot-understanding", {**BOARDS, "text": "Put the red cube on the blue one."})
    page = visit("wanda")
    page.goto(f"/work/{made.slug}")
    said = page.locator("#pick-said")
    said.get_by_text("Choose the block").wait_for()
    press(page, "[data-block='4,5,0']")  # another one first
    page.get_by_role("button", name="Choose anew").click()
    press(page, "[data-block='1,2,0']")
    said.get_by_text("red cube, row 2, column 6. Where to?").wait_for()
    assert page.get_by_label("I have chosen the block").is_checked()
    press(page, "[data-square='0,7']")
    said.get_by_text("→ row 1, column 1").wait_for()
    page.get_by_label("Where to?").select_option("4,4")  # the lists say the same
    said.get_by_text("on the blue cube").wait_for()
    assert page.locator("#pick-board [data-block='4,4,0'].goal").count() == 1
    look(page, "task-robot-understanding")
    submit(page)
    assert answers(live, made) == [RIGHT]


def test_by_keys_alone_on_a_phone(live: Any, campaign: Any, visit: Visit) -> None:
    made = campaign("robot-understanding", {"before": plain_board(HOLDING), "text": "Drop it!"})
    page = visit("wanda", viewport=PHONE)
    page.goto(f"/work/{made.slug}")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.get_by_label("Which block?").focus()
    page.keyboard.type("red cube, in the gripper")
    page.keyboard.press("Tab")
    page.keyboard.type("row 7, column 2")
    page.locator("#pick-said").get_by_text("in the gripper → row 7, column 2").wait_for()
    page.keyboard.press("Control+Enter")
    page.get_by_text("nothing more for you").wait_for()
    assert answers(live, made) == [{"verdict": "carried-out", "block": "6,6,7", "to": "6,6"}]


def test_without_scripts(live: Any, campaign: Any, visit: Visit) -> None:
    made = campaign(
        "robot-understanding",
        {**BOARDS, "text": "Put the red cube on the blue one."},
        {**BOARDS, "text": "Go!"},
    )
    page = visit("wanda", java_script_enabled=False)
    page.goto(f"/work/{made.slug}")
    assert page.locator("#pick-said").is_hidden()
    page.get_by_label("I have chosen the block").check()
    page.get_by_role("button", name="Submit").click()
    page.get_by_text("choose the block, or say").wait_for()
    assert page.get_by_label("I have chosen the block").is_checked()  # nothing is lost
    page.get_by_label("Which block?").select_option("red cube, row 2, column 6")
    page.get_by_label("Where to?").select_option("4,4")
    page.get_by_role("button", name="Submit").click()
    page.get_by_text("Problem 2 of 2").wait_for()
    page.get_by_label("I do not know what is meant").check()
    page.get_by_role("button", name="Submit").click()
    page.get_by_text("nothing more for you").wait_for()
    assert answers(live, made) == [RIGHT, {"verdict": "unclear"}]
