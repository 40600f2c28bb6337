"""Schemes: how many cannot be cut, their pairs and cuts, and scores of schemes against gold."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from likewise.errors import InputError
from likewise.freestyle import Verse
from likewise.freestyle.pair_selection import adjacent_pairs
from likewise.freestyle.rhyme import (
    RhymeScheme,
    f_measure,
    indecomposable_schemes,
    rhyming_pairs,
    score_schemes,
    with_gold,
)
from likewise.freestyle.rhyme.scheme import class_names, scheme_of_classes


def test_indecomposable_schemes_as_the_paper_counts_them() -> None:
    schemes = indecomposable_schemes(5)
    assert Counter(map(len, schemes)) == {1: 1, 2: 1, 3: 2, 4: 6, 5: 22}
    assert ["".join(class_names(scheme)) for scheme in schemes[:10]] == [
        "A", "AA", "AAA", "ABA", "AAAA", "AABA", "ABAA", "ABAB", "ABBA", "ABCA",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("classes", "labels", "cuts", "pairs"),
    [
        ("xyxy", "ABAB", (), ((0, 2), (1, 3))),
        ("xxyy", "AABB", (2,), ((0, 1), (2, 3))),
        ("xyz", "ABC", (1, 2), ()),
        ("xyxzz", "ABACC", (3,), ((0, 2), (3, 4))),
        ("", "", (), ()),
    ],
)
def test_classes_become_a_scheme(
    classes: str, labels: str, cuts: tuple[int, ...], pairs: tuple[tuple[int, int], ...]
) -> None:
    scheme = scheme_of_classes(classes)
    assert ("".join(scheme.labels), scheme.cuts, scheme.pairs) == (labels, cuts, pairs)
    assert all(scheme_of_classes(classes[a:b]).cuts == () for a, b in scheme.stanzas)


def test_adjacency_gives_wrong_pairs_in_abab() -> None:
    rhyming = set(scheme_of_classes("ABAB").pairs)
    assert rhyming == {(0, 2), (1, 3)}
    assert rhyming.isdisjoint(map(tuple, adjacent_pairs([4]).tolist()))


@given(st.lists(st.integers(0, 4), max_size=9))
def test_no_cut_loses_a_rhyme(classes: list[int]) -> None:
    scheme = scheme_of_classes(classes)
    for cut in scheme.cuts:
        assert not any(i < cut <= j for i, j in scheme.pairs)
    assert sum(len(list(rhyming_pairs(classes[a:b]))) for a, b in scheme.stanzas) == len(scheme.pairs)


def test_a_line_without_class_rhymes_with_nothing() -> None:
    assert list(rhyming_pairs(["", "a", "", "a"])) == [(1, 3)]
    assert class_names(["", 7, None, 7]) == ("", "A", "", "A")
    assert class_names(range(28))[-3:] == ("Z", "AA", "AB")


def scheme(labels: str) -> RhymeScheme:
    return scheme_of_classes(labels)


class TestScores:
    def test_the_f_measure_of_the_paper(self) -> None:
        assert round(f_measure(35.81, 57.25), 2) == 44.06
        assert f_measure(0.0, 0.0) == 0.0

    def test_worked_by_hand(self) -> None:
        verses = [
            Verse("1", ("",) * 4, "s", tuple("aabb")),
            Verse("2", ("",) * 4, "s", tuple("abab")),
            Verse("3", ("",), "t", ("a",)),  # one line: nothing to find
            Verse("4", ("",) * 2, "t"),  # no gold
        ]
        found = score_schemes(verses, [scheme("aabb"), scheme("aaab"), scheme("a"), scheme("aa")])
        assert (found.precision, found.recall, found.stanza_accuracy) == (60.0, 75.0, 50.0)
        assert (round(found.f1, 2), found.n, found.pairs, found.intervals) == (66.67, 2, 4, {})

    def test_nothing_found_is_no_division_by_zero(self) -> None:
        found = score_schemes([Verse("1", ("", ""), "", ("a", "a"))], [scheme("ab")])
        assert (found.precision, found.recall, found.f1) == (0.0, 0.0, 0.0)

    def test_intervals_resample_songs(self) -> None:
        verses = [Verse(str(i), ("", ""), f"song {i // 2}", ("a", "a")) for i in range(20)]
        schemes = [scheme("aa" if i % 3 else "ab") for i in range(20)]
        found = score_schemes(verses, schemes, bootstrap=200)
        low, high = found.intervals["recall"]
        assert low < found.recall < high
        assert found == score_schemes(verses, schemes, bootstrap=200)

    def test_nothing_to_score_is_told(self) -> None:
        with pytest.raises(InputError, match="nothing to score"):
            score_schemes([Verse("1", ("a", "b"))], [scheme("ab")])


class TestGold:
    VERSES = (Verse("1", ("a", "b", "c", "d")), Verse("6", ("e", "f")))

    def gold(self, folder: Path, text: str) -> list[tuple[str, ...] | None]:
        path = folder / "gold"
        path.write_text(text, encoding="utf-8")
        return [verse.labels for verse in with_gold(self.VERSES, path)]

    def test_a_scheme_a_line(self, tmp_path: Path) -> None:
        assert self.gold(tmp_path, "ABAB\n\nA A\n") == [tuple("ABAB"), ("A", "A")]
        assert self.gold(tmp_path, "A.A-\nab cd\n") == [("A", "", "A", ""), ("ab", "cd")]
        assert self.gold(tmp_path, "AA*\nA*\n") == [("A0", "A0", "A1", "A1"), ("A0", "A1")]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "is empty"),
            ("ABAB\n", "1 schemes for 2 verses"),
            ("ABA\nAA\n", "a scheme of 3 classes for the 4 lines of verse 1"),
            ('{"stanzas": [{"scheme": ["a"], "lines": ["x"]}]}', "1 verses, expected the 2"),
            ('{"stanzas": [{"lines": ["x"]}, {"lines": ["x"]}]}', "has 1 lines, its twin 1 4"),
            ('{"stanzas": [{"lines": ["1", "2", "3", "4"]}, {"lines": ["x", "y"]}]}', "no rhyme labels"),
        ],
    )
    def test_gold_of_other_verse_is_refused(self, tmp_path: Path, text: str, message: str) -> None:
        with pytest.raises(InputError, match=message):
            self.gold(tmp_path, text)
