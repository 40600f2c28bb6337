"""Signed links and cookies: what comes back, and that no letter of one can be changed."""

from __future__ import annotations

import string
import zlib

import pytest

from likewise.studio.web.signed_links import Link, Pass, Visit, sign, unsign

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


def test_what_another_zlib_compressed_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long things are compressed, and not every version of the library writes the same bytes."""
    visit = Visit(7, "rate", "mturk", 2, "3ASSIGN" * 9, "https://www.mturk.com", since=50, expires=100)
    here = sign(SECRET, visit)
    with monkeypatch.context() as patched:
        patched.setattr("itsdangerous.url_safe.zlib.compress", lambda data, at=zlib.compress: at(data, 1))
        there = sign(SECRET, visit)
    assert here != there
    assert unsign(SECRET, there, Visit, now=99) == visit


@pytest.mark.parametrize(
    "text", ["", ".", "a", "a.b.c", "é.ü", "====", sign(SECRET, LINK) + "=", sign(SECRET, LINK) + "."]
)
def test_what_is_no_link_is_refused(text: str) -> None:
    assert unsign(SECRET, text, Link, now=99) is None


BEFORE: dict[str, Link | Pass | Visit] = {
    "WyJMaW5rIiwgImRlc2NyaWJlIiwgIm10dXJrIiwgbnVsbCwgMTAwXQ"
    ".7D_iK-mrDpZ0yOfPWhyDaIaHymsJpcomnoxQQb1-XW0": LINK,
    "WyJMaW5rIiwgImTDqWNyaXJlIiwgInByb2xpZmljIiwgIkExIMO8IiwgOTAwNzE5OTI1NDc0MDk5Ml0"
    ".c6MOfSlHaGuZb7ZShKH8_kotPUBDWmh6s4BPxzBsspY": Link("décrire", "prolific", "A1 ü", expires=2**53),
    "WyJQYXNzIiwgNywgInJhdGUiLCAxMDBd.S_DCKeLoK2LioA2BQFdbAgTkjODEutV3-DlC_qcLBUI": Pass(7, "rate", 100),
    "WyJWaXNpdCIsIDcsICJyYXRlIiwgIm10dXJrIiwgMiwgIjNBU1NJR04iLCAiaHR0cHM6Ly93d3cubXR1cmsuY29tIiwgNTAsIDEwMF0"
    ".drjgGmvxjOJiUE9hVLl6tEvbk5k0yj5W1ISY7bbOKSE": Visit(
        7, "rate", "mturk", 2, "3ASSIGN", "https://www.mturk.com", since=50, expires=100
    ),
}
"""What version 0.1.0 handed out, signed with the secret of the tests."""


@pytest.mark.parametrize("text", BEFORE)
def test_links_of_the_version_before_go_on_working_until_they_end(text: str) -> None:
    thing = BEFORE[text]
    assert unsign(SECRET, text, type(thing), now=99) == thing
    assert unsign(SECRET, text, type(thing), now=thing.expires) is None
    assert unsign(SECRET, text, Link if type(thing) is Pass else Pass, now=99) is None
    assert unsign(b"another", text, type(thing), now=99) is None
    letters = string.ascii_letters + string.digits + "-_.="
    for place in range(len(text)):
        for other in letters.replace(text[place], ""):
            assert unsign(SECRET, text[:place] + other + text[place + 1 :], type(thing), now=99) is None
    assert unsign(SECRET, text + "=", type(thing), now=99) is None
