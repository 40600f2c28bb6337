"""Rhyme gold: schemes in one normal form, from forms and programs alike, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from likewise.collect.tasks import RhymeTask, SchemeField
from likewise.collect.tasks.rhyme import check_scheme
from likewise.errors import InputError

TASK = RhymeTask()
VERSE = {"lines": ["I saw a cat", "upon a mat", "it looked at me", "and at the sea", "then slept"]}


def answer(**sent: Any) -> dict[str, Any]:
    return TASK.check_answer(sent, TASK.check_stimulus(VERSE, None), None)


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("AABB-", "AABB-"),
        ("bbaa-", "AABB-"),
        ("XXYYZ", "AABB-"),
        ("AA AA-", "AA AA-"),
        ("AA BB  C", "AA AA -"),
        ("AB ABA", "-- A-A"),
        ("-----", "-----"),
    ],
)
def test_one_normal_form(sent: str, kept: str) -> None:
    assert answer(scheme=sent) == {"scheme": kept}


def test_a_form_sends_letters_and_cuts() -> None:
    sent = {f"scheme_{line}": letter for line, letter in enumerate("aabb", start=1)}
    assert answer(**sent, scheme_5="", cut_3="true", comment="fine") == {
        "scheme": "AA AA-",
        "comment": "fine",
    }
    assert answer(scheme_1="A", scheme_2="A", cut_1="true") == {"scheme": "AA---"}


@pytest.mark.parametrize(
    ("sent", "field", "says"),
    [
        ({"scheme": "AABB"}, "scheme", "each of 5 lines, found 4"),
        ({"scheme": "AABB1"}, "scheme", "letters from A to Z"),
        ({"scheme": "ÄÄBB-"}, "scheme", "letters from A to Z"),
        ({"scheme": ""}, "scheme", "an answer is needed"),
        ({"scheme": 7}, "scheme", "text"),
        ({"scheme_1": "AB"}, "scheme[1]", "one letter"),
        ({"scheme_1": "A", "cut_2": "perhaps"}, "scheme[2]", "true or false"),
        ({"scheme_9": "A"}, "scheme_9", "not known"),
        ({"scheme": "AABB-", "scheme_1": "A"}, "scheme_1", "not known"),
        ({}, "scheme", "an answer is needed"),
    ],
)
def test_what_is_refused(sent: dict[str, Any], field: str, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        answer(**sent)
    assert caught.value.field == field


def test_what_people_decide() -> None:
    decided = TASK.decisions(VERSE, {"scheme": "AA -AA"})
    assert [pair for pair, value in decided["rhyme"].items() if value] == ["1-2", "4-5"]
    assert len(decided["rhyme"]) == 10
    assert decided["stanza"] == {"2": 0.0, "3": 1.0, "4": 0.0, "5": 0.0}


@given(st.lists(st.text("ABC-", min_size=1, max_size=5), min_size=1, max_size=4))
def test_the_normal_form_says_the_same(stanzas: list[str]) -> None:
    text = " ".join(stanzas)
    lines = sum(map(len, stanzas))
    kept = check_scheme(text, lines)
    assert check_scheme(kept, lines) == kept
    assert TASK.decisions({}, {"scheme": kept}) == TASK.decisions({}, {"scheme": text})


class TestStimulus:
    def test_a_text_is_cut_into_lines_and_empty_ones_go(self) -> None:
        checked = TASK.check_stimulus({"text": "a cat\n\n  a hat \n", "title": "Two", "id": 7}, None)
        assert checked == {"lines": ["a cat", "a hat"], "title": "Two", "id": "7"}
        assert TASK.check_stimulus(checked, None) == checked

    @pytest.mark.parametrize(
        ("stimulus", "field"),
        [
            ({"lines": ["one"]}, "lines"),
            ({"lines": ["a", "b"], "text": "c"}, "text"),
            ({"lines": "a\nb"}, "lines"),
            ({"text": "a"}, "text"),
            ({"lines": ["--", "!!"]}, "lines"),
            ({"lines": ["a"] * 121}, "lines"),
            ({"lines": ["a", 3]}, "lines[1]"),
            ({}, "lines"),
        ],
    )
    def test_what_is_refused(self, stimulus: dict[str, Any], field: str) -> None:
        with pytest.raises(InputError) as caught:
            TASK.check_stimulus(stimulus, None)
        assert caught.value.field == field

    def test_the_form_shows_the_lines_where_they_are_labelled(self) -> None:
        form = TASK.form(TASK.check_stimulus(VERSE, None), None)
        assert isinstance(form.fields[0], SchemeField)
        assert form.fields[0].lines == tuple(VERSE["lines"])
        assert form.stimulus_view == {"kind": "none"}
