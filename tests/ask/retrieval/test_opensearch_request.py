"""Requests for servers: the shape they must have, and hits of shards joined."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from likewise.ask.documents import Document, Hit
from likewise.ask.retrieval import (
    SearchTokenizer,
    index_request,
    intervals_request,
    loads_query,
    merged_hits,
    shard_document,
)

RULES: dict[str, dict[str, type]] = {
    "match": {"query": str, "ordered": bool, "max_gaps": int, "use_field": str},
    "any_of": {"intervals": list},
    "all_of": {"intervals": list, "ordered": bool, "max_gaps": int},
}
"""Rules of an `intervals` query with the parameters that both servers document."""
REQUIRED = {"match": {"query"}, "any_of": {"intervals"}, "all_of": {"intervals"}}


def check_rule(rule: Any) -> None:
    assert len(rule) == 1
    kind, own = next(iter(rule.items()))
    assert kind in RULES
    assert REQUIRED[kind] <= set(own) <= set(RULES[kind])
    for name, value in own.items():
        assert type(value) is RULES[kind][name]
    assert own.get("max_gaps", 0) >= 0
    for inner in own.get("intervals", ()):
        check_rule(inner)
    assert kind == "match" or own["intervals"]


def check_query(query: Any) -> None:
    assert len(query) == 1
    kind, own = next(iter(query.items()))
    if kind == "intervals":
        assert list(own) == ["tokens"]
        check_rule(own["tokens"])
        return
    assert kind == "bool"
    assert set(own) <= {"must", "should", "must_not", "minimum_should_match"}
    for name, parts in own.items():
        if name != "minimum_should_match":
            for part in parts:
                check_query(part)


def test_the_query_of_the_paper_as_a_request() -> None:
    query = loads_query("#BAND( #OD4(联合 国) 伊拉克 #SYN(*organization *person) )")
    request = intervals_request(query, SearchTokenizer(), size=5)

    def side_by_side(tokens: str, **field: str) -> dict[str, Any]:
        return {"match": {"query": tokens, "ordered": True, "max_gaps": 0, **field}}

    assert request == {
        "size": 5,
        "query": {
            "bool": {
                "must": [
                    {
                        "intervals": {
                            "tokens": {
                                "all_of": {
                                    "intervals": [side_by_side("联 合"), side_by_side("国")],
                                    "ordered": True,
                                    "max_gaps": 3,
                                }
                            }
                        }
                    },
                    {"intervals": {"tokens": side_by_side("伊 拉 克")}},
                    {
                        "intervals": {
                            "tokens": {
                                "any_of": {
                                    "intervals": [
                                        side_by_side("x", use_field="type_organization"),
                                        side_by_side("x", use_field="type_person"),
                                    ]
                                }
                            }
                        }
                    },
                ]
            }
        },
        "_source": ["id", "title", "text", "start"],
    }


parts = st.recursive(
    st.sampled_from(["布什", "*person", "@あ", '"New York"']),
    lambda inner: st.builds(
        lambda operator, several: f"{operator}({' '.join(several)})",
        st.sampled_from(["#OD2", "#UW8", "#SYN"]),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=6,
)


@given(st.lists(parts, min_size=1, max_size=3))
@settings(max_examples=60, deadline=None)
def test_every_request_has_the_shape_that_servers_read(own: list[str]) -> None:
    query = loads_query(f"#BAND( {' '.join(own)} #NOT(#OR({own[0]} x)) )")
    request = json.loads(json.dumps(intervals_request(query, SearchTokenizer())))
    assert set(request) == {"size", "query", "_source"}
    check_query(request["query"])


def test_gaps_are_the_width_without_what_the_parts_take() -> None:
    def gaps(query: str) -> int:
        rule = intervals_request(loads_query(query), SearchTokenizer())["query"]["intervals"]["tokens"]
        return int(rule["all_of"]["max_gaps"])

    assert gaps("#UW8(布什 伊拉克)") == 3
    assert gaps("#UW2(布什 伊拉克)") == 0
    assert gaps("#OD1(a b)") == 0
    assert gaps("#OD3(a b c)") == 4


def test_a_passage_as_it_is_sent() -> None:
    passage = Document("a", "布什总统, 2003", "zh", "T", 7)
    sent = shard_document(passage, SearchTokenizer(), [(0, 2, "person"), (0, 2, "@ブッシュ")])
    assert sent == {
        "id": "a",
        "title": "T",
        "text": "布什总统, 2003",
        "start": 7,
        "tokens": "布 什 总 统 2003",
        "reading": "ぶっしゅ _ _ _ _",
        "type_person": "x _ _ _ _",
    }
    fields = index_request(["person"], shards=3)["mappings"]["properties"]
    assert set(sent) <= set(fields)
    assert index_request(shards=3)["settings"] == {"number_of_shards": 3}


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_hits_of_shards_are_joined(limit: int) -> None:
    def hit(id: str, score: float) -> Hit:
        return Hit(Document(id, "", "zh"), score, 1)

    shards = [[hit("a", 3.0), hit("b", 1.0)], [hit("c", 2.0), hit("b", 2.5)], []]
    order = [one.document.id for one in merged_hits(shards, limit)]
    assert order == ["a", "b", "c"][:limit]
