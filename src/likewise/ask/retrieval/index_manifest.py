"""What an index is: version, language, settings and parts, in `manifest.json` of its folder.

A build writes parts first and its manifest last, so readers see the index as it was or as it is. Parts of a
build that was killed are named in `building.json`, from which the next build goes on.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from likewise.errors import InputError, RefusedError
from likewise.io import write_text
from likewise.version import __version__

__all__ = ["FORMAT", "IndexManifest", "build_lock", "read_manifest", "write_manifest"]

KIND, FORMAT = "ask-index", 1
MANIFEST, UNFINISHED, LOCK = "manifest.json", "building.json", ".lock"


@dataclass(slots=True)
class IndexManifest:
    """An index without what is in it; `table` are characters that count as others."""

    lang: str
    settings: dict[str, Any]
    table: dict[str, str] = field(default_factory=dict)
    parts: list[dict[str, Any]] = field(default_factory=list)
    kind: str = KIND
    format: int = FORMAT
    version: str = __version__

    def characters(self) -> dict[int, int]:
        """The table by code points."""
        return {ord(sign): ord(other) for sign, other in self.table.items()}


def write_manifest(folder: Path, manifest: IndexManifest, *, finished: bool) -> None:
    """Put the manifest in its place at one blow; that of a finished build ends the unfinished one."""
    with write_text(folder / (MANIFEST if finished else UNFINISHED)) as file:
        json.dump(asdict(manifest), file, ensure_ascii=False)
    if finished:
        (folder / UNFINISHED).unlink(missing_ok=True)
        own = {part["name"] for part in manifest.parts}
        for other in folder.glob("part-*"):
            if other.name not in own:
                shutil.rmtree(other, ignore_errors=True)


def read_manifest(folder: Path, *, unfinished: bool = False) -> IndexManifest:
    """The manifest of an index; what is no index, is not finished or of another version is told apart."""
    file = folder / (UNFINISHED if unfinished else MANIFEST)
    if not folder.is_dir():
        raise InputError("no such folder, expected an index", file=str(folder))
    if not file.is_file():
        wrong = f"is no index (it holds no {MANIFEST})"
        if (folder / UNFINISHED).is_file():
            wrong = "is an index whose build did not finish, build it again: it goes on where it stopped"
        raise InputError(wrong, file=str(folder))
    try:
        row = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise InputError("is not valid JSON: the index is damaged, build it again", file=str(file)) from None
    if not isinstance(row, Mapping) or row.get("kind") != KIND:
        raise InputError("is no manifest of an index", file=str(file))
    if row.get("format") != FORMAT:
        made = f"(made by version {row.get('version')})"
        raise InputError(
            f"is an index of format {row.get('format')} {made}, this version reads format {FORMAT}: "
            "build it again",
            file=str(folder),
        )
    try:
        manifest = IndexManifest(**row)
        for part in manifest.parts:
            if not {"name", "documents", "passages", "tokens", "removed", "files"} <= set(part):
                raise ValueError
        manifest.characters()
    except (TypeError, ValueError, AttributeError):
        wrong = "does not hold what it should: the index is damaged, build it again"
        raise InputError(wrong, file=str(file)) from None
    return manifest


@contextmanager
def build_lock(folder: Path) -> Iterator[None]:
    """Hold the folder while it is built; a second build is refused. A lock dies with its process."""
    try:
        handle = open(folder / LOCK, "a+b")  # noqa: SIM115
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"cannot be written ({reason})", file=str(folder)) from None
    with handle:
        if not _locked(handle.fileno()):
            raise RefusedError("index-is-built", f"{folder}: another build of this index is running")
        # The file stays: without it, two builds could each hold a lock of that name.
        yield


def _locked(handle: int) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if isinstance(error, BlockingIOError):
            return False
        os.fstat(handle)  # A file system without locks: builds go on, unguarded.
    return True
