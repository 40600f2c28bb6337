"""Constraints: what they allow, and what is no constraint."""

from __future__ import annotations

import math

import pytest

from likewise.errors import InputError
from likewise.transduce.itg import LexicalRule
from likewise.transduce.itg.decode import Constraints

ALLOWED = [
    (Constraints(), "", True),
    (Constraints(length=(1, None)), "", False),
    (Constraints(length=(1, 2)), "a b c", False),
    (Constraints(length=(1, 2)), "a b", True),
    (Constraints(banned=["b"]), "a b", False),
    (Constraints(required=["b"]), "a b", True),
    (Constraints(required=["b", "c"]), "a b", False),
    (Constraints(end_words={"b": -1.0}), "b a", True),
    (Constraints(end_words={"b": -1.0}, end_only=True), "b a", False),
    (Constraints(end_words={"b": -1.0}, end_only=True), "a b", True),
    (Constraints(end_words={"b": -1.0}, end_only=True), "", False),
    (Constraints(no_repeated_bigram=True), "a b a c a", True),
    (Constraints(no_repeated_bigram=True), "a b c a b", False),
    (Constraints(no_repeated_bigram=True), "a b b", False),
]


@pytest.mark.parametrize(("asked", "text", "expected"), ALLOWED)
def test_what_they_allow(asked: Constraints, text: str, expected: bool) -> None:
    assert asked.allow(text.split()) == expected


def test_the_bonus_of_the_end() -> None:
    asked = Constraints(end_words={"b": -1.5})
    assert [asked.end_bonus(text.split()) for text in ("a b", "b a", "")] == [-1.5, 0.0, 0.0]


BAD = [
    ({"end_only": True}, "end_only needs end_words"),
    ({"end_words": {"a": math.inf}}, "no finite number"),
    ({"length": (3, 2)}, "least and most"),
    ({"length": (-1, None)}, "least and most"),
    ({"required": list("abcdefghi")}, "at most 8 words"),
    ({"banned": "word"}, "is a string"),
    ({"required": "word"}, "is a string"),
    ({"extra_rules": [LexicalRule((), (), 0.5)]}, "no rule that can be used"),
    ({"extra_rules": [LexicalRule(("a",), ("b",), 0.0)]}, "no rule that can be used"),
]


@pytest.mark.parametrize(("settings", "message"), BAD)
def test_what_is_no_constraint(settings: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Constraints(**settings)
