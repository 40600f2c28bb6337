"""Extraction worked by hand: consistent pairs, relative frequencies, lexical weights, pruning."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.text.vocabulary import Tokenization
from likewise.transduce.align import Alignment, Lexicon
from likewise.transduce.bitext import Bitext
from likewise.transduce.phrases import PhraseTable, extract_phrases

SPLIT = Tokenization("whitespace")
GRID = ("gestern hat der hund gut geschlafen", "the dog slept well yesterday", "0-4 1-2 2-0 3-1 4-3 5-2")


def table_of(*rows: tuple[str, str, str], **settings: float) -> PhraseTable:
    bitext = Bitext.of([(source, target) for source, target, _ in rows], SPLIT)
    alignment = Alignment.of(links for _, _, links in rows)
    both = Lexicon.uniform(bitext), Lexicon.uniform(bitext.swapped())
    return extract_phrases(bitext, alignment, *both, **settings)  # type: ignore[arg-type]


def pairs_of(table: PhraseTable) -> set[tuple[str, str]]:
    numbers = range(len(table.rows) - 1)
    return {(o.source, o.target) for p in numbers for o in table.options(table.source_phrase(p))}


def test_a_grid_worked_by_hand() -> None:
    assert pairs_of(table_of(GRID)) == {
        ("gestern", "yesterday"),
        ("der", "the"),
        ("hund", "dog"),
        ("der hund", "the dog"),
        ("gut", "well"),
        # "hat .. geschlafen" is one verb: a phrase with one half of it needs the other.
        ("hat der hund gut geschlafen", "the dog slept well"),
        ("gestern hat der hund gut geschlafen", "the dog slept well yesterday"),
    }


def test_no_phrase_is_longer_than_allowed() -> None:
    assert pairs_of(table_of(GRID, longest=2)) == {
        ("gestern", "yesterday"), ("der", "the"), ("hund", "dog"), ("der hund", "the dog"), ("gut", "well"),
    }  # fmt: skip
    assert ("der hund", "the dog") not in pairs_of(table_of(GRID, longest=1))


def test_unlinked_words_join_at_the_edges() -> None:
    assert pairs_of(table_of(("hund schläft", "dog is asleep", "0-0 1-2"))) == {
        ("hund", "dog"),
        ("hund", "dog is"),
        ("schläft", "asleep"),
        ("schläft", "is asleep"),
        ("hund schläft", "dog is asleep"),
    }
    # On the source side too, and never alone.
    assert pairs_of(table_of(("ja hund", "dog", "1-0"))) == {("hund", "dog"), ("ja hund", "dog")}
    assert pairs_of(table_of(("ja hund", "dog", ""))) == set()


def test_relative_frequencies_both_ways() -> None:
    table = table_of(("a", "x", "0-0"), ("a", "x", "0-0"), ("a", "y", "0-0"), ("b", "x", "0-0"))
    first, second = table.options("a")
    assert (first.target, first.count, second.target, second.count) == ("x", 2, "y", 1)
    assert first.scores["phrase"] == pytest.approx(math.log(2 / 3))
    assert first.scores["phrase-inverse"] == pytest.approx(math.log(2 / 3))
    assert second.scores["phrase"] == pytest.approx(math.log(1 / 3))
    assert second.scores["phrase-inverse"] == pytest.approx(0.0)


def test_lexical_weights_by_hand() -> None:
    bitext = Bitext.of([("a b", "x y z")], SPLIT)
    alignment = Alignment.of(["0-0 0-1 1-1"])
    # Rows of NULL, a, b over x, y, z; and of NULL, x, y, z over a, b.
    forward = replace(
        Lexicon.uniform(bitext),
        probabilities=np.array([0.2, 0.3, 0.5, 0.6, 0.3, 0.1, 0.2, 0.7, 0.1], np.float32),
    )
    backward = replace(
        Lexicon.uniform(bitext.swapped()),
        probabilities=np.array([0.5, 0.5, 0.8, 0.2, 0.4, 0.6, 0.9, 0.1], np.float32),
    )
    table = extract_phrases(bitext, alignment, forward, backward)
    scores = {o.target: o.scores for o in table.options("a b")}
    # x from a; y from the mean of a and b; z has no link and comes from NULL.
    assert scores["x y"]["lexical"] == pytest.approx(math.log(0.6 * (0.3 + 0.7) / 2))
    assert scores["x y z"]["lexical"] == pytest.approx(math.log(0.6 * 0.5 * 0.5))
    # a from the mean of x and y; b from y.
    assert scores["x y"]["lexical-inverse"] == pytest.approx(math.log((0.8 + 0.4) / 2 * 0.6))


def test_the_best_alignment_of_a_pair_weighs() -> None:
    rows = [("a b", "x y", "0-0 1-1"), ("a b", "x y", "0-1 1-0")]
    bitext = Bitext.of([row[:2] for row in rows], SPLIT)
    lexicon = replace(
        Lexicon.uniform(bitext), probabilities=np.array([0.5, 0.5, 0.9, 0.1, 0.2, 0.8], np.float32)
    )
    table = extract_phrases(
        bitext, Alignment.of(r[2] for r in rows), lexicon, Lexicon.uniform(bitext.swapped())
    )
    (whole,) = table.options("a b")
    assert whole.count == 2
    assert whole.scores["lexical"] == pytest.approx(math.log(0.9 * 0.8))


def test_words_never_seen_together_weigh_little_but_something() -> None:
    bitext = Bitext.of([("a", "x"), ("b", "y")], SPLIT)
    crossed = replace(Lexicon.uniform(bitext), targets=np.array([0, 1, 1, 0], np.int32))
    table = extract_phrases(bitext, Alignment.of(["0-0", "0-0"]), crossed, Lexicon.uniform(bitext.swapped()))
    assert table.options("a")[0].scores["lexical"] == pytest.approx(math.log(1e-7))


def test_the_likeliest_options_stay_best_first() -> None:
    rows = [("a", word, "0-0") for word in "xxxxyyyzzw"]
    assert [o.target for o in table_of(*rows).options("a")] == ["x", "y", "z", "w"]
    assert [o.target for o in table_of(*rows, options=2).options("a")] == ["x", "y"]
    assert [o.target for o in table_of(*rows, least=0.2).options("a")] == ["x", "y", "z"]
    assert len(table_of(*rows, least=0.0)) == 4
    # What is left keeps the probabilities of the whole.
    assert table_of(*rows, options=1).options("a")[0].scores["phrase"] == pytest.approx(math.log(0.4))


def test_ties_go_to_the_rarer_target_then_to_the_first() -> None:
    rows = [("a", "x", "0-0"), ("a", "y", "0-0"), ("a", "z", "0-0"), ("b", "x", "0-0")]
    assert [o.target for o in table_of(*rows).options("a")] == ["y", "z", "x"]


def test_seldom_long_pairs_may_be_dropped() -> None:
    rows = [("a b c", "x y z", "0-0 1-1 2-2"), ("a b", "x y", "0-0 1-1")]
    assert ("a b c", "x y z") in pairs_of(table_of(*rows))
    kept = pairs_of(table_of(*rows, seldom=2))
    assert ("a b c", "x y z") not in kept
    assert {("a b", "x y"), ("b c", "y z"), ("c", "z")} <= kept


def test_csr_laws() -> None:
    table = table_of(GRID, ("hund schläft", "dog is asleep", "0-0 1-2"), ("der hund", "a dog", "1-1"))
    for bounds, size in (
        (table.rows, len(table)),
        (table.source_bounds, len(table.source_words)),
        (table.target_bounds, len(table.target_words)),
    ):
        assert bounds[0] == 0
        assert bounds[-1] == size
        assert (np.diff(bounds) > 0).all()
    assert len(table.rows) == len(table.source_bounds)
    assert sorted(set(table.targets.tolist())) == list(range(len(table.target_bounds) - 1))
    for p in range(len(table.rows) - 1):
        scores = table.scores[table.rows[p] : table.rows[p + 1], 0]
        assert (np.diff(scores) <= 0).all()
        assert np.exp(scores).sum() <= 1 + 1e-6
    assert (table.scores <= 0).all()


def test_every_option_of_a_whole_table_sums_to_one() -> None:
    table = table_of(GRID, ("hund schläft", "dog is asleep", "0-0 1-2"), least=0.0)
    for p in range(len(table.rows) - 1):
        total = sum(math.exp(o.scores["phrase"]) for o in table.options(table.source_phrase(p)))
        assert total == pytest.approx(1.0)


@pytest.mark.parametrize("pairs", [[], [("", "")], [("a", "")], [("", "x"), ("a b", "x y")]])
def test_little_or_nothing_to_learn_from(pairs: list[tuple[str, str]]) -> None:
    bitext = Bitext.of(pairs, SPLIT)
    alignment = Alignment.of("0-0 1-1" if a and b else "" for a, b in pairs)
    table = extract_phrases(bitext, alignment, Lexicon.uniform(bitext), Lexicon.uniform(bitext.swapped()))
    assert len(table) == (3 if ("a b", "x y") in pairs else 0)
    assert PhraseTable.loads(table.dumps()).dumps() == table.dumps()


def test_lines_of_a_thousand_words() -> None:
    line = " ".join(f"w{i % 50}" for i in range(1000))
    table = table_of((line, line, " ".join(f"{i}-{i}" for i in range(1000))))
    assert [o.count for o in table.options("w7")] == [20]
    assert [o.target for o in table.options("w48 w49 w0")] == ["w48 w49 w0"]


def test_what_does_not_belong_together_is_refused() -> None:
    bitext = Bitext.of([("a b", "x")], SPLIT)
    both = Lexicon.uniform(bitext), Lexicon.uniform(bitext.swapped())
    with pytest.raises(InputError, match="an alignment of 2 pairs for a bitext of 1"):
        extract_phrases(bitext, Alignment.of(["0-0", "0-0"]), *both)
    for links in ("2-0", "0-1"):
        with pytest.raises(InputError, match="pair 0: a link to a word that is not there"):
            extract_phrases(bitext, Alignment.of([links]), *both)
    with pytest.raises(InputError, match="lexicons are not those"):
        extract_phrases(bitext, Alignment.of(["0-0"]), both[1], both[0])
    for settings, message in (({"longest": 0}, "1 to 60 words"), ({"options": 0}, "at least 1")):
        with pytest.raises(InputError, match=message):
            extract_phrases(bitext, Alignment.of(["0-0"]), *both, **settings)
