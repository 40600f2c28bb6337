"""Which studio uses a file or a folder: a lock that the system itself lets go when a studio ends, or crashes.

Two studios on one SQLite file each remember people and campaigns for a while, and each writes the lexicon of
the page Navigate as it knows it: what one of them learnt is lost. Beside what is used lies a file,
`NAME.studio`, with the address of the studio that holds it. The file alone means nothing: only its lock does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

__all__ = ["held"]


@contextmanager
def held(places: Iterable[Path], address: str) -> Iterator[list[tuple[Path, str]]]:
    """Hold these while the studio runs; gives those that another one holds, with its address ("" unknown)."""
    with ExitStack() as stack:
        others = []
        for place in places:
            other = stack.enter_context(_locked(place.with_name(f"{place.name}.studio"), address))
            if other is not None:
                others.append((place, other))
        yield others


@contextmanager
def _locked(file: Path, address: str) -> Iterator[str | None]:
    """The lock, or who has it. Where none can be made (a folder that is read only) there is no warning."""
    lock = FileLock(file, blocking=False, mode=0o644)
    try:
        lock.acquire()
    except Timeout:
        yield _read(file)
        return
    except OSError:
        yield None
        return
    try:
        with suppress(OSError):
            file.write_text(address, encoding="utf-8")
        yield None
    finally:
        # While it is still held: a studio that starts now finds that its file is gone, and makes another.
        with suppress(OSError):
            file.unlink()
        lock.release()


def _read(file: Path) -> str:
    with suppress(OSError, UnicodeDecodeError):
        return file.read_text(encoding="utf-8")[:200]
    return ""
