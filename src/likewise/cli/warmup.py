"""likewise warmup: compile the kernels ahead, so that no later command waits for a compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Annotated, Any

import typer

from likewise import data
from likewise.cli.command import InputError, Json, counted, note, print_json, print_table
from likewise.kernel import on_compile

__all__ = ["PARTS", "warmup"]

_OUTPUTS, _CLUSTERS = str(data.path("outputs.jsonl")), str(data.path("clusters.jsonl"))

PARTS: dict[str, list[list[str]]] = {
    "score": [
        ["score", _OUTPUTS, "--metrics", "bleu,pinc,chrf,ter,wer,per,nist,self-bleu,source-bleu", "--json"],
        ["score", "--clusters", _CLUSTERS, "--json"],
    ],
    "judge": [
        ["judge", _OUTPUTS, "--human", "overall", "--curve", "--json"],
        ["compare", _OUTPUTS, "--json"],
    ],
    "paraphrase": [["tour", "--report", "report.html", "--json"]],
    "meaning": [
        ["diff", "A dog chased the cat.", "The cat was not chased by two dogs.", "--json"],
        ["score", _OUTPUTS, "--metrics", "negation", "--json"],
    ],
    "freestyle": [["freestyle", "respond", "--json"]],
}
"""The parts that have kernels, and commands that need them."""
LINE = "the night is cold\n"
"""What a command reads from standard input."""


def warmup(
    parts: Annotated[
        list[str] | None, typer.Argument(metavar="[PART]..", help=f"{', '.join(PARTS)}; all of them if none.")
    ] = None,
    json_out: Json = False,
) -> None:
    """Compile the kernels ahead and keep them, so that no later command waits for a compiler.

    Example: likewise warmup score judge
    """
    chosen = list(dict.fromkeys(parts or PARTS))
    for name in chosen:
        if name not in PARTS:
            raise InputError(f"warmup {name}: expected one or more of {', '.join(PARTS)}")
    started = time.perf_counter()
    results: dict[str, dict[str, Any]] = {}
    with counted("compiling", len(chosen)) as advance:
        for name, result in _all_done(chosen):
            results[name] = result
            advance(1)
            note(f"{name}: {result['kernels']} kernels compiled in {result['seconds']:.1f} s")
    seconds = time.perf_counter() - started
    rows = {name: results[name] for name in chosen}
    kernels = sum(row["kernels"] for row in rows.values())
    if json_out:
        print_json({"kernels": kernels, "seconds": seconds, "parts": rows})
        return
    heads = ["part", "kernels compiled", "seconds"]
    table = [[name, row["kernels"], f"{row['seconds']:.1f}"] for name, row in rows.items()]
    done = f"{kernels} kernels compiled in {seconds:.1f} s"
    print_table(done if kernels else "Nothing to do: all kernels are there", heads, table)


def _all_done(chosen: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each part when it is done; as many processes as there are processors, at most two."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(min(os.cpu_count() or 1, 2)) as pool:
        asked = {pool.submit(_done, name, folder): name for name in chosen}
        for future in as_completed(asked):
            yield asked[future], future.result()


def _done(name: str, folder: str) -> dict[str, Any]:
    """Run what needs a part's kernels, in a process of its own: how many were compiled, and the seconds."""
    started = time.perf_counter()
    environment = {**os.environ, "LIKEWISE_KERNELS": "compiled"}
    command = [sys.executable, "-m", "likewise.cli.warmup", name]
    done = subprocess.run(
        command, cwd=folder, env=environment, input=LINE, capture_output=True, text=True, encoding="utf-8"
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason was told"])[-1]
        raise InputError(f"warmup {name}: {reason}")
    return {"kernels": json.loads(done.stdout), "seconds": time.perf_counter() - started}


def _run(name: str) -> int:
    """Run a part's commands in this process; tell on standard output how many kernels were compiled."""
    from likewise.cli.main import run

    compiled: list[str] = []
    told = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    on_compile(compiled.append)
    for arguments in PARTS[name]:
        if code := run(arguments):
            return code
    os.write(told, json.dumps(len(compiled)).encode())
    return 0


if __name__ == "__main__":
    sys.exit(_run(sys.argv[1]))
