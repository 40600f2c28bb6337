"""The kept form of a text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, strategies as st

from likewise.collect.tasks.clean_text import clean, has_words, language_name, same_wording
from likewise.errors import InputError

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
# Text that is likely to hold what the rules are about.
NASTY = st.text(
    st.sampled_from("ab é́\t\n\r\x00\x1f\x7f\x85\x9f\u200b\u200d\u2028\ufeff\ufffe中अ्" + BIDI)
    | st.characters()
)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  A man runs. \n", "A man runs."),
        ("a\tb", "a b"),
        ("cafe\u0301", "café"),
        ("\u202eevil\u202c", "evil"),
        ("\u200fשלום\u200f", "שלום"),
        ("\ufeffA dog.", "A dog."),
        ("می‌خواهم", "می‌خواهم"),  # the joiner stays
        ("क्‍ष", "क्‍ष"),
        ("👩‍🍳", "👩‍🍳"),
        ("猫が走る。", "猫が走る。"),
        ("\u200b\u200b", ""),  # nothing to be seen
        (" \u3000\u00a0 ", ""),
        ("<b>&amp;</b>", "<b>&amp;</b>"),  # escaping is the page's work
    ],
)
def test_kept_forms(text: str, kept: str) -> None:
    assert clean(text, "text", 500) == kept


@pytest.mark.parametrize("bad", ["\x00", "\x01", "\x08", "\x1b", "\x1f", "\x7f", "\x80", "\x9f"])
def test_control_characters_are_refused(bad: str) -> None:
    with pytest.raises(InputError, match="control character") as caught:
        clean(f"a{bad}b", "text", 500)
    assert caught.value.field == "text"


@pytest.mark.parametrize("bad", ["\udfff", "\ufffe", "\uffff", "\ufdd0", "\U0010ffff"])
def test_what_is_no_character_is_refused(bad: str) -> None:
    with pytest.raises(InputError, match="no character"):
        clean(f"a{bad}", "text", 500)


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r", "\u2028", "\u2029", "\x85", "\x0b", "\x0c"])
def test_lines(line_break: str) -> None:
    with pytest.raises(InputError, match="one line"):
        clean(f"one{line_break}two", "text", 500)
    assert clean(f"one{line_break}two", "text", 500, lines=True) == "one\ntwo"


def test_length_is_counted_after_normalisation() -> None:
    assert len(clean("e\u0301" * 500, "text", 500)) == 500
    for text in ("x" * 501, "x" * 10**6):
        with pytest.raises(InputError, match="at most 500"):
            clean(text, "text", 500)


@pytest.mark.parametrize("value", [None, 3, True, ["a"], {"a": 1}, b"bytes"])
def test_only_text_is_text(value: object) -> None:
    with pytest.raises(InputError, match="expected a text"):
        clean(value, "text", 500)


@given(NASTY, st.booleans())
def test_cleaning_is_idempotent_and_leaves_nothing_harmful(text: str, lines: bool) -> None:
    try:
        kept = clean(text, "text", 100, lines=lines)
    except InputError:
        return
    assert clean(kept, "text", 100, lines=lines) == kept
    assert unicodedata.is_normalized("NFC", kept)
    assert kept == kept.strip()
    allowed = "\n" if lines else ""
    assert not [c for c in kept if unicodedata.category(c) in ("Cc", "Cs") and c not in allowed]
    assert not set(kept) & set(BIDI + "\ufeff")


def test_words() -> None:
    assert all(map(has_words, ["a", "7", "中", "न"]))
    assert not any(map(has_words, ["", "!!!", "👍", "..."]))
    assert same_wording("A man runs.", "a  MAN runs")
    assert same_wording("straße", "STRASSE")
    assert not same_wording("कि", "की")


def test_languages() -> None:
    assert language_name(" english ", "language") == "English"
    assert language_name("हिन्दी", "language") == "हिन्दी"
    assert language_name("Klingon", "language") == "Klingon"
    assert language_name("", "language") == ""
    for bad in ("x" * 61, "123", "a\nb"):
        with pytest.raises(InputError):
            language_name(bad, "language")
