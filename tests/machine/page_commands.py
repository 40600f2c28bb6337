"""The commands that a page of the documentation shows, and how to run one as a shell would, in process."""

from __future__ import annotations

import io
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path

__all__ = ["PageCommand", "ShownOutput", "commands_of", "shown_outputs"]

_OWN = re.compile(r"^(?:pip install uv && )?(?:uv run (?:--no-dev )?)?likewise ")
"""How a page may write the program; the words before it are those of a fresh machine."""


@dataclass(frozen=True)
class PageCommand:
    """One line of a page: commands joined by pipes, the last one perhaps writing to a file."""

    line: int
    text: str

    def run(self, program: Callable[[list[str]], int]) -> tuple[int, str]:
        """Run the line in the working folder: the last exit code, and what was printed on standard output.

        What is not `likewise` runs as it is.
        """
        *stages, last = (self._stage(stage) for stage in _split(self.text, "|"))
        given, code = b"", 0
        for stage in [*stages, last]:
            words, target = _target(stage)
            if words[0] == "likewise":
                code, given = _likewise(program, words[1:], given)
            else:
                done = subprocess.run(words, input=given, stdout=subprocess.PIPE, check=False)
                code, given = done.returncode, done.stdout
            if target:
                Path(target).write_bytes(given)
                given = b""
            if code:
                break
        return code, given.decode()

    def _stage(self, text: str) -> list[str]:
        return shlex.split(_OWN.sub("likewise ", text.strip()), comments=True)


@dataclass(frozen=True)
class ShownOutput:
    """A block of a page that shows what commands before it print; dots stand for what is left out."""

    command: int
    lines: tuple[str, ...]

    def missing(self, printed: str) -> list[str]:
        """Lines that were not printed, whatever the blanks between words and the rules under headings."""
        text = _even(printed)
        lines = [line for line in self.lines if set(line) - set("- ")]
        parts = [part for line in lines for part in re.split(r"\.{2,}", line)]
        return [part for part in map(_even, parts) if part not in text]


def _even(text: str) -> str:
    return " ".join(text.split())


def commands_of(page: str) -> Iterator[PageCommand]:
    """The indented lines of a page that call the program, or make a file for it, in order."""
    for number, command, _, _ in _pieces(page):
        if command:
            yield PageCommand(number, command)


def shown_outputs(page: str) -> Iterator[ShownOutput]:
    """The blocks called `text` or `console` with the command before them; not those after Python."""
    last = 0
    for number, command, kind, text in _pieces(page):
        if command:
            last = number
        elif kind not in ("text", "console"):
            last = 0
        elif last:
            yield ShownOutput(last, tuple(text.splitlines()))


_PIECE = re.compile(r"^ {4}(\S[^\n]*)$|^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def _pieces(page: str) -> Iterator[tuple[int, str, str, str]]:
    """Commands, and fenced blocks with their kind, each with the number of its first line."""
    for found in _PIECE.finditer(page):
        command, kind, text = (part or "" for part in found.groups())
        if not command or _runs(command):
            yield page.count("\n", 0, found.start()) + 1, command, kind, text


def _runs(text: str) -> bool:
    stages = _split(text, "|")
    return bool(_OWN.match(stages[-1].strip())) or (">" in text and stages[0].split()[0] in _MAKERS)


_MAKERS = ("printf", "echo", "head", "tail", "cat", "gzip")
"""Programs of every machine that make a file which later lines read."""


def _target(words: list[str]) -> tuple[list[str], str | None]:
    """The words before `> FILE`, and the file."""
    return (words[:-2], words[-1]) if len(words) > 2 and words[-2] == ">" else (words, None)


def _split(text: str, mark: str) -> list[str]:
    """Cut at a mark that stands outside quotes."""
    parts, quote = [""], ""
    for char in text:
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        if char == mark and not quote:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _likewise(program: Callable[[list[str]], int], words: list[str], given: bytes) -> tuple[int, bytes]:
    """Run the program with these bytes as its standard input; its exit code and its standard output."""
    output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
    try:
        with redirect_stdout(output):
            code = program(words)
    finally:
        sys.stdin = before
    return code, output.buffer.getvalue()
