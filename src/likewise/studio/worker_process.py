"""Work that runs in a process of its own: models and compiled kernels need more memory than the whole studio.

A `WorkerProcess` stays: it takes a question as a line of JSON, gives its answer as one, and ends with its
input, or when nobody asked for a while; `serve` is what it runs. `run_job` starts a process for one job, that
may be large and must not keep the threads that serve workers waiting; `serve_job` is what that one runs.
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

__all__ = ["FIRST", "LATER", "WorkerProcess", "run_job", "serve", "serve_job"]

FIRST, LATER = 240.0, 30.0
"""Seconds for an answer: the first one of a process waits for models and compiled kernels."""
_IDLE = 900.0
_JOB = 120.0
_JOBS = threading.BoundedSemaphore(2)
"""How many jobs run at once, whatever they are."""


class WorkerProcess:
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
        process = self.process
        if process is None or process.poll() is not None:
            process, seconds = self._begin(), FIRST
        assert process.stdin is not None
        assert process.stdout is not None
        # A process that says nothing for too long is ended, which ends the wait for its line.
        alarm = threading.Timer(seconds, process.kill)
        alarm.start()
        try:
            process.stdin.write(json.dumps(question).encode() + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
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
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _begin(self) -> subprocess.Popen[bytes]:
        self._end()
        command = [sys.executable, "-m", self.module]
        variables = {**self.settings, **os.environ}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=variables)
        return self.process

    def _end(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.communicate()

    def close(self) -> None:
        """End the process; the next question starts another."""
        with self._lock:
            if self._rest is not None:
                self._rest.cancel()
            self._end()


def serve(answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Answer questions, a line each, until there are no more."""
    for line in sys.stdin.buffer:
        sys.stdout.write(json.dumps(_told(answer, json.loads(line))) + "\n")
        sys.stdout.flush()


def run_job(module: str, job: dict[str, Any], seconds: float = _JOB) -> dict[str, Any]:
    """Have a module do a job of scoring; a complaint about the input comes back as `InputError`."""
    if not _JOBS.acquire(timeout=seconds):
        raise RefusedError("conflict", "too much is being scored at this moment, try again")
    try:
        done = subprocess.run(
            [sys.executable, "-m", module],
            input=json.dumps(job).encode(), capture_output=True, timeout=seconds, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise InputError(f"scoring took more than {seconds:.0f} seconds; use likewise score") from None
    finally:
        _JOBS.release()
    if done.returncode != 0:
        last = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
        raise RuntimeError(f"the scoring process failed: {last}")
    result: dict[str, Any] = json.loads(done.stdout)
    if "complaint" in result:
        raise InputError(result["complaint"], line=result["line"], field=result["field"])
    return result


def serve_job(work: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Read a job, do it, write its result."""
    result = _told(work, json.loads(sys.stdin.buffer.read()))
    json.dump(_finite(result), sys.stdout, allow_nan=False)


def _told(work: Callable[[dict[str, Any]], dict[str, Any]], question: dict[str, Any]) -> dict[str, Any]:
    """What the work gives, or its complaint about the input."""
    try:
        return work(question)
    except InputError as error:
        return {"complaint": error.message, "line": error.line, "field": error.field}


def _finite(value: Any) -> Any:
    """The value with numbers that JSON lacks as null."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and value - value != 0 else value
