"""A process beside the studio that keeps models and compiled kernels, which need more memory than the studio.

It takes a question as a line of JSON, gives its answer as one, and ends with its input, or when nobody asked
for a while. `answers` is what such a process runs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any

from likewise.errors import InputError, RefusedError

__all__ = ["FIRST", "LATER", "Child", "answers"]

FIRST, LATER = 240.0, 30.0
"""Seconds for an answer: the first one of a process waits for models and compiled kernels."""
_IDLE = 900.0


class Child:
    """A process that runs a module, started with the first question; one question at a time.

    `settings` are variables of its environment, where nobody set them otherwise.
    """

    def __init__(
        self, module: str, *, busy: str, silent: str, settings: Mapping[str, str] | None = None
    ) -> None:
        self.module, self.busy, self.silent, self.settings = module, busy, silent, settings or {}
        self.process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._rest: threading.Timer | None = None

    @property
    def alive(self) -> bool:
        """Whether there is a process."""
        return self.process is not None and self.process.poll() is None

    def ask(self, question: dict[str, Any], *, seconds: float = LATER) -> dict[str, Any]:
        """The answer; `seconds` is how long one who finds a process running waits for it."""
        if not self._lock.acquire(timeout=LATER):
            raise RefusedError("conflict", self.busy)
        try:
            answer = self._answer(question, seconds)
        finally:
            self._lock.release()
        if "complaint" in answer:
            raise InputError(answer["complaint"], field=answer["field"])
        return answer

    def _answer(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        if self._rest is not None:
            self._rest.cancel()
        child = self.process
        if child is None or child.poll() is not None:
            child, seconds = self._begin(), FIRST
        assert child.stdin is not None
        assert child.stdout is not None
        # A child that says nothing for too long is ended, which ends the wait for its line.
        alarm = threading.Timer(seconds, child.kill)
        alarm.start()
        try:
            child.stdin.write(json.dumps(question).encode() + b"\n")
            child.stdin.flush()
            line = child.stdout.readline()
        except BrokenPipeError:
            line = b""
        finally:
            alarm.cancel()
        if not line:
            self._end()
            raise RefusedError("conflict", self.silent)
        self._rest = threading.Timer(_IDLE, self.close)
        self._rest.daemon = True
        self._rest.start()
        found: dict[str, Any] = json.loads(line)
        return found

    def _begin(self) -> subprocess.Popen[bytes]:
        self._end()
        command = [sys.executable, "-m", self.module]
        variables = {**self.settings, **os.environ}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=variables)
        return self.process

    def _end(self) -> None:
        child, self.process = self.process, None
        if child is not None:
            child.kill()
            child.communicate()

    def close(self) -> None:
        """End the process; the next question starts another."""
        with self._lock:
            if self._rest is not None:
                self._rest.cancel()
            self._end()


def answers(answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Answer questions, a line each, until there are no more."""
    for line in sys.stdin.buffer:
        try:
            found = answer(json.loads(line))
        except InputError as error:
            found = {"complaint": error.message, "field": error.field}
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()
