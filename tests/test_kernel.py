"""Kernels: whatever way they go, the same comes out, and small input does not wait for a compiler."""

from __future__ import annotations

import os
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import likewise as lw
from likewise import data
from likewise.kernel import Kernel


def same(one: Any, other: Any) -> bool:
    """The same values in the same types."""
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    return bool(one == other)


def test_both_ways_give_the_same_bytes_on_the_embedded_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    met: set[str] = set()

    def call(self: Kernel[..., Any], *args: Any) -> Any:
        if not self.has_plain_way:
            return self.compiled(*args)
        met.add(repr(self).strip("<>").rpartition(".")[2])
        copies = deepcopy(args)
        result = self.compiled(*args)
        assert same(result, self.plain(*copies)), self
        assert same(args, copies), self
        return result

    monkeypatch.setattr(Kernel, "__call__", call)
    segments = data.outputs()
    lw.score(segments, metrics=["bleu", "pinc", "ter", "chrf", "self-bleu", "wer", "per"], by="system")
    lw.score(segments, metrics=["pinc"], settings={"multiset": True})
    lw.score_clusters(data.clusters()[:4])
    assert met >= {
        "lines_with", "split_lines", "repeated_ends", "distinct_counts", "count_grams", "bleu_walk",
        "pinc_walk", "pinc_values", "self_bleu_statistics", "ter_edits", "shared_grams",
        "edit_distances", "unordered_errors",
    }  # fmt: skip


def test_two_hundred_segments_are_scored_without_a_compiler() -> None:
    code = (
        "import sys, likewise as lw; from likewise import data;"
        "print(lw.score(data.outputs()).metrics);"
        "print([name for name in ('numba', 'scipy', 'sacrebleu') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


KERNELS = """
from likewise.kernel import kernel

@kernel()
def total(values):
    result = values[0]
    for value in values[1:]:
        result += value
    return result
"""

RACE = """
import sys
import numpy as np
from toy_kernels import total

# The other process has read the index already when this one writes into it.
stored = total.compiled._cache._cache_file
read = stored._load_index
stale = [{}, {}]
stored._load_index = lambda: stale.pop() if stale else read()
print(total(np.arange(4, dtype=sys.argv[1])), sum(total.compiled.stats.cache_misses.values()))
"""


def test_processes_that_compile_at_once_do_not_take_each_others_code(tmp_path: Path) -> None:
    (tmp_path / "toy_kernels.py").write_text(KERNELS, encoding="utf-8")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kernels"), "PYTHONPATH": str(tmp_path)}

    def run(code: str, kind: str) -> str:
        command = [sys.executable, "-c", code, kind]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    assert [run(RACE, kind) for kind in ("int64", "float64", "int8")] == ["6 1", "6.0 1", "6 1"]
    assert len({path.name for path in tmp_path.rglob("*.nbc")}) == 3
    # The last one's entry is in the index; the others are compiled again, and then all are there.
    alone = RACE.replace("stale = [{}, {}]", "stale = []")
    assert [run(alone, kind) for kind in ("int8", "int64", "float64")] == ["6 0", "6 1", "6.0 1"]
    assert [run(alone, kind) for kind in ("int8", "int64", "float64")] == ["6 0", "6 0", "6.0 0"]
