"""Learning from people's own lyrics in a process of its own, with progress that a page can look at."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from likewise.errors import RefusedError

__all__ = ["TrainingRun", "TrainingState"]

_SECONDS = 1200.0


@dataclass(frozen=True, slots=True)
class TrainingState:
    """How far a run is: `state` is idle, running, done or failed; `share` goes from 0 to 1."""

    state: str = "idle"
    name: str = ""
    what: str = ""
    share: float = 0.0
    fault: str | None = None
    told: tuple[tuple[str, Any], ...] = ()

    @property
    def from_neighbours(self) -> bool:
        """Whether no two lines were found to rhyme, so that neighbouring lines were learnt from."""
        return dict(self.told).get("select") == "adjacent"

    def as_dict(self) -> dict[str, Any]:
        """The state as JSON."""
        return {
            "state": self.state, "name": self.name, "what": self.what, "share": self.share,
            "fault": self.fault, **dict(self.told),
        }  # fmt: skip


class TrainingRun:
    """One run at a time; the last one's end is told until another begins."""

    def __init__(self) -> None:
        self.state = TrainingState()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def begin(self, folder: Path, job: dict[str, Any]) -> None:
        """Start a run; while another is under way, this is refused."""
        with self._lock:
            if self.state.state == "running":
                raise RefusedError("conflict", f"'{self.state.name}' is being learnt, wait until it is done")
            self.state = TrainingState("running", folder.name, "starting")
            command = [sys.executable, "-m", "likewise.studio.freestyle.trainer"]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._thread = threading.Thread(target=self._follow, args=(self._process, job), daemon=True)
            self._thread.start()

    def _follow(self, process: subprocess.Popen[bytes], job: dict[str, Any]) -> None:
        """Hand the job over and read what is told, a line of JSON each, until the process ends."""
        name = self.state.name
        alarm = threading.Timer(_SECONDS, process.kill)
        alarm.start()
        last: dict[str, Any] = {}
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps(job).encode())
            process.stdin.close()
            for line in process.stdout:
                last = json.loads(line)
                if "share" in last:
                    self.state = TrainingState("running", name, last["what"], last["share"])
        except (BrokenPipeError, ValueError):
            last = {}
        finally:
            alarm.cancel()
            if process.stdout is not None:
                process.stdout.close()
            process.wait()
        if "complaint" in last or "done" not in last:
            said = last.get("complaint") or "the process ended before it was done"
            self.state = TrainingState("failed", name, fault=said)
        else:
            self.state = TrainingState("done", name, "done", 1.0, told=tuple(last["done"].items()))

    def wait(self, seconds: float) -> None:
        """Wait for the end of a run."""
        if self._thread is not None:
            self._thread.join(seconds)

    def close(self) -> None:
        """End a run that is under way."""
        process = self._process
        if process is not None and process.poll() is None:
            process.kill()
        self.wait(10)
