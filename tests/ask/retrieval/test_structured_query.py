"""Queries as text: the paper's example, round trips as a law, complaints with their place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from likewise.ask.retrieval import (
    AllOf,
    AnyOf,
    NotQuery,
    OrderedWindow,
    QueryTerm,
    ReadingTerm,
    StructuredQuery,
    Synonyms,
    TypeTerm,
    UnorderedWindow,
    dumps_query,
    loads_query,
)
from likewise.errors import InputError

PAPER = "#BAND( #OD4(联合 国) 伊拉克 #SYN(*organization *person) )"
"""The example of section 3.3, with words for the characters that its text has lost."""


def test_the_query_of_the_paper() -> None:
    query = AllOf(
        (
            OrderedWindow((QueryTerm("联合"), QueryTerm("国")), 4),
            QueryTerm("伊拉克"),
            Synonyms((TypeTerm("organization"), TypeTerm("person"))),
        )
    )
    assert loads_query(PAPER) == query
    assert dumps_query(query) == PAPER


names = st.text(st.sampled_from("personあいabc"), min_size=1, max_size=5)
terms = st.text(min_size=1, max_size=6).filter(lambda text: text.strip() and "\0" not in text).map(QueryTerm)
leaves = st.one_of(terms, names.map(TypeTerm), names.map(ReadingTerm))


def windows(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(parts, min_size=1, max_size=3).map(tuple)
    weight = st.floats(1e-6, 1e6)
    weighted = st.lists(st.tuples(parts, weight), min_size=1, max_size=3)
    return st.one_of(
        st.builds(OrderedWindow, several, st.integers(1, 99)),
        st.builds(UnorderedWindow, several, st.integers(1, 99)),
        several.map(Synonyms),
        weighted.map(lambda own: Synonyms(tuple(one for one, _ in own), tuple(share for _, share in own))),
    )


spans = st.recursive(leaves, windows, max_leaves=6)


def operators(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(parts, min_size=1, max_size=3).map(tuple)
    return st.one_of(several.map(AllOf), several.map(AnyOf), parts.map(NotQuery))


queries = st.recursive(spans, operators, max_leaves=6)


@given(queries)
@settings(max_examples=200, deadline=None)
def test_what_is_printed_reads_back(query: StructuredQuery) -> None:
    assert loads_query(dumps_query(query)) == query


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "at character 1: the query ends"),
        ("#BAND(a", "at character 8: a bracket is not closed"),
        ("a b", "at character 3: one query is expected"),
        ("#FOO(a)", "at character 1: unknown operator '#FOO'"),
        ("#OD(a b)", "at character 1: unknown operator '#OD'"),
        ("#OD0(a b)", "at character 1: the width of #OD is a number from 1"),
        ("#BAND( #OD4(a", "at character 14: a bracket is not closed"),
        ("#BAND( x #SYN() )", "at character 10: #SYN has no parts"),
        ("#OD2(a #BAND(b c))", "at character 1: #OD holds a Boolean operator"),
        ("#WSYN(a b)", "at character 7: a weight is expected"),
        ("#WSYN(-1 b)", "at character 1: a weight of #WSYN is no positive number"),
        ("#NOT(a b)", "at character 1: #NOT has one part, not 2"),
        ('"a', "at character 1: a quotation mark is not closed"),
        (")", "at character 1: a bracket closes"),
        ("# (a)", "at character 1: expected one of #BAND"),
        ('#BAND(a "  ")', "at character 9: a term holds no characters"),
        ("#BAND(" * 60 + "a" + ")" * 60, "brackets are nested deeper than 50"),
        ("#UW8(a b c d e f g h i)", "at most 8 can be searched"),
        ("*", "a term or an operator is expected, not '*'"),
    ],
)
def test_complaints_have_a_place(text: str, wrong: str) -> None:
    with pytest.raises(InputError) as told:
        loads_query(text)
    assert wrong in str(told.value)


def test_and_is_band_and_case_does_not_matter() -> None:
    assert loads_query("#and(a #Od2(b c))") == loads_query("#BAND( a #OD2(b c) )")


def test_terms_with_signs_are_quoted() -> None:
    assert dumps_query(QueryTerm('say "(hi)"')) == '"say \\"(hi)\\""'
    assert dumps_query(Synonyms((QueryTerm("布什"), QueryTerm("灌木")), (0.75, 0.25))) == (
        "#WSYN(0.75 布什 0.25 灌木)"
    )
