"""Japanese words and names by their English: EDICT and ENAMDICT, or the database of `jamdict-data`.

The dictionaries are by the Electronic Dictionary Research and Development Group (CC BY-SA 4.0); their files
are read from where Debian's packages `edict` and `enamdict` put them (`LIKEWISE_EDICT` names another folder).
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from likewise.ask.question import Keyword
from likewise.ask.translated import TranslationCandidate
from likewise.ask.translation.candidate_source import found_candidates
from likewise.ask.translation.english_forms import english_key, lookup_forms
from likewise.ask.translation.gloss_cleaning import cleaned_glosses
from likewise.ask.translation.gloss_index import DictionaryEntry, Gloss, GlossIndex
from likewise.errors import MissingPartError
from likewise.installation import install_line

__all__ = [
    "INSTALL_JAPANESE",
    "JapaneseDictionary",
    "JapaneseNames",
    "edict_entries",
    "edict_index",
    "enamdict_entries",
    "enamdict_index",
    "has_edict",
    "has_enamdict",
]

INSTALL_JAPANESE = "likewise[ask-ja]"
_LINE = re.compile(r"^(\S+)(?: \[([^\]]*)\])? /(.*)/\s*$")
_TAGS = re.compile(r"^(?:\((?![A-Z])[^()]*\) )+")
_FORM_REMARK = re.compile(r"\([^)]*\)")
_LONG = (("ou", "o"), ("oo", "o"), ("uu", "u"))
_KINDS = {
    "p": "place", "s": "surname", "g": "given", "f": "given", "m": "given", "h": "person",
    "c": "organization",
    "o": "organization", "pr": "product", "st": "station", "u": "name", "wk": "work",
}  # fmt: skip


def edict_entries(lines: Iterable[str]) -> Iterator[DictionaryEntry]:
    """Entries from lines of EDICT: `word [reading] /(tags) gloss/gloss/(P)/`; (P) marks a common word."""
    for line in lines:
        match = _LINE.match(line)
        if not match or "EDICT" in line[:60]:
            continue
        word, reading, rest = match.groups()
        texts = [text for text in rest.split("/") if not text.startswith("EntL")]
        common = "(P)" in texts
        glosses = cleaned_glosses((_TAGS.sub("", text) for text in texts if text != "(P)"), common=common)
        for form in word.split(";"):
            form = _FORM_REMARK.sub("", form)
            kana = _FORM_REMARK.sub("", (reading or form).split(";")[0])
            yield DictionaryEntry(form, kana, "common" if common else "word", glosses)


def enamdict_entries(lines: Iterable[str]) -> Iterator[DictionaryEntry]:
    """Entries from lines of ENAMDICT: `name [reading] /(types) Romaji, or an English name/`.

    Keys are as English writes them (Yusuke) and as the file does (Yuusuke).
    """
    for line in lines:
        match = _LINE.match(line)
        if not match or "ENAMDICT" in line[:60]:
            continue
        word, reading, rest = match.groups()
        glosses: dict[str, Gloss] = {}
        kinds = re.match(r"\(([^)]*)\)", rest)
        types = kinds.group(1).split(",") if kinds else []
        for text in rest.split("/"):
            plain = _TAGS.sub("", text)
            bare = re.sub(r"\s*\([^)]*\)", "", plain).strip()
            for weight, name in ((1.0, bare), (0.9, bare.partition(",")[0])):
                key = english_key(name)
                for one, part in ((key, 1.0), (_shortened(key), 0.98)):
                    if one and len(one) <= 60:
                        glosses.setdefault(one, Gloss(one, plain, weight * part))
        kind = next((_KINDS[one] for one in types if one in _KINDS), "name")
        yield DictionaryEntry(word, reading or word, kind, tuple(glosses.values()))


def has_edict() -> bool:
    """Whether a Japanese dictionary is installed."""
    return _file("edict") is not None or _jamdict() is not None


def has_enamdict() -> bool:
    """Whether a dictionary of Japanese names is installed."""
    return _file("enamdict") is not None or _jamdict() is not None


@cache
def edict_index() -> GlossIndex:
    """The index of the installed dictionary, opened once."""
    return _index("edict")


@cache
def enamdict_index() -> GlossIndex:
    """The index of the installed names, opened once."""
    return _index("enamdict")


class JapaneseDictionary:
    """English words in EDICT; the reading of a word that is usually written in kana is a candidate too."""

    name = "dictionary"

    def __init__(self, index: GlossIndex | None = None) -> None:
        self.index = index if index is not None else edict_index()

    def candidates(self, keyword: Keyword) -> list[TranslationCandidate]:
        """Words with a gloss that the keyword is; those marked as common count more."""
        found = [
            (match.target, sure * match.weight, match.reading)
            for key, sure in lookup_forms(keyword)
            for match in self.index.words_of(key)
        ]
        return found_candidates(found, self.name)


class JapaneseNames:
    """Names in ENAMDICT: by their English, or by the Latin letters of their reading."""

    name = "names"

    def __init__(self, index: GlossIndex | None = None) -> None:
        self.index = index if index is not None else enamdict_index()

    def candidates(self, keyword: Keyword) -> list[TranslationCandidate]:
        """Names that the keyword is; only what begins with a capital letter is asked for."""
        if keyword.kind == "number" or not keyword.text[:1].isupper():
            return []
        found = []
        for key, sure in lookup_forms(keyword):
            matches = self.index.words_of(key) or self.index.words_of(_shortened(key))
            # A reading with a hundred spellings says little about each.
            crowd = 1.0 if len(matches) < 4 else 0.8 if len(matches) < 12 else 0.6
            for match in matches:
                known = {"place": 1.0, "person": 1.0, "organization": 1.0, "surname": 0.9}.get(
                    match.kind, 0.7
                )
                # Foreign names are written in katakana: one of them is surer than any reading of characters.
                own = 1.0 if _in_katakana(match.target) else crowd
                found.append((match.target, sure * match.weight * known * own, match.reading))
        return found_candidates(found, self.name)


def _shortened(key: str) -> str:
    """Romaji without its long vowels, as English writes Japanese names."""
    for long, short in _LONG:
        key = key.replace(long, short)
    return key


def _in_katakana(text: str) -> bool:
    return all("\u30a0" <= c <= "\u30ff" for c in text)


def _file(name: str) -> Path | None:
    named = os.environ.get("LIKEWISE_EDICT")
    for folder in [named] if named else ["/usr/share/edict", "/usr/share/dict/edict"]:
        if folder and (Path(folder) / name).is_file():
            return Path(folder) / name
    return None


def _jamdict() -> Path | None:
    spec = find_spec("jamdict_data")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        place = Path(folder) / "jamdict.db"
        if place.is_file():
            return place
    return None


def _index(name: str) -> GlossIndex:
    place = _file(name)
    read = edict_entries if name == "edict" else enamdict_entries
    if place is not None:
        size = place.stat()
        stamp = f"{size.st_size:x}-{int(size.st_mtime):x}"
        return GlossIndex.opened(name, stamp, lambda: read(place.read_text("euc_jp", "replace").splitlines()))
    database = _jamdict()
    if database is None:
        raise MissingPartError(
            "A Japanese dictionary (EDICT, ENAMDICT)",
            f"apt install edict enamdict, or: {install_line(INSTALL_JAPANESE)}",
        )
    stamp = f"jamdict-{database.stat().st_size:x}"
    return GlossIndex.opened(name, stamp, lambda: read(_jamdict_lines(database, name)))


_WORDS_QUERY = """
SELECT COALESCE((SELECT k.text FROM Kanji k WHERE k.idseq = e.idseq ORDER BY k.ID LIMIT 1), ''),
       COALESCE((SELECT r.text FROM Kana r WHERE r.idseq = e.idseq ORDER BY r.ID LIMIT 1), ''),
       (SELECT GROUP_CONCAT(g.text, '/') FROM Sense s JOIN SenseGloss g ON g.sid = s.ID
        WHERE s.idseq = e.idseq),
       EXISTS(SELECT 1 FROM Kana r JOIN KNP p ON p.kid = r.ID WHERE r.idseq = e.idseq)
FROM Entry e
"""
_NAMES_QUERY = """
SELECT COALESCE((SELECT k.text FROM NEKanji k WHERE k.idseq = e.idseq ORDER BY k.ID LIMIT 1), ''),
       COALESCE((SELECT r.text FROM NEKana r WHERE r.idseq = e.idseq ORDER BY r.ID LIMIT 1), ''),
       (SELECT GROUP_CONCAT(g.text, '/') FROM NETranslation t JOIN NETransGloss g ON g.tid = t.ID
        WHERE t.idseq = e.idseq), 0
FROM NEEntry e
"""


def _jamdict_lines(database: Path, name: str) -> Iterator[str]:
    """Entries of jamdict's database in the shape of the files."""
    connection = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)
    try:
        for word, kana, glosses, common in connection.execute(
            _WORDS_QUERY if name == "edict" else _NAMES_QUERY
        ):
            spelt = f"{word} [{kana}]" if word and kana else word or kana
            if spelt and glosses:
                yield f"{spelt.replace('　', '・')} /{glosses}/" + ("(P)/" if common else "")
    finally:
        connection.close()
