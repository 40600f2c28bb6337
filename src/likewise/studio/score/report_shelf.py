"""Finished reports, kept as files for a while: each under a random name that only its maker is told."""

from __future__ import annotations

import secrets
import shutil
import tempfile
import threading
from collections import OrderedDict
from pathlib import Path

from likewise.errors import RefusedError

__all__ = ["ReportShelf"]


class ReportShelf:
    """A bounded number of reports in a folder; the oldest goes first, all go with the process."""

    def __init__(self, most: int = 50) -> None:
        self._folder: Path | None = None
        self._kept: OrderedDict[str, str] = OrderedDict()
        self._most, self._lock = most, threading.Lock()

    def place(self) -> tuple[str, Path]:
        """A fresh token and the file that the report goes to."""
        with self._lock:
            if self._folder is None:
                self._folder = Path(tempfile.mkdtemp(prefix="likewise-reports-"))
            token = secrets.token_urlsafe(16)
            return token, self._folder / f"{token}.html"

    def keep(self, token: str, maker: str) -> None:
        """Keep the report under this token for its maker."""
        with self._lock:
            self._kept[token] = maker
            while len(self._kept) > self._most and self._folder is not None:
                old, _ = self._kept.popitem(last=False)
                (self._folder / f"{old}.html").unlink(missing_ok=True)

    def get(self, token: str, maker: str) -> Path:
        """The report's file, for the one who made it."""
        with self._lock:
            if self._folder is None or self._kept.get(token) != maker:
                raise RefusedError("not-found", "there is no such report; it may have been kept long enough")
            return self._folder / f"{token}.html"

    def clear(self) -> None:
        """Remove all reports."""
        with self._lock:
            if self._folder is not None:
                shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
            self._kept.clear()
