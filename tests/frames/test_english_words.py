"""English words as the treebank tells them apart, and where they stand."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.frames.english_words import english_words, plain_word

CASES = {
    "I don't know.": "I do n't know .",
    "He CAN'T, won’t and cannot": "He CA N'T , wo n’t and can not",
    "We'll say it's John's; they've dogs' toys": "We 'll say it 's John 's ; they 've dogs ' toys",
    "gonna wanna dont": "gon na wan na do nt",
    "a well-known, twenty-five-year-old man": "a well - known , twenty - five - year - old man",
    "e-mail the co-workers of a non-profit": "e-mail the co-workers of a non-profit",
    "and/or 9/11 1/2": "and / or 9/11 1 / 2",
    "$50 or 50% at 8am, 10:30": "$ 50 or 50 % at 8 am , 10:30",
    "1,000.50 in 1980s, the 3rd": "1,000.50 in 1980s , the 3rd",
    "Mr. Smith of the U.S. Navy etc.": "Mr. Smith of the U.S. Navy etc .",
    "See http://a.org/b?c=1, or (www.x.com).": "See http://a.org/b?c=1 , or ( www.x.com ) .",
    "mail me@here.org :-) now...": "mail me@here.org :-) now ...",
    "What?! No!!!": "What ?! No !!!",
    "\"Yes,\" she said -- 'no'": "\" Yes , \" she said -- ' no '",
    "": "",
    " \n ": "",
}


@pytest.mark.parametrize(("text", "words"), CASES.items())
def test_words_of_the_treebank(text: str, words: str) -> None:
    assert " ".join(english_words(text)[0]) == words


def test_text_made_for_translation_systems() -> None:
    """Escaped, cut by the tokeniser of Moses: read as what it was, each word at its own place."""
    text = "&quot; I don &apos;t know John &apos;s twenty @-@ five R &amp; D &lt; jobs . &quot;"
    words, places = english_words(text)
    assert " ".join(words) == "\" I do n't know John 's twenty - five R & D < jobs . \""
    assert [text[a:b] for a, b in places][:4] == ["&quot;", "I", "do", "n &apos;t"]
    assert [text[a:b] for a, b in places][8:10] == ["@-@", "five"]
    assert english_words("I can 't , you don 't")[0] == ["I", "ca", "n't", ",", "you", "do", "n't"]


def test_words_that_are_given_are_read_plainly() -> None:
    given = ["&quot;", "n&apos;t", "@-@", "``", "n’t", "&", "&amp;", "x@y"]
    assert [plain_word(word) for word in given] == ['"', "n't", "-", '"', "n't", "&", "&", "x@y"]


@given(st.text(st.sampled_from("aB1 .,'’-&;@/:)!?n t\"quo\n日é…"), max_size=40))
def test_words_stand_one_after_the_other_and_leave_nothing_out(text: str) -> None:
    words, places = english_words(text)
    assert len(words) == len(places)
    assert all(words)
    assert not any(c.isspace() for word in words for c in word)
    at = 0
    for start, end in places:
        assert at <= start < end
        assert not text[at:start].strip()
        at = end
    assert not text[at:].strip()
