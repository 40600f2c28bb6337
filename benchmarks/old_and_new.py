"""The speed of two checkouts in one run, old and new in turn: BLEU, PINC, decoding, negation.

    uv run python benchmarks/old_and_new.py OLD NEW [--rounds 7] [--only WORD]

Each checkout has a process of its own, with its own `.venv`, that has loaded and compiled everything before
the first round. In each round both do the same work on the same embedded texts, one after the other, the one
that begins in turn. CPU seconds of the process count. Prints the best and the median of the rounds, and the
speed of the new one by that of the old one: above 1 the new one is faster. Exit code 1 if one is below
`--least`. OLD against itself shows what chance does.

Decoding and negation go through their commands, which both checkouts have: `paraphrase run` with a model that
the old one trained, `negation resolve` without a model. Reading the model again is a part of it.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

WORKER = """
import contextlib, io, json, sys, time
from dataclasses import replace

import likewise as lw
from likewise.cli.main import run

rows = [replace(row, id=f"{row.id}-{copy}") for copy in range(300) for row in lw.data.outputs()]
texts = [text.text for cluster in lw.data.clusters() for text in cluster.texts]
denied = [f"{start} {text[0].lower()}{text[1:]}" for text in texts[:40]
          for start in ("It is not true that", "Nobody said that")]
DECODE = ["paraphrase", "run", "--model", sys.argv[1], "--json"]


def command(arguments, lines):
    sys.stdin = io.TextIOWrapper(io.BytesIO("\\n".join([*lines, ""]).encode()), encoding="utf-8")
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        assert run(arguments) == 0, arguments


WORK = {
    "BLEU": (len(rows), "segments", lambda: lw.score(rows, ["bleu"])),
    "PINC": (len(rows), "segments", lambda: lw.score(rows, ["pinc"])),
    "decoding": (len(texts), "sentences", lambda: command(DECODE, texts)),
    "negation": (len(denied), "sentences", lambda: command(["negation", "resolve", "--json"], denied)),
}
for line in sys.stdin.buffer:
    amount, unit, work = WORK[line.decode().strip()]
    began = time.process_time()
    work()
    print(json.dumps([time.process_time() - began, amount, unit]), flush=True)
"""
NAMES = ("BLEU", "PINC", "decoding", "negation")


class Checkout:
    """A checkout and its process."""

    def __init__(self, folder: Path, model: Path) -> None:
        self.process = subprocess.Popen(
            [folder / ".venv/bin/python", "-c", WORKER, str(model)], cwd=model.parent, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def seconds(self, name: str) -> tuple[float, int, str]:
        """CPU seconds of one round, how much was done, and of what."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{name}\n")
        self.process.stdin.flush()
        seconds, amount, unit = json.loads(self.process.stdout.readline())
        return float(seconds), int(amount), str(unit)

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", type=lambda text: Path(text).resolve())
    parser.add_argument("new", type=lambda text: Path(text).resolve())
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--least", type=float, default=0.95)
    parser.add_argument("--only", choices=NAMES)
    chosen = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="old-and-new-"))
    try:
        train(chosen.old, work / "model")
        sides = Checkout(chosen.old, work / "model"), Checkout(chosen.new, work / "model")
        names = [chosen.only] if chosen.only else list(NAMES)
        ratios = [measure(name, sides, chosen.rounds) for name in names]
        for side in sides:
            side.end()
    finally:
        shutil.rmtree(work)
    return 0 if min(ratios) >= chosen.least else 1


def train(checkout: Path, model: Path) -> None:
    """A paraphraser from the embedded clusters, made by the old checkout for both."""
    clusters = checkout / "src/likewise/data/clusters.jsonl"
    program = checkout / ".venv/bin/likewise"
    subprocess.run(
        [program, "paraphrase", "train", "--data", clusters, "--out", model], check=True, capture_output=True
    )


def measure(name: str, sides: tuple[Checkout, Checkout], rounds: int) -> float:
    """One line: how much each does in a second, and the ratio."""
    for side in sides:
        side.seconds(name)  # kernels are compiled, models are read
    seconds: tuple[list[float], list[float]] = ([], [])
    amount, unit = 0, ""
    for number in range(rounds):
        for which in (0, 1) if number % 2 == 0 else (1, 0):
            spent, amount, unit = sides[which].seconds(name)
            seconds[which].append(spent)
    best = [min(one) for one in seconds]
    median = [statistics.median(one) for one in seconds]
    print(
        f"{name:9} {unit} a second: old {amount / best[0]:>9,.0f} (median {amount / median[0]:,.0f})  "
        f"new {amount / best[1]:>9,.0f} (median {amount / median[1]:,.0f})  new/old {best[0] / best[1]:.2f}",
        flush=True,
    )
    return best[0] / best[1]


if __name__ == "__main__":
    sys.exit(main())
