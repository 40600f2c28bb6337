"""Two checkouts give the same: every command of a fixed list, byte for byte.

    uv run python benchmarks/same_output.py OLD NEW [--only WORD] [--keep FOLDER]

OLD and NEW are folders of the project, each with its own `.venv`. Standard output, standard error, exit codes
and written files are compared. What may differ from run to run is masked (MASKS); what differs on purpose is
declared (EXPECTED). Prints a line for each difference; exit code 1 if there is one that is not declared.

Each command is a process of its own, forked from one that has loaded the libraries, but nothing of Likewise.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from same_output_cases import CASES, Case, deep_lines, write_files

MASKS: dict[str, tuple[str, str]] = {
    "seconds in JSON": (r'"(seconds|lexicon|parser|following|total)": \d+\.\d+(e-?\d+)?', r'"\1": SECONDS'),
    "sentences a second": (r'"sentences_per_second": [\d.]+', '"sentences_per_second": RATE'),
    "seconds in text": (r"\bin \d+(\.\d+)? (s|seconds)\b", "in SECONDS"),
    "a rate in text": (r"[\d,.]+ sentences (a|per) second", "RATE sentences a second"),
    "microseconds since 1970": (r"\b1[789]\d{14}\b", "MOMENT"),
    "a date": (r"\b20\d\d-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(?: UTC|Z|\+00:00)?", "DATE"),
    "the code of a worker, drawn by chance": (r"\bW[0-9A-HJ-NP-Z]{8}\b", "WORKER"),
}
"""What is masked, and how. The folder of the run is masked too (FOLDER)."""

EXPECTED: dict[str, str] = {
    "main 02 (--help) stdout": "commands by the alphabet; completion for shells",
    "main 06 (doctor --json) stdout": "every package that is asked for, in the order of the package",
    "parses file second/report.html": "the page has the look of the other reports",
    "parses file study/report.html": "the page has the look of the other reports",
    "collect 09 (collect stats msvd": "amounts are written with their currency",
    "collect 11 (collect stats mine": "amounts are written with their currency",
    "collect 26 (collect pay msvd": "amounts are written with their currency",
    "collect file ledger.csv": "amounts also with the decimals of their currency, in a last column",
}
"""Differences on purpose: the start of a difference's name (see `Difference.name`): the reason."""

UNCOMPARED = re.compile(r"\.(db|db-wal|db-shm|lock)$")
"""Databases hold moments and codes; what is in them is compared through stats, exports and ledger."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not the same; named by group, number of the command and part."""

    name: str
    old: str
    new: str

    def line(self) -> str:
        """The first place in which the two differ."""
        for line in difflib.unified_diff(self.old.splitlines(), self.new.splitlines(), lineterm="", n=0):
            if line[:1] in "+-" and line[:3] not in ("+++", "---"):
                side = "only old" if line[0] == "-" else "only new"
                return f"{self.name}: {side}: {_around(line[1:], self.old if line[0] == '+' else self.new)}"
        return f"{self.name}: {self.old!r:.80} became {self.new!r:.80}"


def _around(line: str, other: str, width: int = 160) -> str:
    """Long lines are cut to where they begin to differ from the nearest line of the other side."""
    if len(line) <= width:
        return line
    start = max(0, max(_alike(row, line) for row in other.splitlines() or [""]) - 40)
    return f"..{line[start : start + width]}.."


def _alike(one: str, other: str) -> int:
    """How many first characters are the same."""
    both = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(both) if a != b), min(len(one), len(other)))


FORKER = """
import json, os, sys, traceback
for name in ("numpy", "scipy.stats", "scipy.optimize", "numba", "sacrebleu", "rich.table", "typer",
             "sqlalchemy.orm", "alembic.command", "fastapi", "delphin.codecs.simplemrs"):
    try:
        __import__(name)
    except ImportError:
        pass
for line in sys.stdin:
    task = json.loads(line)
    child = os.fork()
    if not child:
        code = 70
        try:
            os.chdir(task["folder"])
            for number, name in enumerate(("in", "out", "err")):
                os.dup2(os.open(task[name], os.O_WRONLY if number else os.O_RDONLY), number)
            sys.stdin = open(0, closefd=False)
            sys.argv = ["likewise", *task["arguments"]]
            from likewise.cli import main
            code = main() or 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Runs one command for each line of JSON, and prints its exit code."""


@dataclass(slots=True)
class Side:
    """One checkout, the folder that it works in, and what it gave by the name of the part."""

    checkout: Path
    folder: Path
    parts: dict[str, str] = field(default_factory=dict)

    def forker(self) -> subprocess.Popen[str]:
        """The process that this checkout's commands are forked from."""
        ours = self.checkout / ".venv/bin/python"
        python = [str(ours)] if ours.exists() else ["uv", "run", "--project", str(self.checkout), "python"]
        return subprocess.Popen(
            [*python, "-c", FORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=self.environment(), cwd=self.folder,
        )  # fmt: skip

    def environment(self) -> dict[str, str]:
        kept = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith(("LIKEWISE_", "VIRTUAL_ENV"))
        }
        return {**kept, "LIKEWISE_CACHE": str(self.folder / "cache"), "COLUMNS": "100", "NO_COLOR": "1"}

    def masked(self, text: str) -> str:
        text = text.replace(str(self.folder), "FOLDER").replace(str(self.checkout), "CHECKOUT")
        for pattern, mask in MASKS.values():
            text = re.sub(pattern, mask, text)
        return text

    def run(self, group: str, old: Path) -> None:
        folder = self.folder / group
        folder.mkdir(parents=True)
        write_files(old, folder)
        before = {path: path.read_bytes() for path in _files(folder)}
        with self.forker() as forker:
            for number, case in enumerate(CASES[group], 1):
                self._case(f"{group} {number:02d} ({case.command})", case, folder, forker)
        for path in _files(folder):
            if before.get(path) != path.read_bytes() and not UNCOMPARED.search(path.name):
                self.parts[f"{group} file {path.relative_to(folder)}"] = self.masked(_text(path.read_bytes()))

    def _case(self, name: str, case: Case, folder: Path, forker: subprocess.Popen[str]) -> None:
        assert forker.stdin is not None
        assert forker.stdout is not None
        streams = {part: self.folder / f"{folder.name}.{part}" for part in ("in", "out", "err")}
        lines = deep_lines(folder) if case.lines == "DEEP" else case.lines
        streams["in"].write_text(lines, encoding="utf-8")
        for part in ("out", "err"):
            streams[part].write_bytes(b"")
        task = {"arguments": shlex.split(case.command), "folder": str(folder)}
        forker.stdin.write(json.dumps({**task, **{part: str(path) for part, path in streams.items()}}) + "\n")
        forker.stdin.flush()
        code = int(forker.stdout.readline())
        self.parts[f"{name} exit code"] = str(code)
        for part in ("out", "err"):
            self.parts[f"{name} std{part}"] = self.masked(_text(streams[part].read_bytes()))
        if code != case.code:
            said = self.parts[f"{name} stderr"][-300:]
            self.parts[f"{name} wanted"] = f"exit code {case.code}, not {code}: {said}"


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _text(data: bytes) -> str:
    """Text as it is; anything else as hexadecimal, so that it can be compared and shown."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.hex(" ", 64)


def differences(old: Side, new: Side) -> Iterator[Difference]:
    """Whatever one side gave and the other did not give alike."""
    for name in dict.fromkeys([*old.parts, *new.parts]):
        before, after = old.parts.get(name, "(nothing)"), new.parts.get(name, "(nothing)")
        if before != after:
            yield Difference(name, before, after)


def groups(only: str | None) -> list[str]:
    """The groups in which a command holds the word; all without one."""
    return [
        group for group, cases in CASES.items()
        if only in (None, group) or (only not in CASES and any(str(only) in case.command for case in cases))
    ]  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", type=lambda text: Path(text).resolve())
    parser.add_argument("new", type=lambda text: Path(text).resolve())
    parser.add_argument("--only", help="only groups of commands in which this word stands")
    parser.add_argument("--keep", type=Path, help="write both sides of every difference into this folder")
    chosen = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="same-output-"))
    try:
        return compare(chosen.old, chosen.new, groups(chosen.only), work, chosen.keep)
    finally:
        shutil.rmtree(work)


def compare(old: Path, new: Path, chosen: list[str], work: Path, keep: Path | None) -> int:
    """Run both sides at the same time, group by group; the exit code."""
    sides = Side(old, work / "a"), Side(new, work / "b")
    for group in chosen:
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda side, name=group: side.run(name, old), sides))
        print(f"{group}: {len(CASES[group])} commands", file=sys.stderr)
    bad = 0
    for side in sides:
        for name in [name for name in side.parts if name.endswith(" wanted")]:
            print(f"{side.checkout.name}: {name} {side.parts.pop(name)}")
            bad += 1
    for number, difference in enumerate(differences(*sides), 1):
        reason = next((why for start, why in EXPECTED.items() if difference.name.startswith(start)), None)
        print(difference.line() if reason is None else f"expected, {reason}: {difference.name}")
        bad += reason is None
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"{number:03d}.old").write_text(f"{difference.name}\n{difference.old}\n")
            (keep / f"{number:03d}.new").write_text(f"{difference.name}\n{difference.new}\n")
    parts = len({*sides[0].parts, *sides[1].parts})
    commands = sum(len(CASES[group]) for group in chosen)
    print(f"{commands} commands, {parts} parts, {bad} differences not declared")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
