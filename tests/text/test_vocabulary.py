"""Many texts as word ids and n-gram ids: stable, exact, and unmoved by odd sizes."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.text import Tokenization, Words, words_of

PLAIN = Tokenization("whitespace")
texts = st.lists(st.text(st.sampled_from("ab é猫.1 "), max_size=14), max_size=6)


def split(words: Words) -> list[list[str]]:
    ids = words.ids.tolist()
    return [[words.vocabulary[i] for i in ids[a:b]] for a, b in pairwise(words.bounds.tolist())]


def test_by_hand() -> None:
    words = words_of(["the cat", "", "the THE dog"], PLAIN)
    assert words.vocabulary == ["the", "cat", "THE", "dog"]
    assert words.ids.tolist() == [0, 1, 0, 2, 3]
    assert words.bounds.tolist() == [0, 2, 2, 5]
    assert words.lengths.tolist() == [2, 0, 3]
    assert words.distinct == 4


@given(batch=texts, more=texts)
@settings(deadline=None)
def test_ids_are_stable(batch: list[str], more: list[str]) -> None:
    """The same texts give the same ids, and texts added behind leave them alone."""
    first, again = words_of(batch, Tokenization()), words_of(list(batch), Tokenization())
    assert first.ids.tolist() == again.ids.tolist()
    assert first.vocabulary == again.vocabulary
    longer = words_of([*batch, *more], Tokenization())
    assert longer.ids[: len(first.ids)].tolist() == first.ids.tolist()
    assert longer.vocabulary[: first.distinct] == first.vocabulary


@given(batch=texts, order=st.integers(1, 5))
@settings(deadline=None)
def test_gram_ids_are_equal_if_and_only_if_the_words_are(batch: list[str], order: int) -> None:
    words = words_of(batch, PLAIN)
    grams = words.grams(order)
    assert len(grams.bounds) == len(batch) * order + 1
    seen: dict[int, tuple[str, ...]] = {}
    for place, text in enumerate(split(words)):
        for n in range(1, order + 1):
            own = list(dict.fromkeys(tuple(text[i : i + n]) for i in range(len(text) - n + 1)))
            span = slice(grams.bounds[place * order + n - 1], grams.bounds[place * order + n])
            ids = grams.ids[span].tolist()
            assert len(ids) == len(own)
            assert grams.counts[span].sum() == max(len(text) - n + 1, 0)
            for identity, gram in zip(ids, own, strict=True):
                assert seen.setdefault(identity, gram) == gram
    assert len(set(seen.values())) == len(seen)
    assert all(identity < grams.distinct for identity in seen)


@given(batch=texts, data=st.data())
@settings(deadline=None)
def test_selected_texts_keep_their_words(batch: list[str], data: st.DataObject) -> None:
    words = words_of(batch, PLAIN)
    chosen = data.draw(st.lists(st.integers(0, len(batch) - 1), max_size=8)) if batch else []
    part = words.select(np.array(chosen, np.int64))
    everything = split(words)
    assert split(part) == [everything[i] for i in chosen]
    assert part.vocabulary == words.vocabulary


@given(batch=texts)
@settings(deadline=None)
def test_repeated_pairs(batch: list[str]) -> None:
    words = words_of(batch, PLAIN)
    expected = [len(set(pairwise(text))) < len(list(pairwise(text))) for text in split(words)]
    assert words.repeats_pairs.tolist() == expected


@pytest.mark.parametrize("name", ["13a", "whitespace", "words", "intl", "zh", "char"])
def test_no_texts(name: str) -> None:
    words = words_of([], Tokenization(name))
    assert words.ids.tolist() == []
    assert words.bounds.tolist() == [0]
    assert words.vocabulary == []
    grams = words.grams(4)
    assert (grams.ids.tolist(), grams.bounds.tolist(), grams.distinct) == ([], [0], 0)


@pytest.mark.parametrize("name", ["13a", "whitespace", "words", "intl", "zh", "char"])
def test_texts_of_blanks_alone(name: str) -> None:
    words = words_of(["", " ", "\t\r\n\x0b\x0c", "\u00a0\u3000\u2028", "\x1c\x1f"], Tokenization(name))
    assert words.lengths.tolist() == [0] * 5
    assert words.vocabulary == []
    assert words.grams(3).bounds.tolist() == [0] * 16


def test_a_text_of_two_hundred_thousand_words() -> None:
    rng = np.random.default_rng(1)
    own = [f"w{n}" for n in rng.integers(0, 50_000, 200_000)]
    words = words_of([" ".join(own), "w1"], PLAIN)
    assert split(words) == [own, ["w1"]]
    grams = words.grams(4)
    for n in range(1, 5):
        distinct = set(zip(*(own[i:] for i in range(n)), strict=False))
        assert grams.bounds[n] - grams.bounds[n - 1] == len(distinct)
    assert int(grams.counts[: grams.bounds[1]].sum()) == 200_000


@pytest.mark.parametrize("name", ["13a", "whitespace", "words", "intl", "char"])
def test_half_a_character_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="lone surrogate") as caught:
        words_of(["fine", "not \ud800 fine"], Tokenization(name))
    assert "\\ud800" in str(caught.value)
