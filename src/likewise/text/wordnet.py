"""Antonyms of English words out of a WordNet that is on this machine; nothing is fetched.

Three places are known: the database of the package `wn` (with the Open English WordNet, say), the corpora of
NLTK, and the dictionary folder of WordNet's own programs, which Debian's `wordnet-base` has too. Of WordNet's
antonyms the direct ones are taken (hot, cold), not those over a similar word (scorching, cold). All of them
are read at once, some 7,000 words in a tenth of a second.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
import sys
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from likewise.errors import InputError

__all__ = ["INSTALL_WORDNET", "FoundWordNet", "found_wordnet", "wordnet_antonyms"]

INSTALL_WORDNET = "pip install wn && python -m wn download oewn:2024"
VARIABLE = "LIKEWISE_WORDNET"
"""Names a database of `wn`, or a dictionary as a folder or a zip, to be read first; `none` for no WordNet."""

_PARTS = ("noun", "verb", "adj", "adv")
_FILES = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
_MARK = re.compile(rb"\((?:a|p|ip)\)$")
"""Where an adjective may stand is written at its end."""
_PAIRS = """
    SELECT one.form, other.form
    FROM sense_relations AS link
    JOIN relation_types AS kind ON kind.rowid = link.type_rowid
    JOIN lexicons ON lexicons.rowid = link.lexicon_rowid
    JOIN senses AS first ON first.rowid = link.source_rowid
    JOIN senses AS second ON second.rowid = link.target_rowid
    JOIN forms AS one ON one.entry_rowid = first.entry_rowid AND one.rank = 0
    JOIN forms AS other ON other.entry_rowid = second.entry_rowid AND other.rank = 0
    WHERE kind.type = 'antonym' AND (lexicons.language = 'en' OR lexicons.language LIKE 'en-%')
"""


@dataclass(frozen=True)
class FoundWordNet:
    """Where a WordNet lies, and the antonyms of each of its words that has some."""

    place: Path
    antonyms: dict[str, frozenset[str]]

    @property
    def name(self) -> str:
        """What its antonyms are, in short, for signatures: equal ones have equal names."""
        rows = "\n".join(" ".join([word, *sorted(own)]) for word, own in sorted(self.antonyms.items()))
        return f"wordnet-{hashlib.sha256(rows.encode('utf-8')).hexdigest()[:8]}"


def wordnet_antonyms(word: str) -> frozenset[str]:
    """The antonyms of a word in its plain form, all in small letters; none where there is no WordNet."""
    found = found_wordnet()
    return found.antonyms.get(_plain(word), frozenset()) if found else frozenset()


@cache
def found_wordnet() -> FoundWordNet | None:
    """The first WordNet of those that are here, looked for and read once; None where there is none."""
    named = os.environ.get(VARIABLE, "")
    if named.lower() == "none":
        return None
    if named:
        found = _read(Path(named).expanduser())
        if found is None:
            raise InputError("holds no WordNet: expected a database of wn, or files data.noun ..", file=named)
        return found
    return next((found for place in _places() if (found := _read(place))), None)


def _places() -> Iterator[Path]:
    """Where a WordNet may be, in the order in which they are tried."""
    home, setting = Path.home(), os.environ.get
    yield Path(setting("WN_DATA_DIR") or home / ".wn_data") / "wn.db"
    own = [Path(part) for part in (setting("NLTK_DATA") or "").split(os.pathsep) if part]
    within = [Path(sys.prefix) / part / "nltk_data" for part in ("", "share", "lib")]
    usual = [home / "nltk_data", *within]
    usual += [Path(name) / "nltk_data" for name in ("/usr/share", "/usr/local/share", "/usr/lib")]
    for folder in [*own, *usual]:
        for name in ("wordnet2022", "wordnet2021", "wordnet31", "wordnet"):
            yield folder / "corpora" / name
            yield folder / "corpora" / f"{name}.zip"
    if searched := setting("WNSEARCHDIR"):
        yield Path(searched)
    if installed := setting("WNHOME"):
        yield Path(installed) / "dict"
    yield Path("/usr/share/wordnet")


def _read(place: Path) -> FoundWordNet | None:
    """The WordNet at a place; None where there is none that can be read."""
    try:
        if place.is_dir():
            files = {part: (place / f"data.{part}").read_bytes() for part in _PARTS}
            pairs: Iterable[tuple[str, str]] = _dictionary_pairs(files)
        elif not place.is_file():
            return None
        elif zipfile.is_zipfile(place):
            pairs = _dictionary_pairs(_unpacked(place))
        else:
            pairs = _database_pairs(place)
        antonyms = _table(pairs)
    except (OSError, KeyError, ValueError, IndexError, sqlite3.Error, zipfile.BadZipFile):
        return None
    return FoundWordNet(place, antonyms) if antonyms else None


def _unpacked(place: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(place) as archive:
        names = {name.rpartition("/")[2]: name for name in archive.namelist()}
        return {part: archive.read(names[f"data.{part}"]) for part in _PARTS}


def _database_pairs(place: Path) -> list[tuple[str, str]]:
    """From the database of `wn`, which stays as it is."""
    with closing(sqlite3.connect(f"{place.resolve().as_uri()}?mode=ro", uri=True)) as database:
        return database.execute(_PAIRS).fetchall()


def _dictionary_pairs(files: dict[str, bytes]) -> Iterator[tuple[str, str]]:
    """From the files of a dictionary (wndb(5WN)). Where a synset begins in its file is its number."""
    for data in files.values():
        for line in data.split(b"\n"):
            if b" ! " not in line or line.startswith(b"  "):
                continue
            words, pointers = _synset(line)
            for symbol, offset, kind, ends in pointers:
                one, other = int(ends[:2], 16), int(ends[2:], 16)
                if symbol == b"!" and one and other:
                    target = files[_FILES[kind.decode()]]
                    at = int(offset)
                    end = target.find(b"\n", at)
                    theirs, _ = _synset(target[at : end if end >= 0 else None])
                    yield words[one - 1], theirs[other - 1]


def _synset(line: bytes) -> tuple[list[str], list[tuple[bytes, ...]]]:
    """Words and pointers (symbol, offset, part of speech, source and target) of a line."""
    fields = line.partition(b"|")[0].split()
    count = int(fields[3], 16)
    words = [_MARK.sub(b"", word).decode("utf-8") for word in fields[4 : 4 + 2 * count : 2]]
    start = 5 + 2 * count
    rest = fields[start : start + 4 * int(fields[start - 1])]
    return words, [tuple(rest[k : k + 4]) for k in range(0, len(rest), 4)]


def _table(pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = defaultdict(set)
    for pair in pairs:
        one, other = map(_plain, pair)
        if one != other:
            table[one].add(other)
            table[other].add(one)
    return {word: frozenset(own) for word, own in table.items()}


def _plain(word: str) -> str:
    return word.replace("_", " ").lower()
