"""A part that is missing: a skip with the line that installs it, on CI a failure, real data apart."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parts import CHROMIUM, ENCODER, MULTILINGUAL, NAMES, POSTGRESQL, VECTORS, hidden

ROOT = Path(__file__).parents[1]
LINES = {
    "tests/studio/browser/test_paraphrase.py": CHROMIUM,
    "tests/report/test_page_browser.py": CHROMIUM,
    "tests/collect/test_store.py::test_a_deadlock_is_tried_again": POSTGRESQL,
    "tests/trees/test_encoded_parser.py": ENCODER,
    "tests/text/test_universal_encoder.py": MULTILINGUAL,
    "tests/text/test_wordllama_vectors.py": VECTORS,
    "tests/real/test_sail_embedded.py": "put the corpus at ../shared/data/sail, beside this repository",
}


def outcome(**variables: str) -> str:
    """The end of a run of a few files in a process of its own, with all parts hidden."""
    kept = {key: value for key, value in os.environ.items() if key != "CI" and not key.startswith("PYTEST")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", "-q", "-p", "no:cacheprovider", *LINES],
        cwd=ROOT, env={**kept, "LIKEWISE_HIDE": ",".join(NAMES), **variables}, capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout


def test_a_skip_says_how_to_get_it() -> None:
    said = outcome()
    for line in LINES.values():
        assert line in said
    assert "failed" not in said
    assert "error" not in said.splitlines()[-1]


def test_on_ci_it_is_a_failure_but_for_real_data() -> None:
    said = outcome(CI="true")
    for name, line in LINES.items():
        mark = "SKIPPED" if "/real/" in name else "ERROR"
        assert any(row.startswith(mark) and line in row for row in said.splitlines()), line


def test_unknown_parts_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIKEWISE_HIDE", "data, firefox")
    with pytest.raises(ValueError, match="unknown part 'firefox', expected chromium, postgresql"):
        hidden("data")
