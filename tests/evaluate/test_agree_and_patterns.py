"""Tables of scores and paraphrase patterns on records."""

from __future__ import annotations

import json

import pytest

from likewise import data
from likewise.errors import InputError
from likewise.evaluate import agree, dimple
from likewise.evaluate.patterns import intrinsic_against_extrinsic
from likewise.io import ScoreTable
from likewise.io.pairs import SentencePair
from likewise.records import Pattern


def test_the_embedded_table_has_a_cluster_and_an_outsider() -> None:
    row = agree(data.scores()).as_dict()
    assert {"spearman", "epsila", "clusters"} <= row.keys()
    json.dumps(row, allow_nan=False)
    together = next(group for group in row["clusters"] if "bleu" in group)
    assert {"bleu", "chrf"} <= set(together)
    assert "pinc" not in together
    assert "fluency" not in together
    assert row["spearman"]["bleu"]["pinc"] < 0


def test_a_perfect_score_can_be_given_for_some_metrics() -> None:
    rows = ((10, 120), (20, 110), (30, 90))
    assert agree(ScoreTable(("a", "b", "c"), ("bleu", "ter"), rows)).best == (100, 0)
    table = ScoreTable(("a", "b", "c"), ("bleu", "cost"), rows)
    with pytest.raises(InputError, match="cost has values above 100"):
        agree(table)
    found = agree(table, best={"cost": 0})
    assert found.best == (100, 0)
    assert found.spearman[0, 1] == 1
    with pytest.raises(InputError, match="no metric 'tre' in the table"):
        agree(table, best={"tre": 0})
    assert "<svg" in found._repr_html_()


def test_dimple_on_the_embedded_patterns() -> None:
    found = dimple(data.patterns()).as_dict()
    assert found["terms"]["cut up"]["ep"] > 0.9
    assert found["terms"]["cut up"]["dimple"] < 0.3 < found["terms"]["looked at"]["dimple"]
    assert found["mean"]["ep"] == pytest.approx(sum(t["ep"] for t in found["terms"].values()) / 6)
    assert found["ci"]["dimple"][0] < found["mean"]["dimple"] < found["ci"]["dimple"][1]
    assert "ci" not in dimple(data.patterns(), samples=0).as_dict()


def test_what_is_no_pattern_is_named() -> None:
    with pytest.raises(InputError, match=r"row 0 .*expected a likewise.Pattern, found dict"):
        dimple([{"source": "a", "paraphrase": "b", "rank": 1, "labels": [1]}])  # type: ignore[list-item]


def test_intrinsic_against_extrinsic() -> None:
    words = {
        "cut": ["slice", "chop", "carve"],
        "ran": ["sprinted", "jogged", "raced"],
        "saw": ["the", "of", "to"],
    }
    # The assessors liked the useless list best: EP follows them, DIMPLE asks for content words too.
    labels = {"cut": (1, 1), "ran": (1, 0), "saw": (1, 1)}
    sets = [
        [Pattern(term, p, i + 1, labels[term]) for i, p in enumerate(found)] for term, found in words.items()
    ]
    pairs = [
        SentencePair("1", "they cut bread", "they chop bread", True),
        SentencePair("2", "they ran home", "they jogged home", True),
        SentencePair("3", "they saw him", "him they found", True),
        SentencePair("4", "they cut it", "they drop it", True),
    ]
    found = intrinsic_against_extrinsic(sets, pairs, 3)
    assert found.keys() == {"ep", "epr", "dimple"}
    assert found["dimple"].n == 3
    assert found["dimple"].pearson > found["ep"].pearson
