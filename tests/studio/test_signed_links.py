"""Signed links and cookies: what comes back, and that no letter of one can be changed."""

from __future__ import annotations

import string

import pytest

from likewise.studio.web.signed_links import Link, Pass, sign, unsign

SECRET = b"a secret of the tests"
LINK = Link("describe", "mturk", None, expires=100)


def test_what_was_signed_comes_back_until_its_time_is_over() -> None:
    assert unsign(SECRET, sign(SECRET, LINK), Link, now=99) == LINK
    assert unsign(SECRET, sign(SECRET, LINK), Link, now=100) is None
    assert unsign(SECRET, sign(SECRET, LINK), Pass, now=99) is None
    assert unsign(b"another", sign(SECRET, LINK), Link, now=99) is None


def test_no_letter_can_be_changed() -> None:
    """Not even in the last bits of a part, which base64 does not read."""
    text = sign(SECRET, LINK)
    letters = string.ascii_letters + string.digits + "-_."
    for place, letter in enumerate(text):
        for other in letters.replace(letter, ""):
            assert unsign(SECRET, text[:place] + other + text[place + 1 :], Link, now=99) is None


@pytest.mark.parametrize(
    "text", ["", ".", "a", "a.b.c", "é.ü", "====", sign(SECRET, LINK) + "=", sign(SECRET, LINK) + "."]
)
def test_what_is_no_link_is_refused(text: str) -> None:
    assert unsign(SECRET, text, Link, now=99) is None
