"""Each repair of a crawled scope, on a sentence of its own."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from likewise.negation.crawler.conventions import by_convention


@pytest.mark.parametrize(
    ("text", "crawled", "cue", "scope"),
    [
        # the other side of a quotation mark
        ("`` I do n't know , '' said he .", "I do know said he", "n't", "I do know"),
        # someone addressed
        ("I beg you , sir , to say nothing .", "sir to say", "nothing", "to say"),
        # how sure the speaker is
        ("Surely he can not at least go .", "Surely he can at least go", "not", "he can go"),
        # conjunctions that lead in, and "that" before a subject
        ("Well , but yet I could not go .", "but yet I could go", "not", "I could go"),
        ("I fear that he can not go .", "that he can go", "not", "he can go"),
        ("All that can not go .", "that can go", "not", "that can go"),
        # what stands before the clause of the cue
        ("I know that if he can not go .", "know that if he can go", "not", "he can go"),
        ("At noon , I did not go .", "At noon I did go", "not", "I did go"),
        ("With all haste he did not go .", "With all haste he did go", "not", "he did go"),
        ("A man who never went .", "A man who went", "never", "who went"),
        # a clause joined behind a mark, or by "but"
        ("He can not go , and so she left .", "He can go and so she left", "not", "He can go"),
        ("He had no aim but hers .", "He had aim but hers", "no", "He had aim"),
        # a phrase cut short
        ("It has not been explained by him .", "It has been", "not", "It has been explained by him"),
        ("He did not stop here when called .", "He did stop", "not", "He did stop here"),
        ("He has no doubt , sir , that I came .", "He has doubt", "no", "He has doubt that I came"),
        # a subject that the reading has lost; "without" has none
        ("Then , he can never go again .", "go", "never", "he can go again"),
        ("She left without him .", "him", "without", "him"),
        # the verb of an inverted condition
        ("Had he not come , I had gone .", "he come", "not", "Had he come"),
        # one or two words left out
        ("I just do n't quite see it .", "I do see it", "n't", "I just do quite see it"),
        ("He and she do not go .", "He she do go", "not", "He she do go"),
    ],
)
def test_repairs(text: str, crawled: str, cue: str, scope: str) -> None:
    tokens = text.split()
    at = tokens.index(cue)
    found = by_convention(tokens, [at], dict.fromkeys(places_of(tokens, crawled, at), "because"))
    assert [tokens[place] for place in sorted(found)] == scope.split()
    assert all(found.values())


def places_of(tokens: list[str], wanted: str, cue: int) -> list[int]:
    places, at = [], 0
    for word in wanted.split():
        at = next(place for place in range(at, len(tokens)) if tokens[place] == word and place != cue)
        places.append(at)
        at += 1
    return places


def test_an_empty_scope_stays_empty() -> None:
    assert by_convention(["No", ",", "sir"], [0], {}) == {}


WORDS = ["he", "did", "not", "go", ",", "''", "and", "but", "that", "had", "sir", "surely"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12), st.data())
def test_any_words_do_and_nothing_but_words_is_in(tokens: list[str], data: st.DataObject) -> None:
    cue = data.draw(st.integers(0, len(tokens) - 1))
    words = [at for at, token in enumerate(tokens) if token.isalpha() and at != cue]
    inside = data.draw(st.lists(st.sampled_from(words), unique=True)) if words else []
    found = by_convention(tokens, [cue], dict.fromkeys(inside, "because"))
    assert set(found) <= set(words)
