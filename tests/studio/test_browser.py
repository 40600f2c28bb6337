"""The studio in a real browser: from a campaign to the scores of what came in; phone, dark paper, axe."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from likewise.collect import people
from likewise.collect.store import Store
from likewise.studio import create_app
from likewise.studio.limits import Limits, Rate

pytestmark = pytest.mark.browser

PASSWORD = "a long enough password"
SHOTS = os.environ.get("LIKEWISE_SHOTS")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip
PHONE = {"width": 375, "height": 720}
DESK = {"width": 1180, "height": 860}


class Live:
    """A studio that is served on loopback, and its people."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(f"sqlite:///{folder / 'studio.db'}")
        self.store.create()
        limits = Limits(account=Rate(1e5, 1e5), address=Rate(1e5, 1e5), sign_in=Rate(1e5, 1e5))
        app = create_app(self.store, media=folder / "media", limits=limits)
        self.listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self.listener.bind(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.server = uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False))
        self.thread = threading.Thread(
            target=self.server.run, kwargs={"sockets": [self.listener]}, daemon=True
        )
        self.thread.start()
        while not self.server.started:
            time.sleep(0.02)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(15)
        self.listener.close()
        self.store.close()


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    found = Live(tmp_path_factory.mktemp("studio"))
    for login, role in (("olga", "owner"), ("rita", "reviewer")):
        people.create_account(found.store, login, PASSWORD, role)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        yield found
        found.close()


Visit = Callable[..., Page]


@pytest.fixture
def visit(live: Live, browser: Browser) -> Iterator[Visit]:
    """Open a page for someone in a browser of their own; whatever the page complains of fails the test."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def open_page(login: str | None = None, **options: Any) -> Page:
        context = browser.new_context(
            base_url=live.address, viewport=options.pop("viewport", DESK), **options
        )
        context.route(lambda url: not url.startswith(live.address), lambda route: route.abort())
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda m: complaints.append(m.text) if _matters(m) else None)
        if login is not None:
            page.goto("/sign-in")
            page.get_by_label("Name").fill(login)
            page.get_by_label("Password").fill(PASSWORD)
            page.get_by_role("button", name="Sign in").click()
            page.wait_for_url(lambda url: "sign-in" not in url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def _matters(message: Any) -> bool:
    # The player of another site is not reached in tests, and a refused form answers with its status.
    quiet = ["net::ERR_FAILED", "status of 4", "sandbox"]
    if SHOTS:
        quiet.append("Applying inline style")  # taking the picture hides the caret by a style
    return message.type == "error" and not any(part in message.text for part in quiet)


def shoot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


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


def test_from_a_campaign_to_its_scores(live: Live, visit: Visit) -> None:
    owner = visit("olga")
    clip = '{"youtube": "jNQXAC9IVRw", "start": %d, "end": %d}'
    slug = new_campaign(
        owner, "Describe the zoo", "describe", "\n".join(clip % (n, n + 5) for n in (3, 8, 13)),
        Answers_per_item_tier_1="5", Answers_per_item_tier_2="5",
    )  # fmt: skip
    shoot(owner, "campaign")
    link = invitation(owner, slug)

    said = {
        "ann": ("English", ["A man stands before elephants.", "A man talks about trunks.", "He walks away."]),
        "bob": ("English", ["A person stands near elephants.", "Someone speaks of trunks.", "A man leaves."]),
        "हेमा": ("Hindi", ["एक आदमी हाथियों के सामने खड़ा है।", "वह सूंड के बारे में बोलता है।", "वह चला जाता है।"]),
    }
    pages = {}
    for login, (language, sentences) in said.items():
        page = pages[login] = join(visit, link, login)
        page.get_by_role("link", name="Describe the zoo").click()
        for place, sentence in enumerate(sentences):
            page.get_by_label("Language you are writing in").fill(language)
            page.get_by_label("Your description in one sentence").fill(sentence)
            if place == 0:
                shoot(page, f"work-{language.lower()}")
            said_back = "Thank you. 0.01 USD" if place < 2 else "nothing more for you"
            answered(page, lambda page=page: page.keyboard.press("Control+Enter"), said_back)  # type: ignore[misc]
    page = pages["ann"]
    shoot(page, "work-done")

    reviewer = visit("rita")
    reviewer.goto(f"/people/{slug}")
    shoot(reviewer, "review")
    section = reviewer.locator("section", has_text="A man stands before elephants.")
    code = section.get_by_role("heading").first.inner_text()
    section.get_by_label("Reason").fill("Good English throughout.")
    section.get_by_role("button", name="Grant tier 2").click()
    reviewer.get_by_text(f"{code} is now in tier 2.").wait_for()
    shoot(reviewer, "review-after")

    page.goto(f"/work/{slug}")
    page.get_by_text("0.05 USD each").wait_for()
    page.get_by_label("Language you are writing in").fill("English")
    page.get_by_label("Your description in one sentence").fill("A young man is standing at a zoo.")
    page.get_by_role("button", name="Submit").click()
    page.get_by_text("Thank you. 0.05 USD").wait_for()
    page.goto("/earnings")
    page.get_by_text("0.08 USD").first.wait_for()
    shoot(page, "earnings")

    owner.goto(f"/data/{slug}")
    shoot(owner, "data")
    owner.get_by_role("button", name="Score the clusters").click()
    owner.get_by_role("heading", name="Result").wait_for()
    owner.frame_locator("iframe.report").get_by_role("heading", name="Scores").first.wait_for()
    shoot(owner, "score-clusters")

    owner.goto("/ledger")
    shoot(owner, "ledger")
    owner.get_by_role("button", name="Pay all that is owed in USD").click()
    owner.get_by_text("Paid 0.14 USD to 3 workers.").wait_for()
    owner.goto("/health")
    owner.get_by_text("All is well.").wait_for()
    shoot(owner, "health")


def test_ratings_come_in_and_agreement_shows(live: Live, visit: Visit) -> None:
    owner = visit("olga")
    pair = (
        '{"source": "A man slices potato number %d.", "candidate": "Somebody cuts a potato.", "system": "a"}'
    )
    slug = new_campaign(owner, "Rate pairs", "rate", "\n".join(pair % n for n in range(4)))
    link = invitation(owner, slug)
    marks = {"judge1": ["124", "243", "331", "412"], "judge2": ["123", "244", "342", "411"]}
    for login, rows in marks.items():
        page = join(visit, link, login)
        page.goto(f"/work/{slug}")
        for place, keys in enumerate(rows):
            if place == 0 and login == "judge1":
                shoot(page, "rate")
            page.locator("fieldset.current").wait_for()  # the page listens
            for key in keys:
                page.keyboard.press(key)
            said = "Thank you" if place < 3 else "nothing more for you"
            answered(page, lambda page=page: page.keyboard.press("Enter"), said)  # type: ignore[misc]
    owner.goto(f"/agreement/{slug}")
    owner.get_by_role("heading", name="semantic").wait_for()
    assert owner.get_by_text("Krippendorff’s alpha (ordinal)").count() == 3
    assert owner.locator("svg.lw-plot").count() == 3
    shoot(owner, "agreement")
    owner.goto(f"/data/{slug}")
    owner.get_by_role("button", name="Score the segments").click()
    owner.get_by_role("heading", name="Result").wait_for()
    shoot(owner, "score-segments")


def test_driving_on_a_map_with_three_keys(live: Live, visit: Visit) -> None:
    owner = visit("olga")
    stimulus = (
        '{"instruction": "Walk to the chair and look to the right.", "start": [0, 2, 0], "map": {"nodes": '
        '[{"x": 0, "y": 0, "item": "chair"}, {"x": 0, "y": 1}, {"x": 0, "y": 2}, '
        '{"x": 1, "y": 0, "item": "lamp"}], '
        '"edges": [{"from": [0, 0], "to": [0, 1], "floor": "brick"}, {"from": [0, 1], "to": [0, 2]}, '
        '{"from": [0, 0], "to": [1, 0], "wall": "fish"}]}}'
    )
    slug = new_campaign(owner, "Follow the way", "follow", stimulus)
    page = join(visit, invitation(owner, slug), "walker")
    page.goto(f"/work/{slug}")
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
    page.get_by_text("3 moves, the last one: right.").wait_for()
    shoot(page, "map")
    page.get_by_role("button", name="Submit").click()
    page.get_by_text("nothing more for you").wait_for()
    with live.store.read() as connection:
        payload = connection.exec_driver_sql(
            "SELECT payload FROM answers ORDER BY id DESC LIMIT 1"
        ).scalar_one()
    assert '"actions":["FORWARD","FORWARD","RIGHT"]' in payload


def test_a_refused_answer_is_shown_beside_its_field_and_kept(live: Live, visit: Visit) -> None:
    owner = visit("olga")
    slug = new_campaign(owner, "Other words", "paraphrase", '{"text": "The cat sleeps."}')
    page = join(visit, invitation(owner, slug), "sleepy")
    page.goto(f"/work/{slug}")
    page.get_by_label("First paraphrase").fill("The cat sleeps!")
    page.get_by_label("Second paraphrase").fill("A cat is asleep.")
    page.get_by_role("button", name="Submit").click()
    page.get_by_text("is the given sentence again, expected other words").wait_for()
    assert page.get_by_label("Second paraphrase").input_value() == "A cat is asleep."
    shoot(page, "work-refused")
    page.get_by_label("First paraphrase").fill("نامت القطة")
    assert page.evaluate("getComputedStyle(document.getElementById('f-first')).direction") == "rtl"
    page.get_by_role("button", name="Submit").click()
    page.get_by_text("nothing more for you").wait_for()


def test_designer_previews_without_leaving_the_page(visit: Visit) -> None:
    page = visit("olga")
    page.goto("/designer?example=rate")
    assert page.locator("#preview fieldset").count() == 3
    page.get_by_label("Settings or definition").fill("criteria: [fluency]\nscale: labels\n")
    page.get_by_role("button", name="Preview").click()
    page.locator("#preview").get_by_text("Acceptable").wait_for()
    shoot(page, "designer")
    page.get_by_label("Settings or definition").fill("criteria: [")
    page.get_by_role("button", name="Preview").click()
    page.locator("#preview").get_by_role("alert").wait_for()


def staff_pages(store: Store) -> list[str]:
    from likewise.collect.campaigns import list_campaigns

    found = [
        "/",
        "/campaigns",
        "/campaigns/new",
        "/score",
        "/designer",
        "/designer?example=follow",
        "/people",
    ]
    found += ["/clips", "/ledger", "/agreement", "/data", "/health", "/api"]
    campaign = next(c.slug for c in list_campaigns(store) if c.task == "rate")
    described = next(c.slug for c in list_campaigns(store) if c.task == "describe")
    for name in ("campaigns", "people", "answers", "agreement", "data"):
        found.append(f"/{name}/{campaign}")
    worker = people.list_workers(store)[0].code
    return [*found, f"/people/{described}", f"/clips/{described}", f"/data/{described}", f"/ledger/{worker}"]


@pytest.fixture(scope="module")
def filled(live: Live) -> Store:
    """A studio with something on every page, also where the tests above were not run."""
    from likewise.collect.answers import submit
    from likewise.collect.assign import next_work
    from likewise.collect.campaigns import add_items, create_campaign, list_campaigns

    if not any(c.slug == "filled-rate" for c in list_campaigns(live.store)):
        rate = create_campaign(live.store, title="評価 of pairs", task="rate", slug="filled-rate")
        add_items(live.store, rate, [{"source": f"One {n}.", "candidate": f"Two {n}."} for n in range(4)])
        clips = create_campaign(
            live.store, title="Clips to describe", task="describe", slug="filled-describe"
        )
        add_items(live.store, clips, [{"youtube": "jNQXAC9IVRw", "start": n, "end": n + 5} for n in range(4)])
        for number in range(3):
            worker = people.create_worker(live.store)
            for place in range(4):
                work = next_work(live.store, worker.id, rate)
                assert work is not None
                mark = 1 + (place + (number == 2)) % 4
                submit(
                    live.store, worker.id, work.token, {"semantic": mark, "dissimilarity": 2, "overall": mark}
                )
                work = next_work(live.store, worker.id, clips)
                assert work is not None
                submit(
                    live.store,
                    worker.id,
                    work.token,
                    {"text": f"A man number {place} walks.", "language": "English"},
                )
        people.create_account(live.store, "work-er", PASSWORD, "worker")
    return live.store


def look(page: Page, address: str, name: str) -> list[str]:
    """What is wrong with a page: content that is wider than the screen, and what axe finds serious."""
    page.goto(address)
    wrong = []
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if wide > 0:
        wrong.append(f"{address}: {wide} pixels too wide")
    found = Axe().run(page, options={"iframes": False})
    for violation in found.response["violations"]:
        if violation["impact"] in ("serious", "critical"):
            nodes = [node["html"][:160] for node in violation["nodes"][:3]]
            wrong.append(f"{address}: {violation['id']}: {violation['help']}: {nodes}")
    shoot(page, name + address.strip("/").replace("/", "-").replace("?", "-").replace("=", "-"))
    return wrong


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_staff_pages_on_a_phone_are_accessible(filled: Store, visit: Visit, scheme: str) -> None:
    page = visit("olga", viewport=PHONE, color_scheme=scheme)
    wrong = [line for address in staff_pages(filled) for line in look(page, address, f"phone-{scheme}-")]
    assert wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_worker_pages_on_a_phone_are_accessible(filled: Store, visit: Visit, scheme: str) -> None:
    addresses = ["/", "/work", "/earnings", "/work/filled-rate", "/work/filled-describe"]
    page = visit("work-er", viewport=PHONE, color_scheme=scheme)
    wrong = [line for address in addresses for line in look(page, address, f"phone-{scheme}-worker-")]
    stranger = visit(viewport=PHONE, color_scheme=scheme)
    wrong += [
        line
        for address in ("/", "/sign-in", "/nowhere")
        for line in look(stranger, address, f"phone-{scheme}-out-")
    ]
    assert wrong == []


def test_staff_pages_on_a_desk(filled: Store, visit: Visit) -> None:
    page = visit("olga")
    wrong = [line for address in staff_pages(filled) for line in look(page, address, "desk-")]
    assert wrong == []
