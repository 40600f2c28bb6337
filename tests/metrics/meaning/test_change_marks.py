"""A text cut where changes begin and end: nothing is lost, and each change has all of its words."""

from __future__ import annotations

from typing import Any

from hypothesis import given, strategies as st

from likewise.metrics.meaning import (
    KIND_FAMILIES,
    KINDS,
    Change,
    MeaningDiff,
    Side,
    family_of,
    kept_changes,
    marked_pieces,
)

TEXT = "Anna must pay 30 euros by Friday."
SPANS = st.tuples(st.integers(-2, 40), st.integers(-2, 40)).map(sorted)


def change(span: Any, kind: str = "number") -> dict[str, Any]:
    return {"kind": kind, "a": span and {"text": "", "span": list(span)}, "b": None, "confidence": 1.0}


def test_every_kind_has_a_colour() -> None:
    assert sorted(kind for kinds in KIND_FAMILIES.values() for kind in kinds) == sorted(KINDS)
    assert len(KIND_FAMILIES) <= 8
    assert family_of("role-lost") == "roles"
    assert family_of("something new") == "detail"


def test_a_narrow_change_inside_a_wide_one() -> None:
    wide, narrow = change((10, 22), "predicate"), change((14, 16))
    pieces = marked_pieces(TEXT, [wide, narrow, change(None)], "a")
    assert [(p.text, p.numbers, p.starts, p.ends, p.family) for p in pieces] == [
        ("Anna must ", (), (), (), None),
        ("pay ", (1,), (1,), (), "verb"),
        ("30", (2, 1), (2,), (2,), "number"),
        (" euros", (1,), (), (1,), "verb"),
        (" by Friday.", (), (), (), None),
    ]
    assert [p.text for p in marked_pieces(TEXT, [wide], "b")] == [TEXT]
    assert marked_pieces("", [wide], "a") == []


@given(st.lists(SPANS, max_size=6))
def test_pieces_are_the_text_and_changes_keep_their_words(spans: list[list[int]]) -> None:
    pieces = marked_pieces(TEXT, [change(span) for span in spans], "a")
    assert "".join(piece.text for piece in pieces) == TEXT
    for number, (start, end) in enumerate(spans, 1):
        words = "".join(piece.text for piece in pieces if number in piece.numbers)
        assert words == TEXT[max(start, 0) : max(end, 0)]
        begun = [piece for piece in pieces if number in piece.starts]
        ended = [piece for piece in pieces if number in piece.ends]
        assert len(begun) == len(ended) == (1 if words else 0)


def test_changes_can_be_left_out_and_the_verdict_stays() -> None:
    def one(kind: str, sure: float) -> Change:
        return Change(kind, Side("30", (14, 16)), None, None, sure, "30 is lost")

    diff = MeaningDiff(False, 7.5, (one("number", 0.9), one("negation", 0.4)), ("tense",))
    assert kept_changes(diff) == diff
    assert [c.kind for c in kept_changes(diff, ["negation"]).changes] == ["negation"]
    assert [c.kind for c in kept_changes(diff, threshold=0.5).changes] == ["number"]
    none = kept_changes(diff, ["negation"], 0.5)
    assert (none.changes, none.same, none.score, none.unread) == ((), False, 7.5, ("tense",))
