"""The words of lines and their n-grams in plain Python: what the kernels do, for input that is over at once.

Bytes go through regular expressions and words through dictionaries. Every function takes and gives what the
kernel of its name does (likewise.text._kernels). The `.._seconds` tell about how long they take, measured on
one core of an ordinary machine.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

__all__ = [
    "count_grams", "count_seconds", "distinct_counts", "gram_seconds", "line_seconds", "lines_with",
    "marked_seconds", "repeated_ends", "split_lines", "word_seconds",
]  # fmt: skip

WORD, ALONE = 0, 2
"""Byte classes: part of a word, a word of its own (see likewise.text._kernels)."""
_STOPS = frozenset(b".,")
_DIGIT = re.compile(rb"[0-9]")
_MTEVAL = [
    (re.compile(rb"([^0-9])([.,])"), rb"\1 \2 "),
    (re.compile(rb"([.,])([^0-9])"), rb" \1 \2"),
    (re.compile(rb"([0-9])(-)"), rb"\1 \2 "),
]


def marked_seconds(buffer: Any, starts: Any, marked: Any) -> float:
    """About how long `lines_with` takes."""
    return 2e-5 + 3e-9 * len(buffer)


def lines_with(buffer: Any, starts: Any, marked: Any) -> Any:
    """For each line, whether it holds a byte that is marked."""
    found = np.zeros(len(starts) - 1, np.bool_)
    places = np.flatnonzero(marked[buffer[: starts[-1]]])
    lines = np.searchsorted(starts, places, side="right") - 1
    found[lines[places < starts[lines + 1] - 1]] = True
    return found


def line_seconds(buffer: Any, starts: Any, ready: Any, classes: Any, lower: bool, mteval: bool) -> float:
    """About how long `split_lines` takes."""
    return 1e-4 + 2e-6 * len(starts) + 6e-8 * len(buffer)


def split_lines(
    buffer: Any, starts: Any, ready: Any, classes: Any, lower: bool, mteval: bool
) -> tuple[Any, Any, Any, Any]:
    """Word ids of every line, the bounds of lines in them, the bytes of all words, the bounds of words."""
    raw, kinds = buffer.tobytes(), classes.tobytes()
    cut, cut_digits, apart = (_words(kinds, True), _words(kinds, False), _alone(kinds))
    words: dict[bytes, int] = {}
    ids: list[int] = []
    bounds = [0]
    for (begin, end), done in zip(pairwise(starts.tolist()), ready.tolist(), strict=True):
        line = raw[begin : end - 1]
        if done:
            found = [word for word in line.split(b" ") if word]
        else:
            line = line.lower() if lower else line
            if mteval and _DIGIT.search(line):
                line = b" " + apart.sub(rb" \g<0> ", line) + b" "
                for pattern, replacement in _MTEVAL:
                    line = pattern.sub(replacement, line)
                found = cut_digits.findall(line)
            else:
                found = cut.findall(line)
        ids += [words.setdefault(word, len(words)) for word in found]
        bounds.append(len(ids))
    ends = np.cumsum([0, *map(len, words)], dtype=np.int64)
    return (
        np.array(ids, np.int32),
        np.array(bounds),
        np.frombuffer(bytearray(b"".join(words)), np.uint8),
        ends,
    )


@cache
def _words(kinds: bytes, stops_alone: bool) -> re.Pattern[bytes]:
    """Matches the words of a line, by the classes of bytes; stops and commas may belong to words."""
    alone = {byte for byte, kind in enumerate(kinds) if kind == ALONE and (stops_alone or byte not in _STOPS)}
    parts = {byte for byte, kind in enumerate(kinds) if kind == WORD}
    if not stops_alone:
        parts |= {byte for byte in _STOPS if kinds[byte] == ALONE}
    return re.compile(_any_of(parts) + b"+|" + _any_of(alone))


@cache
def _alone(kinds: bytes) -> re.Pattern[bytes]:
    """Matches bytes that are words of their own wherever they stand."""
    return re.compile(_any_of({b for b, kind in enumerate(kinds) if kind == ALONE and b not in _STOPS}))


def _any_of(chosen: set[int]) -> bytes:
    return b"[" + b"".join(rb"\x%02x" % byte for byte in sorted(chosen)) + b"]" if chosen else b"(?:(?!))"


def gram_seconds(ids: Any, bounds: Any, words: int, order: int) -> float:
    """About how long `count_grams` takes."""
    return 1e-4 + 2e-6 * len(bounds) + 4e-7 * len(ids) * order


def count_grams(ids: Any, bounds: Any, words: int, order: int) -> tuple[Any, Any, Any, int]:
    """The distinct n-grams of every text by id, their counts, where they stand, and the number of ids."""
    flat = ids.tolist()
    known: dict[tuple[int, int], int] = {}
    grams: list[int] = []
    counts: list[int] = []
    ends = [0]
    for begin, end in pairwise(bounds.tolist()):
        prefix = row = flat[begin:end]
        for n in range(1, order + 1):
            if n > 1:
                pairs = zip(prefix, flat[begin + n - 1 : end], strict=False)
                row = [known.setdefault(pair, words + len(known)) for pair in pairs]
            tally: dict[int, int] = {}
            for gram in row:
                tally[gram] = tally.get(gram, 0) + 1
            grams += tally
            counts += tally.values()
            ends.append(len(grams))
            prefix = row
    return np.array(grams, np.int32), np.array(counts, np.int32), np.array(ends), words + len(known)


def word_seconds(ids: Any, bounds: Any, *rest: Any) -> float:
    """About how long `repeated_ends` takes."""
    return 5e-5 + 1e-6 * len(bounds) + 4e-7 * len(ids)


def repeated_ends(ids: Any, bounds: Any, words: int, longest: int) -> Any:
    """For each word of each text, the length of the longest run of words ending there that ended before."""
    repeated = np.zeros(len(ids), np.uint16)
    flat = ids.tolist()
    for begin, end in pairwise(bounds.tolist()):
        text = flat[begin:end]
        if len(text) > longest or len(set(text)) == len(text):
            continue
        places: dict[int, list[int]] = {}
        runs: dict[int, int] = {}
        for place, word in enumerate(text):
            # The runs that end at earlier places of this word, each one longer than what ended before it.
            runs = {earlier: runs.get(earlier - 1, 0) + 1 for earlier in places.get(word, ())}
            if runs:
                repeated[begin + place] = max(runs.values())
            places.setdefault(word, []).append(place)
    return repeated


def count_seconds(bounds: Any, repeated: Any, order: int) -> float:
    """About how long `distinct_counts` takes."""
    return 5e-5 + 1e-8 * len(repeated) * order


def distinct_counts(bounds: Any, repeated: Any, order: int) -> Any:
    """Number of distinct n-grams of each text for n = 1..order, from its repeated ends."""
    places = np.arange(len(repeated)) - np.repeat(bounds[:-1], np.diff(bounds))
    counts = np.empty((len(bounds) - 1, order), np.int32)
    for n in range(1, order + 1):
        first = (repeated < n) & (places >= n - 1)
        counts[:, n - 1] = np.diff(np.concatenate(([0], np.cumsum(first)))[bounds])
    return counts
