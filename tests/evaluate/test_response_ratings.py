"""Figures of rated responses by system and criterion."""

from __future__ import annotations

import pytest

from likewise.errors import InputError
from likewise.evaluate import response_levels
from likewise.records import Segment


def test_systems_and_criteria_stand_apart_and_judges_are_pooled() -> None:
    segments = [
        Segment("1", "me", system="ours", human={"fluency@a": 3, "fluency@b": 2, "rhyming@a": 1}),
        Segment("2", "sea", system="ours", human={"fluency@a": 1, "fluency@b": 3, "rhyming@a": 3}),
        Segment("1", "you", system="theirs", human={"fluency@a": 1}),
        Segment("3", "nobody", system="unrated"),
    ]
    figures = response_levels(segments)
    assert list(figures) == ["ours", "theirs"]
    assert list(figures["ours"]) == ["fluency", "rhyming"]
    fluency = figures["ours"]["fluency"]
    assert (fluency.good, fluency.acceptable) == (0.5, 0.75)
    assert (fluency.judgements, fluency.challenges) == (4, 2)
    assert figures["theirs"]["fluency"].acceptable == 0


def test_what_is_refused() -> None:
    with pytest.raises(InputError, match="no segment was rated"):
        response_levels([Segment("1", "me")])
    with pytest.raises(InputError, match="found 4") as caught:
        response_levels([Segment("1", "me", human={"overall": 4})])
    assert caught.value.field == "human.overall"
