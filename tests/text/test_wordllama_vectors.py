"""Static vectors: words cut by merges in the order that was learnt, and vectors that say something."""

from __future__ import annotations

import re

import numpy as np
import pytest

from likewise.errors import MissingPartError
from likewise.installation import install_line
from likewise.text import MergedPieces, StaticVectors, static_vectors, wordllama_vectors
from parts import needs_vectors

IDS = {"▁": 0, "a": 1, "b": 2, "ab": 3, "▁a": 4, "▁ab": 5, "ba": 6}


def test_the_merge_that_was_learnt_first_goes_first() -> None:
    # Worked by hand: "a b" comes before "b a" and before "▁ a", so aba is ▁ ab a, then ▁ab a.
    pieces = MergedPieces(IDS, ["a b", "b a", "▁ a", "▁ ab"])
    assert pieces.of("aba") == (5, 1)
    assert MergedPieces(IDS, ["b a", "a b", "▁ a", "▁ ab"]).of("aba") == (4, 6)
    assert pieces.of("xa") == (0, 1)


def test_a_word_is_the_mean_of_its_pieces_and_one_without_any_is_zero() -> None:
    table = np.zeros((7, 2), np.float32)
    table[5], table[1] = (3, 0), (0, 3)
    vectors = StaticVectors(MergedPieces(IDS, ["a b", "▁ ab"]), table, name="toy")
    rows = vectors.words(["aba", "x", "", "aba"])
    assert rows[0] == pytest.approx([0.5**0.5] * 2)
    assert rows[1:3].tolist() == [[0, 0], [0, 0]]
    assert (rows[0] == rows[3]).all()
    assert vectors.words([]).shape == (0, 2)
    assert vectors.sizes(["ab", "aba", ""]).tolist() == [1, 2, 1]


def test_without_the_package_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordllama_vectors, "static_vectors_folder", lambda: None)
    with pytest.raises(MissingPartError, match=re.escape(install_line("likewise[vectors]"))):
        wordllama_vectors.static_vectors.__wrapped__()


@needs_vectors
def test_like_words_are_near() -> None:
    vectors = static_vectors()
    assert vectors.width == 256
    words = vectors.words(["dog", "puppy", "economy", "economic"])
    like = words @ words.T
    assert min(like[0, 1], like[2, 3]) > max(like[0, 2], like[1, 3]) + 0.1
