"""Which candidates are to be chosen."""

from __future__ import annotations

import numpy as np
import pytest

from likewise.deep import Analysis, Item
from likewise.deep.selection import find_targets, similarity
from likewise.errors import InputError


def test_the_gold_itself_is_the_only_target(items: list[Item], golds: list[Analysis | None]) -> None:
    found = find_targets(items, golds)
    assert found.exact.all()
    assert found.similarity[::2].tolist() == [1.0] * len(items)
    assert found.similarity[1::2].max() < 0.95
    assert found.shares().tolist() == [1.0, 0.0] * len(items)


def test_another_version_of_the_grammar(items: list[Item]) -> None:
    """Punctuation of its own, another root and entry: the same reading is still the closest."""
    text = items[0].text
    newer = items[0].analyses[1].derivation
    newer = newer.replace("root_strict", "root_informal").replace("cat_n1", "cat_n2")
    newer = newer.replace(
        '(w_period_plr 5 6 (it 5 6 ("it.")))', '(hd-pct_c 5 7 (it 5 6 ("it")) (period_pct 6 7 (".")))'
    )
    gold = Analysis(text, newer, items[0].analyses[1].mrs)
    found = find_targets(items[:1], [gold])
    assert not found.exact.any()
    assert found.chosen.tolist() == [False, True]
    # Of 15 labelled brackets on each side one differs (the entry), all else is equal.
    assert found.best[0] == pytest.approx((1 + 28 / 30 + 1) / 3)


def test_ties_share(items: list[Item], golds: list[Analysis | None]) -> None:
    first = items[0]
    twice = Item("t", first.text, (first.analyses[1], first.analyses[1], first.analyses[1]))
    found = find_targets([twice, items[1], Item("none", "x")], [golds[0], None, golds[0]])
    assert found.shares().tolist() == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0, 0])
    assert found.best.tolist()[1:] == [0.0, 0.0]
    assert not found.shares(least=0.99).any()


def test_similarity_by_hand() -> None:
    """Two of three brackets and one of two dependencies."""
    text = "Dogs bark ."
    one = Analysis(text, '(r (a_c 0 2 (dog_n1 0 1 ("dogs")) (bark_v1 1 2 ("bark"))))')
    two = Analysis(text, '(r (b_c 0 2 (dog_n1 0 1 ("dogs")) (bark_v1 1 2 ("bark"))))')
    assert similarity(one, two) == pytest.approx((2 / 3 + 1) / 2)
    assert similarity(one, one) == 1
    assert similarity(one, Analysis(text, mrs="[ TOP: h0 RELS: < > HCONS: < > ]")) == 0


def test_processes_change_nothing(items: list[Item], golds: list[Analysis | None]) -> None:
    many, gold = items * 4, golds * 4
    alone, both = find_targets(many, gold), find_targets(many, gold, processes=2)
    np.testing.assert_array_equal(alone.similarity, both.similarity)


def test_golds_must_match_items(items: list[Item]) -> None:
    with pytest.raises(InputError, match="expected as many"):
        find_targets(items, [])
