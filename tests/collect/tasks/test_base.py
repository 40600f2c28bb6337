"""What a task type must bring."""

from __future__ import annotations

import pytest

from likewise.collect.tasks.base import Task


def test_a_type_that_asks_nothing_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="_fields"):
        type("Empty", (Task,), {"name": "empty", "title": "Empty"})()
