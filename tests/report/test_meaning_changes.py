"""The section on changes of meaning: counts by system, the worst first, hostile text, its filters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from likewise.metrics import Batch
from likewise.metrics.base import Floats, MeanMetric
from likewise.records import Segment
from likewise.report import Explorer, Report, render
from likewise.report.meaning_changes import MeaningChanges
from parts import launched

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BEFORE = "Anna must pay 30 euros."


def flag(kind: str, a: str | None, b: str | None, after: str, role: str | None = None) -> dict[str, Any]:
    sides = {}
    for side, words, text in (("a", a, BEFORE), ("b", b, after)):
        start = text.index(words) if words else 0
        sides[side] = words and {"text": words, "span": [start, start + len(words)]}
    said = {"role": role} if role else {}
    return {"kind": kind, **sides, **said, "confidence": 0.9, "sentence": f"{a} became {b}"}


def segment(number: int, system: str | None, after: str) -> Segment:
    return Segment(f"s{number}", after, "Nothing to see.", ("Other words.", BEFORE), system)


def gathered() -> MeaningChanges:
    changes = MeaningChanges()
    for number in range(40):
        system = "good" if number % 2 else "bad"
        if number == 0:
            after = "Anna must pay 300 euros."
            changes.add(segment(number, system, after), 3.0, [flag("number", "30", "300", after)])
        elif system == "bad":
            after = "<b>Bert</b> must pay 30 euros."
            found = [flag("role-swap", "Anna", "<b>Bert</b>", after, "WHO")]
            changes.add(segment(number, system, after), 10.0 + number, found)
        else:
            changes.add(segment(number, system, BEFORE), 99.0, [])
    return changes


class Said(MeanMetric):
    """Finds one change wherever there is a figure."""

    name = "meaning"
    flagging = True

    def values(self, batch: Batch) -> Floats:
        return np.array([0.0 if "300" in s.candidate else 100.0 for s in batch.segments])

    def flags(self, segment: Segment) -> list[dict[str, Any]]:
        return [flag("number", "30", "300", segment.candidate)] if "300" in segment.candidate else []


def test_what_is_unread_or_empty_is_counted_and_is_no_change() -> None:
    changes = gathered()
    changes.add(segment(50, "bad", "犬"), 40.0, [{"kind": "unread", "what": ["number"], "reason": "why"}])
    changes.add(segment(51, "bad", ""), 0.0, [{"kind": "empty", "side": "candidate", "reason": "why"}])
    assert (changes.seen, changes.changed, changes.unread, changes.empty) == (42, 20, 1, 1)
    (section,) = changes.sections()
    assert "1 were not read in full" in section.markup
    assert "1 are empty on a side" in section.markup


def test_shares_are_of_each_systems_segments() -> None:
    changes = gathered()
    assert (changes.seen, changes.changed) == (40, 20)
    assert changes._share(changes.kinds, "bad", "role-swap") == 95.0
    assert changes._share(changes.roles, "bad", "WHO swapped") == 95.0
    assert changes._share(changes.kinds, "good", "number") == 0.0
    assert [(one.id, score) for one, score, _ in changes.worst()][:3] == [
        ("s0", 3.0),
        ("s2", 12.0),
        ("s4", 14.0),
    ]
    (section,) = changes.sections()
    assert "In 20 of 40 segments" in section.markup
    assert "WHO swapped" in section.markup


def test_the_list_has_a_bound_and_keeps_the_worst_of_each_kind() -> None:
    changes = MeaningChanges()
    for number in range(500):
        kind = "name" if number == 7 else "number"
        changes.add(segment(number, None, "30"), float(number), [flag(kind, "30", "30", "30")])
    worst = changes.worst()
    assert [one.id for one, _, _ in worst] == [f"s{n}" for n in range(41)]
    assert "Of each kind the worst 40 are here." in changes.sections()[0].markup


def test_text_is_escaped_and_words_are_marked() -> None:
    markup = gathered().sections()[0].markup
    assert "<b>" not in markup
    assert '<mark class="k-number">300<sup>1</sup></mark> euros.' in markup
    assert (
        '<span class="side">before</span> <bdi dir="auto">Anna must pay <mark class="k-number">30<sup>'
        in markup
    )
    assert '<mark class="k-roles">&lt;b&gt;Bert&lt;/b&gt;<sup>1</sup></mark>' in markup


def test_it_comes_with_the_metric_and_only_with_it() -> None:
    segments = [segment(1, None, "Anna must pay 300 euros."), segment(2, None, BEFORE)]
    for metrics, wanted in (([Said()], ["Meaning"]), ([], [])):
        explorer = Explorer(metrics)
        explorer.add(Batch(segments), {"meaning": np.array([0.0, 100.0])})
        assert [section.label for section in explorer.sections()] == wanted
    quiet = Explorer([Said()])
    quiet.add(Batch(segments[1:]), {"meaning": np.array([100.0])})
    assert "In 0 of 1 segments" in quiet.sections()[0].markup
    assert "change-list" not in quiet.sections()[0].markup


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.mark.browser
def test_filters_in_a_browser(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    report = Report(title="Changes", sections=gathered().sections())
    file.write_text(render(report), encoding="utf-8")
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(file.as_uri())
    visible = page.locator("#change-list > li:visible")
    assert visible.count() == 20
    assert page.locator("#change-status").inner_text() == "20 segments"
    page.locator("#change-kind").select_option("number")
    assert visible.count() == 1
    assert "300" in visible.inner_text()
    page.locator("#change-system").select_option("=good")
    assert visible.count() == 0
    page.locator("#change-kind").select_option("")
    assert page.locator("#change-status").inner_text() == "0 segments"
    assert said == []
    page.close()
