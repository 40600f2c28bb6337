"""Which modules of Likewise a command walks through, and how many functions of each it calls.

    uv run python benchmarks/walk.py "negation resolve"
    uv run python benchmarks/walk.py score --most 24

A module counts when at least one of its functions (methods, comprehensions and lambdas too) is called while
the command does its work on one small input. For one that reads standard input, the work begins when the
first line has been asked for, so that loading models does not count; for others it is all of the command.
What runs only because a module is being imported does not count, nor does a class body, nor a generator that
goes on. Every thread counts, other processes do not. In 0.1.0, with the encoder installed, `negation resolve`
walks 27 modules (26 beside the reader of lines), without it 23; `score` walks 24.

To trace another checkout, run this file with its Python.
"""

from __future__ import annotations

import argparse
import io
import shlex
import sys
import threading
from collections import Counter
from dis import get_instructions
from functools import cache
from inspect import CO_NEWLOCALS
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

INPUTS = {"negation": "She was unable to sleep.\n", "paraphrase": "A man is slicing a tomato.\n"}
"""What a command reads on standard input, by its first word."""

ARGUMENTS = {"score": "{data}/outputs.jsonl"}
"""What is added to a command that is named alone."""

_IMPORT = ("<module>", "_call_with_frames_removed", "_find_and_load")


class Walk:
    """Counts the calls of functions, by module and function."""

    def __init__(self, package: Path) -> None:
        self.package = f"{package}/"
        self.calls: Counter[tuple[str, str]] = Counter()
        self.begun = True

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if (
            event != "call"
            or not self.begun
            or not code.co_filename.startswith(self.package)
            or code.co_name == "<module>"
        ):
            return
        if not code.co_flags & CO_NEWLOCALS or frame.f_lasti > _first(code) or _importing(frame):
            return
        self.calls[code.co_filename.removeprefix(self.package), code.co_qualname] += 1

    def modules(self) -> dict[str, list[str]]:
        """Module: the functions of it that ran, in the order of their first call."""
        rooms: dict[str, list[str]] = {}
        for module, function in self.calls:
            name = module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            rooms.setdefault(name, []).append(function)
        return rooms


class Asked(io.RawIOBase):
    """Standard input that says when it is first read."""

    def __init__(self, text: str, walk: Walk) -> None:
        self.data = io.BytesIO(text.encode())
        self.walk = walk

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.walk.begun = True
        return self.data.readinto(buffer)


@cache
def _first(code: CodeType) -> int:
    """Where a function stands when it is called, and not gone on with."""
    return next(step.offset for step in get_instructions(code) if step.opname == "RESUME")


def _importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_name in _IMPORT:
            return frame.f_code.co_name != "<module>" or frame.f_globals["__name__"] != "__main__"
        frame = frame.f_back
    return False


def walk(command: str, lines: str) -> Walk:
    """Run a command in this process and trace it; its output is dropped."""
    import likewise
    from likewise.cli.main import run

    traced = Walk(Path(likewise.__file__).parent)
    if lines:
        traced.begun = False
        sys.stdin = io.TextIOWrapper(io.BufferedReader(Asked(lines, traced)), encoding="utf-8")
    out, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    threading.setprofile(traced)
    sys.setprofile(traced)
    try:
        code = run(shlex.split(command))
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
        sys.stdout = out
    if code:
        raise SystemExit(f"likewise {command}: exit code {code}")
    return traced


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", help="a command with its options, in quotes")
    parser.add_argument(
        "--most", type=int, help="exit code 1 if the walk goes through more modules than this"
    )
    parser.add_argument("--functions", action="store_true", help="name the functions too")
    chosen = parser.parse_args()
    import likewise

    data = Path(likewise.__file__).parent / "data"
    command = f"{chosen.command} {ARGUMENTS.get(chosen.command, '').format(data=data)}"
    modules = walk(command, INPUTS.get(chosen.command.split()[0], "")).modules()
    for name in sorted(modules):
        print(
            f"{len(modules[name]):4d}  {name}" + (f"  {', '.join(modules[name])}" if chosen.functions else "")
        )
    print(f"{len(modules)} modules, {sum(map(len, modules.values()))} functions: likewise {chosen.command}")
    if chosen.most is not None and len(modules) > chosen.most:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
