"""The noisy channel: every number of the paper's example (Tables 2 to 6), and its laws."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given, settings, strategies as st

from likewise.ask.translation import HitTable, language_score, translation_shares, weigh_combinations
from likewise.ask.translation.noisy_channel import best_products
from likewise.errors import InputError

SHRUB, BUSH, LEAVE, LEAF, IRAQ = "灌木", "布什", "离开", "叶子", "伊拉克"
SOURCES = ["Bush", "leaves", "Iraq"]
CANDIDATES = [[SHRUB, BUSH], [LEAVE, LEAF], [IRAQ]]
PAGES = HitTable(
    single={SHRUB: 428_000, BUSH: 459_000, LEAVE: 1_490_000, LEAF: 1_100_000, IRAQ: 9_590_000},
    joint={
        (SHRUB, LEAVE, IRAQ): 1200,
        (SHRUB, LEAF, IRAQ): 455,
        (BUSH, LEAVE, IRAQ): 17_300,
        (BUSH, LEAF, IRAQ): 2410,
    },
    pairs={
        ("Bush", SHRUB): 3790,
        ("Bush", BUSH): 41_100,
        ("leaves", LEAVE): 5780,
        ("leaves", LEAF): 7240,
        ("Iraq", IRAQ): 24_500,
    },
)
PRINTED = {
    (SHRUB, LEAVE, IRAQ): ("0.215615", "2.1562e-01", "1.0428e-04", "2.2483e-05"),
    (SHRUB, LEAF, IRAQ): ("0.221219", "2.2122e-01", "4.0925e-05", "9.0533e-06"),
    (BUSH, LEAVE, IRAQ): ("0.277970", "2.7797e-01", "1.4993e-03", "4.1675e-04"),
    (BUSH, LEAF, IRAQ): ("0.285195", "2.8520e-01", "2.1616e-04", "6.1649e-05"),
}


def test_every_number_that_the_paper_prints() -> None:
    result = weigh_combinations(SOURCES, CANDIDATES, PAGES)
    assert result.window == 0
    assert {
        one.texts: (
            f"{one.translation:.6f}",
            f"{one.translation:.4e}",
            f"{one.language_model:.4e}",
            f"{one.overall:.4e}",
        )
        for one in result.combinations
    } == PRINTED


def test_the_translation_model_alone_would_choose_the_leaf() -> None:
    result = weigh_combinations(SOURCES, CANDIDATES, PAGES)
    assert max(result.combinations, key=lambda one: one.translation).texts == (BUSH, LEAF, IRAQ)
    assert result.combinations[0].texts == (BUSH, LEAVE, IRAQ)


def test_plain_logs_give_other_digits() -> None:
    plain = math.log(3790) / math.log(3790 * 41_100) * math.log(5780) / math.log(5780 * 7240)
    assert f"{plain:.6f}" == "0.215607"


def test_late_pruning_leaves_the_rest_without_a_language_model() -> None:
    result = weigh_combinations(SOURCES, CANDIDATES, PAGES, kept=2)
    assert [one.texts for one in result.combinations] == [(BUSH, LEAVE, IRAQ), (BUSH, LEAF, IRAQ)]


def test_unseen_pairs_keep_a_share() -> None:
    assert translation_shares("x", ["a", "b"], HitTable()) == [0.5, 0.5]
    assert translation_shares("x", ["a"], HitTable()) == [1.0]


def test_one_keyword_is_weighed_by_translation_alone() -> None:
    result = weigh_combinations(["Bush"], [[SHRUB, BUSH]], PAGES)
    assert [one.language_model for one in result.combinations] == [1.0, 1.0]
    assert result.combinations[0].texts == (BUSH,)


def test_a_target_that_stands_twice_counts_twice_in_the_sum() -> None:
    pages = HitTable(single={"a": 10, "b": 6}, joint={("a", "b"): 4})
    assert language_score(["a", "b", "a"], pages) == 4 / 26
    assert language_score(["a", "a"], pages) == 10 / 20


def test_windows_are_used_where_no_combination_stands_together() -> None:
    pages = HitTable(
        single={"a": 5, "b": 5, "c": 5, "d": 5}, joint={("a", "b"): 2, ("b", "c"): 1, ("a", "d"): 3}
    )
    result = weigh_combinations("abc", [["a"], ["b", "d"], ["c"]], pages)
    assert result.window == 2
    by_texts = {one.texts: one.language_model for one in result.combinations}
    # The other one has a window that nobody wrote: its product is 0, at the same width.
    assert by_texts == pytest.approx({("a", "b", "c"): 2 / 10 * 1 / 10, ("a", "d", "c"): 0.0})


def test_the_floor_is_one_word_a_window() -> None:
    result = weigh_combinations("ab", [["x", "y"], ["z"]], HitTable(pairs={("a", "y"): 9}))
    assert result.window == 1
    assert [one.language_model for one in result.combinations] == [1.0, 1.0]
    assert result.combinations[0].texts == ("y", "z")


def test_pages_of_the_collection_decide_where_they_are_given() -> None:
    own = HitTable(single={SHRUB: 2, BUSH: 9, LEAF: 3, LEAVE: 3, IRAQ: 3}, joint={(BUSH, LEAF, IRAQ): 1})
    result = weigh_combinations(SOURCES, CANDIDATES, PAGES, language=own)
    assert result.combinations[0].texts == (BUSH, LEAF, IRAQ)


def test_wrong_settings_are_told() -> None:
    with pytest.raises(InputError, match="2 keywords with candidates for 1"):
        weigh_combinations("ab", [["a"]], HitTable())
    with pytest.raises(InputError, match="field 'kept': expected 1 or more"):
        weigh_combinations("a", [["a"]], HitTable(), kept=0)
    assert weigh_combinations([], [], HitTable()).combinations == ()


shares = st.lists(st.lists(st.floats(0.01, 1), min_size=1, max_size=4), min_size=1, max_size=4)


@settings(max_examples=60, deadline=None)
@given(shares)
def test_the_best_products_come_first_and_all_come(rows: list[list[float]]) -> None:
    found = list(best_products(rows))
    every = itertools.product(*(range(len(row)) for row in rows))
    assert {places for _, places in found} == set(every)
    products = [product for product, _ in found]
    assert products == sorted(products, reverse=True)
    for product, places in found:
        assert product == pytest.approx(math.prod(row[n] for row, n in zip(rows, places, strict=True)))


def test_a_huge_product_is_not_enumerated() -> None:
    rows = [[0.5, 0.3, 0.2]] * 40
    best = list(itertools.islice(best_products(rows), 50))
    assert len(best) == 50
    assert best[0][1] == (0,) * 40


def test_a_keyword_without_candidates_has_no_product() -> None:
    assert list(best_products([[0.5], []])) == []
