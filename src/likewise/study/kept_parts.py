"""What a study keeps of its work, so that it can be interrupted and gone on with.

Each part is a file of arrays whose name holds a fingerprint of all that it depends on: data, settings,
version. A part of other data or settings has another name and is never taken for this one.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy.typing as npt

from likewise.errors import InputError
from likewise.io import Source, dumps_arrays, fingerprint, loads_arrays
from likewise.version import __version__

__all__ = ["KeptParts", "open_parts"]

Arrays = dict[str, npt.NDArray[Any]]

FORMAT = 1
"""Raised when parts mean something else than before."""

_SIGN = re.compile(r"[^A-Za-z0-9+]+")
_FOLDER, _RESULT = "parts", "study.json"


class KeptParts:
    """The parts in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str, *settings: Any) -> Path:
        """Where a part made with these settings is kept."""
        mark = fingerprint([[FORMAT, __version__, name, *settings]])
        return self.folder / f"{_SIGN.sub('-', name)}.{mark}.npz"

    def get(self, name: str, *settings: Any) -> Arrays | None:
        """A kept part; none where there is none, or where its file is damaged."""
        try:
            return loads_arrays(self.path(name, *settings).read_bytes())
        except (OSError, InputError):
            return None

    def put(self, arrays: Arrays, name: str, *settings: Any) -> None:
        """Keep a part; its file appears whole or not at all."""
        target = self.path(name, *settings)
        temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            temporary.write_bytes(dumps_arrays(arrays))
            os.replace(temporary, target)
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise

    def made(self, make: Callable[[], Arrays], name: str, *settings: Any) -> Arrays:
        """A kept part, else a new one, which is kept."""
        kept = self.get(name, *settings)
        if kept is None:
            kept = make()
            self.put(kept, name, *settings)
        return kept


def open_parts(folder: Source, result: str) -> KeptParts:
    """The parts of a study's folder, which is made when the first is kept; another folder is refused.

    `result` is a key of `study.json` by which a study of this kind is known.
    """
    target = Path(folder)
    if target.exists() and not _ours(target, result):
        raise InputError("is there already and holds no study, so nothing is written to it", file=str(folder))
    if not target.exists() and not target.parent.is_dir():
        raise InputError("its folder does not exist", file=str(folder))
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise InputError("cannot be written (permission denied)", file=str(folder))
    return KeptParts(target / _FOLDER)


def _ours(target: Path, result: str) -> bool:
    if not target.is_dir():
        return False
    if not any(target.iterdir()) or (target / _FOLDER).is_dir():
        return True
    try:
        return result in json.loads((target / _RESULT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
