"""Parallel texts: two vocabularies or one, drawn, swapped, selected."""

from __future__ import annotations

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.text.vocabulary import Tokenization, Words, words_of
from likewise.transduce.bitext import Bitext

SPLIT = Tokenization("whitespace")
PAIRS = [("a cat", "the cat sleeps"), ("", "oh"), ("a dog", "")]


def lines(words: Words) -> list[str]:
    spelled = [words.vocabulary[i] for i in words.ids]
    return [" ".join(spelled[a:b]) for a, b in zip(words.bounds[:-1], words.bounds[1:], strict=True)]


@pytest.mark.parametrize("shared", [False, True])
def test_both_sides_spell_what_was_given(shared: bool) -> None:
    bitext = Bitext.of(iter(PAIRS), SPLIT, shared=shared)
    assert len(bitext) == 3
    assert lines(bitext.source) == [a for a, _ in PAIRS]
    assert lines(bitext.target) == [b for _, b in PAIRS]


def test_a_shared_vocabulary_gives_a_word_one_id() -> None:
    apart, shared = Bitext.of(PAIRS, SPLIT), Bitext.of(PAIRS, SPLIT, shared=True)
    assert apart.source.vocabulary == ["a", "cat", "dog"]
    assert apart.target.vocabulary == ["the", "cat", "sleeps", "oh"]
    assert shared.source.vocabulary == shared.target.vocabulary == ["a", "cat", "dog", "the", "sleeps", "oh"]
    assert shared.source.ids[1] == shared.target.ids[1] == 1


def test_the_tokenisation_holds_for_both_sides() -> None:
    bitext = Bitext.of([("A Cat!", "THE cat.")], Tokenization("words", lowercase=True), shared=True)
    assert lines(bitext.source) == ["a cat"]
    assert lines(bitext.target) == ["the cat"]


def test_a_tokenisation_for_each_side() -> None:
    english, chinese = Tokenization("words", lowercase=True), Tokenization("char")
    bitext = Bitext.of([("The cat sleeps.", "猫在睡觉"), ("A dog", "狗")], english, chinese)
    assert lines(bitext.source) == ["the cat sleeps", "a dog"]
    assert lines(bitext.target) == ["猫 在 睡 觉", "狗"]
    assert Bitext.of([("A dog", "狗")], english, chinese).swapped().source.vocabulary == ["狗"]


def test_one_vocabulary_needs_one_tokenisation() -> None:
    with pytest.raises(InputError, match="one tokenisation"):
        Bitext.of(PAIRS, SPLIT, Tokenization("char"), shared=True)
    assert len(Bitext.of(PAIRS, SPLIT, SPLIT, shared=True)) == 3


def test_pairs_drawn_from_one_collection() -> None:
    texts = words_of(["a b", "c", "d e f"], SPLIT)
    bitext = Bitext.drawn(texts, np.array([0, 0, 2]), np.array([1, 2, 0]))
    assert lines(bitext.source) == ["a b", "a b", "d e f"]
    assert lines(bitext.target) == ["c", "d e f", "a b"]


def test_swapped_and_selected() -> None:
    bitext = Bitext.of(PAIRS, SPLIT)
    assert lines(bitext.swapped().source) == [b for _, b in PAIRS]
    assert bitext.swapped().swapped() == bitext
    chosen = bitext.select(np.array([2, 0, 0]))
    assert lines(chosen.source) == ["a dog", "a cat", "a cat"]
    assert lines(chosen.target) == ["", "the cat sleeps", "the cat sleeps"]
    assert chosen.target.vocabulary == bitext.target.vocabulary


def test_sides_of_different_length_are_refused() -> None:
    with pytest.raises(InputError, match="differ in length: 1 and 2 texts"):
        Bitext(words_of(["a"], SPLIT), words_of(["a", "b"], SPLIT))


def test_nothing() -> None:
    bitext = Bitext.of([], SPLIT)
    assert len(bitext) == 0
    assert len(bitext.swapped()) == 0
