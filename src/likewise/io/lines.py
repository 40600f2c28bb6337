"""Lines in and out: gzip and standard streams made transparent, UTF-8 checked line by line,
and output that is either complete or absent (written under a temporary name, then renamed)."""

from __future__ import annotations

import errno
import gzip
import io
import os
import secrets
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from likewise.errors import InputError
from likewise.io.read_log import ReadLog

__all__ = [
    "DISK_FULL",
    "MAX_LINE_BYTES",
    "Source",
    "check_writable",
    "naming",
    "open_binary",
    "read_lines",
    "write_text",
]

MAX_LINE_BYTES = 16 * 1024 * 1024
"""A longer line is refused: it is nearly always a file of another kind read by mistake."""

DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
"""What the system says where there is no room left."""

Source = str | os.PathLike[str]
Advance = Callable[[int], None]
"""Told of so many bytes or items more."""


def name_of(path: Source) -> str:
    """How the path is called in messages."""
    return "<stdin>" if os.fspath(path) == "-" else os.fspath(path)


@contextmanager
def open_binary(path: Source) -> Iterator[BinaryIO]:
    """Open for reading; `-` is standard input, gzip is recognised by its first two bytes."""
    name = name_of(path)
    if os.fspath(path) == "-":
        if sys.stdin is None:
            raise InputError("is closed, expected input", file=name)
        yield _ungzip(cast(BinaryIO, sys.stdin.buffer))
        return
    try:
        if stat.S_ISDIR(os.stat(path).st_mode):
            raise InputError("is a folder, expected a file", file=name)
        handle = open(path, "rb")  # noqa: SIM115
    except FileNotFoundError:
        raise InputError("no such file", file=name) from None
    except OSError as error:
        raise InputError(f"cannot be read ({(error.strerror or str(error)).lower()})", file=name) from None
    except ValueError:
        raise InputError("is no file name (it holds a NUL character)", file=name) from None
    with handle:
        yield _ungzip(cast(BinaryIO, handle))


def _ungzip(handle: BinaryIO) -> BinaryIO:
    buffered = handle if hasattr(handle, "peek") else io.BufferedReader(cast(io.RawIOBase, handle))
    if buffered.peek(2)[:2] == b"\x1f\x8b":
        return cast(BinaryIO, gzip.open(buffered, "rb"))
    return buffered


def read_lines(
    path: Source, *, progress: Advance | None = None, log: ReadLog | None = None
) -> Iterator[tuple[int, str]]:
    """Yield (line number, text without its line end), decoded strictly as UTF-8.

    A byte order mark is dropped. Invalid UTF-8, NUL and lines over `MAX_LINE_BYTES` raise
    `InputError` with the line. `progress` is called with the number of bytes of each line. A `log` may
    allow that lines which are no text are left out.
    """
    name = name_of(path)
    log = log or ReadLog()
    with open_binary(path) as handle:
        number = 0
        while True:
            try:
                raw = handle.readline(MAX_LINE_BYTES + 1)
            except (gzip.BadGzipFile, EOFError, zlib.error) as error:
                raise InputError(f"broken gzip data: {error}", file=name, line=number + 1) from None
            if not raw:
                return
            number += 1
            if len(raw) > MAX_LINE_BYTES:
                limit = MAX_LINE_BYTES // (1024 * 1024)
                raise InputError(f"line longer than {limit} MiB", file=name, line=number)
            if progress is not None:
                progress(len(raw))
            try:
                text = decode_line(raw, name, number)
            except InputError as error:
                log.leave_out(error)
                continue
            yield number, text


def decode_line(raw: bytes, name: str, number: int) -> str:
    """One line as text, without its line end."""
    try:
        text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        # The error's own object: on the first line it lacks the byte order mark.
        byte = error.object[error.start]
        message = f"not valid UTF-8 (byte 0x{byte:02x} at column {error.start + 1}), save the file as UTF-8"
        if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
            message = "is UTF-16, save the file as UTF-8"
        raise InputError(message, file=name, line=number) from None
    if "\0" in text:
        raise InputError(f"NUL character at column {text.index(chr(0)) + 1}", file=name, line=number)
    return text.rstrip("\r\n")


@contextmanager
def write_text(path: Source) -> Iterator[TextIO]:
    """Open for writing so that the file appears whole or not at all.

    The text goes to a temporary file beside the target, which is renamed over it on success and
    removed on any error or interrupt. `-` is standard output; `.gz` compresses; a device or pipe
    is written directly.
    """
    if os.fspath(path) == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    target, mode, device = _target(path)
    if device:
        with naming(path), target.open("w", encoding="utf-8", newline="") as stream:
            yield stream
        return
    temporary = target.with_name(f".{target.name[:40]}.{secrets.token_hex(6)}.part")
    try:
        with naming(path):
            _create(temporary, mode, str(path))
            with _open_text(temporary, compress=target.suffix == ".gz") as stream:
                yield stream
            if mode is not None:
                os.chmod(temporary, mode)
            os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


@contextmanager
def naming(path: Source) -> Iterator[None]:
    """Let an error that says that the disk is full name what was being written."""
    try:
        yield
    except OSError as error:
        if error.errno in DISK_FULL and not getattr(error, "is_named", False):
            error.filename, error.is_named = os.fspath(path), True  # type: ignore[attr-defined]
        raise


def check_writable(path: Source) -> None:
    """Refuse a path that `write_text` could not write to, before the work is done."""
    if os.fspath(path) == "-":
        return
    target, _, device = _target(path)
    if device:
        return
    if not target.parent.exists():
        raise InputError("its folder does not exist", file=str(path))
    if not target.parent.is_dir():
        raise InputError("cannot be written (not a directory)", file=str(path))
    if not os.access(target.parent, os.W_OK):
        raise InputError("cannot be written (permission denied)", file=str(path))


def _target(path: Source) -> tuple[Path, int | None, bool]:
    """Where the text goes: the file behind all links, its mode if it exists, whether it is a device."""
    target = Path(path)
    try:
        mode = target.stat().st_mode if target.exists() else None
        if mode is None or stat.S_ISREG(mode):
            return target.resolve(), None if mode is None else stat.S_IMODE(mode), False
    except (OSError, RuntimeError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InputError(f"cannot be written ({reason})", file=str(path)) from None
    if stat.S_ISDIR(mode):
        raise InputError("is a folder, expected a file to write", file=str(path))
    return target, None, True


def _create(temporary: Path, mode: int | None, name: str) -> None:
    """An empty file: with the usual permissions where it is new, closed to others where it replaces one."""
    try:
        flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY
        os.close(os.open(temporary, flags, 0o666 if mode is None else 0o600))
    except FileNotFoundError:
        raise InputError("its folder does not exist", file=name) from None
    except OSError as error:
        if error.errno in DISK_FULL:
            raise
        raise InputError(f"cannot be written ({(error.strerror or str(error)).lower()})", file=name) from None


@contextmanager
def _open_text(path: Path, *, compress: bool) -> Iterator[TextIO]:
    if not compress:
        with open(path, "w", encoding="utf-8", newline="") as stream:
            yield stream
        return
    # mtime=0 and no name in the header: the same text gives the same bytes.
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
        wrapped = io.TextIOWrapper(cast(BinaryIO, packed), encoding="utf-8", newline="")
        try:
            yield wrapped
        finally:
            wrapped.detach()
