"""Verbs that a tree makes predicates."""

from __future__ import annotations

import pytest

from likewise.frames.verb_predicates import verbs_left_out


@pytest.mark.parametrize(
    ("tags", "heads", "relations", "classes", "left_out"),
    [
        ("DET NOUN VERB", (2, 3, 0), "det nsubj root", (0, 0, 0), [2]),
        ("DET NOUN VERB", (2, 3, 0), "det nsubj root", (0, 0, 2), []),  # it is one already
        ("DET NOUN NOUN", (2, 3, 0), "det nsubj root", (0, 0, 0), []),  # no verb
        ("VERB NOUN VERB", (2, 3, 0), "amod nsubj root", (0, 0, 2), []),  # a verb that tells of a noun
        ("VERB NOUN VERB", (3, 1, 0), "advcl obj root", (0, 0, 2), [0]),
        ("NOUN VERB VERB", (2, 3, 0), "nsubj:pass ccomp root", (0, 0, 0), [1, 2]),
        ("", (), "", (), []),
    ],
)
def test_a_verb_with_a_subject_an_object_or_a_clause(
    tags: str, heads: tuple[int, ...], relations: str, classes: tuple[int, ...], left_out: list[int]
) -> None:
    assert verbs_left_out(tags.split(), classes, heads, relations.split()) == left_out
