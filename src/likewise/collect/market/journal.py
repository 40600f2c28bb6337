"""A small durable record of requests that must not be sent twice.

Prolific's call that pays bonuses has no idempotency key: sent twice, it pays twice. So every payment is
written down before it is sent, and one whose outcome is unknown is never sent again by itself.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from likewise.errors import RefusedError

__all__ = ["Journal", "Noted"]

State = Literal["open", "sending", "done"]


@dataclass(frozen=True)
class Noted:
    """What the journal knows about a key; `reference` is the service's own id for it."""

    key: str
    request: str
    state: State
    reference: str | None


class Journal:
    """One SQLite file; safe between threads, processes and crashes."""

    def __init__(self, path: Path | str) -> None:
        self._path = str(path)
        with self._write() as connection:
            connection.execute(
                "create table if not exists requests (key text primary key, request text not null,"
                " state text not null default 'open', reference text) without rowid"
            )

    def note(self, key: str, request: str) -> Noted:
        """Write the request down under its key, or find what was written; another request is refused."""
        with self._write() as connection:
            connection.execute("insert or ignore into requests (key, request) values (?, ?)", (key, request))
            noted = _find(connection, key)
        if noted.request != request:
            raise RefusedError("conflict", "this key was used before for another request")
        return noted

    def look(self, key: str) -> Noted:
        """What is written under the key."""
        with self._write() as connection:
            return _find(connection, key)

    def refer(self, key: str, reference: str) -> str:
        """Keep the service's id; of two writers the first wins, and both get its id."""
        with self._write() as connection:
            connection.execute(
                "update requests set reference = ? where key = ? and reference is null", (reference, key)
            )
            return _find(connection, key).reference or reference

    def start(self, key: str) -> bool:
        """Mark the request as being sent; only one caller gets True."""
        return self._move(key, "open", "sending")

    def finish(self, key: str) -> bool:
        """The service has carried it out."""
        return self._move(key, "sending", "done")

    def release(self, key: str) -> bool:
        """The service has certainly not carried it out: it may be sent anew."""
        with self._write() as connection:
            changed = connection.execute(
                "update requests set state = 'open', reference = null where key = ? and state = 'sending'",
                (key,),
            )
            return changed.rowcount == 1

    def unsettled(self) -> list[Noted]:
        """Requests that were sent and never answered; a person has to look."""
        with self._write() as connection:
            rows = connection.execute(
                "select key, request, state, reference from requests where state = 'sending' order by key"
            )
            return [Noted(*row) for row in rows]

    def _move(self, key: str, old: State, new: State) -> bool:
        with self._write() as connection:
            changed = connection.execute(
                "update requests set state = ? where key = ? and state = ?", (new, key, old)
            )
            return changed.rowcount == 1

    @contextmanager
    def _write(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=10, isolation_level=None)) as connection:
            connection.execute("pragma synchronous = full")
            connection.execute("begin immediate")
            try:
                yield connection
            except BaseException:
                connection.execute("rollback")
                raise
            connection.execute("commit")


def _find(connection: sqlite3.Connection, key: str) -> Noted:
    row = connection.execute(
        "select key, request, state, reference from requests where key = ?", (key,)
    ).fetchone()
    if row is None:
        raise RefusedError("not-found", "nothing is written down under this key")
    return Noted(*row)
