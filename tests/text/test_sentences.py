"""Sentences of running text: what ends one, what does not, and that nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.text import split_sentences

CASES = [
    ("en", "Dr. J. R. Smith paid $3.50. | He left at 5 p.m. | The U.S. Army came, etc. | It won."),
    ("en", "See Fig. 3 and no. 7. | No. | Acme Inc. sells it; so does I. M. Pei."),
    ("en", '"Why?" she asked. | "No idea." | He left... and came back. | (Really.) | Yes!'),
    ("en", "Wait . . . what? | He said : 'Go!' | Nice! :) | Bye"),
    ("en", "i like it. | it is good. | so is mr. brown e.g. in films."),
    ("en", "HE LEFT. | SHE STAYED UNTIL 10 A.M. WITH MR. BROWN."),
    ("en", '" He left . " | " She stayed . " | ok'),
    ("en", "My list: 1. Open the door. | 2. Close it."),
    ("en", "Go to www.example.com. | Version 1.2.3 is out.Really."),
    ("zh", "他說：「我不去。」 | 她走了。 | 真的嗎？！ | 好……吧。"),
    ("zh", "“我不去。”，她说。 | 好！ | 行吗?| 行"),
    ("ja", "「今日は晴れ。明日は雨。」と彼は言った。 | 本当？ | はい。"),
    ("de", "Am 3. Mai kam z.B. Dr. Meier mit Brot usw. | Er ging."),
    ("fr", "M. Dupont est venu avec Mme Roy, p.ex. hier. | Il est parti."),
    ("es", "El Sr. Pérez vive en EE.UU. | ¿Y usted? | No."),
    ("hi", "वह गया। | वह आया।"),
]


@pytest.mark.parametrize(("lang", "marked"), CASES)
def test_sentences(lang: str, marked: str) -> None:
    wanted = [part.strip() for part in marked.split("|")]
    text = marked.replace(" | ", "" if lang in ("zh", "ja") else " ").replace("|", "")
    assert [text[start:end] for start, end in split_sentences(text, lang)] == wanted


def test_lines_end_sentences() -> None:
    text = "A title\n\nA sentence\r\nof Mr.\nBrown.\u2028Yes"
    parts = [text[start:end] for start, end in split_sentences(text)]
    assert parts == ["A title", "A sentence", "of Mr.", "Brown.", "Yes"]


def test_nothing() -> None:
    assert split_sentences("") == split_sentences(" \n\t ") == []
    assert split_sentences("...") == [(0, 3)]


def test_languages_by_name_and_region() -> None:
    text = "Das kostet ca. 3 Mio. Euro. Gut."
    assert split_sentences(text, "German") == split_sentences(text, "de-AT") == [(0, 27), (28, 32)]


@given(
    st.text(st.sampled_from(" .!?…。！？\"'”)」「『』（）\n\r1aBとの他ä:") | st.characters(), max_size=80),
    st.sampled_from(["en", "zh", "ja", "de", "fr", "xx"]),
)
def test_laws(text: str, lang: str) -> None:
    """In order, apart, without blanks around them; what is outside of all is blank."""
    end = 0
    for first, last in split_sentences(text, lang):
        assert end <= first < last <= len(text)
        assert not text[end:first].strip()
        assert text[first:last] == text[first:last].strip()
        end = last
    assert not text[end:].strip()
