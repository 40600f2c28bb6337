"""Frames in a real browser: what can be joined, the same words under two labels, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from likewise.collect.answers import answers_of
from likewise.collect.campaigns import create_campaign
from likewise.collect.tasks import annotation_of

from .steps import Visit, answered, look

pytestmark = pytest.mark.browser

ITEM = {"reference": "She asked him to leave.", "candidate": "He left."}


def part(page: Page, name: str) -> Locator:
    return page.locator(f"[data-marks={name}], [data-links={name}]")


def mark(page: Page, name: str, label: str, word: str) -> None:
    text = part(page, name)
    text.locator(".labels label").filter(has=page.get_by_text(label, exact=True)).click()
    # On the word itself: the name of a mark under it takes no click.
    text.locator("[role=option]").filter(has_text=word).first.dblclick(position={"x": 5, "y": 10})
    text.get_by_role("status").get_by_text(f"Marked {label}: “{word}”.").wait_for()


def join(page: Page, name: str, one: str, other: str, label: str | None = None) -> None:
    links = part(page, name)
    links.get_by_label("From").select_option(label=one)
    links.get_by_label("To", exact=True).select_option(label=other)
    if label is not None:
        links.get_by_label("Label").select_option(label=label)
    links.get_by_role("button", name="Join").click()
    links.get_by_role("status").get_by_text("Joined").wait_for()


def offered(page: Page, name: str, side: str) -> list[str]:
    return part(page, name).get_by_label(side, exact=True).locator("option").all_text_contents()


def test_frames_are_marked_joined_and_judged(live: Any, visit: Visit) -> None:
    create_campaign(live.store, title="Frames", task="frames", slug="frames", stimuli=[ITEM])
    page = visit("wanda")
    page.goto("/work/frames")
    page.get_by_role("button", name="Submit").click()
    page.get_by_text("no predicate is marked in the first text").wait_for()
    for label, word in (("predicate", "asked"), ("predicate", "leave"), ("who", "She"), ("who", "him")):
        mark(page, "reference", label, word)
    mark(page, "reference", "whom", "him")
    mark(page, "candidate", "who", "He")
    mark(page, "candidate", "predicate", "left")
    # Only like can be joined, and two marks of the same words are two.
    roles = ["who: “She”", "who: “him”", "whom: “him”"]
    assert offered(page, "reference_roles", "From") == roles
    assert offered(page, "reference_roles", "To") == ["predicate: “asked”", "predicate: “leave”"]
    assert offered(page, "events", "From") == ["predicate: “left”"]
    assert (offered(page, "verdicts", "From"), offered(page, "verdicts", "To")) == (["who: “He”"], roles)
    join(page, "events", "predicate: “left”", "predicate: “leave”")
    join(page, "verdicts", "who: “He”", "who: “him”", "partial")
    join(page, "reference_roles", "who: “She”", "predicate: “asked”")
    join(page, "reference_roles", "whom: “him”", "predicate: “asked”")
    page.get_by_role("button", name="Submit").click()
    page.get_by_text("'him' (who) belongs to no predicate yet: join it to one").wait_for()
    # What was joined is still there, and each mark is still the one that was meant.
    part(page, "reference_roles").get_by_text("whom: him").wait_for()
    part(page, "verdicts").get_by_role("button", name="Remove partial: “He” to who: “him”").wait_for()
    look(page, "frames")
    join(page, "reference_roles", "who: “him”", "predicate: “leave”")
    answered(page, lambda: page.get_by_role("button", name="Submit").click(), "nothing more for you")
    (answer,) = answers_of(live.store, "frames")
    made = annotation_of(ITEM, answer.payload)
    assert made["reference"]["frames"] == [
        {
            "predicate": [1, 2],
            "roles": [{"label": "who", "span": [0, 1]}, {"label": "whom", "span": [2, 3]}],
        },
        {"predicate": [4, 5], "roles": [{"label": "who", "span": [2, 3]}]},
    ]
    judged = [{"candidate": 0, "reference": 0, "verdict": "partial"}]
    assert made["alignments"] == [{"candidate": 0, "reference": 1, "roles": judged}]


def test_a_link_goes_with_the_mark_that_it_meant(live: Any, visit: Visit) -> None:
    create_campaign(live.store, title="Gone", task="frames", slug="gone", stimuli=[ITEM])
    page = visit("wanda")
    page.goto("/work/gone")
    for label, word in (("predicate", "asked"), ("who", "him"), ("whom", "him")):
        mark(page, "reference", label, word)
    join(page, "reference_roles", "who: “him”", "predicate: “asked”")
    part(page, "reference").get_by_role("button", name="Remove whom: “him”").click()
    part(page, "reference_roles").get_by_role("button", name="Remove belongs to").wait_for()
    part(page, "reference").get_by_role("button", name="Remove who: “him”").click()
    part(page, "reference_roles").get_by_text("Nothing is joined yet.").wait_for()
