"""From a campaign to the scores of what came in, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from .steps import Visit, answered, invitation, join, new_campaign, shoot, sign_in

pytestmark = pytest.mark.browser


def test_from_a_campaign_to_its_scores(live: Any, visit: Visit) -> None:
    owner = visit()
    sign_in(owner, "olga")
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


def test_ratings_come_in_and_agreement_shows(live: Any, visit: Visit) -> None:
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


def test_a_refused_answer_is_shown_beside_its_field_and_kept(live: Any, visit: Visit) -> None:
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
    page.goto("/designer?example=follow")
    page.locator("#preview").get_by_text("Problem 1 of 5").wait_for()
    page.locator("#preview").get_by_role("button", name="Forward").click()
    page.get_by_label("Settings or definition").fill("problems: 2")
    page.get_by_role("button", name="Preview", exact=True).click()
    page.locator("#preview").get_by_text("Problem 1 of 2").wait_for()
