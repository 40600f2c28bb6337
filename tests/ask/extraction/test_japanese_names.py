"""The tagger of Japanese names."""

from __future__ import annotations

from hypothesis import given, strategies as st

from likewise.ask.extraction.japanese_names import character_row, japanese_names, names_of_labels


def test_labels_as_names() -> None:
    assert names_of_labels([0, 1, 2, 2, 0, 3, 1]) == [
        (1, 4, "person"),
        (5, 6, "location"),
        (6, 7, "person"),
    ]
    assert names_of_labels([5, 6, 5, 6]) == [(0, 2, "organization"), (2, 4, "organization")]
    assert names_of_labels([]) == []


@given(st.text(max_size=30))
def test_a_row_for_each_character(text: str) -> None:
    assert len(character_row(text)) == len(text)


def test_names_in_a_sentence() -> None:
    text = "レッドフォックス株式会社は、東京都千代田区に本社を置くIT企業である。"
    found = {(text[a:b], kind) for a, b, kind in japanese_names(text)}
    assert ("レッドフォックス株式会社", "organization") in found
    assert ("東京都千代田区", "location") in found


def test_long_and_empty_text() -> None:
    assert japanese_names("") == ()
    assert all(0 <= a < b <= 700 for a, b, _ in japanese_names("東京と大阪。" * 117))
