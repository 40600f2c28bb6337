"""What a command takes from an empty cache and with a filled one, beside another checkout and sacrebleu.

    uv run python benchmarks/start_up.py [--before CHECKOUT] [--tour]

Cold: neither compiled kernels nor Python's bytecode on disk, as after an installation by uv (new folders for
them in every run). Warm: the same command has run before.
Both checkouts run in turn, as programs of their own; seconds are of the wall, with those of the processor in
brackets, the fastest of some runs. The checkout's environment must be there (`uv sync`).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

from likewise import data

HERE = Path(__file__).resolve().parents[1]
SEGMENTS = 200
Times = tuple[float, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--before", type=Path, help="another checkout, with its environment")
    parser.add_argument("--tour", action="store_true", help="the tour as well, which takes minutes")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each, of which the fastest counts")
    chosen = parser.parse_args()
    checkouts = {"before": chosen.before, "now": HERE} if chosen.before else {"now": HERE}
    with tempfile.TemporaryDirectory() as folder:
        _inputs(Path(folder))
        score = ["score", "segments.jsonl"]
        commands = {
            "--version": ["--version"],
            f"score of {SEGMENTS}, bleu and pinc": score,
            f"score of {SEGMENTS}, bleu, chrf, ter": [
                "score",
                "segments.jsonl",
                "--metrics",
                "bleu,chrf,ter",
            ],
        }
        if chosen.tour:
            commands["tour"] = ["tour", "--report", "report.html"]
        _print("", *(f"{name}, {state}" for name in checkouts for state in ("cold", "warm")))
        for name, arguments in commands.items():
            cells = []
            for checkout in checkouts.values():
                program = str(checkout / ".venv" / "bin" / "likewise")
                cells += _cold_and_warm([program, *arguments], folder, chosen.repeat)
            _print(name, *cells)
        peer = str(Path(sys.executable).with_name("sacrebleu"))
        files = [f"references.{i}" for i in range(9)]
        times = _cold_and_warm([peer, *files, "-i", "candidates"], folder, chosen.repeat)
        _print(f"sacrebleu, bleu of {SEGMENTS}", *[""] * (2 * len(checkouts) - 2), *times)


def _print(name: str, *cells: str) -> None:
    print(name.ljust(30), *(cell.ljust(16) for cell in cells), flush=True)


def _inputs(folder: Path) -> None:
    """Some segments of the embedded corpus as JSON lines, and as the plain files that sacrebleu reads."""
    with Path(data.path("outputs.jsonl")).open(encoding="utf-8") as stream:
        records = list(islice(cycle(map(json.loads, stream)), SEGMENTS))
    records = [{**record, "id": f"{record['id']}-{place}"} for place, record in enumerate(records)]
    lines = "".join(json.dumps(record) + "\n" for record in records)
    (folder / "segments.jsonl").write_text(lines, encoding="utf-8")
    (folder / "candidates").write_text("".join(r["candidate"] + "\n" for r in records), encoding="utf-8")
    for place in range(9):
        texts = [(r["references"][place : place + 1] or [""])[0] + "\n" for r in records]
        (folder / f"references.{place}").write_text("".join(texts), encoding="utf-8")


def _cold_and_warm(command: list[str], folder: str, repeat: int) -> list[str]:
    cold = []
    for _ in range(repeat):
        with tempfile.TemporaryDirectory() as empty:
            cold.append(_timed(command, folder, empty))
    with tempfile.TemporaryDirectory() as kept:
        _timed(command, folder, kept)
        warm = [_timed(command, folder, kept) for _ in range(repeat)]
    return [f"{min(times)[0]:.2f} s ({min(times)[1]:.2f})" for times in (cold, warm)]


def _timed(command: list[str], folder: str, cache: str) -> Times:
    """Seconds on the wall, and of the processor, of one run that keeps its kernels there."""
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "NUMBA_CACHE_DIR": f"{cache}/kernels",
        "PYTHONPYCACHEPREFIX": f"{cache}/bytecode",
        "LIKEWISE_CACHE": f"{cache}/models",
    }
    before, start = os.times(), time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    seconds, after = time.perf_counter() - start, os.times()
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return seconds, spent


if __name__ == "__main__":
    main()
