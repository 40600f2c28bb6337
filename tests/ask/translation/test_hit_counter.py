"""Pages with terms: the index finds what reading every page finds."""

from __future__ import annotations

import re

from hypothesis import given, settings, strategies as st

from likewise.ask.translation import DictionaryPages, HitTable, PageIndex, SummedHits
from likewise.ask.translation.gloss_index import DictionaryEntry, Gloss, GlossIndex
from likewise.ask.translation.hit_counter import page_text

LETTERS = "ab布什离开 1"
PAGES = st.lists(st.text(LETTERS, max_size=12), max_size=8)


@settings(max_examples=100, deadline=None)
@given(PAGES, st.lists(st.text("ab布什离1", min_size=1, max_size=3), min_size=1, max_size=3))
def test_the_index_finds_what_reading_finds(pages: list[str], terms: list[str]) -> None:
    index = PageIndex(pages)

    def stands(term: str, page: str) -> bool:
        if re.fullmatch("[ab1]+", term):
            return re.search(rf"(?<![a-z0-9]){term}(?![a-z0-9])", page) is not None
        return term in page

    for term in terms:
        assert index.numbers(term).tolist() == [n for n, page in enumerate(pages) if stands(term, page)]
    assert index.together(terms) == sum(all(stands(term, page) for term in terms) for page in pages)


def test_width_and_case_are_one() -> None:
    index = PageIndex(["ＮＦＬの試合", "nfl", "ﾃｽﾗ", "\ud800x"])
    assert (index.pages("NFL"), index.pages("テスラ"), index.pages("x")) == (2, 1, 1)
    assert (index.pages(""), index.pages("無"), index.together([]), len(index)) == (0, 0, 0, 4)
    assert len(PageIndex([])) == 0
    assert PageIndex([]).pages("a") == 0
    assert page_text("ＡＢ") == "ab"


def test_pairs_stand_on_one_page() -> None:
    index = PageIndex(["Bush 布什", "bush", "bushes 布什"])
    assert index.pair("Bush", "布什") == 1
    table = HitTable(single={"布什": 3}, pairs={("Bush", "布什"): 5})
    both = SummedHits((index, table))
    assert (both.pair("Bush", "布什"), both.pages("布什"), both.together(["布什", "布什"])) == (6, 5, 5)


def test_entries_are_pages() -> None:
    entry = DictionaryEntry("布什", "", "name", (Gloss("bush", "Bush", 1.0),), "布希")
    pages = DictionaryPages(GlossIndex.of([entry]))
    assert (pages.pair("Bush", "布什"), pages.pair("bush", "布希"), pages.pair("leaf", "布什")) == (1, 1, 0)
    assert (pages.pages("布什"), pages.together(["布什"]), pages.together(["布什", "离"])) == (1, 1, 0)
