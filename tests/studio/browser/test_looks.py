"""How every page looks: on a phone and on a desk, on light and on dark paper, and what axe says to it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from likewise.collect import people
from likewise.collect.answers import submit
from likewise.collect.assign import next_work
from likewise.collect.campaigns import Campaign, create_campaign
from likewise.collect.market import entry_link
from likewise.collect.tiers import grant
from likewise.studio.features import FEATURES

from .steps import DESK, PHONE, SHOTS, Visit

pytestmark = pytest.mark.browser

MAP = {
    "nodes": [{"x": 0, "y": 0, "item": "lamp"}, {"x": 1, "y": 0}, {"x": 1, "y": 1, "item": "chair"}],
    "edges": [
        {"from": [0, 0], "to": [1, 0], "wall": "fish"},
        {"from": [1, 0], "to": [1, 1], "floor": "brick"},
    ],
}
BOARD = {"arm": [6, 6, 7], "blocks": [[1, 2, 0, "red", "cube"], [4, 4, 0, "blue", "cube"]]}
MOVED = {**BOARD, "blocks": [[4, 4, 0, "blue", "cube"], [4, 4, 1, "red", "cube"]]}
SEGMENTS = "\n".join(
    json.dumps({"id": n, "system": s, "source": "a b c", "candidate": f"a {s} d", "references": [f"a {s} c"]})
    for n in range(3)
    for s in "xy"
)
ITEMS: dict[str, list[dict[str, Any]]] = {
    "rate": [{"source": f"One {n}.", "candidate": f"Two {n}."} for n in range(4)],
    "describe": [{"youtube": "jNQXAC9IVRw", "start": n, "end": n + 5} for n in range(4)],
    "paraphrase": [{"text": "A man is slicing a potato."}],
    "clip": [{"prompt": "Someone repairs something."}],
    "meaning": [{"source": "A man slices a potato.", "candidate": "A man slices it."}],
    "pattern": [
        {"source": "cut up", "paraphrase": "sliced", "rank": n, "example": "He cut up a potato."}
        for n in (1, 2)
    ],
    "rhyme": [{"lines": ["I saw a cat", "upon a mat", "it looked at me", "and at the sea"]}],
    "frames": [{"reference": "The dog bit the man.", "candidate": "A cat has bitten the man."}],
    "instruct": [{"map": MAP, "start": [0, 0, 90], "actions": ["FORWARD", "RIGHT"]} for _ in range(3)],
    "follow": [{"map": MAP, "start": [0, 0, 90], "instruction": f"Go on {n}."} for n in range(5)],
    "robot-command": [{"before": BOARD, "after": MOVED, "scene": n} for n in (1, 2)],
    "robot-understanding": [{"before": BOARD, "after": MOVED, "text": "Put the red cube on the blue one."}],
    "keyword-translation": [{"keyword": "Kyoto Protocol", "kind": "name", "lang": "ja"}],
    "survey": [
        {
            "intro": "About you.",
            "questions": [
                {"name": "native", "kind": "choice", "label": "Is it yours?", "options": ["yes", "no"]},
                {"name": "ease", "kind": "scale", "label": "Easy?", "low": "hard", "high": "easy"},
                {"name": "why", "kind": "textarea", "label": "Why?", "required": False},
            ],
        }
    ],
}


@pytest.fixture(scope="module")
def filled(live: Any) -> dict[str, Campaign]:
    """A campaign of each task; people have rated, described and sent clips."""
    store = live.store
    made = {}
    for task, stimuli in ITEMS.items():
        title = "評価 of pairs" if task == "rate" else f"All about {task}"
        settings = {"problems": 2} if task == "pattern" else {}
        made[task] = create_campaign(
            store, title=title, task=task, slug=f"filled-{task}", settings=settings, stimuli=stimuli
        )
    for number in range(3):
        worker = people.create_worker(store).id
        for place in range(4):
            mark = 1 + (place + (number == 2)) % 4
            _do(store, worker, made["rate"], {"semantic": mark, "dissimilarity": 2, "overall": mark})
            said = {"text": f"A man number {place} walks.", "language": "English"}
            _do(store, worker, made["describe"], said)
        found = {"url": f"https://youtu.be/jNQXAC9IVR{number}", "start": 3, "end": 9}
        _do(store, worker, made["clip"], found)
        if number == 2:
            grant(store, worker, made["describe"], "rita", "Complete sentences.")
    return made


def _do(store: Any, worker: int, campaign: Campaign, payload: dict[str, Any]) -> None:
    work = next_work(store, worker, campaign)
    assert work is not None
    submit(store, worker, work.token, payload)


class Eye:
    """Looks at pages and keeps what is wrong with them."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.seen: list[str] = []

    def look(self, page: Page, address: str, *, name: str | None = None) -> None:
        """Go there and look."""
        page.goto(address)
        self.at(page, name or address)

    def at(self, page: Page, name: str) -> None:
        """What is wider than the screen, and what axe finds serious, in all four ways to see it."""
        self.seen.append(re.sub("^https?://[^/]+", "", page.url))
        for size, screen in ((DESK, "desk"), (PHONE, "phone")):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            sides = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
            wide, room = page.evaluate(sides)
            if wide > room:
                self.wrong.append(f"{name} on a {screen}: {wide - room} pixels too wide")
            for paper in ("light", "dark"):
                page.emulate_media(color_scheme=paper)  # type: ignore[arg-type]
                if SHOTS:
                    file = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-") or "home"
                    page.screenshot(path=f"{SHOTS}/{file}-{screen}-{paper}.png", full_page=True)
                # The rules other than that of contrast see the same on dark paper and on a desk.
                if screen == "phone":
                    self._ask(page, f"{name} on {paper} paper", paper == "light")
        page.emulate_media(color_scheme="light")

    def _ask(self, page: Page, name: str, everything: bool) -> None:
        options: dict[str, Any] = {"iframes": False, "resultTypes": ["violations"]}
        if everything:
            found = Axe().run(page, options=options).response
        else:
            found = page.evaluate("options => axe.run(options)", options | {"runOnly": ["color-contrast"]})
        for violation in found["violations"]:
            if violation["impact"] in ("serious", "critical"):
                nodes = [node["html"][:160] for node in violation["nodes"][:3]]
                self.wrong.append(f"{name}: {violation['id']}: {violation['help']}: {nodes}")


@pytest.fixture(scope="module")
def eye() -> Eye:
    return Eye()


def test_staff(live: Any, filled: dict[str, Campaign], visit: Visit, eye: Eye) -> None:
    page = visit("olga")
    there = {task: campaign.slug for task, campaign in filled.items()}
    there["worker"] = people.list_workers(live.store)[0].code
    for feature in FEATURES:
        for address in feature.pages:
            eye.look(page, address.format_map(there), name=address)
    assert eye.wrong == []


def test_scores_and_their_report(filled: dict[str, Campaign], visit: Visit, eye: Eye) -> None:
    page = visit("rita")
    page.goto("/score")
    page.get_by_label("Segments", exact=True).fill(SEGMENTS)
    page.get_by_label("Systems").select_option("system")
    page.get_by_role("button", name="Score", exact=True).click()
    page.get_by_role("heading", name="Result").wait_for()
    eye.at(page, "score result")
    report = page.locator("iframe.report").get_attribute("src")
    assert report is not None
    eye.look(page, report, name="report")
    assert eye.wrong == []


def test_what_staff_did_wrong(filled: dict[str, Campaign], visit: Visit, eye: Eye) -> None:
    page = visit("olga")
    page.goto("/campaigns/filled-rate")
    page.get_by_label("Stimuli, one JSON object a line").fill('{"candidates": "B."}')
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("alert").wait_for()
    eye.at(page, "refused items")
    page.goto("/campaigns/filled-rate")
    page.get_by_role("button", name="Make an invitation link").click()
    link = page.get_by_label("Invitation link").input_value()
    eye.at(page, "invitation made")
    stranger = visit()
    eye.look(stranger, link, name="join")
    stranger.get_by_label("Name").fill("olga")
    stranger.get_by_label("Password").fill("long enough")
    stranger.get_by_role("button", name="Join").click()
    stranger.get_by_role("alert").wait_for()
    eye.at(stranger, "join refused")
    assert eye.wrong == []


def test_workers(filled: dict[str, Campaign], visit: Visit, eye: Eye) -> None:
    page = visit("wanda")
    for address in (address for feature in FEATURES for address in feature.worker_pages):
        eye.look(page, address, name=f"worker {address}")
    for task in ITEMS:
        eye.look(page, f"/work/filled-{task}")
    page.goto("/work/filled-paraphrase")
    page.get_by_label("First paraphrase").fill("A man is slicing a potato!")
    page.get_by_label("Second paraphrase").fill("Someone slices it.")
    page.get_by_role("button", name="Submit").click()
    page.get_by_text("is the given sentence again").wait_for()
    eye.at(page, "refused answer")
    page.get_by_role("button", name="Skip").click()
    page.get_by_text("nothing more for you").wait_for()
    eye.at(page, "no more work")
    assert eye.wrong == []


def test_strangers(live: Any, filled: dict[str, Campaign], visit: Visit, eye: Eye) -> None:
    page = visit()
    for name in ("", "sign-in", "nowhere"):
        eye.look(page, f"/{name}", name=f"stranger {name}")
    page.goto("/sign-in")
    page.get_by_label("Name").fill("olga")
    page.get_by_label("Password").fill("wrong password")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("alert").wait_for()
    eye.at(page, "sign-in refused")
    link = entry_link(
        f"{live.address}/enter", origin="mturk", campaign="filled-describe", tier=1, secret=live.secret
    )
    eye.look(page, f"{link}&assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=3HIT", name="offer")
    assert eye.wrong == []


def test_the_eye_can_see(visit: Visit) -> None:
    page, eye = visit(), Eye()
    page.set_content(
        "<main style='width: 2000px'><p style='color: #ccc; background: #fff'>Too pale.</p></main>"
    )
    eye.at(page, "bad")
    found = "\n".join(eye.wrong)
    assert "on a phone: 16" in found
    assert "light paper: color-contrast" in found
    assert "dark paper: color-contrast" in found
    assert "light paper: html-has-lang" in found


@pytest.mark.usefixtures("browser")
def test_no_page_was_left_out(eye: Eye) -> None:
    """Every page was looked at above; the others are files, or send one on."""
    files = {address for feature in FEATURES for address in feature.files}
    routers = [router for feature in FEATURES for router in feature.load_routers()]
    routes: list[Any] = [route for router in routers if not router.prefix for route in router.routes]
    seen = [address.partition("?")[0] for address in eye.seen]
    missed = {
        route.path
        for route in routes
        if "GET" in route.methods and not any(route.path_regex.match(address) for address in seen)
    }
    assert missed == files


def test_the_report_in_its_frame_gives_its_plots(visit: Visit) -> None:
    """The frame has no origin of its own, and may still hand out files."""
    page = visit("rita")
    page.goto("/score")
    page.get_by_label("Segments", exact=True).fill(SEGMENTS)
    page.get_by_role("button", name="Score", exact=True).click()
    frame = page.frame_locator("iframe.report")
    for kind, start in (("SVG", b"<?xml"), ("PNG", b"\x89PNG")):
        with page.expect_download() as download:
            frame.locator(".save button", has_text=kind).first.click()
        assert Path(download.value.path()).read_bytes().startswith(start)
