"""The decoder on small cases worked by hand, on hard lines, on several threads."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.text.vocabulary import Tokenization
from likewise.transduce.align import Alignment, Lexicon
from likewise.transduce.bitext import Bitext
from likewise.transduce.decode import DEFAULTS, Decoder, Search, named_weights, parallel, weight_vector
from likewise.transduce.lm import LanguageModel, train
from likewise.transduce.phrases import PhraseTable, extract_phrases

PAIRS = [
    ("a man plays a guitar", "a man is playing guitar", "0-0 1-1 2-2 2-3 4-4"),
    ("the man sings", "a man is singing", "0-0 1-1 2-2 2-3"),
    ("a woman sings", "the lady is singing", "0-0 1-1 2-2 2-3"),
    ("a woman plays", "the woman is playing", "0-0 1-1 2-2 2-3"),
    ("the man sings", "the guy sings", "0-0 1-1 2-2"),
]


def build(
    pairs: list[tuple[str, str, str]], order: int = 3, shared: bool = True, **settings: float
) -> Decoder:
    bitext = Bitext.of([pair[:2] for pair in pairs], Tokenization("whitespace"), shared=shared)
    table = extract_phrases(
        bitext, Alignment.of(p[2] for p in pairs), Lexicon.uniform(bitext), Lexicon.uniform(bitext.swapped())
    )
    return Decoder(table, train(bitext.target, order=order), **settings)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def decoder() -> Decoder:
    return build(PAIRS)


def best(decoder: Decoder, line: str, **settings: object) -> str:
    return " ".join(decoder.text(decoder.nbest(line.split(), **settings), 0))  # type: ignore[arg-type]


def test_a_sentence_it_has_not_seen(decoder: Decoder) -> None:
    assert best(decoder, "the man plays a guitar") == "a man is playing guitar"


def test_what_a_search_tells(decoder: Decoder) -> None:
    found = decoder.nbest(["the", "man", "sings"], 5)
    assert len(found) == 5 == len(found.scores) == len(found.features)
    first = decoder.output(found, 0)
    assert first.words == ("the", "guy", "sings")
    assert first.score == found.scores[0]
    assert [(use.start, use.end, use.source, use.target) for use in first.phrases] == [
        (0, 3, "the man sings", "the guy sings")
    ]
    assert first.phrases[0].scores == {
        name: first.features[name] for name in ("phrase", "phrase-inverse", "lexical", "lexical-inverse")
    }
    assert first.score == pytest.approx(sum(DEFAULTS[name] * value for name, value in first.features.items()))


def test_copied_n_grams_by_hand() -> None:
    decoder = build([("x y z x y", "x y z q x y", "0-0 1-1 2-2 3-4 4-5")])
    found = decoder.nbest(["x", "y", "z", "x", "y"], 1)
    assert " ".join(decoder.text(found, 0)) == "x y z q x y"
    features = decoder.output(found, 0).features
    # Words x y z . x y; pairs "x y", "y z", "x y"; one triple "x y z"; no quadruple.
    assert [features[f"copied-{n}"] for n in (1, 2, 3, 4)] == [5, 3, 1, 0]


def test_copied_n_grams_run_across_phrases() -> None:
    rows = [(w, w, "0-0") for w in "abcde"]
    decoder = build(rows)
    features = decoder.output(decoder.nbest(["a", "b", "c", "d", "e"]), 0).features
    assert [features[f"copied-{n}"] for n in (1, 2, 3, 4)] == [5, 4, 3, 2]
    assert features["phrases"] == 5


def test_the_price_of_copying_makes_it_say_something_else(decoder: Decoder) -> None:
    plain = best(decoder, "a woman sings")
    priced = best(decoder, "a woman sings", weights=weight_vector({"copied-1": -5.0}))
    assert "woman" in plain or "a" in plain.split() or plain == "the lady is singing"
    assert priced == "the lady is singing"


def test_reordering_needs_a_limit() -> None:
    rows = [("b a", "a b", "0-1 1-0"), ("b", "b", "0-0"), ("a", "a", "0-0"), ("c", "c", "0-0")]
    rows += [("x", "c a b", ""), ("x", "c a b", ""), ("x", "c a b", "")]
    weights = {"lm": 2.0, "phrases": 0.0, "distortion": -0.01}
    assert best(build(rows, weights=weights), "b c a") == "b c a"  # type: ignore[arg-type]
    moved = build(rows, weights=weights, limit=3)  # type: ignore[arg-type]
    found = moved.nbest(["b", "c", "a"])
    assert moved.text(found, 0) == ("c", "a", "b")
    # c: one jumped over; a: none; b: back over three.
    assert moved.output(found, 0).features["distortion"] == 1 + 0 + 3


def test_unknown_words_pass_through(decoder: Decoder) -> None:
    found = decoder.nbest(["the", "zebra", "sings", "zonk", "zonk"], 3)
    for k in range(3):
        output = decoder.output(found, k)
        assert [w for w in output.words if w.startswith("z")] == ["zebra", "zonk", "zonk"]
        assert output.features["unknown"] == 3
        copies = [use for use in output.phrases if use.scores is None]
        assert [(use.source, use.target) for use in copies] == [(w, w) for w in ("zebra", "zonk", "zonk")]
    assert found.unknown == ("zebra", "zonk")


def test_words_of_the_model_s_own_are_no_trap(decoder: Decoder) -> None:
    assert best(decoder, "<s> </s> <unk>") == "<s> </s> <unk>"


def test_a_word_known_only_inside_phrases_is_copied() -> None:
    decoder = build([("a b", "x y", "0-1 1-0 0-0")])
    assert best(decoder, "b") == "b"
    assert best(decoder, "a b") == "x y"


def test_two_vocabularies() -> None:
    decoder = build([("der hund", "the dog", "0-0 1-1")], shared=False)
    found = decoder.nbest(["der", "hund", "hund", "bellt"])
    assert decoder.text(found, 0) == ("the", "dog", "dog", "bellt")
    assert decoder.output(found, 0).features["copied-1"] == 1


def test_a_word_that_only_the_language_model_knows() -> None:
    # "dog" is no word of the table's target side, but a copy of it is no unknown word to the model.
    table = build([("hund", "cat", "0-0")], shared=False).table
    decoder = Decoder(table, train([["dog", "dog"], ["cat"]], order=2))
    found = decoder.nbest(["dog"])
    assert decoder.output(found, 0).features["lm"] == pytest.approx(decoder.lm.score(["dog"]))


def test_chinese() -> None:
    decoder = build([("男人 唱歌", "一个 男人 在 唱歌", "0-0 0-1 1-2 1-3"), ("女人", "女士", "0-0")])
    assert best(decoder, "女人 唱歌") == "女士 在 唱歌"


def test_nothing_to_say(decoder: Decoder) -> None:
    found = decoder.nbest([], 5)
    assert len(found) == 1
    output = decoder.output(found, 0)
    assert output.words == ()
    assert output.phrases == ()
    assert output.features["lm"] == pytest.approx(decoder.lm.score([]))
    assert output.score == pytest.approx(DEFAULTS["lm"] * decoder.lm.score([]))


def test_an_empty_table_copies() -> None:
    decoder = build([("a", "a", "")])
    assert len(decoder.table) == 0
    assert best(decoder, "a b c") == "a b c"


@pytest.mark.parametrize("limit", [0, 4])
def test_long_lines(decoder: Decoder, limit: int) -> None:
    wide = Decoder(decoder.table, decoder.lm, limit=limit, beam=10)
    line = ["the", "man", "plays", "a", "guitar", "and", "a", "woman", "sings"]
    for words in (200, 1000):
        source = (line * 200)[:words]
        found = wide.nbest(source, 3)
        assert len(found) == 3
        output = wide.output(found, 0)
        assert output.score == pytest.approx(sum(DEFAULTS[n] * v for n, v in output.features.items()))
        assert sorted(i for u in output.phrases for i in range(u.start, u.end)) == list(range(words))
        assert 0.9 < len(output.words) / words < 1.4


def test_a_thousand_different_unknown_words(decoder: Decoder) -> None:
    source = [f"z{i}" for i in range(1000)]
    found = decoder.nbest(source, 2)
    assert decoder.text(found, 0) == tuple(source)
    assert len(found) == 1  # there is no other way


def test_one_word_a_thousand_times(decoder: Decoder) -> None:
    assert len(best(decoder, " ".join(["man"] * 1000)).split()) >= 1000


def test_rows_may_be_hidden(decoder: Decoder) -> None:
    skip = np.zeros(len(decoder.table), np.uint8)
    assert best(decoder, "the man sings", skip=skip) == best(decoder, "the man sings")
    for p in range(len(decoder.table.rows) - 1):
        if "sings" in decoder.table.source_phrase(p).split():
            skip[decoder.table.rows[p] : decoder.table.rows[p + 1]] = 1
    assert best(decoder, "the man sings", skip=skip).split()[-1] == "sings"
    assert best(decoder, "the man sings", skip=np.ones(len(skip), bool)) == "the man sings"


def test_weights_may_be_given_for_one_search(decoder: Decoder) -> None:
    wordy = Decoder(decoder.table, decoder.lm, {"words": 3.0})
    line = ["a", "woman", "plays"]
    other = decoder.nbest(line, 4, weight_vector({"words": 3.0}))
    assert other.scores.tolist() == wordy.nbest(line, 4).scores.tolist()


def same(one: Search, other: Search) -> bool:
    return (
        all(
            np.array_equal(getattr(one, name), getattr(other, name))
            for name in ("words", "bounds", "features", "scores", "steps", "step_bounds", "spans", "source")
        )
        and one.unknown == other.unknown
    )


LINES = [
    line.split()
    for line in ("the man sings", "", "a woman plays a guitar", "zebra", "the woman sings and a man plays")
    * 12
]


def test_again_gives_the_same(decoder: Decoder) -> None:
    again = build(PAIRS)
    for line in LINES[:5]:
        assert same(decoder.nbest(line, 10), again.nbest(line, 10))


@pytest.mark.parametrize("workers", [1, 2, 5, None])
def test_many_are_as_one_by_one_and_in_order(decoder: Decoder, workers: int | None) -> None:
    expected = [decoder.nbest(line, 7) for line in LINES]
    found = list(decoder.many(iter(LINES), 7, workers=workers))
    assert len(found) == len(expected)
    assert all(map(same, found, expected))


def test_many_with_other_weights(decoder: Decoder) -> None:
    weights = weight_vector({"words": -1.0})
    (found,) = decoder.many([LINES[0]], 3, weights)
    assert same(found, decoder.nbest(LINES[0], 3, weights))


@pytest.mark.parametrize("workers", [1, 3])
def test_many_read_only_a_little_ahead(decoder: Decoder, workers: int) -> None:
    taken = 0

    def endless() -> Iterator[list[str]]:
        nonlocal taken
        while True:
            taken += 1
            yield ["a", "man"]

    found = decoder.many(endless(), workers=workers)
    assert taken == 0
    for _ in range(5):
        next(found)
    assert 5 <= taken <= 5 + parallel.AHEAD * workers
    del found


def test_an_error_comes_out_where_it_belongs_and_ends_the_threads(decoder: Decoder) -> None:
    before = threading.active_count()
    found = decoder.many([["a"], "no list of words", ["b"]], workers=2)  # type: ignore[list-item]
    assert len(next(found)) == 1
    with pytest.raises(InputError, match="the source is a string"):
        next(found)
    assert threading.active_count() == before


def test_what_makes_no_sense_is_refused(decoder: Decoder) -> None:
    table, lm = decoder.table, decoder.lm
    with pytest.raises(InputError, match="expected a list of words"):
        decoder.nbest("the man")
    with pytest.raises(InputError, match="k must lie between 1"):
        decoder.nbest(["a"], 0)
    with pytest.raises(InputError, match="skip has 1 entries"):
        decoder.nbest(["a"], skip=np.zeros(1, np.uint8))
    with pytest.raises(InputError, match="expected 13 weights"):
        decoder.nbest(["a"], weights=np.zeros(3))
    with pytest.raises(InputError, match="the weight of 'lm' is no finite number"):
        decoder.nbest(["a"], weights=np.where(np.arange(13) == 4, math.nan, 0.0))
    for settings, message in (
        ({"beam": 0}, "beam must lie between 1"),
        ({"limit": -1}, "limit must lie between 0 and 60"),
        ({"limit": 61}, "limit must lie between 0 and 60"),
        ({"per_span": 0}, "per_span must lie between 1"),
        ({"width": 0.0}, "width must be over 0"),
        ({"width": math.nan}, "width must be over 0"),
        ({"weights": {"lmm": 1.0}}, "unknown feature 'lmm'"),
        ({"weights": {"lm": math.inf}}, "the weight of 'lm' is no finite number"),
    ):
        with pytest.raises(InputError, match=message):
            Decoder(table, lm, **settings)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="workers must be at least 1"):
        decoder.many([], workers=0)
    with pytest.raises(InputError, match="up to order 5, not 6"):
        Decoder(table, LanguageModel(lm.vocabulary, lm.levels[:1] * 6))


def test_weights_by_name_and_back() -> None:
    vector = weight_vector({"lm": 0.75})
    assert named_weights(vector) == {**DEFAULTS, "lm": 0.75}
    assert weight_vector(named_weights(vector)).tolist() == vector.tolist()
    assert weight_vector().tolist() == list(DEFAULTS.values())


def test_a_table_from_bytes_decodes_alike(decoder: Decoder) -> None:
    again = Decoder(PhraseTable.loads(decoder.table.dumps()), decoder.lm)
    assert same(again.nbest(LINES[4], 5), decoder.nbest(LINES[4], 5))
