"""The page Diff in a real browser: an example, what changed on both sides, how it looks."""

from __future__ import annotations

import json
from typing import Any

import pytest

from likewise.studio.diff import worker
from likewise.studio.diff.service import DiffService

from .steps import Visit, look
from .stub_diff import A, B, stub_diff

pytestmark = pytest.mark.browser


@pytest.fixture
def asked(live: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    stub_diff(monkeypatch)
    process = live.app.state.studio.service(DiffService).process
    monkeypatch.setattr(process, "ask", lambda question: json.loads(json.dumps(worker.answer(question))))
    return live


def test_what_changed(asked: Any, visit: Visit) -> None:
    page = visit("rita")
    page.goto("/diff")
    page.get_by_role("link", name="Who did it to whom").click()
    page.get_by_text("No change of meaning was found").wait_for()  # asked for by the page itself
    page.get_by_label("Before", exact=True).fill(A)
    page.get_by_label("After", exact=True).fill(B)
    page.get_by_role("button", name="Compare").click()
    page.get_by_text("2 changes of meaning.").wait_for()
    marks = page.locator(".side .change")
    assert [text.partition(": ")[2] for text in marks.all_text_contents()] == ["301", "by Friday2", "3001"]
    assert marks.first.evaluate("e => getComputedStyle(e).borderBottomColor") != marks.nth(1).evaluate(
        "e => getComputedStyle(e).borderBottomColor"
    )
    marks.nth(1).press("Enter")  # where the words wrap, the middle of their box is no part of them
    assert page.url.endswith("#change-2")
    assert "40 %" in page.locator("#change-2").inner_text()
    assert page.get_by_role("region", name="Frames: Before").count() == 1
    look(page, "diff")
    page.get_by_label("Language after").select_option("de")
    page.get_by_role("button", name="Compare").click()
    page.get_by_text("Not read:").wait_for()
    page.get_by_label("After", exact=True).fill(" ")
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("alert").wait_for()
