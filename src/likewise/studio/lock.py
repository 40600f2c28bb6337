"""Which studio uses a file or a folder: a lock that the system itself lets go when a studio ends, or crashes.

Two studios on one SQLite file each remember people and campaigns for a while, and each writes the lexicon of
the page Navigate as it knows it: what one of them learnt is lost. Beside what is used lies a file,
`NAME.studio`, with the address of the studio that holds it. The file alone means nothing: only its lock does.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # not on Windows: there nobody is warned
    fcntl = None  # type: ignore[assignment]

__all__ = ["held"]


@contextmanager
def held(places: Iterable[Path], address: str) -> Iterator[list[tuple[Path, str]]]:
    """Hold these while the studio runs; gives those that another one holds, with its address ("" unknown)."""
    with ExitStack() as stack:
        others = []
        for place in places:
            lock = place.with_name(f"{place.name}.studio")
            other = stack.enter_context(_locked(lock, address))
            if other is not None:
                others.append((place, other))
        yield others


@contextmanager
def _locked(lock: Path, address: str) -> Iterator[str | None]:
    """The lock, or who has it. Where none can be made (a folder that is read only) there is no warning."""
    handle = None
    try:
        handle = _take(lock)
    except BlockingIOError:
        yield _read(lock)
        return
    except OSError:
        pass
    if handle is None:
        yield None
        return
    try:
        os.ftruncate(handle, 0)
        os.write(handle, address.encode())
        yield None
    finally:
        # While it is still held: a studio that starts now finds that its file is gone, and makes another.
        with suppress(OSError):
            lock.unlink()
        os.close(handle)


def _take(lock: Path) -> int | None:
    if fcntl is None:
        return None
    while True:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(handle).st_ino == os.stat(lock).st_ino:
                return handle
        except FileNotFoundError:
            pass  # removed by the studio that ended meanwhile
        except OSError:
            os.close(handle)
            raise
        os.close(handle)


def _read(lock: Path) -> str:
    with suppress(OSError, UnicodeDecodeError):
        return lock.read_text(encoding="utf-8")[:200]
    return ""
