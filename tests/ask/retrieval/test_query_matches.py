"""Windows: known answers, the paper's example, and a plain reading of the definitions as an oracle."""

from __future__ import annotations

from importlib.util import find_spec
from itertools import pairwise, permutations, product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.ask.retrieval import (
    AllOf,
    AnyOf,
    NotQuery,
    OrderedWindow,
    QueryTerm,
    ReadingTerm,
    SearchTokenizer,
    StructuredQuery,
    Synonyms,
    TypeTerm,
    UnorderedWindow,
    loads_query,
    matching_passages,
    matching_spans,
)
from likewise.ask.retrieval.tantivy_engine import INSTALL_ASK, TantivyIndex
from likewise.ask.retrieval.token_postings import Spans, TokenPostings, sorted_spans

needs_tantivy = pytest.mark.skipif(
    find_spec("tantivy") is None, reason=f"tantivy is not installed; get it with: {INSTALL_ASK}"
)


def postings_of(
    texts: list[str], marks: dict[str, list[tuple[int, int]]] | None = None
) -> tuple[TokenPostings, SearchTokenizer]:
    tokenizer = SearchTokenizer()
    read = tokenizer.tokenize(texts)
    spans = {
        name: sorted_spans(
            np.array([begin for begin, _ in own], np.int64), np.array([end for _, end in own], np.int64)
        )
        for name, own in (marks or {}).items()
    }
    return TokenPostings.ordered(read.numbers, read.bounds, spans), tokenizer


def matched(query: str, texts: list[str]) -> list[int]:
    postings, tokenizer = postings_of(texts)
    return [int(one) for one in matching_passages(loads_query(query), postings, tokenizer)]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("#OD1(ヴェルナー シュピース)", []),
        ("#OD2(ヴェルナー シュピース)", [0]),
        ("#OD2(シュピース ヴェルナー)", []),
        ("ヴェルナー・シュピース", [0]),
        ("ヴェルナー・シュピース館長", [0]),
        ("ヴェルナーシュピース", []),
    ],
)
def test_the_middle_dot_of_the_paper(query: str, found: list[int]) -> None:
    """Section 5: `#OD1` does not match the name that is written with a dot."""
    assert matched(query, ["ヴェルナー・シュピース館長が語る。", "シュピースという名。"]) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("#OD1(a b)", [0]),
        ("#OD2(a b)", [0, 1]),
        ("#OD3(a b)", [0, 1, 2]),
        ("#OD3(b a)", [3]),
        ("#UW2(b a)", [0, 3]),
        ("#UW3(a b)", [0, 1, 3]),
        ("#UW4(a b)", [0, 1, 2, 3]),
        ("#UW3(a a)", []),
        ("#UW4(x x a b)", [2]),
        ("#OD1(a #SYN(b x))", [0, 1, 2]),
        ("#BAND(a #NOT(x))", [0, 3]),
        ("#OR(#OD1(b a) #OD1(a b))", [0, 3]),
        ("#NOT(b)", []),
        ("#OD1(#UW2(b a) c)", [3]),
        ("nothing", []),
        ("#NOT(nothing)", [0, 1, 2, 3]),
    ],
)
def test_windows(query: str, found: list[int]) -> None:
    assert matched(query, ["a b", "a x b", "a x x b", "b a c"]) == found


def test_a_phrase_does_not_reach_over_the_end_of_a_document() -> None:
    assert matched("#UW9(京 都)", ["東京", "都"]) == []
    assert matched("京都", ["東京", "都市", "京都"]) == [2]


def test_types_and_readings_stand_at_the_places_of_their_spans() -> None:
    # 布 什 总 统 离 开 | 山 田 佑 介
    marks = {"*person": [(0, 2), (7, 11)], "@ゆうすけ": [(9, 11)]}
    postings, tokenizer = postings_of(["布什总统离开", "山田佑介"], marks)

    def spans(query: str) -> list[tuple[int, int]]:
        found = matching_spans(loads_query(query), postings, tokenizer)  # type: ignore[arg-type]
        return list(zip(found.starts.tolist(), found.ends.tolist(), strict=True))

    assert spans("#OD1(*person 总统)") == [(0, 4)]
    assert spans("#OD2(*person 离开)") == []
    assert spans("#OD3(*person 离开)") == [(0, 6)]
    assert spans("#UW4(布什 *person)") == []  # They overlap.
    assert spans("@ユウスケ") == [(9, 11)]
    assert spans("*place") == []


LETTERS = "abc"
documents = st.lists(st.text("abcd", max_size=9).map(lambda text: " ".join(text)), min_size=1, max_size=4)
leaf = st.one_of(
    st.sampled_from([QueryTerm("a"), QueryTerm("b"), QueryTerm("c"), QueryTerm("a b")]),
    st.sampled_from([TypeTerm("person"), ReadingTerm("あ")]),
)


def window(parts: st.SearchStrategy) -> st.SearchStrategy:  # type: ignore[type-arg]
    several = st.lists(parts, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.builds(OrderedWindow, several, st.integers(1, 4)),
        st.builds(UnorderedWindow, several, st.integers(1, 7)),
        several.map(Synonyms),
    )


span = st.recursive(leaf, window, max_leaves=5)


def boolean(parts: st.SearchStrategy) -> st.SearchStrategy:  # type: ignore[type-arg]
    several = st.lists(parts, min_size=1, max_size=3).map(tuple)
    return st.one_of(several.map(AllOf), several.map(AnyOf), parts.map(NotQuery))


query = st.recursive(span, boolean, max_leaves=4)


def plain_spans(query: StructuredQuery, tokens: list[str], marks: dict[str, set[tuple[int, int]]]) -> set:  # type: ignore[type-arg]
    """The definitions, word by word."""
    match query:
        case QueryTerm(text):
            words = text.split()
            places = range(len(tokens) - len(words) + 1)
            return {(n, n + len(words)) for n in places if tokens[n : n + len(words)] == words}
        case TypeTerm(kind):
            return marks.get(f"*{kind}", set())
        case ReadingTerm(kana):
            return marks.get(f"@{kana}", set())
        case Synonyms(parts, _):
            return set().union(*(plain_spans(part, tokens, marks) for part in parts))
        case OrderedWindow(parts, width):
            ways = product(*(plain_spans(part, tokens, marks) for part in parts))
            return {
                (way[0][0], way[-1][1])
                for way in ways
                if all(0 <= b[0] - a[1] < width for a, b in pairwise(way))
            }
        case UnorderedWindow(parts, width):
            found = set()
            for order in permutations(parts):
                for way in product(*(plain_spans(part, tokens, marks) for part in order)):
                    apart = all(b[0] >= a[1] for a, b in pairwise(way))
                    if apart and way[-1][1] - way[0][0] <= width:
                        found.add((way[0][0], way[-1][1]))
            return found
    raise AssertionError


def plain_match(query: StructuredQuery, tokens: list[str], marks: dict[str, set[tuple[int, int]]]) -> bool:
    match query:
        case AllOf(parts):
            return all(plain_match(part, tokens, marks) for part in parts)
        case AnyOf(parts):
            return any(plain_match(part, tokens, marks) for part in parts)
        case NotQuery(part):
            return not plain_match(part, tokens, marks)
        case _:
            return bool(plain_spans(query, tokens, marks))


def marks_of(texts: list[str]) -> list[dict[str, set[tuple[int, int]]]]:
    """`d` is a person, `d d` too; `c a` is read あ."""
    own = []
    for text in texts:
        tokens = text.split()
        person = {(n, n + 1) for n, one in enumerate(tokens) if one == "d"}
        person |= {(n, n + 2) for n in range(len(tokens)) if tokens[n : n + 2] == ["d", "d"]}
        kana = {(n, n + 2) for n in range(len(tokens)) if tokens[n : n + 2] == ["c", "a"]}
        own.append({"*person": person, "@あ": kana})
    return own


def marked_postings(texts: list[str]) -> tuple[TokenPostings, SearchTokenizer]:
    postings, _tokenizer = postings_of(texts)
    marks = dict[str, list[tuple[int, int]]]()
    for first, own in zip(postings.bounds.tolist(), marks_of(texts), strict=False):
        for name, spans in own.items():
            marks.setdefault(name, []).extend((first + begin, first + end) for begin, end in spans)
    return postings_of(texts, {name: spans for name, spans in marks.items() if spans})


@given(documents, query)
@settings(max_examples=300, deadline=None)
def test_the_reference_equals_the_definitions(texts: list[str], query: StructuredQuery) -> None:
    postings, tokenizer = marked_postings(texts)
    found = matching_passages(query, postings, tokenizer).tolist()
    wanted = [
        number
        for number, (text, marks) in enumerate(zip(texts, marks_of(texts), strict=True))
        if plain_match(query, text.split(), marks)
    ]
    assert found == wanted


@needs_tantivy
@given(documents, st.lists(query, min_size=1, max_size=4))
@settings(max_examples=30, deadline=None)
def test_tantivy_finds_the_same_documents(texts: list[str], queries: list[StructuredQuery]) -> None:
    postings, tokenizer = marked_postings(texts)
    index = TantivyIndex.build(postings, tokenizer)
    for one in queries:
        wanted = matching_passages(one, postings, tokenizer)
        assert index.matching_passages(one).tolist() == wanted.tolist()


def test_postings_without_order_answer_alike() -> None:
    postings, tokenizer = marked_postings(["a b c", "b a b d", "c a"])
    plain = TokenPostings(postings.tokens, postings.bounds, postings.marks)
    for text in ("#OD1(a b)", "#BAND(c #NOT(d))", "#UW3(b *person)", "@あ"):
        one = loads_query(text)
        wanted = matching_passages(one, postings, tokenizer).tolist()
        assert matching_passages(one, plain, tokenizer).tolist() == wanted


def test_spans_are_kept_once() -> None:
    spans = sorted_spans(np.array([3, 1, 3]), np.array([4, 2, 4]))
    assert isinstance(spans, Spans)
    assert len(spans) == 2
