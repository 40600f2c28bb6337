"""The page in a real browser: sorting, filtering, detail, theme, narrow screens, and hostile text."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import likewise as lw
from likewise.evaluate import Scores
from likewise.metrics import Score
from likewise.report import Report, SegmentRow, TokenizedRow, render
from parts import launched

from .example import poisoned, report, row_of, segments

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


class Visit:
    """Opens reports from files and keeps what the console said."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser = browser
        self.folder = folder
        self.said: list[str] = []

    def __call__(self, shown: Report, **options: Any) -> Page:
        file = self.folder / "report.html"
        file.write_text(render(shown), encoding="utf-8")
        options.setdefault("viewport", {"width": 1200, "height": 900})
        page = self.browser.new_context(**options).new_page()
        page.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.said.append(f"error: {error}"))
        page.on("request", lambda request: self.requested(request.url))
        page.goto(file.as_uri())
        return page

    def requested(self, url: str) -> None:
        if not url.startswith("file:"):
            self.said.append(f"request: {url}")


@pytest.fixture
def visit(browser: Browser, tmp_path: Path) -> Iterator[Visit]:
    one = Visit(browser, tmp_path)
    yield one
    for context in browser.contexts:
        context.close()


def column(page: Page, name: str) -> list[str]:
    heads = page.locator("#segment-table thead th").all_inner_texts()
    place = next(k for k, head in enumerate(heads) if head.strip(" ↑↓") == name)
    return page.locator(f"#segment-table tbody tr > :nth-child({place + 1})").all_inner_texts()


def rows(page: Page) -> int:
    return page.locator("#segment-table tbody tr").count()


def expect_status(page: Page, text: str) -> None:
    page.wait_for_function(
        "text => document.getElementById('segment-status').textContent.startsWith(text)", arg=text
    )


def test_opens_quietly_and_asks_nothing_of_the_network(visit: Visit) -> None:
    page = visit(report())
    assert rows(page) == 25
    assert page.locator("svg.lw-plot").count() > 8
    assert visit.said == []


def test_sorts_by_score_and_by_human_criterion(visit: Visit) -> None:
    page = visit(report())
    page.click("#segment-table thead button:text('bleu')")
    falling = [float(v) for v in column(page, "bleu")]
    assert falling == sorted(falling, reverse=True)
    page.click("#segment-table thead button:text('bleu')")
    rising = [float(v) for v in column(page, "bleu")]
    assert rising == sorted(rising)
    assert rising[0] < falling[-1]
    page.select_option("#sort-by", label="fluency")
    assert [float(v) for v in column(page, "fluency")] == sorted(float(v) for v in column(page, "fluency"))
    assert page.locator("th[aria-sort]").count() == 1
    page.select_option("#sort-by", label="meteor")
    while page.locator("#page-next").is_enabled():
        page.click("#page-next")
    assert column(page, "meteor")[-1] == "–"


def tied() -> Report:
    """Five segments, two of which have one score; two are flagged. The third row of the file was left out."""
    scores = [30.0, 50.0, 30.01, 70.0, None]
    flags: list[dict[str, Any]] = [{} for _ in scores]
    flags[1] = {"negation": [{"kind": "lost", "reason": "'not' over 'sleep' is <b>lost</b>"}]}
    flags[3] = {
        "meaning": [{"kind": "role-swap", "sentence": "WHO and WHOM change places", "confidence": 0.87}],
        "mine": [{"kind": "odd"}],
    }
    rows = [
        SegmentRow(lw.Segment(name, "a b", None, ("a b",)), {"bleu": score}, flags=flag, place=place)
        for name, score, flag, place in zip("abcde", scores, flags, (0, 1, 3, 4, 5), strict=True)
    ]
    return Report("Ties", segments=rows)


def test_equal_scores_share_a_rank_and_sorting_goes_back_to_the_file(visit: Visit) -> None:
    page = visit(tied())
    given = [("1", "a"), ("2", "b"), ("4", "c"), ("5", "d"), ("6", "e")]

    def shown() -> list[tuple[str, str]]:
        head = page.locator("#segment-table thead th").first.inner_text().strip(" ↑↓")
        return [*zip(column(page, head), column(page, "segment"), strict=True)]

    assert shown() == given
    score = page.locator("#segment-table thead button:text('bleu')")
    score.click()
    assert shown() == [("1", "d"), ("2", "b"), ("=3", "a"), ("=3", "c"), ("–", "e")]
    score.click()
    # What is equal keeps the order of the file this way too.
    assert shown() == [("=1", "a"), ("=1", "c"), ("3", "b"), ("4", "d"), ("–", "e")]
    score.click()
    assert shown() == given
    score.click()
    page.click("#segment-table thead button:text('rank')")
    assert shown() == given


def test_an_opened_row_says_why_it_is_flagged(visit: Visit) -> None:
    page = visit(tied())
    marks = page.locator("#segment-table .flagged").all_inner_texts()
    assert marks == ["⚑ negation: lost", "⚑ meaning: role swap · mine: odd"]
    page.select_option("#filter-flag", "any")
    expect_status(page, "2 of 5")
    page.locator("#segment-table tbody tr").first.click()
    reasons = page.locator("#detail .reasons li")
    assert reasons.all_inner_texts() == ["negation: lost 'not' over 'sleep' is <b>lost</b>"]
    page.locator("#detail").get_by_text("Next", exact=True).click()
    assert reasons.all_inner_texts() == [
        "meaning: role swap WHO and WHOM change places 87 % sure",
        "mine: odd odd",
    ]
    page.click("#detail-close")
    page.select_option("#filter-flag", label="negation: lost")
    expect_status(page, "1 of 5")
    page.click("#filter-reset")
    page.locator("#segment-table tbody tr").first.click()
    assert page.locator("#detail .reasons").count() == 0
    assert visit.said == []


def test_filters_by_system_by_score_and_by_text(visit: Visit) -> None:
    page = visit(report())
    page.select_option("#filter-system", label="all pairs")
    expect_status(page, "44 of 176")
    assert set(column(page, "system")) == {"all pairs"}
    page.fill("#filter-min", "60")
    page.fill("#filter-max", "90")
    found = [row.scores["bleu"] or 0.0 for row in segments() if row.segment.system == "all pairs"]
    inside = [value for value in found if 60 <= value <= 90]
    assert 0 < len(inside) < 26
    # Typing is answered after a short pause; both bounds have to be in before the rows are read.
    expect_status(page, f"{len(inside)} of 176")
    assert all(60 <= float(v) <= 90 for v in column(page, "bleu"))
    assert rows(page) == len(inside)
    page.click("#filter-reset")
    expect_status(page, "176 segments")
    page.fill("#filter-text", "GUITAR stage")
    page.wait_for_function("() => document.getElementById('segment-status').textContent.includes('of 176')")
    for line in page.locator("#segment-table tbody tr").all():
        line.click()
        assert "guitar" in page.locator("#detail").inner_text().lower()
        assert "stage" in page.locator("#detail").inner_text().lower()
        page.click("#detail-close")
    page.fill("#filter-text", "no such words anywhere")
    expect_status(page, "No segment")
    assert rows(page) == 0


def test_pages_through_the_rows(visit: Visit) -> None:
    page = visit(report())
    first = column(page, "segment")
    assert page.locator("#page-previous").is_disabled()
    page.click("#page-next")
    assert page.locator("#page-label").inner_text() == "26–50"
    assert column(page, "segment") != first


def hand_worked() -> Report:
    tokens = TokenizedRow(
        ["a", "man", "plays", "a", "guitar"],
        ["the", "man", "plays", "the", "guitar", "now"],
        [["a", "man", "plays", "the", "guitar"], ["he", "strums"]],
    )
    row = row_of(
        "one",
        "ours",
        "A man plays a guitar",
        "The man plays the guitar now",
        ["A man plays the guitar", "He strums"],
        {"bleu": 50.0},
        {},
        tokens,
    )
    return Report("Hand-worked", segments=[row])


def test_detail_marks_what_the_references_and_the_source_share(visit: Visit) -> None:
    page = visit(hand_worked())
    page.click("#segment-table tbody tr")
    detail = page.locator("#detail")
    marked = detail.locator(".words").first
    assert marked.inner_text() == "The man plays the guitar now"
    spans = marked.locator("span")
    assert [(s.get_attribute("class"), s.inner_text()) for s in spans.all()] == [
        ("o1", "The"),
        ("o4", "man plays the guitar"),
    ]
    lines = [line.split("\n")[0] for line in detail.locator(".orders > li").all_inner_texts()]
    assert lines == [
        "1-grams: 4 of 6 matched",
        "2-grams: 3 of 5 matched",
        "3-grams: 2 of 4 matched",
        "4-grams: 1 of 3 matched",
        "1-grams: 3 of 5 different ones also in the source",
        "2-grams: 1 of 5 different ones also in the source",
        "3-grams: 0 of 4 different ones also in the source",
        "4-grams: 0 of 3 different ones also in the source",
    ]
    said = detail.locator(".references .said").all_inner_texts()
    assert said == ["longest shared run: 4 words, the most", "longest shared run: 0 words"]
    detail.locator("summary").first.click()
    assert (
        "the — R1, 2 times here but at most 1 in a reference" in detail.locator(".grams").first.inner_text()
    )


def test_keyboard_alone_opens_walks_and_closes(visit: Visit) -> None:
    page = visit(report())
    page.locator("#segment-table tbody tr").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.locator("#detail-title").inner_text() == "seg-000 · all pairs"
    page.locator("#detail").get_by_text("Next", exact=True).press("Enter")
    assert page.locator("#detail-title").inner_text() == "seg-000 · single pair"
    assert page.evaluate("document.activeElement.textContent") == "Next"
    page.keyboard.press("Escape")
    assert page.locator("#detail").is_hidden()
    assert page.evaluate("document.activeElement.getAttribute('aria-current')") == "true"


def test_a_point_in_a_plot_opens_its_segment(visit: Visit) -> None:
    page = visit(report())
    page.fill("#filter-text", "no such words anywhere")
    expect_status(page, "No segment")
    point = page.locator("#people .lw-points [data-id='101']").first
    point.dispatch_event("click")
    assert page.locator("#detail-title").inner_text() == "seg-025 · all pairs"
    chosen = page.locator("#segment-table tr[aria-current]")
    assert chosen.locator("th").inner_text() == "seg-025"
    assert page.locator(".lw-points .chosen").count() == 3


def test_theme_button_changes_the_page_and_is_remembered(visit: Visit) -> None:
    page = visit(report(8))
    paper = "getComputedStyle(document.body).backgroundColor"
    mark = "getComputedStyle(document.querySelector('.lw-s1')).color"
    light, blue = page.evaluate(paper), page.evaluate(mark)
    page.click("#theme-toggle")
    dark = page.evaluate(paper)
    assert dark != light
    assert page.evaluate(mark) != blue
    page.reload()
    assert page.evaluate(paper) == dark
    system_dark = visit(report(8), color_scheme="dark")
    assert system_dark.evaluate(paper) == dark
    assert system_dark.locator("#theme-toggle").inner_text() == "Light colours"


@pytest.mark.parametrize("width", [360, 768, 1200])
def test_never_scrolls_sideways(visit: Visit, width: int) -> None:
    overflow = "document.scrollingElement.scrollWidth - innerWidth"
    for shown in (report(), poisoned(), unusual()):
        page = visit(shown, viewport={"width": width, "height": 740})
        assert page.evaluate(overflow) <= 0
        page.locator("#segment-table tbody tr").first.click()
        assert page.evaluate(overflow) <= 0
        inside = "(d => d.scrollWidth - d.clientWidth)(document.getElementById('detail'))"
        assert page.evaluate(inside) <= 0


def unusual() -> Report:
    """Right-to-left, without spaces, and one word that does not end."""
    return Report(
        "تقرير",
        segments=[
            row_of("zh", "甲", "猫在吃鱼", "一只猫正在吃鱼" * 20, ["猫正在吃一条鱼" * 9], {"bleu": 3.0}, {}),
            row_of(
                "ar", "甲", "القط يأكل السمك", "القط يأكل السمك الآن.", ["القط يأكل سمكة"], {"bleu": 4.0}, {}
            ),
            row_of("x" * 90, "y" * 90, "z" * 900, "w" * 900, ["w" * 900], {"bleu": 5.0}, {}),
        ],
    )


def test_scripts_without_spaces_are_split_by_character(visit: Visit) -> None:
    page = visit(unusual())
    page.locator("#segment-table tbody tr").first.click()
    assert page.locator("#detail .orders > li").first.inner_text().startswith("1-grams: 54 of 140")
    marked = page.locator("#detail .words").first
    assert marked.inner_text() == "一只猫正在吃鱼" * 20
    page.locator("#detail").get_by_text("Next", exact=True).click()
    assert page.locator("#detail .words").first.evaluate("node => getComputedStyle(node).direction") == "rtl"


@pytest.mark.parametrize("bypass", [False, True])
def test_hostile_text_never_runs(visit: Visit, bypass: bool) -> None:
    page = visit(poisoned(), bypass_csp=bypass)
    for k in range(3):
        page.locator("#segment-table tbody tr").nth(k).click()
        for summary in page.locator("#detail summary").all():
            summary.click()
        page.locator("#detail-close").click()
    page.fill("#filter-text", "no such words anywhere")
    expect_status(page, "No segment")
    page.fill("#filter-text", "onerror")
    page.wait_for_function("() => !document.getElementById('segment-status').textContent.startsWith('No ')")
    assert page.evaluate("window.hit") is None
    assert page.locator("img").count() == 0
    assert page.locator("[onload], [onerror]").count() == 0
    assert visit.said == []


def test_five_thousand_rows_stay_quick(visit: Visit) -> None:
    """However many there are, and whatever they are sorted by, the rows of one page are made and no more."""
    page = visit(Report("Many", segments=segments(5000), total_segments=5000))
    assert rows(page) == 25
    made = page.evaluate(
        """() => {
            const watch = new MutationObserver(() => {});
            watch.observe(document.body, {childList: true, subtree: true});
            const select = document.getElementById("sort-by");
            return [...select.options].map((option) => {
                select.value = option.value;
                select.dispatchEvent(new Event("change"));
                const added = watch.takeRecords().flatMap((record) => [...record.addedNodes]);
                return added.reduce((sum, node) => sum + (node.nodeName === "TR") +
                    (node.querySelectorAll ? node.querySelectorAll("tr").length : 0), 0);
            });
        }"""
    )
    assert len(made) > 5
    assert set(made) == {25}


def twenty() -> Report:
    """Twenty systems close together, with names as people give them."""
    chance = random.Random(5)
    names = [f"{kind}-{size}" for kind in ("llama", "baseline", "ours, tuned", "gpt") for size in range(1, 6)]
    rows = []
    for name in names:
        bleu, pinc, ter = chance.gauss(45, 6), chance.gauss(60, 8), chance.gauss(48, 5)
        scores = {
            "bleu": Score("bleu", bleu, 500, "", (bleu - 1.5, bleu + 1.5)),
            "pinc": Score("pinc", pinc, 500),
            "ter": Score("ter", ter, 500, higher_is_better=False),
        }
        rows.append((name, Scores(500, scores)))
    return Report("Twenty systems", systems=rows, lower_is_better=["ter"])


OVERLAPS = """(plot) => {
    const texts = [...plot.querySelectorAll("text")];
    const boxes = texts.map((text) => [text.textContent, text.getBoundingClientRect()]);
    const found = [];
    boxes.forEach(([a, one], k) => boxes.slice(k + 1).forEach(([b, other]) => {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (wide > 1 && high > 3) found.push(`${a} / ${b}`);
    }));
    return found;
}"""


@pytest.mark.parametrize("width", [360, 1200])
def test_names_of_twenty_systems_do_not_overlap_on_the_screen(visit: Visit, width: int) -> None:
    """As the browser sets them, with its own fonts, in every plane and on a phone too."""
    page = visit(twenty(), viewport={"width": width, "height": 800})
    for x in ("pinc", "ter", "bleu"):
        page.select_option("#plane-x", x)
        plot = page.locator(".plane:not([hidden]) svg.lw-plot")
        assert len(plot.locator("text").all()) > 20
        assert plot.evaluate(OVERLAPS) == []


def test_the_axes_of_the_plane_are_chosen(visit: Visit) -> None:
    page = visit(report(8))
    seen = """[...document.querySelectorAll('.plane')].filter((plane) => plane.offsetParent)
        .map((plane) => plane.dataset.x + ' ' + plane.dataset.y)"""
    assert page.evaluate(seen) == ["pinc bleu"]
    page.select_option("#plane-y", "ter")
    assert page.evaluate(seen) == ["pinc ter"]
    # The metric of the other axis: the two change places.
    page.select_option("#plane-x", "ter")
    assert page.evaluate(seen) == ["ter pinc"]
    assert page.locator("#plane-y").input_value() == "pinc"
    assert visit.said == []
