"""Vectors of sixteen languages in one space: what is asked for, what is kept, and that they say something."""

from __future__ import annotations

import re

import numpy as np
import pytest

from likewise.errors import MissingPartError
from likewise.installation import install_line
from likewise.text import MultilingualEncoder, multilingual_encoder, universal_encoder
from parts import needs_multilingual


def counted(kept: int = 100) -> tuple[MultilingualEncoder, list[list[str]]]:
    """An encoder of two numbers, length and first letter, and what it was asked."""
    asked: list[list[str]] = []

    def encode(texts: list[str]) -> np.ndarray:
        asked.append(texts)
        return np.array([[len(text), ord(text[0])] for text in texts], np.float32)

    return MultilingualEncoder(encode, name="counted", width=2, kept=kept), asked


def test_each_text_is_read_once_and_blanks_never() -> None:
    encoder, asked = counted()
    rows = encoder.sentences(["a b", " ", "c", "a b", ""])
    assert asked == [["a b", "c"]]
    assert rows.tolist() == [[3, 97], [0, 0], [1, 99], [3, 97], [0, 0]]


def test_words_are_remembered_and_the_oldest_forgotten() -> None:
    encoder, asked = counted(kept=2)
    encoder.words(["a", "b"])
    encoder.words(["b", "c"])
    assert encoder.words(["c", "b"]).tolist() == [[1, 99], [1, 98]]
    encoder.words(["a"])
    assert asked == [["a", "b"], ["c"], ["a"]]
    assert encoder.words([]).shape == (0, 2)


def test_without_the_package_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(universal_encoder, "multilingual_folder", lambda: None)
    with pytest.raises(MissingPartError, match=re.escape(install_line("likewise[multilingual]"))):
        universal_encoder.multilingual_encoder.__wrapped__()


@needs_multilingual
def test_translations_are_nearer_than_other_sentences() -> None:
    encoder = multilingual_encoder()
    rows = encoder.sentences(["The dog is asleep.", "狗在睡觉。", "Der Hund schläft.", "Prices rose in May."])
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1.0] * 4, abs=1e-4)
    like = rows @ rows.T
    assert min(like[0, 1], like[0, 2], like[1, 2]) > max(like[0, 3], like[1, 3], like[2, 3]) + 0.2


@needs_multilingual
def test_words_across_languages() -> None:
    encoder = multilingual_encoder()
    words = encoder.words(["dog", "狗", "economy", "经济"])
    like = words @ words.T
    assert min(like[0, 1], like[2, 3]) > max(like[0, 3], like[1, 2])
