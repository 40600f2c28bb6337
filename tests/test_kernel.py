"""Kernels: whatever way they go, the same comes out, and small input does not wait for a compiler."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import likewise as lw
from likewise import data, kernel
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


CALLERS = """
from likewise.kernel import kernel

@kernel()
def is_even(n):
    return n == 0 or is_odd(n - 1)

@kernel()
def is_odd(n):
    return n != 0 and is_even(n - 1)
"""


@pytest.mark.parametrize("way", ["plain", "compiled"])
def test_threads_that_meet_a_kernel_at_once_all_get_it_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """A second thread may come while the first still links the kernel to those that it calls."""
    names: dict[str, Any] = {"__name__": "toy_callers"}
    path = tmp_path / "toy_callers.py"
    path.write_text(CALLERS, encoding="utf-8")
    exec(compile(CALLERS, str(path), "exec"), names)
    linked, begun = kernel._relink, threading.Event()

    def slowly(*arguments: Any) -> None:
        begun.set()
        time.sleep(0.2)
        linked(*arguments)

    def called(name: str, other: str) -> Any:
        """What the function calls by the other's name, at the time when a thread gets it."""
        function = getattr(names[name], way)
        return getattr(function, "py_func", function).__globals__[other]

    monkeypatch.setattr(kernel, "_relink", slowly)
    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(called, "is_even", "is_odd")
        assert begun.wait(10)
        second = pool.submit(called, "is_even", "is_odd")
        third = pool.submit(called, "is_odd", "is_even")
    seen = "plain" if way == "plain" else "inner"
    assert first.result() is second.result() is getattr(names["is_odd"], seen)
    assert third.result() is getattr(names["is_even"], seen)
    if way == "plain":
        assert [names["is_even"].plain(n) for n in range(4)] == [True, False, True, False]


def test_what_only_kernels_call_is_compiled_once_without_a_way_in_and_not_stored(tmp_path: Path) -> None:
    (tmp_path / "toy_callers.py").write_text(NESTED, encoding="utf-8")
    code = (
        "from toy_callers import *;"
        "print(twice(4), len(twice.inner.signatures), len(once.compiled.signatures));"
        "print(len(once.inner.signatures), once(4))"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kernels"), "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", code]
    for inside in ("1", "0"):  # the second process finds the whole stored
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert done.stdout.split() == ["10", "0", "0", inside, "5"]
    stored = sorted(path.name.partition("-")[0] for path in tmp_path.rglob("*.nbc"))
    assert stored == ["toy_callers.once", "toy_callers.twice"]


NESTED = """
from likewise.kernel import kernel

@kernel()
def once(n):
    return n + 1

@kernel()
def twice(n):
    return once(n) * 2
"""


WAITING = """
import numpy as np
from toy_kernels import total
print("begun", flush=True)
print(total(np.arange(4)), sum(total.compiled.stats.cache_misses.values()))
"""


def test_a_kernel_that_another_process_is_compiling_is_waited_for(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    (tmp_path / "toy_kernels.py").write_text(KERNELS, encoding="utf-8")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kernels"), "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", WAITING]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["begun", "6", "1"]
    (lock,) = tmp_path.rglob("*.lock")
    stored = {path: path.read_bytes() for path in tmp_path.rglob("*.nb?")}
    for path in stored:
        path.unlink()
    with lock.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as waiting:
            assert waiting.stdout is not None
            assert waiting.stdout.readline() == "begun\n"
            with pytest.raises(subprocess.TimeoutExpired):
                waiting.wait(3)
            for path, content in stored.items():
                path.write_bytes(content)
            file.close()
            assert waiting.stdout.read().split() == ["6", "0"]
    # A holder that ends without a word keeps nobody waiting.
    for path in stored:
        path.unlink()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["begun", "6", "1"]
