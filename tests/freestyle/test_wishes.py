"""Wishes: checked before the search, kept afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from likewise.errors import InputError
from likewise.freestyle import Wishes
from likewise.freestyle.profanity import is_profane


def test_they_are_met_or_not() -> None:
    wishes = Wishes.of(end="Sea!", words=(3, 4), require=["the"], ban=["rain"])
    assert wishes.met_by(["down", "to", "the", "sea"])
    for text in ("the rain the sea", "to the sea or so", "the sea", "i go to see", "down by our sea", ""):
        assert not wishes.met_by(text.split())
    assert Wishes().met_by(["any"])


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"end": "two words"}, "field 'end': expected one word, found 'two words'"),
        ({"end": ""}, "field 'end': expected one word, found ''"),
        ({"require": ["a b"]}, "field 'require': expected one word"),
        (
            {"words": (5, 3)},
            "field 'words': expected a least and a most number of words from 1 to 40, found 5-3",
        ),
        ({"words": (0, 3)}, "found 0-3"),
        ({"end": "sea", "ban": ["SEA"]}, "'sea' is both banned and asked for"),
        ({"require": ["a", "b"], "end": "c", "words": (1, 2)}, "more words are asked for than the 2"),
    ],
)
def test_what_cannot_be_is_refused(wishes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Wishes.of(**wishes)


def test_the_list_of_profanity_is_kept_as_hashes() -> None:
    for word in (
        "class",
        "assess",
        "grass",
        "cocktail",
        "dickens",
        "shiitake",
        "scunthorpe",
        "hello",
        "night",
    ):
        assert not is_profane(word), word
    # Spelt backwards here, so that nobody has to read them.
    for word in ("tihs", "kcuf", "gnikcuf", "sehctib", "nmad", "edrem", "niatup"):
        assert is_profane(word[::-1]), word
    assert not Wishes.of(clean=True).met_by(["what", "tihs"[::-1]])
