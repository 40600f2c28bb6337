"""Texts as search tokens with their places: characters of Chinese and Japanese, words and numbers of others.

Each Chinese character, each kana and the middle dot is a token of its own (so `#OD2` bridges
ヴェルナー・シュピース while `#OD1` fails, Mitamura et al. 2006, section 5); a Latin word and a run of digits
are whole, and commas inside a number are passed over. Width, case, accents and (for Chinese) script are
folded; places count the characters of the text as it was given. Other signs are no tokens.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

__all__ = ["SearchTokenizer", "TokenizedTexts"]

Ints = npt.NDArray[np.int32]

FIRST_WORD = 0x110000
"""Numbers of words of several characters begin behind the last code point; a character is its own number."""
SEPARATOR = 0
_OTHER, _SIGN, _LETTER, _DIGIT = range(4)
_SIGNS = (
    (0x3005, 0x3007), (0x3031, 0x3035), (0x3040, 0x30FF), (0x31F0, 0x31FF), (0x3400, 0x9FFF),
    (0xF900, 0xFAFF), (0x20000, 0x3FFFF),
)  # fmt: skip
_NO_SIGNS = (0x3097, 0x3098, 0x3099, 0x309A, 0x309B, 0x309C, 0x30A0)
MIDDLE_DOTS = "・·‧•⋅∙･"
DOT = ord("・")


@dataclass(frozen=True, slots=True)
class TokenizedTexts:
    """Tokens of several texts, one behind the other, with a separator after each text."""

    numbers: Ints
    starts: Ints
    """Where each begins, in characters of its text; of a separator the length of the text."""
    ends: Ints
    bounds: npt.NDArray[np.int64]
    """Where the tokens of each text begin, and behind the last."""


class SearchTokenizer:
    """Tokens as numbers; words of several characters get theirs when they are first met.

    `table` are characters that count as others (`simplified_characters`).
    """

    def __init__(self, table: Mapping[int, int] | None = None, words: Sequence[str] = ()) -> None:
        self.table = dict(table or {})
        self.words = {word: FIRST_WORD + place for place, word in enumerate(words)}
        self._folded, self._kinds = _character_tables()
        if self.table:
            self._folded = self._folded.copy()
            simple = np.arange(len(self._folded), dtype=np.uint32)
            simple[list(self.table)] = list(self.table.values())
            self._folded = simple[self._folded]

    def tokenize(self, texts: Sequence[str]) -> TokenizedTexts:
        """Tokens of texts, new words numbered."""
        return self._read(texts, learn=True)

    def numbers(self, text: str) -> list[int]:
        """Tokens of a query; a word that no text holds is -1."""
        return [int(number) for number in self._read([text], learn=False).numbers[:-1]]

    def spans(self, text: str) -> list[tuple[str, int, int]]:
        """Tokens as folded text, with their places; for readers of a text who need no numbers."""
        reader = SearchTokenizer.__new__(SearchTokenizer)
        reader.table, reader.words, reader._folded, reader._kinds = self.table, {}, self._folded, self._kinds
        read = reader._read([text], learn=True)
        own = list(reader.words)
        return [
            (chr(number) if number < FIRST_WORD else own[number - FIRST_WORD], int(start), int(end))
            for number, start, end in zip(
                read.numbers[:-1].tolist(), read.starts[:-1], read.ends[:-1], strict=True
            )
        ]

    def _read(self, texts: Sequence[str], *, learn: bool) -> TokenizedTexts:
        joined, starts, ends = _joined(texts)
        codes = np.frombuffer(joined.encode("utf-32-le", "replace"), np.uint32)
        folded = self._folded[codes]
        kinds = self._kinds[folded]
        # A token begins at each sign of its own, and where letters or digits begin.
        begins = (kinds == _SIGN) | ((kinds > _SIGN) & (kinds != np.concatenate(([_OTHER], kinds[:-1]))))
        places = np.flatnonzero(begins)
        stops = np.ones(len(places), np.int64)
        numbers = folded[places].astype(np.int32)
        runs = np.flatnonzero(kinds[places] > _SIGN)
        keep = np.ones(len(places), np.bool_)
        if len(runs):
            changes = np.flatnonzero(kinds[1:] != kinds[:-1]) + 1
            run_ends = changes[np.searchsorted(changes, places[runs], side="right")]
            stops[runs] = run_ends - places[runs]
            self._number_runs(folded, kinds, places, stops, numbers, runs, keep, learn)
        last = places + stops - 1
        begin, end = starts[places], ends[last]
        numbers, begin, end = numbers[keep], begin[keep], end[keep]
        bounds = np.concatenate(([0], np.flatnonzero(numbers == SEPARATOR) + 1))
        return TokenizedTexts(numbers, begin.astype(np.int32), end.astype(np.int32), bounds)

    def _number_runs(
        self,
        folded: npt.NDArray[np.uint32],
        kinds: npt.NDArray[np.uint8],
        places: npt.NDArray[np.int64],
        stops: npt.NDArray[np.int64],
        numbers: Ints,
        runs: npt.NDArray[np.int64],
        keep: npt.NDArray[np.bool_],
        learn: bool,
    ) -> None:
        """Number the words and numbers of several characters; `3,790` becomes one token, 3790."""
        text = folded.tobytes().decode("utf-32-le", "replace")
        words = self.words
        before, before_end, before_text = -1, -1, ""
        for run, begin, size, is_digit in zip(
            runs.tolist(),
            places[runs].tolist(),
            stops[runs].tolist(),
            (kinds[places[runs]] == _DIGIT).tolist(),
            strict=True,
        ):
            word = text[begin : begin + size]
            if is_digit:
                if before >= 0 and size == 3 and before_end == begin - 1 and text[before_end] == ",":
                    keep[run] = False
                    run, word = before, before_text + word
                    stops[run] = begin + size - places[run]
                before, before_end, before_text = run, begin + size, word
            if len(word) == 1:
                numbers[run] = ord(word)
            elif word in words:
                numbers[run] = words[word]
            elif learn:
                words[word] = FIRST_WORD + len(words)
                numbers[run] = words[word]
            else:
                numbers[run] = -1


def _joined(texts: Sequence[str]) -> tuple[str, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The texts with a separator behind each, and where each character begins and ends in its own text."""
    parts: list[str] = []
    starts: list[npt.NDArray[np.int64]] = []
    ends: list[npt.NDArray[np.int64]] = []
    for text in texts:
        if _UNSTEADY.search(text):
            steady, begin, end = _steady(text)
        else:
            steady, begin = text, np.arange(len(text))
            end = begin + 1
        parts.append(steady.replace("\0", " ") + "\0")
        starts += [begin, np.array([len(text)])]
        ends += [end, np.array([len(text)])]
    nothing = np.zeros(0, np.int64)
    return "".join(parts), np.concatenate(starts or [nothing]), np.concatenate(ends or [nothing])


def _steady(text: str) -> tuple[str, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The text in form NFKC, each character with the place of what it was made from."""
    signs: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for group in _GROUP.finditer(text):
        whole = unicodedata.normalize("NFKC", group[0])
        signs.append(whole)
        starts += [group.start()] * len(whole)
        ends += [group.end()] * len(whole)
    return "".join(signs), np.array(starts, np.int64), np.array(ends, np.int64)


# Characters that NFKC makes several of, or joins with the one before.
_MARKS = "\u0300-\u036f\u3099\u309a\uff9e\uff9f"
_GROUP = re.compile(rf".[{_MARKS}]*", re.DOTALL)
_UNSTEADY = re.compile(
    rf"[{_MARKS}\uff65-\uff9d\u00a8\u00af\u00b4\u00b8\u00bc-\u00be\u2025\u2026\u2100-\u214b\u2150-\u217f"
    r"\u2474-\u24b5\u3200-\u321e\u3220-\u3243\u3250-\u325f\u3280-\u33ff\u1e9a\ufb00-\ufb06\u0132-\u0133]"
)


@cache
def _character_tables() -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint8]]:
    """What each code point is folded to, and its kind."""
    folded = np.arange(FIRST_WORD, dtype=np.uint32)
    kinds = np.zeros(FIRST_WORD, np.uint8)
    for begin, end in ((1, 0xD800), (0xF900, 0x20000), (0x2F800, 0x2FA20)):
        for code in range(begin, end):
            if 0x3400 <= code <= 0x9FFF or 0xAC00 <= code < 0xD7A4:
                continue
            sign = _folded_sign(chr(code))
            folded[code] = ord(sign)
            kinds[code] = _kind(sign)
    for begin, end in _SIGNS:
        kinds[begin : end + 1] = _SIGN
    kinds[0xAC00:0xD7A4] = _LETTER
    kinds[list(_NO_SIGNS)] = _OTHER
    kinds[DOT] = kinds[SEPARATOR] = _SIGN
    return folded, kinds


def _folded_sign(sign: str) -> str:
    if sign in MIDDLE_DOTS:
        return chr(DOT)
    whole = unicodedata.normalize("NFKC", sign)
    whole = whole if len(whole) == 1 else sign
    small = whole.lower()
    small = small if len(small) == 1 else whole
    base = unicodedata.normalize("NFD", small)
    # Accents of Latin, Greek and Cyrillic letters; the marks of kana make other letters.
    return base[0] if len(base) > 1 and "\u0300" <= base[1] <= "\u036f" else small


def _kind(sign: str) -> int:
    category = unicodedata.category(sign)
    if category == "Nd":
        return _DIGIT
    return _LETTER if category[0] in "LM" else _OTHER
