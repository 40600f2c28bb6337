"""Hot loops over bytes and integer ids: words of many lines, and their n-grams, in one pass each.

Every kernel has a plain twin that it must equal: in tests/text/test_kernels.py,
or, where small input takes it, in likewise.text.plain_words.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel
from likewise.text import plain_words

WORD, SPACE, ALONE = 0, 1, 2
"""Byte classes: part of a word, between words, a word of its own."""

_HASH = np.uint64(0x9E3779B97F4A7C15)
_FNV_START = np.uint64(0xCBF29CE484222325)
_FNV_PRIME = np.uint64(0x100000001B3)


@kernel(plain=plain_words.lines_with, cost=plain_words.marked_seconds)
def lines_with(buffer: Any, starts: Any, marked: Any) -> Any:
    """For each line, whether it holds a byte that is marked."""
    lines = len(starts) - 1
    found = np.zeros(lines, np.bool_)
    for line in range(lines):
        for position in range(starts[line], starts[line + 1] - 1):
            if marked[buffer[position]]:
                found[line] = True
                break
    return found


@kernel()
def _digit(byte: int) -> bool:
    return 48 <= byte <= 57


@kernel()
def _stop(byte: int) -> bool:
    return byte == 46 or byte == 44


@kernel()
def _mteval(line: Any, classes: Any, one: Any, two: Any) -> int:
    """mteval-v13a's four substitutions, in their order, on one line of ASCII; the result is in `two`."""
    size = 1
    one[0] = 32
    for byte in line:
        if classes[byte] == ALONE and not _stop(byte):
            one[size], one[size + 1], one[size + 2] = 32, byte, 32
            size += 3
        else:
            one[size] = byte
            size += 1
    one[size] = 32
    size += 1
    # A stop after anything but a digit.
    written, i = 0, 0
    while i < size:
        if i + 1 < size and not _digit(one[i]) and _stop(one[i + 1]):
            two[written], two[written + 1], two[written + 2], two[written + 3] = one[i], 32, one[i + 1], 32
            written += 4
            i += 2
        else:
            two[written] = one[i]
            written += 1
            i += 1
    # A stop before anything but a digit.
    size, written, i = written, 0, 0
    while i < size:
        if i + 1 < size and _stop(two[i]) and not _digit(two[i + 1]):
            one[written], one[written + 1], one[written + 2], one[written + 3] = 32, two[i], 32, two[i + 1]
            written += 4
            i += 2
        else:
            one[written] = two[i]
            written += 1
            i += 1
    # A dash after a digit.
    size, written, i = written, 0, 0
    while i < size:
        if i + 1 < size and _digit(one[i]) and one[i + 1] == 45:
            two[written], two[written + 1], two[written + 2], two[written + 3] = one[i], 32, 45, 32
            written += 4
            i += 2
        else:
            two[written] = one[i]
            written += 1
            i += 1
    return written


@kernel()
def _grown(slots: Any, hashes: Any, words: int) -> Any:
    larger = np.full(len(slots) * 4, -1, np.int32)
    mask = len(larger) - 1
    for word in range(words):
        slot = np.int64(hashes[word] & np.uint64(mask))
        while larger[slot] >= 0:
            slot = (slot + 1) & mask
        larger[slot] = word
    return larger


@kernel(plain=plain_words.split_lines, cost=plain_words.line_seconds)
def split_lines(
    buffer: Any, starts: Any, ready: Any, classes: Any, lower: bool, mteval: bool
) -> tuple[Any, Any, Any, Any]:
    """Word ids of every line.

    Lines marked `ready` are split at spaces only; the others by byte class, and with `mteval` by the
    13a rules. Returns (ids, bounds of the lines in ids, bytes of all words, bounds of the words in
    them); ids count up from 0 in order of first appearance.
    """
    lines = len(starts) - 1
    longest = 0
    for line in range(lines):
        longest = max(longest, starts[line + 1] - starts[line])
    one = np.empty(4 * longest + 16, np.uint8)
    two = np.empty(4 * longest + 16, np.uint8)
    three = np.empty(4 * longest + 16, np.uint8)
    ids = np.empty(len(buffer) + 1, np.int32)
    bounds = np.zeros(lines + 1, np.int64)
    pool = np.empty(len(buffer) + 1, np.uint8)
    word_bounds = np.zeros(1025, np.int64)
    hashes = np.empty(1024, np.uint64)
    slots = np.full(4096, -1, np.int32)
    words, count = 0, 0
    for line in range(lines):
        text = buffer[starts[line] : starts[line + 1] - 1]
        plain = not ready[line]
        folded = one[: len(text)]
        digits = False
        for i in range(len(text)):
            byte = text[i]
            if plain and lower and 65 <= byte <= 90:
                byte += 32
            digits |= _digit(byte)
            folded[i] = byte
        text = folded
        stops_alone = True
        if plain and mteval and digits:
            text = two[: _mteval(text, classes, three, two)]
            stops_alone = False
        position, size = 0, len(text)
        while position < size:
            byte = text[position]
            kind = classes[byte] if plain else (SPACE if byte == 32 else WORD)
            if kind == ALONE and _stop(byte) and not stops_alone:
                kind = WORD
            if kind == SPACE:
                position += 1
                continue
            begin = position
            value = (_FNV_START ^ np.uint64(byte)) * _FNV_PRIME
            position += 1
            if kind == WORD:
                while position < size:
                    byte = text[position]
                    kind = classes[byte] if plain else (SPACE if byte == 32 else WORD)
                    if kind == ALONE and _stop(byte) and not stops_alone:
                        kind = WORD
                    if kind != WORD:
                        break
                    value = (value ^ np.uint64(byte)) * _FNV_PRIME
                    position += 1
            value ^= value >> np.uint64(29)
            length = position - begin
            mask = len(slots) - 1
            slot = np.int64(value & np.uint64(mask))
            word = slots[slot]
            while word >= 0:
                if hashes[word] == value and word_bounds[word + 1] - word_bounds[word] == length:
                    at = word_bounds[word]
                    same = True
                    for i in range(length):
                        if pool[at + i] != text[begin + i]:
                            same = False
                            break
                    if same:
                        break
                slot = (slot + 1) & mask
                word = slots[slot]
            if word < 0:
                word = words
                if words + 1 >= len(word_bounds):
                    wider = np.empty(len(word_bounds) * 2, np.int64)
                    for i in range(len(word_bounds)):
                        wider[i] = word_bounds[i]
                    word_bounds = wider
                    more = np.empty(len(word_bounds), np.uint64)
                    for i in range(len(hashes)):
                        more[i] = hashes[i]
                    hashes = more
                at = word_bounds[word]
                for i in range(length):
                    pool[at + i] = text[begin + i]
                word_bounds[word + 1] = at + length
                hashes[word] = value
                slots[slot] = word
                words += 1
                if 2 * words > len(slots):
                    slots = _grown(slots, hashes, words)
            ids[count] = word
            count += 1
        bounds[line + 1] = count
    return ids[:count].copy(), bounds, pool[: word_bounds[words]].copy(), word_bounds[: words + 1].copy()


@kernel()
def _rehashed(keys: Any, values: Any, size: int) -> tuple[Any, Any]:
    larger = np.full(size, np.int64(-1), np.int64)
    kept = np.empty(size, np.int32)
    mask = size - 1
    for old in range(len(keys)):
        key = keys[old]
        if key >= 0:
            slot = np.int64(((np.uint64(key) * _HASH) >> np.uint64(20)) & np.uint64(mask))
            while larger[slot] >= 0:
                slot = (slot + 1) & mask
            larger[slot] = key
            kept[slot] = values[old]
    return larger, kept


@kernel(plain=plain_words.count_grams, cost=plain_words.gram_seconds)
def count_grams(ids: Any, bounds: Any, words: int, order: int) -> tuple[Any, Any, Any, int]:
    """The distinct n-grams of every text for n = 1..order, with their counts.

    An n-gram's id is found from the id of its first n-1 words and its last word, so ids are exact:
    equal ids, equal words. Returns (gram ids, counts, bounds, number of ids); the grams of order n
    of text t stand at bounds[t * order + n - 1] : bounds[t * order + n].
    """
    texts = len(bounds) - 1
    longest = 0
    for text in range(texts):
        longest = max(longest, bounds[text + 1] - bounds[text])
    total = len(ids)
    grams = np.empty(total * order, np.int32)
    counts = np.empty(total * order, np.int32)
    where = np.full(words + total * (order - 1), np.int64(-1), np.int64)
    ends = np.zeros(texts * order + 1, np.int64)
    prefix = np.empty(longest, np.int32)
    keys = np.full(1 << 14, np.int64(-1), np.int64)
    values = np.empty(1 << 14, np.int32)
    known, used, filled = words, 0, 0
    for text in range(texts):
        begin = bounds[text]
        size = bounds[text + 1] - begin
        for n in range(1, order + 1):
            first = filled
            for i in range(size - n + 1):
                word = ids[begin + i + n - 1]
                if n == 1:
                    gram = word
                else:
                    key = (np.int64(prefix[i]) << np.int64(32)) | np.int64(word)
                    mask = len(keys) - 1
                    slot = np.int64(((np.uint64(key) * _HASH) >> np.uint64(20)) & np.uint64(mask))
                    while keys[slot] >= 0 and keys[slot] != key:
                        slot = (slot + 1) & mask
                    if keys[slot] == key:
                        gram = values[slot]
                    else:
                        gram = np.int32(known)
                        known += 1
                        keys[slot] = key
                        values[slot] = gram
                        used += 1
                        if 2 * used > len(keys):
                            keys, values = _rehashed(keys, values, len(keys) * 4)
                prefix[i] = gram
                at = where[gram]
                if at >= first:
                    counts[at] += 1
                else:
                    where[gram] = filled
                    grams[filled] = gram
                    counts[filled] = 1
                    filled += 1
            ends[text * order + n] = filled
    return grams[:filled].copy(), counts[:filled].copy(), ends, known


@kernel(plain=plain_words.repeated_ends, cost=plain_words.word_seconds)
def repeated_ends(ids: Any, bounds: Any, words: int, longest: int) -> Any:
    """For each word of each text, the length of the longest run of words ending there that ended before.

    So the n-gram that ends at a word is the text's first of its kind if and only if the value is below n.
    Texts of more than `longest` words are passed over (their values stay 0).
    """
    repeated = np.zeros(len(ids), np.uint16)
    last = np.full(words, -1, np.int32)
    before = np.empty(longest, np.int32)
    run = np.zeros(longest, np.int32)
    reached = np.full(longest, -1, np.int32)
    for text in range(len(bounds) - 1):
        begin = bounds[text]
        size = bounds[text + 1] - begin
        if size > longest:
            continue
        again = False
        for p in range(size):
            word = ids[begin + p]
            before[p] = last[word]
            again |= last[word] >= 0
            last[word] = p
        if again:
            reached[:size] = -1
            for p in range(size):
                # Later positions first: position q - 1 still holds the run of the word before p.
                q = before[p]
                while q >= 0:
                    length = run[q - 1] + 1 if q > 0 and reached[q - 1] == p - 1 else 1
                    run[q], reached[q] = length, p
                    if length > repeated[begin + p]:
                        repeated[begin + p] = length
                    q = before[q]
        for p in range(size):
            last[ids[begin + p]] = -1
    return repeated


@kernel(plain=plain_words.distinct_counts, cost=plain_words.count_seconds)
def distinct_counts(bounds: Any, repeated: Any, order: int) -> Any:
    """Number of distinct n-grams of each text for n = 1..order, from its repeated ends."""
    counts = np.zeros((len(bounds) - 1, order), np.int32)
    for text in range(len(bounds) - 1):
        begin = bounds[text]
        for p in range(begin, bounds[text + 1]):
            for n in range(repeated[p] + 1, min(p - begin + 1, order) + 1):
                counts[text, n - 1] += 1
    return counts


# erf(z) = z P(z^2) / Q(z^2) for |z| <= 4, with Q's first number 1: fitted to 2e-8, finer than a float32 is.
_P = tuple(
    np.float32(x)
    for x in (
        1.1283789764247996, 0.19624931423149874, 0.0534675228176823, 0.004003660350454155,
        0.000288041748384745, 1.974827277254595e-06,
    )
)  # fmt: skip
_Q = tuple(
    np.float32(x)
    for x in (
        0.5072525851889969, 0.11647656579552114, 0.015444450843075328, 0.0012163634283885636,
        3.7480850979957284e-05,
    )
)  # fmt: skip
_ROOT_HALF, _HALF, _ONE, _FOUR = np.float32(np.sqrt(0.5)), np.float32(0.5), np.float32(1), np.float32(4)


@kernel(fastmath=True)
def bend(x: Any, bias: Any) -> None:
    """GELU (Hendrycks and Gimpel 2016) of `x + bias`, in place."""
    rows, columns = x.shape
    for i in range(rows):
        for j in range(columns):
            y = x[i, j] + bias[j]
            z = min(max(y * _ROOT_HALF, -_FOUR), _FOUR)
            u = z * z
            p = ((((_P[5] * u + _P[4]) * u + _P[3]) * u + _P[2]) * u + _P[1]) * u + _P[0]
            q = ((((_Q[4] * u + _Q[3]) * u + _Q[2]) * u + _Q[1]) * u + _Q[0]) * u + _ONE
            x[i, j] = y * _HALF * (_ONE + z * p / q)


@kernel(fastmath=True)
def normed_sum(x: Any, y: Any, bias: Any, gain: Any, shift: Any) -> Any:
    """Rows of `x + y + bias` with mean 0 and variance 1, times a gain, plus a shift (Ba et al. 2016)."""
    rows, columns = x.shape
    out = np.empty((rows, columns), np.float32)
    size, least = np.float32(columns), np.float32(1e-12)
    for i in range(rows):
        total = np.float32(0)
        for j in range(columns):
            value = x[i, j] + y[i, j] + bias[j]
            out[i, j] = value
            total += value
        mean = total / size
        total = np.float32(0)
        for j in range(columns):
            total += (out[i, j] - mean) * (out[i, j] - mean)
        factor = _ONE / np.sqrt(total / size + least)
        for j in range(columns):
            out[i, j] = (out[i, j] - mean) * factor * gain[j] + shift[j]
    return out
