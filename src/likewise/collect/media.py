"""Media files: uploaded videos under random names, in one folder that holds nothing else.

No name comes from outside, no link is followed, and a file is there whole or not at all.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from likewise.errors import InputError, RefusedError

__all__ = [
    "MEDIA_LIMIT",
    "Media",
    "Readable",
    "is_media_name",
    "open_media",
    "sniff",
    "store_media",
    "sweep_media",
]

MEDIA_LIMIT = 200 * 1024 * 1024
_BLOCK = 1 << 20
_HEAD = 4096
_MEDIA_NAME = re.compile(r"[A-Za-z0-9_-]{22}\.(mp4|webm|ogv)")
_PART_NAME = re.compile(r"[A-Za-z0-9_-]{22}\.part")
_TYPES = {"mp4": "video/mp4", "webm": "video/webm", "ogv": "video/ogg"}
_Folder = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class Media:
    """A stored media file: its own random name, what it holds, and how many bytes."""

    name: str
    type: str
    size: int


class Readable(Protocol):
    """Where an upload comes from."""

    def read(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end."""


def is_media_name(name: str) -> bool:
    """Whether this is a name that `store_media` could have given."""
    return _MEDIA_NAME.fullmatch(name) is not None


def sniff(head: bytes) -> str | None:
    """The suffix that a file's first bytes speak of: mp4, webm or ogv; None for anything else."""
    if head[4:8] == b"ftyp":
        return "mp4"
    if head[:4] == b"\x1a\x45\xdf\xa3" and b"matroska" not in head[:64]:
        return "webm"
    return "ogv" if head[:4] == b"OggS" else None


def store_media(folder: _Folder, name: str, stream: Readable, *, limit: int = MEDIA_LIMIT) -> Media:
    """Keep an uploaded video under a random name, whole or not at all.

    `name` is what the sender calls the file: it appears in complaints and nowhere else. What the file
    is, its first bytes say.
    """
    shown = os.path.basename(name.replace("\\", "/"))[:100] or "upload"
    with _folder(folder) as at:
        token = secrets.token_urlsafe(16)
        part = f"{token}.part"
        target = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW, 0o640, dir_fd=at)
        try:
            with os.fdopen(target, "wb") as out:
                suffix, size = _receive(stream, out, shown, limit)
                out.flush()
                os.fsync(out.fileno())
            os.rename(part, f"{token}.{suffix}", src_dir_fd=at, dst_dir_fd=at)
            os.fsync(at)
        except BaseException:
            with suppress(OSError):
                os.unlink(part, dir_fd=at)
            raise
    return Media(f"{token}.{suffix}", _TYPES[suffix], size)


def _receive(stream: Readable, out: BinaryIO, shown: str, limit: int) -> tuple[str, int]:
    """Copy in blocks; refuse at the first block what is no video, and at the limit what is too large."""
    head = b""
    while len(head) < _HEAD and (block := stream.read(_HEAD - len(head))):
        head += block
    suffix = sniff(head)
    if suffix is None:
        raise InputError("expected an MP4, WebM or Ogg video", file=shown, field="file")
    size = 0
    block = head
    while block:
        size += len(block)
        if size > limit:
            raise InputError(f"larger than {limit / (1 << 20):g} MiB", file=shown, field="file")
        out.write(block)
        block = stream.read(_BLOCK)
    return suffix, size


def open_media(folder: _Folder, name: str) -> tuple[BinaryIO, Media]:
    """A stored file for reading; anything but a name that `store_media` gave is not found."""
    lost = RefusedError("not-found", "no such media file")
    if not is_media_name(name):
        raise lost
    try:
        with _folder(folder) as at:
            handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=at)
    except OSError:
        raise lost from None
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        raise lost
    return os.fdopen(handle, "rb"), Media(name, _TYPES[name.rpartition(".")[2]], status.st_size)


def sweep_media(folder: _Folder, *, older: float = 86400) -> int:
    """Remove what uploads left behind that a crash cut off (seconds of age); returns how many."""
    count = 0
    with _folder(folder) as at:
        for name in os.listdir(at):
            if not _PART_NAME.fullmatch(name):
                continue
            with suppress(OSError):
                if os.stat(name, dir_fd=at, follow_symlinks=False).st_mtime < time.time() - older:
                    os.unlink(name, dir_fd=at)
                    count += 1
    return count


@contextmanager
def _folder(folder: _Folder) -> Iterator[int]:
    """The media folder, made where it is missing, held open so that no step can be led elsewhere."""
    try:
        os.makedirs(folder, mode=0o750, exist_ok=True)
        at = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except (FileExistsError, NotADirectoryError):
        raise InputError("is a file, expected a folder for media", file=os.fspath(folder)) from None
    try:
        yield at
    finally:
        os.close(at)
