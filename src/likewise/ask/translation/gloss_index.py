"""A dictionary turned round, kept on disk: from an English gloss to the words that it explains, and back.

It is built once from the dictionary's own files (some seconds) and kept in the user's cache folder
(`LIKEWISE_CACHE` names another) under a name that changes with the dictionary and with the version; a later
process opens it in a moment. Where nothing can be written it is built in memory each time.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from platformdirs import user_cache_path

from likewise.version import __version__

__all__ = ["DictionaryEntry", "Gloss", "GlossIndex", "GlossMatch"]

_LAYOUT = 4
"""Goes up when what is kept changes."""
_TABLES = """
CREATE TABLE entries(id INTEGER PRIMARY KEY, target TEXT, other TEXT, reading TEXT, kind TEXT);
CREATE TABLE glosses(key TEXT, gloss TEXT, weight REAL, entry INTEGER);
"""
_INDEXES = """
CREATE INDEX by_key ON glosses(key);
CREATE INDEX by_entry ON glosses(entry);
CREATE INDEX by_target ON entries(target);
CREATE INDEX by_other ON entries(other) WHERE other IS NOT NULL;
"""


@dataclass(frozen=True, slots=True)
class Gloss:
    """An English explanation: the key that it is found under, how it was written, how exactly it is meant."""

    key: str
    text: str
    weight: float


@dataclass(frozen=True, slots=True)
class DictionaryEntry:
    """A word of the dictionary; `other` is its traditional form, or "" where that is the same."""

    target: str
    reading: str
    kind: str
    glosses: tuple[Gloss, ...]
    other: str = ""


@dataclass(frozen=True, slots=True)
class GlossMatch:
    """A word that was found by its gloss, or a gloss that was found by its word."""

    target: str
    other: str
    reading: str
    kind: str
    gloss: str
    weight: float


class GlossIndex:
    """Entries by the keys of their glosses, and by their words."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        # One connection serves all threads of a server, one after another.
        self._lock = Lock()

    @classmethod
    def opened(cls, name: str, stamp: str, entries: Callable[[], Iterable[DictionaryEntry]]) -> GlossIndex:
        """The index of a dictionary, built where it was not kept. `stamp` changes with the dictionary."""
        place = _folder() / f"{name}-{__version__}-{_LAYOUT}-{stamp}.sqlite"
        if place.is_file():
            with suppress(sqlite3.Error):
                return cls(_connected(place))
            # What cannot be read is replaced.
        written: str | None = None
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            handle, written = tempfile.mkstemp(dir=place.parent, prefix=f".{name}-", suffix=".sqlite")
            os.close(handle)
            _fill(written, entries())
            os.replace(written, place)
            return cls(_connected(place))
        except (OSError, sqlite3.OperationalError):
            if written:
                with suppress(OSError):
                    os.unlink(written)
            return cls.of(entries())

    @classmethod
    def of(cls, entries: Iterable[DictionaryEntry]) -> GlossIndex:
        """An index in memory."""
        return cls(_fill(":memory:", entries))

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def words_of(self, key: str, most: int = 400) -> list[GlossMatch]:
        """The words that have a gloss with this key, the most exact first."""
        return self._matches("g.key = ?", [key], most)

    def glosses_of(self, target: str, most: int = 60) -> list[GlossMatch]:
        """The glosses of a word, in the order of the dictionary."""
        return self._matches("e.target = ? OR e.other = ?", [target, target], most, "g.rowid")

    def known_of(self, targets: Iterable[str]) -> set[str]:
        """Those of some words that have an entry."""
        wanted = list(dict.fromkeys(targets))
        marks = ",".join("?" * len(wanted))
        query = f"SELECT target FROM entries WHERE target IN ({marks})"
        other = f"SELECT other FROM entries WHERE other IN ({marks})"
        with self._lock:
            return {row[0] for row in self._connection.execute(f"{query} UNION {other}", wanted + wanted)}

    def pair_count(self, key: str, target: str) -> int:
        """How many entries have both the key and the word."""
        query = (
            "SELECT COUNT(DISTINCT e.id) FROM glosses g JOIN entries e ON e.id = g.entry"
            " WHERE g.key = ? AND (e.target = ? OR e.other = ?)"
        )
        with self._lock:
            return int(self._connection.execute(query, [key, target, target]).fetchone()[0])

    def _matches(
        self, where: str, values: list[str], most: int, order: str = "g.weight DESC, e.id"
    ) -> list[GlossMatch]:
        query = (
            "SELECT e.target, COALESCE(e.other, ''), e.reading, e.kind, g.gloss, g.weight"
            f" FROM glosses g JOIN entries e ON e.id = g.entry WHERE {where} ORDER BY {order} LIMIT ?"
        )
        with self._lock:
            return [GlossMatch(*row) for row in self._connection.execute(query, [*values, most])]


def _folder() -> Path:
    named = os.environ.get("LIKEWISE_CACHE")
    return (Path(named) if named else user_cache_path("likewise", appauthor=False)) / "dictionaries"


def _connected(place: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{place.as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    try:
        connection.execute("SELECT key FROM glosses LIMIT 1").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _fill(place: str, entries: Iterable[DictionaryEntry]) -> sqlite3.Connection:
    connection = sqlite3.connect(place, check_same_thread=False)
    connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _TABLES)
    words: list[tuple[int, str, str | None, str, str]] = []
    glosses: list[tuple[str, str, float, int]] = []
    for number, entry in enumerate(entries):
        words.append((number, entry.target, entry.other or None, entry.reading, entry.kind))
        glosses.extend((gloss.key, gloss.text, round(gloss.weight, 3), number) for gloss in entry.glosses)
        if len(words) >= 50_000:
            _flush(connection, words, glosses)
    _flush(connection, words, glosses)
    connection.executescript(_INDEXES)
    connection.commit()
    if place != ":memory:":
        connection.close()
    return connection


def _flush(connection: sqlite3.Connection, words: list[tuple[int, str, str | None, str, str]],
           glosses: list[tuple[str, str, float, int]]) -> None:  # fmt: skip
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", words)
    connection.executemany("INSERT INTO glosses VALUES (?, ?, ?, ?)", glosses)
    words.clear()
    glosses.clear()
