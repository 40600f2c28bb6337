"""What is barred in the passive, by hand."""

from __future__ import annotations

from likewise.frames.passive_roles import barred_roles


def test_subject_and_agent_with_all_their_words() -> None:
    """The man was bitten by the dog"""
    heads = [2, 4, 4, 0, 7, 7, 4]
    relations = ["det", "nsubj:pass", "aux:pass", "root", "case", "det", "obl:agent"]
    subject, agent = ("ARG0", "R-ARG0"), ("ARG1", "R-ARG1")
    assert barred_roles(heads, relations, 3) == [(0, subject), (1, subject), *((k, agent) for k in (4, 5, 6))]


def test_nothing_in_the_active_or_without_a_subject() -> None:
    assert barred_roles([2, 0, 2], ["nsubj", "root", "obj"], 1) == []
    assert barred_roles([0, 1, 4, 2], ["root", "acl", "case", "obl:agent"], 1) == []
