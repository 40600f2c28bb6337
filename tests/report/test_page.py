"""The page as text: self-contained, escaped, deterministic, and of a bearable size."""

from __future__ import annotations

import dataclasses
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from likewise import report as room
from likewise.evaluate import Judgement, Scores
from likewise.metrics import Score
from likewise.report import Report, Section, TokenizedRow, render, section
from likewise.report.segments import embed

from .example import agreement_of, comparison, poisoned, report, row_of, segments

VOID = {"meta", "input", "br", "img", "link", "hr"}


class Reader(HTMLParser):
    """Collects tags and attributes, and checks that what is opened is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.json = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.tags[-1][1].get("id") == "segment-data":
            self.json += data


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture(scope="module")
def page() -> str:
    return render(report())


def test_nothing_comes_from_outside(page: str) -> None:
    for tag, attributes in read(page).tags:
        assert tag not in {"link", "iframe", "object", "embed", "img", "base"}
        for name, value in attributes.items():
            assert not name.startswith("on"), (tag, name)
            if name in {"src", "href", "action", "data", "xlink:href"}:
                assert (value or "").startswith("#"), (tag, name, value)
    assert "@import" not in page
    assert "url(" not in page


def test_policy_allows_only_the_two_scripts_of_the_page(page: str) -> None:
    policy = next(
        a["content"] for _, a in read(page).tags if a.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy is not None
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-")
    script = re.search(r"script-src ([^;]*);", policy)
    assert script is not None
    assert len(script.group(1).split()) == 2
    assert "unsafe" not in script.group(1)


def test_same_report_same_bytes(page: str) -> None:
    assert render(report()) == page


def test_every_section_has_a_sentence_on_how_to_read_it(page: str) -> None:
    sections = re.findall(r'<section id="(\w+)".*?</h2>(.{14})', page)
    assert [key for key, _ in sections] == [
        "systems", "plane", "comparisons", "people", "agreement", "segments", "settings",
    ]  # fmt: skip
    assert all(after == '<p class="how">'[:14] for _, after in sections)


def test_best_score_says_so_in_words(page: str) -> None:
    assert page.count('<span class="best-word"> best</span>') == 4
    assert '<strong class="best">38.1' in page


def test_empty_report_is_a_whole_page() -> None:
    html = render(Report("Nothing yet"))
    read(html)
    assert "There is nothing in this report yet." in html
    assert "<section" not in html


def test_sections_stand_alone() -> None:
    only = [
        Report("a", systems=[("s", Scores(1, {"bleu": Score("bleu", float("nan"), 1)}))]),
        Report("a", systems=[("s", Scores(1, {name: Score(name, 1.0, 1) for name in ("bleu", "pinc")}))]),
        Report("a", segments=[row_of("1", None, None, "text")], total_segments=9),
        Report("a", judgement=Judgement("meaning", 0, 0, {}, {})),
        Report("a", comparisons=[comparison("x", "y", "bleu", 0.0, float("nan"), float("nan"))]),
        Report("a", agreement=agreement_of(["a", "b"], ["x"], [], [], [[0.1, float("nan")]], {})),
        Report("a", sections=[Section("own", "Mine & yours", section("own", "Mine", "How.", "<p>so</p>"))]),
    ]
    for one in only:
        read(render(one))
    assert "1 of 9 segments" in render(only[2])
    assert '<a href="#own">Mine &amp; yours</a>' in render(only[-1])


def test_text_from_the_data_is_never_markup() -> None:
    html = render(poisoned())
    reader = read(html)
    assert "<img" not in html
    assert html.count("</script>") == 3
    assert not [tag for tag, _ in reader.tags if tag == "img"]
    packed = json.loads(reader.json)
    assert "</script><img" in packed["rows"][0][3]


def test_embedded_json_has_no_character_that_could_leave_its_element() -> None:
    text = embed(["</script>", "<!--", "a & b", "\u2028\u2029", "\ud800"])
    assert not set("<>&\u2028\u2029") & set(text)
    text.encode("utf-8")
    assert json.loads(text)[:4] == ["</script>", "<!--", "a & b", "\u2028\u2029"]


def test_tokens_with_spaces_inside_stay_whole() -> None:
    tokens = TokenizedRow(["a"], ["new york", "b"], [["c", "d"]])
    row = row_of("1", "s", "a", "new york b", ["c d"], {"bleu": float("nan")}, {}, tokens)
    packed = json.loads(read(render(Report("t", segments=[row]))).json)["rows"][0]
    assert packed[7] == ["a", ["new york", "b"], ["c d"]]
    assert packed[5] == [None]


def test_five_thousand_rows_stay_small() -> None:
    rows = segments(5000)
    html = render(Report("Many", segments=rows, total_segments=5000))
    assert len(html.encode("utf-8")) < 3_000_000


def test_a_section_with_unicode_only_names_renders() -> None:
    row = row_of(
        "一", "系统", "אני אוהב לחם", "猫が魚を食べる", ["猫は魚を食べた"], {"bleu": 1.5}, {"意味": 4}
    )
    html = render(Report("报告", segments=[row]))
    assert "猫が魚を食べる" in html
    assert 'dir="auto"' in html


def test_no_file_name_or_clock_enters_by_itself() -> None:
    html = render(Report("t", segments=[row_of("1", None, None, "x")]))
    assert str(Path(room.__file__).parent) not in html
    assert not re.search(r"20\d\d-\d\d-\d\d", html)


def test_public_names_are_there_and_documented() -> None:
    for name in dir(room):
        assert getattr(room, name).__doc__
    fields: dict[str, Any] = {f.name: f for f in dataclasses.fields(Report)}
    assert list(fields)[:11] == [
        "title", "created", "notes", "settings", "systems", "plane", "segments", "total_segments",
        "judgement", "comparisons", "agreement",
    ]  # fmt: skip


def test_the_plane_is_drawn_for_each_pair_of_metrics_and_shows_one(page: str) -> None:
    planes = re.findall(r'class="pair plane" data-x="([^"]*)" data-y="([^"]*)"( hidden)?>', page)
    assert len(planes) == 4 * 3
    assert [(x, y) for x, y, hidden in planes if not hidden] == [("pinc", "bleu")]
    assert "keeps the meaning" not in page
    chosen = render(dataclasses.replace(report(8), plane=("ter", "meteor")))
    assert 'data-x="ter" data-y="meteor">' in chosen
    assert "plane-controls" in chosen
    two = [(name, Scores(s.n, {m: s[m] for m in ("meteor", "ter")})) for name, s in report(8).systems]
    assert 'data-x="ter" data-y="meteor">' in render(Report("t", systems=two))
    assert 'id="plane-controls"' not in render(Report("t", systems=two))
