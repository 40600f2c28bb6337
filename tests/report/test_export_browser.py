"""What a report gives away: plots as SVG and PNG, tables as CSV, from a page that is only a file."""

from __future__ import annotations

import csv
import io
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

import likewise as lw
from likewise.evaluate import Scores
from likewise.metrics import Score
from likewise.report import Report, SegmentRow, render
from parts import launched

from .example import poisoned, report

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def visit(browser: Browser, tmp_path: Path, said: list[str]) -> Iterator[Page]:
    page = browser.new_context(accept_downloads=True, color_scheme="dark").new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    page.context.close()
    assert said == []


def opened(page: Page, shown: Report, folder: Path) -> Page:
    file = folder / "page.html"
    file.write_text(render(shown), encoding="utf-8")
    page.goto(file.as_uri())
    return page


def saved(page: Page, button: str) -> tuple[str, bytes]:
    """The name and the bytes of what a button gives."""
    with page.expect_download() as download:
        page.locator(button).first.click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def table(page: Page, button: str) -> list[list[str]]:
    name, content = saved(page, button)
    assert name.endswith(".csv")
    return [*csv.reader(io.StringIO(content.decode("utf-8")))]


def test_a_plot_as_svg_stands_alone(visit: Page, tmp_path: Path) -> None:
    """On white, without our classes and custom properties, though the page is dark."""
    page = opened(visit, report(8), tmp_path)
    name, content = saved(page, "#plane .plane:not([hidden]) .save button")
    assert name == "paraphrases-of-short-video-descriptions-bleu-and-pinc-by-system.svg"
    root = ElementTree.fromstring(content)
    assert root.tag == SVG + "svg"
    every = [*root.iter()]
    assert {key for node in every for key in node.attrib} & {"class", "color", "data-id", "style"} == set()
    written = " ".join(value for node in every for value in node.attrib.values())
    assert "currentColor" not in written
    assert "var(" not in written
    paper = next(node for node in every if node.tag == SVG + "rect")
    assert paper.get("fill") == "#ffffff"
    box = [paper.get(name) for name in ("x", "y", "width", "height")]
    assert (root.get("viewBox") or "").split() == box
    words = {"".join(node.itertext()): node for node in every if node.tag == SVG + "text"}
    assert words["pinc →"].get("fill") == "#1f2328"
    assert words["copies the source"].get("fill") == "#59636e"
    # The first series is blue on light paper.
    assert any(node.get("fill") == "#0072b2" for node in every)


def pixels(content: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and lines of a PNG of eight-bit RGBA."""
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    at, data, width, height = 8, b"", 0, 0
    while at < len(content):
        size, kind = struct.unpack(">I4s", content[at : at + 8])
        chunk = content[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", chunk[:10])
            assert (depth, colours) in {(8, 6), (8, 2)}
        data += chunk if kind == b"IDAT" else b""
        at += 12 + size
    raw = zlib.decompress(data)
    stride = len(raw) // height
    return width, height, [raw[row * stride + 1 : (row + 1) * stride] for row in range(height)]


def test_a_plot_as_png_is_three_times_as_large_and_drawn(visit: Page, tmp_path: Path) -> None:
    page = opened(visit, report(8), tmp_path)
    name, content = saved(page, "#plane .plane:not([hidden]) .save button:text('PNG')")
    assert name.endswith(".png")
    width, height, lines = pixels(content)
    assert width >= 3 * 420
    assert height >= 3 * 370
    # Something is drawn: many lines differ from each other.
    assert len({*lines}) > 100


def systems() -> Report:
    def row(bleu: float, ter: float) -> Scores:
        scores = {"bleu": Score("bleu", bleu, 1200, "", (bleu - 1, bleu + 1)), "ter": Score("ter", ter, 1200)}
        return Scores(1200, scores)

    names = {"=cmd()": row(30.123456, -0.5), 'b, "c"': row(50.5, 2.25), "plain": row(40.0, 1.0)}
    return Report("S", systems=[*names.items()], lower_is_better=["ter"])


def test_a_table_as_csv_holds_numbers_in_full_and_no_formula(visit: Page, tmp_path: Path) -> None:
    page = opened(visit, systems(), tmp_path)
    heads, *rows = table(page, "#systems .save button")
    assert heads == ["system", "segments", "bleu", "bleu low", "bleu high", "ter (lower is better)"]
    assert rows == [
        ["'=cmd()", "1200", "30.123456", "29.123456", "31.123456", "-0.5"],
        ['b, "c"', "1200", "50.5", "49.5", "51.5", "2.25"],
        ["plain", "1200", "40.0", "39.0", "41.0", "1.0"],
    ]


def test_a_table_is_saved_as_it_is_sorted(visit: Page, tmp_path: Path) -> None:
    page = opened(visit, systems(), tmp_path)
    head = page.locator("#systems th button", has_text="bleu")

    def order() -> list[str]:
        return [row[2] for row in table(page, "#systems .save button")[1:]]

    head.click()
    assert order() == ["50.5", "40.0", "30.123456"]
    assert page.locator("#systems th[aria-sort]").get_attribute("aria-sort") == "descending"
    head.click()
    assert order() == ["30.123456", "40.0", "50.5"]
    head.click()
    assert order() == ["30.123456", "50.5", "40.0"]
    assert page.locator("#systems th[aria-sort]").count() == 0


def test_a_sorted_table_has_ranks_that_equal_rows_share(visit: Page, tmp_path: Path) -> None:
    values = {"a": 40.0, "b": 50.0, "c": 40.02, "d": 30.0}
    rows = [(name, Scores(9, {"bleu": Score("bleu", value, 9)})) for name, value in values.items()]
    page = opened(visit, Report("S", systems=rows), tmp_path)

    def ranked() -> list[list[str | None]]:
        cells = page.locator("#systems tbody th").all()
        return [[cell.get_attribute("data-rank"), cell.inner_text()] for cell in cells]

    head = page.locator("#systems th button", has_text="bleu")
    head.click()
    assert ranked() == [["1", "b"], ["=2", "a"], ["=2", "c"], ["4", "d"]]
    # Ranks are for the eye: the file has the names alone.
    assert [row[0] for row in table(page, "#systems .save button")] == ["system", "b", "a", "c", "d"]
    head.click()
    head.click()
    assert ranked() == [[None, "a"], [None, "b"], [None, "c"], [None, "d"]]


def test_segments_as_csv_are_read_back(visit: Page, tmp_path: Path) -> None:
    """All pages, as filtered and sorted; our own reader takes the file."""
    text = 'line {},\n"so"'
    rows = [
        SegmentRow(
            lw.Segment(f"s{k:02}", text.format(k), "a b", ("r one", "r two"), "xy"[k % 2], {"good": k / 2}),
            {"bleu": float(k % 7)},
            flags={"negation": [{"kind": "lost", "reason": "'not' is lost"}]} if k == 4 else {},
            place=k,
        )
        for k in range(60)
    ]
    page = opened(visit, Report("S", segments=rows), tmp_path)
    page.select_option("#filter-system", label="x")
    page.click("#segment-table thead button:text('bleu')")
    name, content = saved(page, "#segments .save button")
    assert name == "s-segments.csv"
    (tmp_path / name).write_bytes(content)
    heads, *lines = csv.reader(io.StringIO(content.decode("utf-8"), newline=""))
    assert heads == [
        "row",
        "id",
        "system",
        "source",
        "candidate",
        "references",
        "human.good",
        "bleu",
        "flags",
    ]
    wanted = sorted((k for k in range(0, 60, 2)), key=lambda k: -(k % 7))
    assert [int(line[0]) - 1 for line in lines] == wanted
    assert [line[8] for line in lines if line[8]] == ["negation: lost: 'not' is lost"]
    back = [*lw.read_segments(tmp_path / name)]
    assert [segment.id for segment in back] == [f"s{k:02}" for k in wanted]
    assert back[0].candidate == rows[wanted[0]].segment.candidate
    assert back[0].references == ("r one", "r two")
    assert back[0].human == rows[wanted[0]].segment.human


def test_everything_on_a_page_can_be_saved_and_nothing_runs(visit: Page, tmp_path: Path) -> None:
    page = opened(visit, poisoned(), tmp_path)
    plots, tables = page.locator("svg.lw-plot").count(), page.locator("main table").count()
    assert page.locator(".save button:text('SVG')").count() == plots > 3
    assert page.locator(".save button:text('CSV')").count() == tables > 3
    for k in range(plots):
        if page.locator(".save button:text('SVG')").nth(k).is_visible():
            with page.expect_download() as download:
                page.locator(".save button:text('SVG')").nth(k).click()
            ElementTree.parse(download.value.path())
    for heads in page.locator(".sorts button").all():
        heads.click()
    assert page.evaluate("window.hit") is None
