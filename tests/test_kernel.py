"""Kernels: whatever way they go, the same comes out, and small input does not wait for a compiler."""

from __future__ import annotations

import subprocess
import sys
from copy import deepcopy
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
    lw.score(segments, metrics=["bleu", "pinc", "ter", "self-bleu", "wer", "per"], by="system")
    lw.score(segments, metrics=["pinc"], settings={"multiset": True})
    lw.score_clusters(data.clusters()[:4])
    assert met >= {
        "lines_with", "split_lines", "repeated_ends", "distinct_counts", "count_grams", "bleu_walk",
        "pinc_walk", "pinc_values", "self_bleu_statistics", "ter_edits", "edit_distances", "unordered_errors",
    }  # fmt: skip


def test_two_hundred_segments_are_scored_without_a_compiler() -> None:
    code = (
        "import sys, likewise as lw; from likewise import data;"
        "print(lw.score(data.outputs()).metrics);"
        "print([name for name in ('numba', 'scipy', 'sacrebleu') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
