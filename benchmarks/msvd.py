"""The MSVD corpus for benchmarks, and how times are taken."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import likewise as lw

CSV = Path(__file__).parents[2] / "shared" / "data" / "msvd" / "msvd_train.csv.gz"
Result = TypeVar("Result")


def arguments(description: str) -> argparse.Namespace:
    """The options that the benchmarks share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--data", type=Path, default=CSV, help="the MSVD CSV")
    parser.add_argument(
        "--repeat", type=int, default=5, help="runs of each side, of which the fastest counts"
    )
    chosen = parser.parse_args()
    if not chosen.data.exists():
        sys.exit(f"{chosen.data} is not there; name the MSVD CSV by --data")
    return chosen


def with_references(clusters: list[lw.Cluster], count: int) -> list[lw.Segment]:
    """Each of the first count + 1 texts of a cluster as candidate, the others as its references."""
    cut = [lw.Cluster(c.id, c.texts[: count + 1]) for c in clusters if len(c.texts) > count]
    return list(lw.leave_one_out(cut))


def timed(work: Callable[[], Result], repeat: int = 1) -> tuple[float, Result]:
    """CPU seconds of the fastest of some runs, and what it gave."""
    best = float("inf")
    for _ in range(repeat):
        start = time.process_time()
        result = work()
        best = min(best, time.process_time() - start)
    return best, result
