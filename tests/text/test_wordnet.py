"""Antonyms of a WordNet that lies on the machine: its three forms, where it is looked for, and none."""

from __future__ import annotations

import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from likewise.errors import InputError
from likewise.text import wordnet_antonyms as asked
from likewise.text.wordnet import VARIABLE, FoundWordNet, found_wordnet

LICENCE = "  1 This stands where the licence of a dictionary stands ! hot 0101  \n"
Pointer = tuple[str, str, int, str, str]
"""Symbol, part, number of the synset in it, part of speech, source and target word."""
SYNSETS: dict[str, list[tuple[list[str], str, list[Pointer]]]] = {
    "adj": [
        (["hot"], "a", [("!", "adj", 1, "a", "0101"), ("&", "adj", 2, "a", "0000")]),
        (["cold"], "a", [("!", "adj", 0, "a", "0101")]),
        (["blistering", "scorching"], "s", [("&", "adj", 0, "a", "0000")]),
        (["alive(p)", "live"], "a", [("!", "adj", 4, "a", "0101")]),
        (["dead(a)"], "a", [("!", "adj", 3, "a", "0101")]),
    ],
    "verb": [
        (["rise", "go_up"], "v", [("!", "verb", 1, "v", "0101"), ("!", "verb", 1, "v", "0202")]),
        (["fall", "Go_Down"], "v", []),
    ],
    "noun": [(["heat"], "n", [("+", "adj", 0, "a", "0101"), ("!", "adj", 1, "a", "0000")])],
    "adv": [],
}
"""Word numbers of a pointer are hexadecimal; 0000 is a pointer between whole synsets."""
ANTONYMS = {
    "hot": {"cold"}, "cold": {"hot"}, "alive": {"dead"}, "dead": {"alive"},
    "rise": {"fall"}, "fall": {"rise"}, "go up": {"go down"}, "go down": {"go up"},
}  # fmt: skip


def line(part: str, number: int, offsets: dict[tuple[str, int], int]) -> str:
    words, kind, pointers = SYNSETS[part][number]
    said = " ".join(f"{word} 0" for word in words)
    links = "".join(f" {s} {offsets.get((p, n), 0):08d} {pos} {ends}" for s, p, n, pos, ends in pointers)
    at = offsets.get((part, number), 0)
    return f"{at:08d} 00 {kind} {len(words):02x} {said} {len(pointers):03d}{links} | a gloss with ! in it\n"


def dictionary(folder: Path) -> Path:
    """The four files of a dictionary, with the true place of each line as its number."""
    folder.mkdir(parents=True)
    offsets = dict[tuple[str, int], int]()
    for part, rows in SYNSETS.items():
        at = len(LICENCE)
        for number in range(len(rows)):
            offsets[part, number] = at
            at += len(line(part, number, offsets))
    for part, rows in SYNSETS.items():
        text = LICENCE + "".join(line(part, number, offsets) for number in range(len(rows)))
        (folder / f"data.{part}").write_text(text, "utf-8")
    return folder


def database(path: Path, language: str = "en") -> Path:
    """What the package `wn` makes of a lexicon, as far as it is read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as made, made:
        made.executescript("""
            CREATE TABLE lexicons (language TEXT);
            CREATE TABLE relation_types (type TEXT);
            CREATE TABLE senses (entry_rowid INTEGER);
            CREATE TABLE forms (entry_rowid INTEGER, form TEXT, rank INTEGER);
            CREATE TABLE sense_relations
                (lexicon_rowid INTEGER, source_rowid INTEGER, target_rowid INTEGER, type_rowid INTEGER);
            INSERT INTO relation_types VALUES ('derivation'), ('antonym');
            INSERT INTO senses VALUES (1), (2), (3);
            INSERT INTO forms VALUES (1, 'hot', 0), (1, 'hotter', 1), (2, 'cold', 0), (3, 'heat', 0);
            INSERT INTO sense_relations VALUES (1, 1, 2, 2), (1, 1, 3, 1);
        """)
        made.execute("INSERT INTO lexicons VALUES (?)", (language,))
    return path


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A machine whose only WordNet is what the test puts there."""
    for name in (VARIABLE, "WN_DATA_DIR", "NLTK_DATA", "WNSEARCHDIR", "WNHOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.setattr("sys.prefix", str(tmp_path / "prefix"))
    found_wordnet.cache_clear()
    yield
    found_wordnet.cache_clear()


def table(found: FoundWordNet | None) -> dict[str, set[str]]:
    assert found is not None
    return {word: set(own) for word, own in found.antonyms.items()}


def test_a_dictionary(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WNSEARCHDIR", str(dictionary(tmp_path / "dict")))
    assert table(found_wordnet()) == ANTONYMS
    assert asked("Hot") == {"cold"}
    assert asked("go_up") == asked("go up") == {"go down"}
    assert asked("scorching") == asked("heat") == asked("zebra") == asked("") == frozenset()


def test_corpora_of_nltk_as_a_folder_and_packed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = dictionary(tmp_path / "home" / "nltk_data" / "corpora" / "wordnet")
    unpacked = found_wordnet()
    assert unpacked is not None
    assert unpacked.place == folder
    packed = tmp_path / "elsewhere" / "corpora" / "wordnet.zip"
    packed.parent.mkdir(parents=True)
    with zipfile.ZipFile(packed, "w") as archive:
        for path in folder.iterdir():
            archive.write(path, f"wordnet/{path.name}")
    monkeypatch.setenv("NLTK_DATA", str(tmp_path / "elsewhere"))
    found_wordnet.cache_clear()
    found = found_wordnet()
    assert found is not None
    assert (found.place, found.name) == (packed, unpacked.name)
    assert table(found) == ANTONYMS


@pytest.mark.parametrize("language", ["en", "en-GB"])
def test_the_database_of_wn(tmp_path: Path, language: str) -> None:
    path = database(tmp_path / "home" / ".wn_data" / "wn.db", language)
    before = path.read_bytes()
    assert table(found_wordnet()) == {"hot": {"cold"}, "cold": {"hot"}}
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == ["wn.db"]


def test_a_database_without_english_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    database(tmp_path / "home" / ".wn_data" / "wn.db", "de")
    monkeypatch.setenv("WNHOME", str(tmp_path / "wordnet"))
    dictionary(tmp_path / "wordnet" / "dict")
    assert table(found_wordnet()) == ANTONYMS


def test_without_any(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("likewise.text.wordnet._places", lambda: iter([tmp_path / "none"]))
    assert asked("hot") == frozenset()
    assert found_wordnet() is None
    monkeypatch.setattr("likewise.text.wordnet._read", lambda place: pytest.fail("looked twice"))
    assert asked("cold") == frozenset()


def test_one_that_is_named_comes_first_and_none_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    dictionary(tmp_path / "home" / "nltk_data" / "corpora" / "wordnet")
    monkeypatch.setenv(VARIABLE, str(database(tmp_path / "mine.db")))
    assert table(found_wordnet()) == {"hot": {"cold"}, "cold": {"hot"}}
    found_wordnet.cache_clear()
    monkeypatch.setenv(VARIABLE, "none")
    assert asked("hot") == frozenset()


@pytest.mark.parametrize("content", [None, b"", b"nothing of the kind", b"SQLite format 3\0 and then not"])
def test_a_named_one_that_is_none_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes | None
) -> None:
    if content is not None:
        (tmp_path / "broken").write_bytes(content)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "broken"))
    with pytest.raises(InputError, match="holds no WordNet: expected a database of wn"):
        asked("hot")


@pytest.mark.parametrize("damage", ["cut", "offset", "missing"])
def test_a_broken_dictionary_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, damage: str
) -> None:
    folder = dictionary(tmp_path / "dict")
    data = folder / "data.adj"
    if damage == "missing":
        data.unlink()
    else:
        text = data.read_text("utf-8")
        data.write_text(text[:150] if damage == "cut" else text.replace("! 00", "! 99"), "utf-8")
    monkeypatch.setattr("likewise.text.wordnet._places", lambda: iter([folder]))
    assert asked("hot") == frozenset()
