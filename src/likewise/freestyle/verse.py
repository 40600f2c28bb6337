"""Verse: reading it from plain text, lyrics and annotated corpora, and the words of a line.

Read are plain verse (a blank line between verses), lyrics whose songs begin with a line of `%%`, id, source,
artist and title parted by tabs, and the JSON lines of three corpora (see `annotated_verse`).
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from likewise.errors import InputError
from likewise.freestyle.annotated_verse import verses_of_rows
from likewise.io import Advance, Source, name_of, read_lines

__all__ = [
    "Verse",
    "end_word",
    "line_words",
    "pieces_at_commas",
    "read_challenges",
    "read_verses",
    "verses_of_text",
]

_SONG = "%%"
_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "＇": "'", "`": "'", "´": "'", "‐": "-", "‑": "-"})
_LATIN_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
# Han, kana and their extensions: no blanks between words, and a character is about a syllable.
_CHARACTERS = "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_CHARACTERS += "\U00020000-\U0003ffff"
_LAST_LATIN = "\u02af"
_JSON_LINE = re.compile(r'\s*\{\s*"')
_COMMAS = re.compile("[,，、،;；]")


@dataclass(frozen=True, slots=True)
class Verse:
    """Lines that stand together, their song or poem and, where people labelled them, their rhyme classes."""

    id: str
    lines: tuple[str, ...]
    song: str = ""
    labels: tuple[str, ...] | None = None


def read_verses(path: Source, *, progress: Advance | None = None) -> Iterator[Verse]:
    """Read verses from plain text, lyrics with `%%` lines, or JSON lines; `.gz` and `-` too.

    The kind is told by the first line that is not blank. A file without verse is refused.
    """
    yield from _verses(read_lines(path, progress=progress), name_of(path))


def read_challenges(path: Source) -> list[str]:
    """The lines to respond to: those of a plain text, or of all verses of lyrics or JSON lines."""
    lines = list(read_lines(path))
    first = next((text for _, text in lines if text.strip()), "")
    if _JSON_LINE.match(first) or any(text.startswith(_SONG) for _, text in lines):
        return [line for verse in _verses(iter(lines), name_of(path)) for line in verse.lines]
    return [text for _, text in lines]


def _verses(lines: Iterator[tuple[int, str]], name: str) -> Iterator[Verse]:
    """The verses of numbered lines, of whatever kind the first one that is not blank is."""
    first = next(((n, text) for n, text in lines if text.strip()), None)
    if first is None:
        raise InputError("is empty, expected verse: lines of text, or JSON lines", file=name)
    whole = chain([first], lines)
    is_json = first[1].lstrip().startswith("{")
    yielded = False
    for verse in (Verse(*row) for row in verses_of_rows(whole, name)) if is_json else _plain(whole, name):
        yielded = True
        yield verse
    if not yielded:
        raise InputError("holds no line of verse", file=name)


def verses_of_text(text: str) -> list[Verse]:
    """The verses of a text that was pasted; none where it is blank."""
    return list(_plain(enumerate(text.splitlines(), 1), "text"))


def _plain(lines: Iterable[tuple[int, str]], name: str) -> Iterator[Verse]:
    """Verses between blank lines; the number of a verse's first line is its id."""
    song, first = "", 0
    waiting: list[str] = []
    for number, text in chain(lines, [(0, "")]):
        if text.strip() and not text.startswith(_SONG):
            first = first if waiting else number
            waiting.append(_checked(text.strip(), name, number))
            continue
        if waiting:
            yield Verse(str(first), tuple(waiting), song)
            waiting = []
        if text.startswith(_SONG):
            song = _song(text)


def _song(text: str) -> str:
    """Artist, title and id of a `%%` line: the id makes it unlike other songs of that title."""
    identity, *rest = [part.strip() for part in text.removeprefix(_SONG).split("\t")]
    return "/".join([*rest[1:], identity])


def _checked(text: str, name: str, number: int) -> str:
    if not text.isprintable() and sum(c < " " and c != "\t" for c in text) > 2:
        raise InputError("holds control characters, expected lines of text", file=name, line=number)
    return text


def line_words(text: str) -> list[str]:
    """The words of a line as models see them, in any script.

    Lower case and straight quotes; punctuation is dropped, apostrophes and hyphens inside of words stay.
    Chinese and Japanese give characters.
    """
    text = text.lower()
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).translate(_QUOTES)
        if max(text) > _LAST_LATIN:
            return _any_word().findall(text)
    return _LATIN_WORD.findall(text)


def end_word(text: str) -> str:
    """The last word of a line, or an empty string if it has none."""
    return (line_words(text) or [""])[-1]


def pieces_at_commas(lines: Sequence[str]) -> tuple[list[str], list[int]]:
    """The lines cut at their commas, and the line that each piece is of.

    Transcribers join short lines with commas, so words before commas may rhyme (Wu et al. 2013, section 3).
    A piece without a word is left out, unless it is all that its line has.
    """
    pieces, homes = [], []
    for number, line in enumerate(lines):
        parts = [part for part in _COMMAS.split(line) if line_words(part)] or [line]
        pieces += parts
        homes += [number] * len(parts)
    return pieces, homes


@cache
def _any_word() -> re.Pattern[str]:
    """Words of any script: letters with their marks (vowel signs, points; no \\w to re), or one character."""
    marks = "".join(
        re.escape(chr(code))
        for code in range(0x300, min(0x20000, sys.maxunicode))
        if unicodedata.category(chr(code)) in {"Mn", "Mc"}
    )
    letter = f"(?:(?![{_CHARACTERS}])[^\\W_]|[{marks}\u200c\u200d])"
    start = f"(?![{_CHARACTERS}])[^\\W_]"
    return re.compile(f"[{_CHARACTERS}]|{start}{letter}*(?:['-]{start}{letter}*)*")
