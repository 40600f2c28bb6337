"""Normalisation: only when asked for, and then exactly Unicode's forms, along both roads to words."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.text import Tokenization, words_of
from likewise.text.normalisation import FORMS, normaliser

ANGSTROM = "A\u030a"


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("nfc", "\u00c5 \ufb01"),
        ("nfd", f"{ANGSTROM} \ufb01"),
        ("nfkc", "\u00c5 fi"),
        ("nfkd", f"{ANGSTROM} fi"),
    ],
)
def test_forms(form: str, expected: str) -> None:
    normalise = normaliser(form)
    assert normalise is not None
    assert normalise("\u212b \ufb01") == expected
    assert Tokenization("whitespace", normalise=form).words("\u212b \ufb01") == expected.split()


def test_nothing_is_normalised_unasked() -> None:
    assert normaliser("none") is None
    assert words_of(["\u212b \u00c5 A\u030a"], Tokenization("whitespace")).ids.tolist() == [0, 1, 2]
    assert (
        words_of(["\u212b \u00c5 A\u030a"], Tokenization("whitespace", normalise="nfc")).ids.tolist()
        == [0] * 3
    )


@pytest.mark.parametrize("form", [form for form in FORMS if form != "none"])
@given(batch=st.lists(st.text(max_size=12), max_size=4))
@settings(max_examples=40, deadline=None)
def test_normalised_before_all_else(form: str, batch: list[str]) -> None:
    tokenization = Tokenization("13a", lowercase=True, normalise=form)
    by_hand = [unicodedata.normalize(form.upper(), text) for text in batch]
    expected = [Tokenization("13a", lowercase=True).words(text) for text in by_hand]
    assert [tokenization.words(text) for text in batch] == expected
    words = words_of(batch, tokenization)
    assert [words.vocabulary[i] for i in words.ids] == [word for text in expected for word in text]


@pytest.mark.parametrize("form", ["NFC", "", "nfx"])
def test_unknown_form_names_the_choices(form: str) -> None:
    with pytest.raises(InputError, match="none, nfc, nfd, nfkc, nfkd"):
        normaliser(form)
    with pytest.raises(InputError, match="unknown normalisation"):
        words_of(["a"], Tokenization(normalise=form))
