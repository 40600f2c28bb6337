"""Stems: the original Porter algorithm, its successor, other languages."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, strategies as st

from likewise.errors import InputError
from likewise.text.stems import algorithms, stem, stemmer

# Worked examples of the steps in Porter (1980).
PORTER = {
    "caresses": "caress",
    "ponies": "poni",
    "cats": "cat",
    "agreed": "agre",
    "plastered": "plaster",
    "motoring": "motor",
    "hopping": "hop",
    "happy": "happi",
    "relational": "relat",
    "vietnamization": "vietnam",
    "electriciti": "electr",
    "adjustment": "adjust",
    "probate": "probat",
    "controll": "control",
}


@pytest.mark.parametrize(("word", "expected"), PORTER.items())
def test_porter_examples(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_inflections_of_the_papers_verb_share_a_stem() -> None:
    assert {stem(word) for word in ("killed", "killing", "kills", "KILLED")} == {"kill"}


def test_porter_and_porter2_differ() -> None:
    assert stem("possibly", "porter") == "possibli"
    assert stem("possibly", "english") == "possibl"


def test_other_languages() -> None:
    assert stem("laufende", "german") == "laufend"
    assert {"porter", "english", "german", "french", "russian"} <= set(algorithms())
    assert list(algorithms()) == sorted(algorithms())


def test_a_stemmer_is_made_once() -> None:
    assert stemmer("porter") is stemmer("porter")


def test_unknown_algorithm_names_the_choices() -> None:
    with pytest.raises(InputError, match=r"'klingon'.*expected one of: arabic, .*porter") as caught:
        stem("word", "klingon")
    assert caught.value.field == "stemmer"


def test_threads_do_not_disturb_each_other() -> None:
    starts = [a + b for a in "bcdfghklmnprst" for b in "aeiou"]
    words = [start + end for start in starts for end in ("tting", "tional", "tiveness", "nied")]
    alone, shared = stemmer.__wrapped__("porter"), stemmer.__wrapped__("porter")
    expected = {word: alone(word) for word in words}
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert dict(zip(words, pool.map(shared, words), strict=True)) == expected
    finally:
        sys.setswitchinterval(usual)


@given(st.text(max_size=20))
def test_any_text_has_a_stem(word: str) -> None:
    assert isinstance(stem(word), str)
    assert stem(word) == stem(word.lower())
