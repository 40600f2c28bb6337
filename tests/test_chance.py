"""Nothing is left to chance: made-up examples are the same in every run, whatever ran before."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st


def drawn() -> list[tuple[int, str]]:
    """What Hypothesis makes up for a test."""
    seen: list[tuple[int, str]] = []

    @given(st.integers(), st.text(max_size=20))
    def look(number: int, text: str) -> None:
        seen.append((number, text))

    look()
    return seen


def test_examples_do_not_depend_on_what_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = drawn()
    values = "".join(f"A{n} = {7919 * n + 1}\nB{n} = 'word {n}'\n" for n in range(200))
    (tmp_path / "brought_later.py").write_text(values)
    monkeypatch.syspath_prepend(tmp_path)
    import brought_later  # type: ignore[import-not-found]

    assert brought_later.A2 == 15839
    after = drawn()
    del sys.modules["brought_later"]
    assert len(before) == 100
    assert after == before


def test_no_example_is_judged_by_the_clock() -> None:
    assert settings.default is not None
    assert settings.default.derandomize
    assert settings.default.deadline is None
    assert HealthCheck.too_slow in settings.default.suppress_health_check
