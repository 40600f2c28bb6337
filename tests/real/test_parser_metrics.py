"""Parser metrics on the ERG treebank: agreement with PyDelphin on 1,000 gold items paired with candidates."""

from __future__ import annotations

import warnings
from itertools import islice

import pytest

from likewise.deep import Analysis, Item, load_heads, read_items
from likewise.metrics.parses import FORMATS, METRICS, Parse, score_parse, score_parses
from likewise.metrics.parses.analyses import analysis_parse
from parts import needs_data, real_data

DATA = real_data("erg-treebank")
pytestmark = needs_data("erg-treebank")

COUNT = 1060
BROKEN = "1000002300680"
"""PyDelphin cannot read the gold MRS of this item."""


@pytest.fixture(scope="module")
def items() -> list[Item]:
    found = (item for item in read_items(DATA / "wescience-nbest.jsonl.gz") if item.id != BROKEN)
    return list(islice(found, COUNT))


@pytest.fixture(scope="module")
def golds(items: list[Item]) -> list[Analysis]:
    # Both files have their items in the same order.
    golds = read_items(DATA / "wescience-01-11.jsonl.gz")
    return [next(gold for gold in golds if gold.id == item.id).analyses[0] for item in items]


@pytest.fixture(scope="module")
def pairs(items: list[Item], golds: list[Analysis]) -> list[tuple[Parse, Parse]]:
    """Each gold analysis with a candidate, another one of the list for each item."""
    heads = load_heads(DATA / "rules.hds")
    candidates = [item.analyses[number % len(item.analyses)] for number, item in enumerate(items)]
    return [
        (analysis_parse(gold, heads=heads), analysis_parse(other, heads=heads))
        for gold, other in zip(golds, candidates, strict=True)
    ]


def test_emm_and_led_are_those_of_pydelphin(pairs: list[tuple[Parse, Parse]]) -> None:
    from delphin import edm
    from delphin.eds import from_mrs
    from delphin.mrs import has_unique_intrinsic_variables, is_isomorphic

    compared = 0
    for gold, other in pairs:
        found = score_parse(gold, [other], ["EMM", "LED"])
        assert gold.mrs is not None
        assert other.mrs is not None
        assert found["EMM"] == 100 * is_isomorphic(gold.mrs, other.mrs)
        if not all(has_unique_intrinsic_variables(mrs) for mrs in (gold.mrs, other.mrs)):
            continue  # there EDM depends on the order of a set
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = edm.compute([from_mrs(gold.mrs)], [from_mrs(other.mrs)])
        assert found["LED"] == pytest.approx(100 * expected.fscore)
        compared += 1
    assert compared >= 1000


def test_gold_against_itself_is_perfect_and_candidates_are_between(pairs: list[tuple[Parse, Parse]]) -> None:
    pairs = pairs[:300]
    golds = [gold for gold, _ in pairs]
    itself = score_parses(golds, [[gold] for gold in golds])
    assert itself.metrics == {**dict.fromkeys(METRICS, 100.0), "AXB": 0.0}
    found = score_parses(golds, [[other] for _, other in pairs])
    assert found.missing == 0
    # Another version of the grammar: shapes agree more than names.
    assert 70 < found.metrics["UP"] < 90
    assert found.metrics["LP"] < found.metrics["UP"]
    assert found.metrics["LED"] < found.metrics["UED"] < 90
    assert all(0 <= found.metrics[name] < 100 for name in METRICS if name != "AXB")


def test_both_versions_have_the_same_characters(pairs: list[tuple[Parse, Parse]]) -> None:
    assert [gold.characters for gold, _ in pairs] == [other.characters for _, other in pairs]


def test_candidates_of_one_item_differ_exactly_where_their_derivations_do(items: list[Item]) -> None:
    for item in islice((item for item in items if len(item.analyses) > 1), 100):
        first, *others = item.analyses[:4]
        gold = analysis_parse(first)
        for other in others:
            found = score_parse(gold, [analysis_parse(other)], FORMATS["derivation"])
            # The root condition is no rule.
            alike = first.derivation.partition(" ")[2] == other.derivation.partition(" ")[2]
            assert found["ETM"] == (100 if alike else 0)
            assert (found["LP"] == 100) >= alike
