"""Exports that are a folder: it is new, and it is there whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from likewise.errors import InputError
from likewise.io import Source

__all__ = ["export_folder"]


@contextmanager
def export_folder(target: Source) -> Iterator[Path]:
    """A folder to write into, which gets its name when the block ends well; that must be new or empty."""
    folder = Path(target)
    if os.fspath(target) == "-" or (folder.exists() and not folder.is_dir()):
        raise InputError("expected the name of a new folder", file=os.fspath(target))
    if folder.exists() and any(folder.iterdir()):
        raise InputError("is a folder that holds something already, expected a new one", file=str(target))
    if not folder.absolute().parent.is_dir():
        raise InputError("its folder does not exist", file=str(target))
    work = folder.absolute().with_name(f".{folder.name[:40]}.{secrets.token_hex(6)}.part")
    try:
        work.mkdir()
        yield work
        os.replace(work, folder)
    except BaseException:
        shutil.rmtree(work, ignore_errors=True)
        raise
