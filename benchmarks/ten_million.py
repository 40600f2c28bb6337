"""Ten million short segments through `likewise score` in under 1 GiB, and an interrupt in the middle.

The segments are generated into a pipe, so that the disk is not what is measured.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WORDS = [
    "a",
    "the",
    "man",
    "woman",
    "dog",
    "cat",
    "is",
    "was",
    "cutting",
    "eating",
    "holding",
    "red",
    "big",
    "small",
    "fish",
    "bread",
    "in",
    "on",
    "park",
    "house",
]


def generate(count: int) -> None:
    """Write segments to standard output: sources, references and candidates of 4 to 9 words."""
    rng = random.Random(1)
    pool = [" ".join(rng.choices(WORDS, k=rng.randint(4, 9))) for _ in range(50_000)]
    write = sys.stdout.write
    for i in range(count):
        a, b, c = pool[i % 50_000], pool[(i * 7 + 1) % 50_000], pool[(i * 13 + 5) % 49_999]
        row = f'"id": "{i}", "source": "{a} {i % 997}", "candidate": "{b} {i % 991}"'
        write(f'{{{row}, "references": ["{c}", "{a}"]}}\n')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--segments", type=int, default=10_000_000)
    parser.add_argument("--generate", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.generate:
        generate(chosen.segments)
        return
    score_all(chosen.segments)
    interrupt()


def producer(count: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, __file__, "--generate", "--segments", str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE)


def score_all(count: int) -> None:
    source = producer(count)
    command = [sys.executable, "-m", "likewise", "score", "-", "--metrics", "bleu,pinc", "--json"]
    start = time.perf_counter()
    scorer = subprocess.Popen(command, stdin=source.stdout, stdout=subprocess.PIPE)
    assert source.stdout is not None
    assert scorer.stdout is not None
    source.stdout.close()
    result = json.loads(scorer.stdout.read())
    # wait4 tells the peak memory of this one child, the scorer.
    _, status, usage = os.wait4(scorer.pid, 0)
    source.wait()
    seconds = time.perf_counter() - start
    assert status == 0
    assert result["n"] == count
    peak = usage.ru_maxrss / 1024
    print(
        f"{count:,} segments in {seconds:.0f} s ({count / seconds:,.0f} a second), "
        f"peak memory {peak:,.0f} MiB (must 1,024)"
    )
    print({name: round(found["score"], 3) for name, found in result["metrics"].items()})


def interrupt() -> None:
    """Ctrl-C in the middle of writing scores: no file, no traceback."""
    # A shell's background jobs ignore Ctrl-C, and children inherit that: take it back for the test.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "scores.jsonl"
        source = producer(3_000_000)
        command = [sys.executable, "-m", "likewise", "score", "-", "--segments", str(target)]
        scorer = subprocess.Popen(
            command, stdin=source.stdout, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        time.sleep(8)
        part = [p.name for p in Path(folder).iterdir()]
        scorer.send_signal(signal.SIGINT)
        _, errors = scorer.communicate(timeout=60)
        source.kill()
        source.wait()
        left = [p.name for p in Path(folder).iterdir()]
        print(
            f"interrupted while writing {part}: exit {scorer.returncode}, left behind {left}, "
            f"said {errors.decode().strip()!r}"
        )


if __name__ == "__main__":
    main()
