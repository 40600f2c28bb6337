"""Lexicons: looked up, pruned, and written as bytes."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from likewise.errors import InputError
from likewise.text.vocabulary import Tokenization
from likewise.transduce.align import Lexicon
from likewise.transduce.bitext import Bitext

PAIRS = [("das Haus", "the house"), ("das Buch", "the book"), ("ein Buch", "a book"), ("", "oh")]


@pytest.fixture
def lexicon() -> Lexicon:
    empty = Lexicon.uniform(Bitext.of(PAIRS, Tokenization("none")))
    return empty.estimated(np.arange(1.0, len(empty) + 1))


def test_uniform_over_words_of_the_same_pairs() -> None:
    lexicon = Lexicon.uniform(Bitext.of(PAIRS, Tokenization("none")))
    assert lexicon.best("Haus") == [("the", 0.5), ("house", 0.5)]
    assert lexicon.best("das", 1) == [("the", pytest.approx(1 / 3))]
    assert [word for word, _ in lexicon.best(None)] == ["the", "house", "book", "a", "oh"]


def test_looking_up(lexicon: Lexicon) -> None:
    # Entries are NULL: the house book a oh; das: the house book; Haus: the house; ...
    assert lexicon.probability(None, "oh") == pytest.approx(5 / 15)
    assert lexicon.probability("das", "book") == pytest.approx(8 / 21)
    assert lexicon.best("das", 2) == [("book", pytest.approx(8 / 21)), ("house", pytest.approx(7 / 21))]
    targets, probabilities = lexicon.row("Haus")
    assert [lexicon.target.vocabulary[t] for t in targets] == ["the", "house"]
    np.testing.assert_allclose(probabilities, [9 / 19, 10 / 19], rtol=1e-6)
    assert lexicon.totals[:3].tolist() == [15, 21, 19]


def test_words_that_are_not_there(lexicon: Lexicon) -> None:
    assert lexicon.probability("das", "a") == 0.0
    assert lexicon.probability("das", "zebra") == lexicon.probability("zebra", "the") == 0.0
    assert lexicon.best("zebra") == []
    assert len(lexicon.row("zebra")[0]) == 0


WORDS = ["das", "Haus", "Buch", "ein", "zebra"]
TARGETS = ["the", "house", "book", "a", "oh", "zebra"]


@given(st.lists(st.sampled_from([None, *WORDS]), max_size=9), st.lists(st.sampled_from(TARGETS), max_size=9))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_matrix_is_what_one_by_one_gives(
    lexicon: Lexicon, sources: list[str | None], targets: list[str]
) -> None:
    matrix = lexicon.matrix(sources, targets)
    assert matrix.shape == (len(sources), len(targets))
    assert matrix.tolist() == [[lexicon.probability(s, t) for t in targets] for s in sources]


@given(st.lists(st.tuples(*(st.lists(st.sampled_from(w), max_size=6) for w in (WORDS, TARGETS))), max_size=6))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_matrices_of_many_pairs(lexicon: Lexicon, pairs: list[tuple[list[str], list[str]]]) -> None:
    lines = [(" ".join(source), " ".join(target)) for source, target in pairs]
    matrices = lexicon.matrices(Bitext.of(lines, Tokenization("none")))
    assert len(matrices) == len(pairs)
    for matrix, (source, target) in zip(matrices, pairs, strict=True):
        np.testing.assert_array_equal(matrix, lexicon.matrix(source, target))


def test_pruning_keeps_the_likeliest_and_sums_to_one(lexicon: Lexicon) -> None:
    pruned = lexicon.prune(0.3)
    assert pruned.best("das") == [("book", pytest.approx(8 / 15)), ("house", pytest.approx(7 / 15))]
    alone = lexicon.prune(1.0)
    assert len(alone) == 5
    assert alone.best("Haus") == [("house", 1.0)]
    assert lexicon.prune(0.0).dumps() == lexicon.dumps()


def test_bytes_out_are_bytes_in(lexicon: Lexicon) -> None:
    data = lexicon.dumps()
    again = Lexicon.loads(data)
    assert again.dumps() == data
    assert again.best("das", 1) == lexicon.best("das", 1)
    for name in ("starts", "targets", "probabilities", "totals"):
        one, other = getattr(lexicon, name), getattr(again, name)
        assert np.array_equal(one, other)
        assert one.dtype == other.dtype
        assert other.flags.writeable
    nothing = Lexicon.uniform(Bitext.of([], Tokenization("none")))
    assert Lexicon.loads(nothing.dumps()).dumps() == nothing.dumps()


def test_damaged_bytes_are_refused_in_one_line(lexicon: Lexicon) -> None:
    data = lexicon.dumps()
    for bad in (b"", b"\n", b"[1]\n", b'{"kind": "lexicon"}\n', b"\xff\xfe\n", data[:40]):
        with pytest.raises(InputError, match="is no lexicon"):
            Lexicon.loads(bad)
    for bad in (data[:-1], data + b"x"):
        with pytest.raises(InputError, match=r"m.bin: is a damaged lexicon: it is shorter or longer"):
            Lexicon.loads(bad, file="m.bin")
    head, body = data.split(b"\n", 1)
    with pytest.raises(InputError, match="this version"):
        Lexicon.loads(json.dumps({**json.loads(head), "format": 2}).encode() + b"\n" + body)


@pytest.mark.parametrize("place", ["starts", "targets", "probabilities"])
def test_parts_that_do_not_fit_are_refused(lexicon: Lexicon, place: str) -> None:
    array = getattr(lexicon, place)
    array[-1] = np.nan if place == "probabilities" else array[-1] + 9
    with pytest.raises(InputError, match="do not fit together"):
        Lexicon.loads(lexicon.dumps())


def test_words_that_are_no_text_are_refused(lexicon: Lexicon) -> None:
    with pytest.raises(InputError, match="do not fit together"):
        Lexicon.loads(lexicon.dumps().replace(b"Haus", b"Hau\xff"))
